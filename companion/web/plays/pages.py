"""What the pages of a play share: loading the play, rendering its sheet, and redirecting to it."""

from collections.abc import Callable
from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.entry.problems import Problem
from companion.core.play.provisional_score import provisional_progress
from companion.store.log.write_results import Refused
from companion.store.plays.coming_round import drafts
from companion.store.plays.coming_round.drafts import Marks, PlayWithDraft
from companion.store.plays.edits.play_results import PlayRescored, PlayResult, PlayStale
from companion.store.plays.play_state import PlayState, load_play, state_as_of_round
from companion.web.access.guard import PageReader, current_club_id, current_member, page_reader
from companion.web.plays.announcements import ChangeNotice, changes_text
from companion.web.plays.bids.pages import SecretReader, secret_bids, secret_reader
from companion.web.plays.forms import PlayAgainForm
from companion.web.plays.rounds.preview import Preview, preview_of, suggested_questions
from companion.web.plays.rounds.round_form import (
    automatic_values,
    coming_round_form,
    entered_before_hand,
    provisional_points,
)
from companion.web.plays.sheet import (
    board_places,
    chip_payments,
    notice_sentences,
    round_rows,
    shared_seats,
    stake_values,
)
from companion.web.plays.tricks.card_values import values_from_draft
from companion.web.support.form_base import PageForm
from companion.web.support.rendering.initials import set_table
from companion.web.support.requests.errors import submitted_fields
from companion.web.support.requests.not_found import or_404

_JOINING = PlayAgainForm(blank=True)
"""A form that is never filled in, so that all sheets share it."""


def play_of(key: str) -> PlayState:
    """Return the play with this key, whose players get initials on the page; abort with 404 if the club has none."""
    state = or_404(load_play(current_club_id(), key))
    set_table(state.setup)
    return state


def show_as_of_round(state: PlayState, slot: int) -> PlayState:
    """Return a play with the names at the time of the round in a slot, and show the initials of these from here on."""
    as_of_round = state_as_of_round(state, slot)
    set_table(as_of_round.setup)
    return as_of_round


def play_with_draft_or_404(key: str) -> PlayWithDraft:
    """Return the play with this key, with its draft and its marks; abort with 404 if the club has none.

    Its players get initials on the page.
    """
    found = or_404(drafts.play_with_draft(current_club_id(), key))
    set_table(found.state.setup)
    return found


def marks_or_404(key: str) -> Marks:
    """Return the change counters of the play with this key; abort with 404 if the club has none."""
    return or_404(drafts.marks_of(current_club_id(), key))


def redirect_to_sheet(key: str, done: int | None = None) -> ResponseReturnValue:
    """Redirect to the sheet. ``done``: the revision of the change to announce there."""
    return redirect(url_for("plays.sheet", key=key, done=done), 303)


def sheet_page(state: PlayState, **shown: Any) -> str:
    """Render the sheet without caching. ``shown``: keyword arguments of ``sheet_for_reader``."""
    play = drafts.with_current_draft(state)
    return sheet_for_reader(page_reader(), play, secret_reader(current_member(), play), **shown)


