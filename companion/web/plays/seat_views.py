"""Views for players who join, take over a seat, or buy chips during a play."""

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from companion.store.log.write_results import Refused
from companion.store.plays import buying, play_lists, seating
from companion.store.plays.edits.edit_labels import seat_history_text
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.edits.slots import round_numbers
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_member, for_writers
from companion.web.plays.at_table import after_edit, back_to_sheet, play_of, refusal_text, sheet_page
from companion.web.plays.forms import BuyForm, SitDownForm, TakeSeatForm
from companion.web.plays.last_change import changes_text
from companion.web.support.form_base import show_again
from companion.web.support.parsing import name_by_index, parse_whole

seats = Blueprint("seats", __name__, url_prefix="/clubs/<club>/plays/<key>")

MOST_KNOWN = 24
"""How many people are offered for a seat."""


@seats.post("/players")
def add_player(key: str) -> ResponseReturnValue:
    """Add a new player to a play in progress."""
    form = SitDownForm()
    state = play_of(key)
    show_again(lambda: _refused_player_page(state, form, "Not saved yet."))
    outcome = seating.add_player(current_member(), state, name=form.name.data, position=None, **form.edit_args)
    if isinstance(outcome, PlayStale):
        state = outcome.state
    has_room = state.game.seats.come_and_go and not state.over and len(state.setup.players) < state.game.seats.most
    if isinstance(outcome, Refused) and has_room:
        return _refused_player_page(state, form, refusal_text(outcome)), 422
    if isinstance(outcome, PlayStale) and has_room:
        message = "Somebody else changed the sheet, so your change was not saved. Tap again if the player still joins."
        return _refused_player_page(state, form, message), 409
    return after_edit(outcome, key)


def _refused_player_page(state: PlayState, form: SitDownForm, why: str) -> str:
    """Render the sheet with the reason why a new player was not added."""
    form.refuse("name", why)
    return sheet_page(state, newcomer=form)


@seats.get("/seats/<int:seat>")
@for_writers
def seat(key: str, seat: int) -> ResponseReturnValue:
    """Show the form for who takes over a seat, and from which round on."""
    state = play_of(key)
    if seat >= len(state.seats):
        abort(404)
    if state.over or state.details.discarded:
        return back_to_sheet(key)
    return _seat_page(state, seat, TakeSeatForm(blank=True, since=str(state.next_slot)))


def _seat_page(state: PlayState, seat: int, form: TakeSeatForm) -> str:
    """Render the form for who takes over a seat."""
    there = state.seats[seat]
    seated = {one.name for one in state.seats}
    before = [one.sitter.name for one in reversed(there.earlier)]
    known = dict.fromkeys([*before, *play_lists.recent_players(state.club_id)])
    form.since.choices = {str(state.next_slot): f"{len(state.slots) + 1}, next"}
    for slot, number in reversed(round_numbers(state.slots).items()):
        if slot > there.from_slot:
            as_if = f", as if {there.name} had never played" if number == 1 else ""
            form.since.choices[str(slot)] = f"{number}{as_if}"
    return render_template(
        "plays/seat.html",
        state=state,
        seat=there,
        total=state.totals[state.setup.holders[there.name]],
        sat=seat_history_text(there, round_numbers(state.slots), state.game.terms),
        known=[name for name in known if name not in seated][:MOST_KNOWN],
        form=form,
    )


@seats.post("/seats/<int:seat>")
def take_seat(key: str, seat: int) -> ResponseReturnValue:
    """Let somebody take over a seat."""
    state, form = play_of(key), TakeSeatForm()
    if seat >= len(state.seats):
        abort(404)
    show_again(lambda: _seat_page(state, seat, form))
    since = parse_whole(form.since.data, most=99_999) if form.since.data else state.next_slot
    outcome = seating.take_seat(
        current_member(),
        state,
        player=state.seats[seat].name,
        name=form.new_name,
        slot=-1 if since is None else since,
        **form.edit_args,
    )
    now = outcome.state if isinstance(outcome, PlayStale) else state
    if now.over or now.details.discarded or seat >= len(now.seats):
        return after_edit(outcome, key)
    if isinstance(outcome, PlayStale):
        came = changes_text(outcome.changes)
        form.refuse(
            "name",
            f"Somebody else changed the sheet ({came}), so your change was not saved. Tap again if it still applies.",
        )
        return _seat_page(now, seat, form), 409
    if isinstance(outcome, Refused):
        form.blame(outcome.problems)
        return _seat_page(now, seat, form), 422
    return after_edit(outcome, key)


@seats.post("/buy")
def buy(key: str) -> ResponseReturnValue:
    """Buy chips for a player."""
    form, state = BuyForm(), play_of(key)
    show_again(lambda: sheet_page(state, buying=form))
    form.check()
    outcome = buying.buy_chips(
        current_member(),
        state,
        player=name_by_index(state.setup.names, form.player.data),
        points=form.chips,
        **form.rescore_args,
    )
    if isinstance(outcome, Refused) and buying.can_buy(state):
        raise form.refused("points", refusal_text(outcome))
    return after_edit(outcome, key)
