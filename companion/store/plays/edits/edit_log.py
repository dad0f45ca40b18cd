"""The log of a play: its edits in order, and what follows from them, such as the undo stack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from companion.core.play.rules_upgrades import AgreedOptions
from companion.store.names.names import People
from companion.store.plays.coming_round.findings import Findings, FindingsEdit, findings_edit_from
from companion.store.plays.play_details import PlayDetails, objections_in

UNDOABLE = frozenset({"round", "correct", "remove", "end", "reopen", "seats", "note", "about", "totals"})
"""The kinds of edits that can be undone."""

KINDS_OF_EDITS = ("start", *sorted(UNDOABLE), "undo", "redo")


class LoggedEdit(NamedTuple):
    """An edit with its whole effect, as stored; a field is None if the edit does not change it."""

    revision: int
    kind: str
    slot: int | None
    """The slot of the round that it saves or, without an entry, removes."""

    as_logged: Mapping[str, Any] | None
    """The entry of the round as stored, with references instead of names."""

    ended: bool | None
    """Whether the players have ended the play early."""

    seats: Sequence[Mapping[str, Any]] | None
    """All seats after it, as stored."""

    undoes: int | None
    """The revision that it undoes or redoes."""

    device_id: int | None
    at: datetime
    player_id: int | None
    """The owner of the phone."""

    rules_version: int
    """The version of the game's rules at that time."""

    outcome: Mapping[str, Any] | None = None
    """The outcome, as stored, if the play was over after this edit."""

    note_as_logged: Mapping[str, Any] | None = None
    """The findings added or removed, as stored."""

    about: Mapping[str, Any] | None = None
    """The patch of details, as stored."""

    entry: Mapping[str, Any] | None = None
    """The entry with today's names, converted to today's rules."""

    note: FindingsEdit = FindingsEdit()
    """The findings added or removed, with today's names."""


def convert_edit(edit: LoggedEdit, people: People, agreed: AgreedOptions) -> LoggedEdit:
    """Return an edit with today's names, its entry converted to today's rules."""
    if edit.as_logged is not None:
        edit = edit._replace(entry=agreed.upgrade_entry(edit.rules_version, people.from_log(edit.as_logged)))
    if edit.note_as_logged is not None:
        edit = edit._replace(note=findings_edit_from(people.from_log(edit.note_as_logged)))
    return edit


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection to a round that is not settled."""

    slot: int
    revision: int
    """The revision of the edit that wrote it."""

    words: str
    who: str
    """The owner of the phone; empty: not known."""

    at: datetime


class LogState(NamedTuple):
    """The state of a play after one of its edits, apart from its rounds."""

    ended: bool = False
    seats: Sequence[Mapping[str, Any]] = ()
    pending: Findings = ()
    details: PlayDetails = PlayDetails()


class LogStep(NamedTuple):
    """An edit with the states before and after it."""

    edit: LoggedEdit
    slot_before: LoggedEdit | None
    """The previous edit of the same slot; None: there is none."""

    before: LogState
    after: LogState


def is_objection(edit: LoggedEdit) -> bool:
    """Return whether an edit only objects to a round or dismisses an objection."""
    return edit.kind == "about" and bool(objections_in(edit.about or {}))


@dataclass(frozen=True)
class PlayLog:
    """All edits of a play, in order."""

    edits: Sequence[LoggedEdit]
    people: People
    agreed: AgreedOptions
    names_by_id: Mapping[int, str]
    """The names of the club's people by id."""

    @cached_property
    def steps(self) -> dict[int, LogStep]:
        """The steps of the log by revision, in order."""
        last_edits: dict[int, LoggedEdit] = {}
        steps: dict[int, LogStep] = {}
        state = LogState()
        for edit in self.edits:
            after = LogState(
                state.ended if edit.ended is None else edit.ended,
                state.seats if edit.seats is None else edit.seats,
                _pending_after(edit, state.pending, steps),
                state.details if edit.about is None else state.details.with_patch(edit.about),
            )
            before = None if edit.slot is None else last_edits.get(edit.slot)
            steps[edit.revision] = LogStep(edit, before, state, after)
            state = after
            if edit.slot is not None:
                last_edits[edit.slot] = edit
        return steps

    @property
    def end(self) -> LogState:
        """The state after the last edit."""
        return self.steps[self.edits[-1].revision].after

    def objections(self) -> tuple[Objection, ...]:
        """Return the objections that are not settled, sorted by round."""
        found = []
        for slot, revision, words in objections_in(self.end.details.values):
            edit = self.edits[revision - 1]
            found.append(Objection(slot, revision, words or "", self.names_by_id.get(edit.player_id or 0, ""), edit.at))
        return tuple(found)

    def undo_and_redo_stacks(self) -> tuple[list[LogStep], list[LogStep]]:
        """Return the undo stack and the redo stack, the next step last in each."""
        done: list[LogStep] = []
        undone: list[LogStep] = []
        for step in self.steps.values():
            if step.edit.kind == "undo":
                undone.append(done.pop())
            elif step.edit.kind == "redo":
                done.append(undone.pop())
            elif step.edit.kind in UNDOABLE:
                done.append(step)
                undone = []
        return done, undone


def _pending_after(edit: LoggedEdit, pending: Findings, steps: Mapping[int, LogStep]) -> Findings:
    """Return the pending findings after an edit. Saving a round uses them up, and undoing it restores them.

    ``steps``: the earlier ones, by revision.
    """
    if edit.kind == "note":
        return edit.note.apply_to(pending)
    if edit.kind == "round":
        return ()
    undone = steps.get(edit.undoes) if edit.undoes is not None else None
    if undone is None or undone.edit.kind not in ("note", "round"):
        return pending
    return undone.before.pending if edit.kind == "undo" else undone.after.pending