def sheet_for_reader(
    reader: PageReader,
    play: PlayWithDraft,
    bidder: SecretReader | None = None,
    *,
    done: ChangeNotice | None = None,
    typed: dict[str, Any] | None = None,
    problems: tuple[Problem, ...] = (),
    conflict: PlayStale | None = None,
    preview: Preview | None = None,
    secret: tuple[dict[str, Any], tuple[Problem, ...]] | None = None,
    at_once: bool = False,
    contradicts_cards: bool = False,
) -> str:
    """Render the sheet of a play. From the database, only the version of its house rules is read.

    ``bidder``: whose secret bids this phone may make; ``done``: the change to announce at the top; ``typed``,
    ``problems``: the refused entry; ``conflict``: what somebody else changed first; ``secret``: refused secret bids
    with their problems; ``at_once``: ask for bids together with the results; ``contradicts_cards``: the entry
    contradicts the cards and is saved if it is sent again.
    """
    state, draft, mark = play
    set_table(state.setup)
    if typed is not None and problems and preview is None:
        preview = Preview(offers=suggested_questions(state, typed))
    cards = values_from_draft(state, draft)
    settled = cards.values if cards else {}
    form = None
    if reader.can_write:
        form = coming_round_form(state, draft, typed, problems, at_once=at_once, from_cards=settled)
    if preview is None and form is not None and form.phase != 1 and not form.missing:
        preview = preview_of(state, cards, form.entry)
    seen = entered_before_hand(state, draft)
    table = drafts.coming_table(state, draft)
    now = provisional_points(state, draft)
    return render_template(
        "plays/sheet/sheet.html",
        member=reader,
        state=state,
        mark=mark,
        table=table,
        draft=draft,
        cards=cards,
        contradicts_cards=contradicts_cards,
        drafted=automatic_values(state, draft, settled),
        form=form,
        secret=secret_bids(state, draft, bidder, reader.can_write, secret) if bidder else None,
        board=board_places(state, table, now),
        special=notice_sentences(state, now.table if now else table),
        rounds=round_rows(state),
        shared_seats=shared_seats(state),
        paid=chip_payments(state, len(state.sheet.rounds)) if state.sheet.rounds and not state.rescoring_notice else [],
        progress=None if state.over else provisional_progress(state.game, table, now),
        seen=seen,
        conflict=conflict,
        preview=preview or Preview(),
        joining=_JOINING,
        done=done,
        money=stake_values(state),
    )


def response_after_edit(outcome: PlayResult, key: str) -> ResponseReturnValue:
    """Redirect to the sheet after a change of the play, or render why it was not written."""
    if isinstance(outcome, PlayStale):
        came = changes_text(outcome.changes)
        what = f" ({came})" if came else ""
        flash(f"Somebody else changed the sheet meanwhile{what}. This is the present sheet; your change was not saved.")
        return sheet_page(outcome.state), 409
    if isinstance(outcome, Refused):
        flash(refusal_text(outcome))
        return sheet_page(play_of(key)), 422
    if isinstance(outcome, PlayRescored):
        return _rescoring_question(outcome), 422
    return redirect_to_sheet(key, outcome.revision)


CONFLICT_TEXT = (
    "Somebody else has changed the sheet, so your change was not saved. Look at the sheet, then send this again."
)
"""The error beside a field if somebody else changed the play first."""


def response_to_form(
    outcome: PlayResult, key: str, form: PageForm, field: str, page: Callable[[PlayState], str],
    *, conflict: str = CONFLICT_TEXT, fits: Callable[[PlayState], bool] = lambda _: True,
) -> ResponseReturnValue:  # fmt: skip
    """Redirect to the sheet after a form has changed a play, or render the form again with the reason why it has not.

    ``field``: gets the messages that are about no field of the form; ``page``: renders the form; ``conflict``: the
    message if somebody else changed the play first, with ``{came}`` for the changes; ``fits``: whether the form still
    applies to the play. If not, the sheet is shown instead.
    """
    if isinstance(outcome, PlayStale) and fits(outcome.state):
        form.refuse(field, conflict.format(came=changes_text(outcome.changes)))
        return page(outcome.state), 409
    if isinstance(outcome, Refused) and fits(state := play_of(key)):
        form.show_problems(outcome.problems, otherwise=field)
        return page(state), 422
    return response_after_edit(outcome, key)


def _rescoring_question(rescored: PlayRescored) -> str:
    """Render the question whether a play of older rules should be scored by today's."""
    carried, slot = submitted_fields(), (request.view_args or {}).get("slot")
    return render_template("plays/rescore.html", state=rescored.state, after=rescored.after, carried=carried, slot=slot)


def refusal_text(refused: Refused) -> str:
    """Return the messages of a refusal as one text."""
    return " ".join(problem.message for problem in refused.problems)


def preview_page(state: PlayState, preview: Preview) -> str:
    """Render the preview of a round."""
    return render_template("plays/rounds/preview.html", state=state, preview=preview)
