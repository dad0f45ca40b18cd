"""The log of a play: its edits in order, and the undo stack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from companion.core.older import Agreed
from companion.store.people.names import People
from companion.store.plays.findings import Findings, FindingsEdit
from companion.store.plays.play_details import PlayDetails, contests_in

UNDOABLE = frozenset({"round", "correct", "remove", "end", "reopen", "seats", "note", "about", "totals"})
"""Edits that can be undone."""


KINDS_OF_EDITS = ("start", *sorted(UNDOABLE), "undo", "redo")


class LoggedEdit(NamedTuple):
    """An edit with its whole effect, as stored."""

    revision: int
    kind: str
    slot: int | None
    as_logged: Mapping[str, Any] | None
    """The entry as the log keeps it: people by the number of their row."""

    ended: bool | None
    seats: Sequence[Mapping[str, Any]] | None
    undoes: int | None
    device_id: int | None
    at: datetime
    player_id: int | None
    """Whose phone it was."""

    rules_version: int
    """The version of the rules by which the entry is written."""

    outcome: Mapping[str, Any] | None = None
    """How the play stood when this left it over, as the log keeps it."""

    kept_note: Mapping[str, Any] | None = None
    """What the referee put or somebody took out, as the log keeps it."""

    about: Mapping[str, Any] | None = None
    """What is said about the play, as the log keeps it."""

    entry: Mapping[str, Any] | None = None
    """The entry with the names of today, as today's rules write it down."""

    note: FindingsEdit = FindingsEdit()
    """The note with the names of today."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What somebody says is wrong with a round."""

    slot: int
    revision: int
    """The edit that says so."""

    words: str
    who: str
    """Whose phone says so; empty: nobody's that was said."""

    at: datetime


class EditContext(NamedTuple):
    """An edit, with what was said about the play before it, and the findings before and after it."""

    edit: LoggedEdit
    slot_before: LoggedEdit | None
    """What was last written in its slot before; None: nothing, or it is about no slot."""

    ended_before: bool
    seats_before: Sequence[Mapping[str, Any]] | None
    waiting_before: Findings
    waiting: Findings
    details_before: PlayDetails


def is_contest(edit: LoggedEdit) -> bool:
    """Return whether an edit contests a round, or dismisses that, and does nothing else."""
    return edit.kind == "about" and bool(contests_in(edit.about or {}))


@dataclass(frozen=True, slots=True)
class PlayLog:
    """All edits of a play, in order."""

    edits: Sequence[LoggedEdit]
    people: People
    agreed: Agreed
    called: Mapping[int, str]
    """What everybody is called who ever had a seat or contested a round, by the number of their row."""

    def steps(self) -> dict[int, EditContext]:
        """Each edit by revision, with what was said about the play before it; computed in one pass."""
        stood: dict[int, LoggedEdit] = {}
        ended = False
        seats: Sequence[Mapping[str, Any]] | None = None
        steps: dict[int, EditContext] = {}
        waiting: Findings = ()
        details = PlayDetails()
        for edit in self.edits:
            slot = edit.slot
            before = stood.get(slot) if slot is not None else None
            step = EditContext(edit, before, ended, seats, waiting, _waiting_after(edit, waiting, steps), details)
            steps[edit.revision] = step
            waiting = step.waiting
            if slot is not None:
                stood[slot] = edit
            ended = ended if edit.ended is None else edit.ended
            seats = seats if edit.seats is None else edit.seats
            details = details if edit.about is None else details.with_patch(edit.about)
        return steps

    def details(self) -> PlayDetails:
        """Return what is said about the play."""
        details = PlayDetails()
        for edit in self.edits:
            if edit.about is not None:
                details = details.with_patch(edit.about)
        return details

    def contests(self) -> tuple[Contest, ...]:
        """Return the contests that are not settled, by round."""
        found = []
        for slot, revision, words in contests_in(self.details().values):
            edit = self.edits[revision - 1]
            found.append(Contest(slot, revision, words or "", self.called.get(edit.player_id or 0, ""), edit.at))
        return tuple(found)

    def waiting(self) -> Findings:
        """Return the findings for the coming round."""
        return self.steps()[self.edits[-1].revision].waiting

    def stacks(self) -> tuple[list[LoggedEdit], list[LoggedEdit]]:
        """Return the undo stack and the redo stack, the next one last."""
        done: list[LoggedEdit] = []
        undone: list[LoggedEdit] = []
        for edit in self.edits:
            if edit.kind == "undo":
                undone.append(done.pop())
            elif edit.kind == "redo":
                done.append(undone.pop())
            elif edit.kind in UNDOABLE:
                done.append(edit)
                undone = []
        return done, undone


def _waiting_after(edit: LoggedEdit, waiting: Findings, steps: Mapping[int, EditContext]) -> Findings:
    """Return the findings after an edit. A round takes them along, and undoing it brings them back."""
    if edit.kind == "note":
        return edit.note.applied(waiting)
    if edit.kind == "round":
        return ()
    undone = steps.get(edit.undoes) if edit.undoes is not None else None
    if undone is None or undone.edit.kind not in ("note", "round"):
        return waiting
    return undone.waiting_before if edit.kind == "undo" else undone.waiting
