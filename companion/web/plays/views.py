"""The pages of a play: starting it, its sheet, saving and correcting rounds, ending it."""

from dataclasses import replace
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    get_flashed_messages,
    jsonify,
    render_template,
    request,
)

from companion.core.entry import read_record
from companion.core.fields import Field
from companion.core.fold import fields_before
from companion.core.game import Table
from companion.core.problems import Problem
from companion.core.words import listed
from companion.store.log.results import Refused
from companion.store.money.settling import settings_of
from companion.store.money.stakes import stake_to_log
from companion.store.plays import buying, change_log, drafts, play_lists, seating, starting
from companion.store.plays import commands as store
from companion.store.plays.findings import ADJUST
from companion.store.plays.results import Conflict
from companion.store.plays.states import PlayState, Slot, as_of, numbers_of, sat_told
from companion.web.access.guard import club_page, here, new_client_id, writes
from companion.web.forms import entry_form, unsaid
from companion.web.plays.at_table import (
    Answer,
    after_edit,
    as_sat,
    back_to_sheet,
    look_at,
    marks_at,
    paragraphs_of,
    play_of,
    read_by,
    sheet_of,
    sheet_page,
    why_refused,
)
from companion.web.plays.followed import by_tricks
from companion.web.plays.forms import AgainForm, BuyForm, DraftForm, RoundForm, SitDownForm, TakeSeatForm
from companion.web.plays.from_cards import CardsSoFar, cards_so_far, contradicted
from companion.web.plays.lacking import asked_fields_of, faults_told, lacks_first, try_entry
from companion.web.plays.last_change import told_change
from companion.web.plays.preview import Preview, preview_before, preview_of
from companion.web.plays.sheet import (
    form_for_round,
    paid_in,
    put_down_from,
    seen_before,
    table_before,
    typed_entry,
)
from companion.web.rulings.deciding import rulings_behind
from companion.web.start import views
from companion.web.start.drawing import LOTS, draw
from companion.web.start.forms import StartForm
from companion.web.start.once_more import once_more, options_once_more
from companion.web.support.errors import give_back
from companion.web.support.form_base import CarriedForm, name_at
from companion.web.support.page_cache import cached_page
from companion.web.support.polling import asking_again, still_stands, watch

plays = Blueprint("plays", __name__, url_prefix="/clubs/<club>/plays")

# Starting.


@plays.get("/new")
@writes
def new() -> Answer:
    """Show the form that starts a play: players, game, dealer, options, stake."""
    return views.first_page(request.args.get("game", ""))


@plays.post("/new")
@writes
def create() -> Answer:
    """Start the play, draw lots, or show what to change."""
    form = StartForm()
    chosen = views.chosen_in(form)
    if form.draw.data in LOTS:
        told = draw(form, in_sides=chosen is not None and chosen.game.seats.partners)
        return views.looked_at(form, told), 200 if told else 422
    if form.look.data or (chosen and not form.asks_of_game and views.has_questions(chosen)):
        return views.looked_at(form)
    is_fine = form.validate_on_submit()
    if chosen is None:
        return views.page(form), 422
    options = views.options_in(form, chosen)
    played_at = form.moment(here().club_id)
    game, currency = chosen.game, settings_of(here().club_id).currency
    stake = form.stake(game.totals.unit, currency, form.holders(game))
    if not is_fine or form.errors:  # the house rules may have changed meanwhile
        return views.page(form, options), 422
    give_back(lambda: views.page(form, options))
    started = starting.start_play(
        here(),
        slug=game.slug,
        players=form.players,
        dealer=form.first_dealer,
        options=options,
        sides=form.sides(game),
        stake=stake_to_log(stake, currency) or None,
        client_id=form.client_id.data,
        played_at=played_at,
        secret=views.secret_in(form, chosen),
    )
    if not isinstance(started, PlayState):
        return views.page(form, options, started), 422
    return back_to_sheet(started.key)


@plays.post("/<key>/again")
@writes
def again(key: str) -> Answer:
    """Show the form for another play with the same game and players; the deal moves on.

    It begins under the house rules of today; what this play had changed stays changed. Where another phone has started
    it already, that one goes on.
    """
    state, form = play_of(key), AgainForm()
    going = play_lists.going_on_from(state)
    if going is not None:
        return back_to_sheet(going.key)
    found = once_more(state, form.stays_of(state.setup.players), form.joining)
    options = options_once_more(state, found)
    if form.change.data:
        return views.page(views.once_more_form(state, found), options)
    give_back(lambda: views.page(views.once_more_form(state, found), options))
    started = starting.start_play(
        here(),
        slug=state.game.slug,
        players=found.players,
        dealer=found.dealer or None,
        options=options,
        sides=found.sides or None,
        stake=dict(state.stake) if state.stake else None,
        client_id=form.client_id.data,
        parent=state,
        secret=state.about.secret,
    )
    if not isinstance(started, PlayState):
        return views.page(views.once_more_form(state, found), options, started), 422
    return back_to_sheet(started.key)


