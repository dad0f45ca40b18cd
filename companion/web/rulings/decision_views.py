"""Decisions of the table: points for a player and a ruling, with a single button.

The points are written first, and the ruling only after them. Both recognise the idempotency key of the form, so that
sending it again writes what is missing, and nothing twice.
"""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.core.game.table import Line
from companion.core.house.rulings import MOST_RULES, REASON_LETTERS
from companion.core.play.adjustments import ADJUSTMENT
from companion.core.rules.rules import COMMON_RULES, Paragraph
from companion.core.words import counted, signed
from companion.store.log.write_results import Refused, refusal
from companion.store.plays.coming_round import round_cards
from companion.store.plays.coming_round.findings import finding_from, with_findings
from companion.store.plays.edits import commands as store
from companion.store.plays.edits.play_results import PlayRescored, PlayResult, PlayStale, PlayWritten
from companion.store.plays.play_state import PlayState
from companion.store.rulings import read_rulings, write_rulings
from companion.store.rulings.read_rulings import RulingState
from companion.web.access.guard import current_member, for_writers, new_client_id
from companion.web.plays.pages import play_of, refusal_text, response_after_edit
from companion.web.plays.tricks.followed_round import is_entered_by_tricks
from companion.web.rulings.forms import DecideForm
from companion.web.rulings.views import ruling_draft
from companion.web.support.form_base import RevisionForm, show_again
from companion.web.support.parsing import name_by_index

deciding = Blueprint("deciding", __name__, url_prefix="/clubs/<club>/plays/<key>/decide")

CONFLICT_TEXT = "Somebody else has changed the sheet, so your change was not saved. Tap again if it still applies."
"""The message if somebody else changed the sheet first."""


def form_for(state: PlayState, filled: MultiDict[str, str]) -> DecideForm:
    """Return the form for a decision with these values; by default everybody at the table has agreed.

    Paragraphs that a decision cannot cite are left out.
    """
    form = DecideForm(filled)
    if "way" not in filled and state.game.better_for(state.setup) == "low":
        form.way.data = "gets"  # in this game points are bad
    form.agreed.data = form.agreed.data or list(state.setup.players)
    form.rule.data = [rule for rule in form.rule.data if rule in _citable_paragraphs(state)][:MOST_RULES]
    return form


@deciding.route("", methods=["GET", "POST"])
@for_writers
def decide(key: str) -> ResponseReturnValue:
    """Show the form for a decision, filled in from the address, or save the points and the ruling."""
    state, form = play_of(key), DecideForm()
    if not form.is_submitted():
        return _decision_page(state, form_for(state, request.args))
    form.decision.data = _decision_text(state, form)
    form.round.process(None, _round_number(state) or None)
    form.check(lambda: _decision_page(state, form))
    draft = ruling_draft(form, state.game, state)
    form.accept(write_rulings.check(current_member(), **draft) or None)
    outcome = _put_points(state, form) if form.player.data else None
    if isinstance(outcome, PlayStale):
        return _decision_page(outcome.state, form, CONFLICT_TEXT), 409
    if isinstance(outcome, Refused):
        return _decision_page(state, form, refusal_text(outcome)), 422
    if isinstance(outcome, PlayRescored):
        return response_after_edit(outcome, key)
    show_again(lambda: _decision_page(play_of(key), form))
    ruled = form.accept(write_rulings.record(current_member(), client_id=form.client_id.data, **draft))
    where = f"On the sheet for {state.game.terms.round} {_round_number(state)}"
    on_sheet = f"{where}: {_player_name(state, form)} {signed(form.signed_points)}. " if form.player.data else ""
    flash(f"{on_sheet}Ruling {ruled.number} is in the book.")
    return redirect(url_for(_hand_endpoint(play_of(key)), key=key), 303)


def _citable_paragraphs(state: PlayState) -> Mapping[str, Paragraph]:
    """Return the paragraphs that a decision can cite, by id."""
    return {**state.game.rules.by_id, **COMMON_RULES}


def _round_number(state: PlayState) -> int:
    """Return the number of the round that a decision is about: the coming one, or the last of a finished play.

    It is 0 if a play was ended without any round.
    """
    return len(state.slots) + (not state.over)


