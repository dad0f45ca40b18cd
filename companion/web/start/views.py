"""The pages that start a play."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.store.money.settings import settings_of
from companion.store.plays import play_lists, starting
from companion.store.plays.play_stakes import stake_to_log
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_club_id, current_member, for_writers
from companion.web.plays.forms import PlayAgainForm
from companion.web.plays.pages import play_of, redirect_to_sheet
from companion.web.start import pages
from companion.web.start.drawing import LOTS, draw_lots
from companion.web.start.forms import StartForm
from companion.web.start.play_again import next_players, options_to_keep
from companion.web.support.form_base import FormRefusedError, names_in, show_again

start = Blueprint("start", __name__, url_prefix="/clubs/<club>/plays")


@start.route("/new", methods=["GET", "POST"])
@for_writers
def new_play() -> ResponseReturnValue:
    """Show the form that starts a play; start one, draw lots, or show it again with the options of the chosen game."""
    form = StartForm()
    if not form.is_submitted():
        return pages.first_page(request.args.get("game", ""))
    chosen = pages.chosen_game(form)
    if form.draw.data in LOTS:
        drawn = draw_lots(form, in_sides=chosen is not None and chosen.game.seats.is_in_sides)
        return pages.page_again(form, drawn), 200 if drawn else 422
    must_ask = chosen and not form.showed_game and any(item.asking.in_front for item in chosen.game.options)
    if form.look.data or must_ask:
        return pages.page_again(form)
    is_fine = form.validate_on_submit()
    if chosen is None:
        return pages.page(form), 422
    options = pages.options_in(form, chosen)
    show_again(lambda: pages.page(form, options))  # with the options that were sent, if something is refused below
    played_at = form.moment(current_club_id())
    game, currency = chosen.game, settings_of(current_club_id()).currency
    stake = form.stake(game.totals.unit, currency, form.total_count(game))
    if not is_fine or form.errors:  # the house rules may have changed meanwhile
        raise FormRefusedError
    started = starting.start_play(
        current_member(),
        slug=game.slug,
        players=form.players,
        dealer=form.first_dealer,
        options=options,
        sides=form.sides(game),
        stake=stake_to_log(stake, currency),
        client_id=form.client_id.data,
        played_at=played_at,
        secret=pages.has_secret_bids(form, chosen),
    )
    if not isinstance(started, PlayState):
        return pages.page(form, options, started.problems), 422
    return redirect_to_sheet(started.key)


@start.post("/<key>/again")
def play_again(key: str) -> ResponseReturnValue:
    """Start another play with the same game and players, or show the form for it; the deal passes to the left.

    Today's house rules apply; options that this play had changed stay changed. If another phone has started the next
    play already, redirect to it.
    """
    state, form = play_of(key), PlayAgainForm()
    next_play = play_lists.next_play_after(state)
    if next_play is not None:
        return redirect_to_sheet(next_play.key)
    again = next_players(state, form.who_stays(state.setup.players), names_in(form.joins, form.others))
    options = options_to_keep(state, again)
    if form.change.data:
        return pages.page(pages.play_again_form(state, again), options)
    show_again(lambda: pages.page(pages.play_again_form(state, again), options))
    started = starting.start_play(
        current_member(),
        slug=state.game.slug,
        players=again.players,
        dealer=again.dealer or None,
        options=options,
        sides=again.sides or None,
        stake=dict(state.stake) if state.stake else None,
        client_id=form.client_id.data,
        parent=state,
        secret=state.details.secret,
    )
    if not isinstance(started, PlayState):
        return pages.page(pages.play_again_form(state, again), options, started.problems), 422
    return redirect_to_sheet(started.key)
