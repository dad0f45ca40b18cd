"""Views for players who join, take over a seat, or buy chips during a play."""

from functools import partial

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.log.write_results import Refused
from companion.store.plays import buying, change_seats, play_lists
from companion.store.plays.coming_round import drafts
from companion.store.plays.edits.edit_labels import seat_history_text
from companion.store.plays.edits.slots import round_numbers
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_member, for_writers
from companion.web.plays.forms import BuyForm, SitDownForm, TakeSeatForm
from companion.web.plays.pages import (
    play_of,
    redirect_to_sheet,
    refusal_text,
    response_after_edit,
    response_to_form,
)
from companion.web.support.form_base import MOST_OFFERED, show_again
from companion.web.support.parsing import name_by_index, parse_whole
from companion.web.support.requests.not_found import or_404

seats = Blueprint("seats", __name__, url_prefix="/clubs/<club>/plays/<key>")


@seats.route("/players", methods=["GET", "POST"])
@for_writers
def players(key: str) -> ResponseReturnValue:
    """Show who plays, who may join and whose seat can be taken over, or add a new player."""
    form, state = SitDownForm(), play_of(key)
    if not form.is_submitted():
        return _players_page(state, form) if state.goes_on else redirect_to_sheet(key)
    show_again(lambda: _unsaved_player_page(state, form))
    outcome = change_seats.add_player(current_member(), state, name=form.name.data, **form.edit_args)
    conflict = (
        "Somebody else changed the sheet ({came}), so your change was not saved. Tap again if the player still joins."
    )
    page = partial(_players_page, form=form)
    return response_to_form(outcome, key, form, "name", page, conflict=conflict, fits=_has_room)


def _players_page(state: PlayState, form: SitDownForm) -> str:
    """Render who plays in the coming round, with the form for a new player."""
    table = drafts.coming_table(state, drafts.draft_of(state))
    return render_template("plays/details/players.html", state=state, table=table, form=form)


def _unsaved_player_page(state: PlayState, form: SitDownForm) -> str:
    """Render who plays with the name of a new player who could not be saved, and say so beside it."""
    form.refuse("name", "Not saved yet.")
    return _players_page(state, form)


def _has_room(state: PlayState) -> bool:
    """Return whether a new player can join: the game allows it and has a free seat, and the play is not over."""
    seats = state.game.seats
    return seats.come_and_go and not state.over and len(state.setup.players) < seats.most


@seats.route("/seats/<int:seat>", methods=["GET", "POST"])
@for_writers
def take_seat(key: str, seat: int) -> ResponseReturnValue:
    """Show the form for who takes over a seat, and from which round on, or let them take it over."""
    state = play_of(key)
    or_404(seat < len(state.seats))
    form = TakeSeatForm(since=str(state.next_slot))
    if not form.is_submitted():
        return _seat_page(state, seat, form) if _can_take_over(state, seat) else redirect_to_sheet(key)
    show_again(lambda: _seat_page(state, seat, form))
    since = parse_whole(form.since.data, most=99_999) if form.since.data else state.next_slot
    slot, player = -1 if since is None else since, state.seats[seat].name  # -1: no round, for the store to refuse
    outcome = change_seats.take_seat(
        current_member(), state, player=player, name=form.new_name, slot=slot, **form.edit_args
    )
    conflict = "Somebody else changed the sheet ({came}), so your change was not saved. Tap again if it still applies."
    page, fits = partial(_seat_page, seat=seat, form=form), partial(_can_take_over, seat=seat)
    return response_to_form(outcome, key, form, "name", page, conflict=conflict, fits=fits)


def _seat_page(state: PlayState, seat: int, form: TakeSeatForm) -> str:
    """Render the form for who takes over a seat."""
    now_seated = state.seats[seat]
    seated = {other.name for other in state.seats}
    before = [stint.sitter.name for stint in reversed(now_seated.earlier)]
    known = dict.fromkeys([*before, *play_lists.recent_players(state.club_id)])
    form.since.choices = {str(state.next_slot): f"{len(state.slots) + 1}, next"}
    for slot, number in reversed(round_numbers(state.slots).items()):
        if slot > now_seated.from_slot:
            as_if = f", as if {now_seated.name} had never played" if number == 1 else ""
            form.since.choices[str(slot)] = f"{number}{as_if}"
    return render_template(
        "plays/seat.html",
        state=state,
        seat=now_seated,
        total=state.totals[state.setup.holders[now_seated.name]],
        sat=seat_history_text(now_seated, round_numbers(state.slots), state.game.terms),
        known=[name for name in known if name not in seated][:MOST_OFFERED],
        form=form,
    )


def _can_take_over(state: PlayState, seat: int) -> bool:
    """Return whether somebody can take over a seat of a play."""
    return state.goes_on and seat < len(state.seats)


@seats.route("/buy", methods=["GET", "POST"])
@for_writers
def buy(key: str) -> ResponseReturnValue:
    """Show the form for buying chips, or buy some for a player."""
    state = play_of(key)
    form = BuyForm(points=str(buying.usual_buy(state)))
    if not form.is_submitted():
        return _buy_page(state, form) if buying.can_buy(state) else redirect_to_sheet(key)
    form.check(lambda: _buy_page(state, form))
    outcome = buying.buy_chips(
        current_member(),
        state,
        player=name_by_index(state.setup.names, form.player.data),
        points=form.chips,
        **form.rescore_args,
    )
    if isinstance(outcome, Refused) and buying.can_buy(state):
        raise form.refusal("points", refusal_text(outcome))
    return response_after_edit(outcome, key)


def _buy_page(state: PlayState, form: BuyForm) -> str:
    """Render the form for buying chips."""
    return render_template("plays/details/rebuy.html", state=state, form=form)