def _player_name(state: PlayState, form: DecideForm) -> str:
    """Return the name of the player who gets or loses points."""
    return name_by_index(state.setup.names, form.player.data)


def _decision_text(state: PlayState, form: DecideForm) -> str:
    """Return the text of the ruling: the words and the points."""
    if not form.signed_points or not form.player.data:
        return form.words.data
    return f"{form.words.data}\n{_points_text(state, _player_name(state, form), form.signed_points)}".strip()


def _points_text(state: PlayState, name: str, points: int) -> str:
    """Return the sentence of a ruling that gives points: ``Bob loses 5 points.``."""
    return f"{name} {'gets' if points > 0 else 'loses'} {counted(abs(points), state.game.totals.unit[:-1])}."


def _put_points(state: PlayState, form: DecideForm) -> PlayResult:
    """Put the points on the coming round, or on the last round of a finished play."""
    reason = form.words.data or form.question.data
    row = {"player": _player_name(state, form), "points": form.signed_points, "reason": _reason_text(reason)}
    return put_on_round(state, form, [row], on_last=state.over and bool(state.slots))


def put_on_round(
    state: PlayState, form: RevisionForm, rows: list[dict[str, Any]], *, on_last: bool, named_in: str = ""
) -> PlayResult:
    """Put points on the coming round, or on the last one.

    ``named_in``: the field of the round in which to mark the players instead, each only once; empty for points.
    """
    if not on_last:
        return store.add_findings(current_member(), state, rows=rows, named_in=named_in, **form.edit_args)
    if not state.slots:
        return refusal("rounds", "No round is saved yet: put it on the coming one.")
    last = state.slots[-1]
    marked = {"field": named_in} if named_in else {}
    entry = with_findings(last.entry, [finding_from({**row, **marked}) for row in rows])
    if entry == last.entry:
        return PlayWritten(None, repeated=True, state=state)
    return store.save_round(current_member(), state, slot=last.slot, entry=entry, **form.rescore_args)


def _reason_text(text: str) -> str:
    """Return a text as the reason beside the points on the sheet: on one line, cut to ``REASON_LETTERS``."""
    reason = " ".join(text.split())
    return reason if len(reason) <= REASON_LETTERS else f"{reason[: REASON_LETTERS - 1]}…"


def rulings_behind(state: PlayState) -> dict[tuple[int, Line], RulingState | None]:
    """Return the ruling behind each correction on the sheet, if any, by round number and score line."""
    lines = {(scored.number, line) for scored in state.sheet.rounds for line in scored.lines if line.rule == ADJUSTMENT}
    if not lines:
        return {}
    known: dict[tuple[int | None, str, str], RulingState] = {}  # by round, reason, and sentence about the points
    for ruled in reversed(read_rulings.rulings_of_play(state.club_id, state.id)):
        words, _, points = ruled.decision.rpartition("\n")
        reasons = [_reason_text(text) for text in (ruled.question, words) if text]
        known |= {(ruled.round_number, reason, sentence): ruled for reason in reasons for sentence in (points, "")}
    return {
        (number, line): known.get((number, line.text, _points_text(state, line.name, line.points)))
        or known.get((number, line.text, ""))  # of somebody who was renamed since
        for number, line in lines
    }


def _hand_endpoint(state: PlayState) -> str:
    """Return the endpoint of the page where the hand goes on: trick by trick if cards were entered, else the sheet."""
    if is_entered_by_tricks(state.game) and state.has_coming_round and round_cards.coming_cards(state).data:
        return "tricks.page"
    return "plays.sheet"


def _decision_page(state: PlayState, form: DecideForm, refused: str = "") -> str:
    """Render the form for a decision. ``refused``: why nothing was written, if it is not about a field."""
    return render_template(
        "rulings/decide.html",
        state=state,
        form=form,
        refused=refused,
        paragraphs=[_citable_paragraphs(state)[rule] for rule in form.rule.data if rule in _citable_paragraphs(state)],
        client_id=form.client_id.data if request.method == "POST" else new_client_id(),
    )