# The sheet.


@plays.get("/<key>")
@club_page
def sheet(key: str) -> Answer:
    """Show the score sheet, with the form of the coming round for scorers."""
    look = look_at(key)
    state = look.state
    at_once = "at-once" in request.args
    if at_once or get_flashed_messages():
        return sheet_page(state, at_once=at_once)
    done = told_change(state, request.args.get("done", type=int)) if "done" in request.args else None
    return cached_page(sheet_of, read_by(here(), look, done))


@plays.post("/<key>/preview")
@writes
def preview(key: str) -> Answer:
    """Render a preview of the round being entered; nothing is written."""
    state = play_of(key)
    watch().stir(key)
    sent = RoundForm().sent
    if request.args.get("phase") == "1":
        table = drafts.coming_table(state, drafts.draft_of(state))
        fields = fields_before(state.game, table)
        return _told(state, preview_before(state, table, entry_form(fields, formdata=sent).entry()))
    return _told(state, preview_of(state, _cards(state), typed_entry(state, state.sheet.table, sent)))


@plays.post("/<key>/rounds/<int:slot>/preview")
@writes
def preview_correction(key: str, slot: int) -> Answer:
    """Render what a correction of an earlier round still lacks; nothing is written."""
    state = as_sat(play_of(key), slot)
    there = _mendable(state, slot)
    if there is None:
        abort(404)
    table = table_before(state, there[1])
    entry = typed_entry(state, table, RoundForm().sent)
    problems = try_entry(state, table, entry, slot)[1]
    fields = asked_fields_of(state, table, entry)
    return _told(state, Preview(lacks=tuple(faults_told(state, fields, problems, entry))))


def _told(state: PlayState, found: Preview) -> str:
    return render_template("plays/preview.html", member=here(), state=state, preview=found, rules=paragraphs_of(state))


@plays.get("/<key>/state")
@club_page
def poll(key: str) -> Answer:
    """Answer whether the sheet has changed since a phone loaded it."""
    marks = marks_at(key)
    stands = still_stands(key, (marks.sheet,), marks.club)
    if stands is not None:
        return stands
    state, _, mark = look_at(key)
    changes = change_log.changes(state, since=request.args.get("since", 0, type=int))
    said = [f"{change.who}: {change.label}" for change in changes[:5]]
    return asking_again(jsonify(mark=str(mark), revision=state.revision, changes=said), key)


# Writing down.


@plays.post("/<key>/rounds")
@writes
def save(key: str) -> Answer:
    """Save the coming round."""
    state = play_of(key)
    form = RoundForm()
    entry = typed_entry(state, state.sheet.table, form.sent)
    if form.is_shown_again:
        looks = form.more.data == "preview"
        return sheet_page(state, typed=entry, preview=preview_of(state, _cards(state), entry) if looks else None)
    if not state.over and (
        form.revision == state.revision or state.waiting
    ):  # else the store says what came in between
        problems = _untapped(state, state.sheet.table, entry)
        if problems:
            return sheet_page(state, typed=entry, problems=_with_cause(state, problems)), 422
        cards = _cards(state)
        against = contradicted(state, cards, entry)
        if cards is not None and against and form.despite.data != cards.mark:
            return sheet_page(state, typed=entry, problems=tuple(against), despite=True), 422
    give_back(lambda: sheet_page(state, typed=entry))
    outcome = store.save_round(here(), state, base=form.revision, slot=None, entry=entry, client_id=form.client_id.data)
    if isinstance(outcome, Refused) and not state.about.discarded:
        return sheet_page(state, typed=entry, problems=_with_cause(state, outcome.problems)), 422
    if isinstance(outcome, Conflict):
        return sheet_page(outcome.state, typed=entry, conflict=outcome), 409
    return after_edit(outcome, key)


def _cards(state: PlayState) -> CardsSoFar | None:
    """Return the values that follow from the cards of the coming round."""
    return cards_so_far(state, drafts.draft_of(state)) if by_tricks(state.game) else None


