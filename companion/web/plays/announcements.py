"""What the sheet announces about recent changes, with a button that undoes the latest one."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.core.words import listed
from companion.store.plays.coming_round.findings import Adjustment, findings_text
from companion.store.plays.edits import change_log
from companion.store.plays.edits.change_log import Change
from companion.store.plays.edits.edit_labels import edit_label, patch_sentence, step_label
from companion.store.plays.edits.edit_log import LoggedEdit, is_objection
from companion.store.plays.edits.slots import round_numbers
from companion.store.plays.play_state import PlayState, edit_at, log_of

MOST_LISTED = 5
"""How many changes a sentence lists."""

MOST_SINCE = 5
"""After so many later changes, a change is no longer announced."""


class ChangeNotice(NamedTuple):
    """The notice about a change, for the phone that made it."""

    sentence: str
    """What was done, in a sentence."""
    action: str = ""
    """``undo`` or ``redo``, which reverts this very change; empty if there were changes after it."""

    button: str = ""
    change_name: str = ""
    """What the button is about, such as ``round 3``."""


def changes_text(changes: Iterable[Change]) -> str:
    """List who changed what, the first five of the changes: ``Ann: round 3 and Bob: end``."""
    return listed(dict.fromkeys(f"{change.who}: {change.label}" for change in list(changes)[:MOST_LISTED]))


def describe_change(state: PlayState, revision: int | None) -> ChangeNotice | None:
    """Return the notice about the change that led to a revision; None if there is none, or if it is too long ago."""
    if revision is None or not max(1, state.revision - MOST_SINCE) < revision <= state.revision:
        return None
    edit = edit_at(state, revision)
    if edit is None:
        return None
    sentence = _change_sentence(state, edit)
    if revision < state.revision:
        since = [f"{change.who}: {change.label}" for change in reversed(change_log.changes(state, since=revision))]
        return ChangeNotice(f"{sentence} Since then: {listed(since)}.")
    sentence += _misfit_sentence(state, edit)
    if edit.kind == "undo":
        return ChangeNotice(sentence, "redo", "Redo", state.redoable or "")
    if edit.kind == "remove":
        return ChangeNotice(sentence, "undo", "Put back", _round_name(state, edit))
    return ChangeNotice(sentence, "undo", "Undo", state.undoable or "")


def _round_name(state: PlayState, edit: LoggedEdit) -> str:
    """Return the name of an edit's round: ``round 3``."""
    return edit_label("round", edit.slot, round_numbers(state.slots), terms=state.game.terms)


def _change_name(state: PlayState, edit: LoggedEdit) -> str:
    """Return the name of a change on its undo button: ``correction of round 2``, ``Bob buys 50``."""
    numbers, terms = round_numbers(state.slots), state.game.terms
    if edit.kind not in ("correct", "seats"):
        return edit_label(edit.kind, edit.slot, numbers, edit.about, terms)
    log = log_of(state.id, edit.revision)
    return step_label(log.steps[edit.revision], log.names_by_id, numbers, terms)


def _change_sentence(state: PlayState, edit: LoggedEdit) -> str:
    """Return a sentence about what an edit did."""
    if edit.kind in ("undo", "redo"):
        return f"{'Undone' if edit.kind == 'undo' else 'Done again'}: {_undone_change_name(state, edit)}."
    if edit.kind == "note":
        pending = log_of(state.id, edit.revision).end.pending
        text = findings_text(pending)
        if pending and all(isinstance(finding, Adjustment) and finding.buy for finding in pending):
            return f"{text}, from the coming {state.game.terms.round} on."
        return f"The referee, for the coming {state.game.terms.round}: {text or 'nothing'}."
    if is_objection(edit):
        return f"{_change_name(state, edit).capitalize()}."
    if edit.kind == "about":
        return patch_sentence(edit.about or {})
    if edit.kind == "seats":
        taken = _change_name(state, edit)
        if taken != edit_label("seats", None, {}):  # somebody took over a seat
            return f"{taken}, with everything that the seat has."
        return f"{_newcomers_text(state, edit)} at the table from now on."
    number = _round_name(state, edit).capitalize()
    called = _change_name(state, edit)
    if edit.kind == "correct" and not called.startswith("correction"):  # chips bought in an earlier round
        return f"{called} chips."
    return {
        "round": f"{number} saved.",
        "correct": f"{number} corrected.",
        "remove": f"{number} removed.",
        "end": "The game is ended.",
        "reopen": "The game goes on.",
        "totals": "Its final totals are saved.",
    }[edit.kind]


def _undone_change_name(state: PlayState, edit: LoggedEdit) -> str:
    """Return the name of the change that an undo or redo is about."""
    other = edit_at(state, edit.undoes or 0)
    return _change_name(state, other) if other else "the change"


def _newcomers_text(state: PlayState, edit: LoggedEdit) -> str:
    """Return the people who sat down last, with a verb: ``Dee is``."""
    seats = edit.seats or ()
    latest = max(seat["from_slot"] for seat in seats)
    names = [state.people.names[seat["player_id"]] for seat in seats if seat["from_slot"] == latest]
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'}"


def _misfit_sentence(state: PlayState, edit: LoggedEdit) -> str:
    """Return a sentence about a round that no longer fits after a change; empty if there is none."""
    if state.sheet.refusal is None:
        return ""
    number, word = state.sheet.refusal.number, state.game.terms.round
    if edit.kind == "remove":
        return f" Without it, what is now {word} {number} no longer fits: put it back, or correct that {word}."
    return f" {word.capitalize()} {number} no longer fits: undo this, or correct that {word}."
