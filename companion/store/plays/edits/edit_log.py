"""The log of a play: its edits in order, and what follows from them, such as the undo stack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from companion.core.play.rules_upgrades import AgreedOptions
from companion.store.people.names import People
from companion.store.plays.coming.findings import Findings, FindingsEdit
from companion.store.plays.play_details import PlayDetails, contests_in

UNDOABLE = frozenset({"round", "correct", "remove", "end", "reopen", "seats", "note", "about", "totals"})
"""The kinds of edits that can be undone."""

KINDS_OF_EDITS = ("start", *sorted(UNDOABLE), "undo", "redo")


class LoggedEdit(NamedTuple):
    """An edit with its whole effect, as stored."""

    revision: int
    kind: str
    slot: int | None
    as_logged: Mapping[str, Any] | None
    """The entry of the round as stored, with references instead of names."""

    ended: bool | None
    seats: Sequence[Mapping[str, Any]] | None
    undoes: int | None
    device_id: int | None
    at: datetime
    player_id: int | None
    """The owner of the phone."""

    rules_version: int
    """The version of the game's rules at that time."""

    outcome: Mapping[str, Any] | None = None
    """The outcome, as stored, if the play was over after this edit."""

    kept_note: Mapping[str, Any] | None = None
    """The findings added or removed, as stored."""

    about: Mapping[str, Any] | None = None
    """The patch of details, as stored."""

    entry: Mapping[str, Any] | None = None
    """The entry with today's names, converted to today's rules."""

    note: FindingsEdit = FindingsEdit()
    """The findings added or removed, with today's names."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest of a round that is not settled."""

    slot: int
    revision: int
    """The revision of the edit that contested it."""

    words: str
    who: str
    """The owner of the phone; empty: not known."""

    at: datetime


class EditContext(NamedTuple):
    """An edit with the state before it that undo and change log need."""

    edit: LoggedEdit
    slot_before: LoggedEdit | None
    """The edit before it of the same slot; None: there is none."""

    ended_before: bool
    seats_before: Sequence[Mapping[str, Any]] | None
    pending_before: Findings
    pending: Findings
    details_before: PlayDetails


def is_contest(edit: LoggedEdit) -> bool:
    """Return whether an edit only contests a round or dismisses a contest."""
    return edit.kind == "about" and bool(contests_in(edit.about or {}))


@dataclass(frozen=True, slots=True)
class PlayLog:
    """All edits of a play, in order."""

    edits: Sequence[LoggedEdit]
    people: People
    agreed: AgreedOptions
    names_by_id: Mapping[int, str]
    """The names of everybody who ever had a seat or contested a round, by id."""

    def steps(self) -> dict[int, EditContext]:
        """Return each edit by revision, with the state before it."""
        stood: dict[int, LoggedEdit] = {}
        ended = False
        seats: Sequence[Mapping[str, Any]] | None = None
        steps: dict[int, EditContext] = {}
        pending: Findings = ()
        details = PlayDetails()
        for edit in self.edits:
            slot = edit.slot
            before = stood.get(slot) if slot is not None else None
            step = EditContext(edit, before, ended, seats, pending, _pending_after(edit, pending, steps), details)
            steps[edit.revision] = step
            pending = step.pending
            if slot is not None:
                stood[slot] = edit
            ended = ended if edit.ended is None else edit.ended
            seats = seats if edit.seats is None else edit.seats
            details = details if edit.about is None else details.with_patch(edit.about)
        return steps

    def details(self) -> PlayDetails:
        """Return the details of the play after all edits."""
        details = PlayDetails()
        for edit in self.edits:
            if edit.about is not None:
                details = details.with_patch(edit.about)
        return details

    def contests(self) -> tuple[Contest, ...]:
        """Return the contests that are not settled, sorted by round."""
        found = []
        for slot, revision, words in contests_in(self.details().values):
            edit = self.edits[revision - 1]
            found.append(Contest(slot, revision, words or "", self.names_by_id.get(edit.player_id or 0, ""), edit.at))
        return tuple(found)

    def pending_findings(self) -> Findings:
        """Return the pending findings for the coming round."""
        return self.steps()[self.edits[-1].revision].pending

    def undo_and_redo_stacks(self) -> tuple[list[LoggedEdit], list[LoggedEdit]]:
        """Return the undo stack and the redo stack, the next edit last in each."""
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


def _pending_after(edit: LoggedEdit, pending: Findings, steps: Mapping[int, EditContext]) -> Findings:
    """Return the pending findings after an edit. Saving a round uses them up, and undoing it restores them."""
    if edit.kind == "note":
        return edit.note.apply_to(pending)
    if edit.kind == "round":
        return ()
    undone = steps.get(edit.undoes) if edit.undoes is not None else None
    if undone is None or undone.edit.kind not in ("note", "round"):
        return pending
    return undone.pending_before if edit.kind == "undo" else undone.pending