def _untapped(
    state: PlayState, table: Table[Any], entry: dict[str, Any], slot: int | None = None
) -> tuple[Problem, ...]:
    """Return problems for what the page wants tapped and the entry leaves open.

    Else the store tells.
    """
    if table.over or not unsaid(asked_fields_of(state, table, entry), entry):
        return ()
    return tuple(try_entry(state, table, entry, slot)[1])


def _with_cause(state: PlayState, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return the problems, with a hint where an adjustment comes from that was not typed here."""
    if not state.waiting:
        return problems
    word = state.game.terms.round
    hint = (
        f"It waits for this {word}, from the referee: take it out above, or write down in the {word} itself what"
        " happened."
    )
    return tuple(
        replace(problem, message=f"{problem.message} {hint}") if problem.field == ADJUST else problem
        for problem in problems
    )


@plays.post("/<key>/draft")
@writes
def draft(key: str) -> Answer:
    """Save what is asked before the hand, for all phones at the table to see."""
    state = play_of(key)
    form = DraftForm()
    if form.slot.data != str(state.next_slot):
        return _stale_draft(state, form)
    if form.who.data:
        absent = form.absent(state.setup.players)
        if len(state.setup.players) - len(absent) < 2:
            flash(f"At least two players must be in the {state.game.terms.round}.")
            return back_to_sheet(key)
        return _put_into_draft(state, form, {"absent": absent}, None)
    if form.lock.data == "off":
        return _put_into_draft(state, form, {}, locked=False)
    if drafts.is_secret(state, drafts.draft_of(state)):
        flash("Bids are secret in this play: each is put down by itself, on the phone of its player.")
        return sheet_page(state), 409
    table = drafts.coming_table(state, drafts.draft_of(state))
    first = fields_before(state.game, table)
    typed = entry_form(first, formdata=form.sent).entry()
    locks = form.lock.data == "on"
    so_far = [item.of(required=False) for item in first]
    problems = lacks_first(state, table, typed) if locks else read_record(so_far, typed)[1]
    if problems:
        return sheet_page(state, typed=typed, problems=tuple(problems)), 422
    give_back(lambda: sheet_page(state, typed=typed))
    return _put_into_draft(state, form, typed, locked=True if locks else None)


def _put_into_draft(state: PlayState, form: DraftForm, patch: dict[str, Any], locked: bool | None) -> Answer:
    """Put values into the draft and redirect; the round may have been saved in that moment."""
    if drafts.patch_draft(here(), state, slot=state.next_slot, patch=patch, locked=locked) is None:
        return _stale_draft(play_of(state.key), form)
    return back_to_sheet(state.key)


@plays.post("/<key>/draft/so-far")
@writes
def put_down(key: str) -> Answer:
    """Save a bid as it is tapped, and answer with the state of the bidding."""
    state, draft, mark = look_at(key)
    before = mark
    form = DraftForm()
    if form.slot.data != str(state.next_slot) or (draft is not None and draft.locked) or drafts.is_secret(state, draft):
        return Response(status=409)
    patch, is_whole = put_down_from(_first_fields(state), form.sent)
    if patch:
        done = drafts.patch_draft(here(), state, slot=state.next_slot, patch=patch)
        if done is None:
            return Response(status=409)
        draft, before, mark = done.draft, done.before, done.mark
    return jsonify(
        mark=str(mark),
        alone=form.mark.data == str(before),
        whole=is_whole,
        bidding=seen_before(state, draft).bidding,
    )


def _first_fields(state: PlayState) -> tuple[Field, ...]:
    """Return the fields that are asked before the hand."""
    return fields_before(state.game, drafts.coming_table(state, drafts.draft_of(state)))


def _stale_draft(state: PlayState, form: DraftForm) -> Answer:
    """Show what was typed for a round that was saved meanwhile, beside what changed."""
    typed = entry_form(_first_fields(state), formdata=form.sent).entry()
    conflict = Conflict(state, tuple(change_log.changes(state, since=form.revision)))
    return sheet_page(state, typed=typed, conflict=conflict), 409


@plays.get("/<key>/rounds/<int:slot>")
@club_page
def round_page(key: str, slot: int) -> Answer:
    """Show a round: its lines with their rules, and the way to correct it."""
    state = play_of(key)
    item, number = _slot(state, slot)
    state = as_sat(state, slot)
    result = state.sheet.rounds[number - 1] if number <= len(state.sheet.rounds) else None
    return render_template(
        "plays/round.html",
        member=here(),
        state=state,
        slot=item,
        number=number,
        result=result,
        paid=paid_in(state, number) if result else [],
        rules=paragraphs_of(state),
        ruled=rulings_behind(state),
        client_id=new_client_id(),
    )


@plays.get("/<key>/rounds/<int:slot>/edit")
@writes
def edit(key: str, slot: int) -> Answer:
    """Show an earlier round with its values, to be corrected."""
    state = as_sat(play_of(key), slot)
    item, number = _slot(state, slot)
    problems: tuple[Problem, ...] = ()
    if state.sheet.refusal is not None and state.sheet.refusal.number == number:
        problems = state.sheet.refusal.problems
    return _edit_page(state, item, number, None, problems)


def _edit_page(
    state: PlayState,
    item: Slot,
    number: int,
    typed: dict[str, Any] | None,
    problems: tuple[Problem, ...],
    conflict: Conflict | None = None,
) -> str:
    reachable = _can_be_mended(state, number)
    form = form_for_round(state, item, number, typed, problems) if reachable else None
    return render_template(
        "plays/edit.html",
        member=here(),
        state=state,
        slot=item,
        number=number,
        form=form,
        conflict=conflict,
        client_id=new_client_id(),
    )


def _can_be_mended(state: PlayState, number: int) -> bool:
    """Return whether a round can be corrected: the table before it is known."""
    return number <= len(state.sheet.rounds) + 1 and not table_before(state, number).over


@plays.post("/<key>/rounds/<int:slot>/edit")
@writes
def correct(key: str, slot: int) -> Answer:
    """Save the correction of an earlier round, with the names of those who played it."""
    state = as_sat(play_of(key), slot)
    form = RoundForm()
    there = _mendable(state, slot)
    entry = typed_entry(state, table_before(state, there[1]) if there else state.sheet.table, form.sent)
    if form.is_shown_again and there:
        return _edit_page(state, *there, entry, ())
    if there and form.revision == state.revision:
        problems = _untapped(state, table_before(state, there[1]), entry, slot)
        if problems:
            return _edit_page(state, *there, entry, problems), 422
    if there:
        item, number = there
        give_back(lambda: _edit_page(state, item, number, entry, ()))
    outcome = store.save_round(here(), state, slot=slot, entry=entry, **form.carried)
    if isinstance(outcome, Refused) and there:
        return _edit_page(state, *there, entry, outcome.problems), 422
    if isinstance(outcome, Conflict):
        then = as_sat(outcome.state, slot)
        there = _mendable(then, slot)
        if there:
            return _edit_page(then, *there, entry, (), outcome), 409
        return sheet_page(outcome.state, typed=entry, conflict=outcome), 409
    return after_edit(outcome, key)


def _mendable(state: PlayState, slot: int) -> tuple[Slot, int] | None:
    """Return the round in a slot and its number; 404 unless it can be corrected."""
    number = numbers_of(state.slots).get(slot)
    return (state.slots[number - 1], number) if number and _can_be_mended(state, number) else None


@plays.post("/<key>/rounds/<int:slot>/remove")
@writes
def remove(key: str, slot: int) -> Answer:
    """Remove a round from the sheet; undo brings it back."""
    form = CarriedForm()
    outcome = store.remove_round(here(), play_of(key), slot=slot, **form.carried)
    return after_edit(outcome, key)


@plays.post("/<key>/<any(undo, redo, end, reopen):what>")
@writes
def act(key: str, what: str) -> Answer:
    """Undo, redo, end or reopen a play."""
    form = CarriedForm()
    if what == "end":
        return after_edit(store.end_play(here(), play_of(key), base=form.revision, client_id=form.client_id.data), key)
    action = {"undo": store.undo, "redo": store.redo, "reopen": store.reopen}[what]
    return after_edit(action(here(), play_of(key), **form.carried), key)


@plays.post("/<key>/players")
@writes
def add_player(key: str) -> Answer:
    """Seat a new player during a play."""
    form = SitDownForm()
    state = play_of(key)
    give_back(lambda: _not_seated(state, form, "Not saved yet."))
    outcome = seating.add_player(
        here(), state, base=form.revision, name=form.name.data, position=None, client_id=form.client_id.data
    )
    if isinstance(outcome, Conflict):
        state = outcome.state
    has_room = state.game.seats.come_and_go and not state.over and len(state.setup.players) < state.game.seats.most
    if isinstance(outcome, Refused) and has_room:
        return _not_seated(state, form, why_refused(outcome)), 422
    if isinstance(outcome, Conflict) and has_room:
        message = "The sheet has changed meanwhile, nothing was changed by you. Tap again if they still sit down."
        return _not_seated(state, form, message), 409
    return after_edit(outcome, key)


def _not_seated(state: PlayState, form: SitDownForm, why: str) -> str:
    form.refuse("name", why)
    return sheet_page(state, newcomer=form)


@plays.get("/<key>/seats/<int:seat>")
@writes
def seat(key: str, seat: int) -> Answer:
    """Ask who takes over a seat, and from when on."""
    state = play_of(key)
    if seat >= len(state.seats):
        abort(404)
    if state.over or state.about.discarded:
        return back_to_sheet(key)
    return _seat_page(state, seat, TakeSeatForm(blank=True, since=str(state.next_slot)))


def _seat_page(state: PlayState, seat: int, form: TakeSeatForm) -> str:
    there = state.seats[seat]
    seated = {one.name for one in state.seats}
    before = [one.sitter.name for one in reversed(there.earlier)]
    known = dict.fromkeys([*before, *play_lists.recent_players(state.club_id)])
    return render_template(
        "plays/seat.html",
        member=here(),
        state=state,
        seat=there,
        total=state.totals[state.setup.holders[there.name]],
        sat=sat_told(there, numbers_of(state.slots), state.game.terms),
        known=[name for name in known if name not in seated][:MOST_KNOWN],
        since=[(slot, number) for slot, number in numbers_of(state.slots).items() if slot > there.from_slot][::-1],
        form=form,
        client_id=new_client_id(),
    )


MOST_KNOWN = 24
"""How many people are offered for a seat."""


@plays.post("/<key>/seats/<int:seat>")
@writes
def take_seat(key: str, seat: int) -> Answer:
    """Let somebody take over a seat."""
    state, form = play_of(key), TakeSeatForm()
    if seat >= len(state.seats):
        abort(404)
    give_back(lambda: _seat_page(state, seat, form))
    since = form.since.number if form.since.data else state.next_slot
    outcome = seating.take_seat(
        here(),
        state,
        base=form.revision,
        player=state.seats[seat].name,
        name=form.wish,
        slot=-1 if since is None else since,
        client_id=form.client_id.data,
    )
    now = outcome.state if isinstance(outcome, Conflict) else state
    if now.over or now.about.discarded or seat >= len(now.seats):
        return after_edit(outcome, key)
    if isinstance(outcome, Conflict):
        came = listed(dict.fromkeys(f"{change.who}: {change.label}" for change in outcome.changes[:5]))
        form.refuse(
            "name", f"The sheet has changed meanwhile ({came}), nothing was changed by you. Tap again if it holds."
        )
        return _seat_page(now, seat, form), 409
    if isinstance(outcome, Refused):
        form.blame(outcome.problems)
        return _seat_page(now, seat, form), 422
    return after_edit(outcome, key)


@plays.post("/<key>/buy")
@writes
def buy(key: str) -> Answer:
    """Buy chips for a player."""
    form, state = BuyForm(), play_of(key)
    if not form.validate_on_submit():
        return sheet_page(state, buying=form), 422
    give_back(lambda: sheet_page(state, buying=form))
    outcome = buying.buy_chips(
        here(), state, player=name_at(state.setup.names, form.player.data), points=form.chips, **form.carried
    )
    if isinstance(outcome, Refused) and buying.can_buy(state):
        form.refuse("points", why_refused(outcome))
        return sheet_page(state, buying=form), 422
    return after_edit(outcome, key)


def _slot(state: PlayState, slot: int) -> tuple[Slot, int]:
    number = numbers_of(state.slots).get(slot)
    if number is None:
        abort(404)
    return state.slots[number - 1], number


# Looking closer.


@plays.get("/<key>/why/<int:seat>")
@club_page
def why(key: str, seat: int) -> Answer:
    """Show every line behind a total."""
    state = play_of(key)
    names = state.setup.names
    if seat >= len(names):
        abort(404)
    name = names[seat]
    rounds = []
    for index, slot in enumerate(state.slots[: len(state.sheet.rounds)]):
        then = as_of(state, slot.slot)
        item, whose = then.sheet.rounds[index], then.setup.names[seat]
        rounds.append((item, slot.slot, whose, [line for line in item.lines if line.name == whose]))
    return render_template(
        "plays/why.html",
        member=here(),
        state=state,
        name=name,
        sat="" if state.setup.sides else sat_told(state.seats[seat], numbers_of(state.slots), state.game.terms),
        rounds=rounds,
        opening=state.sheet.opening.totals[name],
        rules=paragraphs_of(state),
        ruled=rulings_behind(state),
    )


@plays.get("/<key>/changes")
@club_page
def changes(key: str) -> Answer:
    """Show who changed what, and when."""
    state = play_of(key)
    return render_template("plays/changes.html", member=here(), state=state, changes=change_log.changes(state))
