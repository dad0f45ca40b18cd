"""Moving plays between nights, and merging nights.

Each move is an edit of its play, written in one transaction with an event of the night that receives the plays. The
event lists them, so that one undo moves all of them back.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, select

from companion.store.access.roles import Member
from companion.store.database.base import db
from companion.store.database.models import Play
from companion.store.log.events import BACK, LoggedEvent, effective_events, events_of, subject_is, undone_seqs
from companion.store.log.subjects import MONEY, NIGHT
from companion.store.log.write import Decide, Decision, NewEvent, WriteResult
from companion.store.log.write_results import refusal
from companion.store.nights.night_state import (
    DETAILS_CHANGED,
    MOVED_HERE,
    NOTES_LETTERS,
    NightState,
    events_of_night,
    night_of,
    write_to_night,
)
from companion.store.plays import play_details as about_play
from companion.store.plays.edits.commands import details_edit
from companion.store.plays.edits.write_edits import NewEdit, append_edit
from companion.store.plays.find_night import insert_night
from companion.store.plays.play_state import PlayState

PLAYS_NOT_FOUND = "Choose games of this night. Somebody may have moved them meanwhile."


def plays_in(night: int, connection: Connection | None = None) -> list[tuple[int, str]]:
    """Return id and key of each play of a night in the order of playing, discarded ones included."""
    rows = (connection or db.session).execute(
        select(Play.id, Play.key).where(Play.night_id == night).order_by(Play.played_at, Play.id)
    )
    return [(row.id, row.key) for row in rows]


class _Movable(NamedTuple):
    """A night that plays are moved from or to."""

    night: NightState
    plays: dict[int, str]
    """The keys of its plays by id, in the order of playing."""

    has_money: bool
    """Whether a payment or an amount carried over is in force."""


def _read_movable(connection: Connection, night: int) -> _Movable:
    """Return the night with this id, its plays, and whether it has payments."""
    state = night_of(night, connection)
    return _Movable(state, dict(plays_in(night, connection)), has_money(state, connection))


def has_money(night: NightState, connection: Connection | None = None) -> bool:
    """Return whether a payment of the night, or an amount carried over from it, is in force."""
    return bool(effective_events(events_of(night.club_id, subject_is(MONEY, night.id), connection=connection)))


def _merge_event(here: _Movable, there: _Movable) -> Decision:
    """Return the event that merges ``here`` into ``there``, or why it is refused.

    If ``here`` has payments, it is the night that stays.
    """
    if here.has_money:
        if there.has_money:
            return refusal("to", "Both nights have payments. Undo those of one night first.")
        here, there = there, here
    going, staying = here.night.details, there.night.details
    notes = "\n\n".join(dict.fromkeys(text for text in (staying.notes, going.notes) if text))
    if len(notes) > NOTES_LETTERS:
        sentence = f"The notes of both nights together are longer than {NOTES_LETTERS:,} letters. Shorten them first."
        return refusal("to", sentence)
    together = replace(
        staying,
        name=staying.name or going.name,
        place=staying.place or going.place,
        notes=notes,
        present=tuple(dict.fromkeys((*staying.present, *going.present))),
    )
    return _receiving_event(there.night.id, dict.fromkeys(here.plays, here.night.id), staying.patch_to(together))


def _receiving_event(night: int, moved_here: Mapping[int, int], patch: Mapping[str, Any]) -> NewEvent:
    """Return the event of a night that receives plays. ``moved_here``: the night that each comes from, by its id."""
    before_by_play = {str(play): before for play, before in moved_here.items()}
    return NewEvent(NIGHT, night, DETAILS_CHANGED, {**patch, MOVED_HERE: before_by_play})


def move(
    member: Member, night: NightState, plays: Sequence[str], to: NightState | None, *, client_id: str
) -> WriteResult:
    """Move plays of a night, by key, into another one; ``to``: None for a new night.

    Moving all of its plays merges the two nights; moving all into a new night is refused. ``client_id``: the id of the
    request.
    """
    return _carry_out(member, partial(_move_event, member, night, plays, to), client_id)


def _move_event(
    member: Member, night: NightState, plays: Sequence[str], to: NightState | None, connection: Connection
) -> Decision:
    """Return the event that moves plays of a night into another one, or why it is refused."""
    here, there = _read_movable(connection, night.id), _read_movable(connection, to.id) if to else None
    chosen = [number for number, key in here.plays.items() if key in plays]
    if not plays:
        return refusal("plays", "Choose at least one game.")
    if len(chosen) < len(set(plays)):
        return refusal("plays", PLAYS_NOT_FOUND)
    if to and night.id == to.id:
        return refusal("to", "These games are already in that night.")
    if len(chosen) == len(here.plays):
        if there is None:
            return refusal("to", "These are all the games of this night, so they have a night of their own already.")
        return _merge_event(here, there)
    # the begin of a new night is computed again when its plays have been moved
    goal = there.night.id if there else insert_night(connection, member.club_id, here.night.began_at)
    return _receiving_event(goal, dict.fromkeys(chosen, night.id), {})


def merge(member: Member, night: NightState, into: NightState, *, client_id: str) -> WriteResult:
    """Merge a night into another one; the event is about the night that stays.

    Details that only one of them has are kept, and the notes are joined. A night with payments stays; if both have
    some, the merge is refused. ``client_id``: the id of the request.
    """

    def decide(connection: Connection) -> Decision:
        if night.id == into.id:
            return refusal("to", "That is the same night.")
        return _merge_event(_read_movable(connection, night.id), _read_movable(connection, into.id))

    return _carry_out(member, decide, client_id)


def _carry_out(member: Member, decide: Decide, client_id: str) -> WriteResult:
    """Write the event that ``decide`` returns, and an edit of each play that moves. ``client_id``: as in ``move``."""

    def move_all(connection: Connection, event: LoggedEvent) -> None:
        for play, before in _moved_plays(event).items():
            _move_play(connection, member, play, before, event.subject_id or 0, client_id)

    return write_to_night(member, client_id, decide, move_all)


def undo_or_redo(member: Member, night: NightState, event: LoggedEvent, *, client_id: str) -> None:
    """Undo an event about a night, or redo it if it is undone; move its plays out or in again.

    Plays that somebody has moved elsewhere since stay there. ``client_id``: the id of the request.
    """

    def decide(connection: Connection) -> Decision:
        events = events_of_night(night.id, member.club_id, connection)
        gone = undone_seqs(events)
        undos = [one.seq for one in events if one.undoes == event.seq and one.seq not in gone]
        return NewEvent(NIGHT, night.id, BACK, undoes=undos[-1] if undos else event.seq)

    def move_all(connection: Connection, _: LoggedEvent) -> None:
        is_in_force = event.seq not in undone_seqs(events_of_night(night.id, night.club_id, connection))
        for play, before in _moved_plays(event).items():
            origin, goal = (before, night.id) if is_in_force else (night.id, before)
            _move_play(connection, member, play, origin, goal, client_id)

    write_to_night(member, client_id, decide, move_all)


def _moved_plays(event: LoggedEvent) -> dict[int, int]:
    """Return the plays that an event moved into a night: the night that each came from, by id of the play."""
    return {int(play): int(before) for play, before in (event.data.get(MOVED_HERE) or {}).items()}


def _move_play(connection: Connection, member: Member, play: int, origin: int, goal: int, client_id: str) -> None:
    """Move a play from one night into another, if it is still in the first one. ``client_id``: of the request."""

    def decide(state: PlayState, _: Connection) -> NewEdit | None:
        return details_edit(state, {about_play.NIGHT: goal}) if state.details.night == origin else None

    append_edit(connection, member, play, "about", decide, client_id=client_id)
