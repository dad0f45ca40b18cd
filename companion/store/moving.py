"""Plays moved between nights: one, some into a night of their own, or a whole night put together with another.

Each move is an edit of its play, in its log and undone there; the night that they came into has a step that says which
they are, so that all of them go back at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, insert, select

from companion.core.problems import Problem
from companion.store import night_log
from companion.store.about import NIGHT
from companion.store.access import Member, needs_writer
from companion.store.base import db
from companion.store.codes import random_key
from companion.store.models import Club, Night, NightStep, Play
from companion.store.night_log import (
    CAME,
    NOTES_LETTERS,
    TOLD,
    NightState,
    NightStepRow,
    NightTold,
    add_step,
    night_of,
    repeated,
)
from companion.store.plays import tell
from companion.store.states import STANDS, state_of
from companion.store.write_outcome import Conflict, Saved
from companion.store.writing import hold, writing

MoveOutcome = NightTold | list[Problem]

TRIES = 20
"""How often a play is moved anew that somebody writes in at the same moment."""

NOT_FOUND = "Choose plays that are in this night: somebody may have moved them meanwhile."


def plays_in(night: int, by: Connection | None = None) -> list[tuple[int, str]]:
    """The plays of a night, discarded ones too: number and key, in the order of playing."""
    rows = (by or db.session).execute(
        select(Play.id, Play.key).where(Play.night_id == night).order_by(Play.played_at, Play.id)
    )
    return [(row.id, row.key) for row in rows]


def move(
    member: Member, night: NightState, plays: Sequence[str], to: NightState | None, *, client_id: str
) -> MoveOutcome:
    """Move plays of a night, by their keys, into another one; ``to``: None for a new one of their own.

    All plays of a night go as in ``merge``.
    """
    needs_writer(member)
    there = plays_in(night.id)
    chosen = [number for number, key in there if key in plays]
    found = night_log.step_of_tap(member.club_id, client_id)
    if found is not None:
        return _carried_out(member, found, client_id)
    if not plays:
        return [Problem("plays", "Choose at least one play.")]
    if len(chosen) < len(set(plays)):
        return [Problem("plays", NOT_FOUND)]
    if to is not None and to.id == night.id:
        return [Problem("to", "That is the night in which they are.")]
    if len(chosen) == len(there):
        if to is None:
            return [Problem("to", "These are all plays of the night: it is a night of its own already.")]
        return merge(member, night, to, client_id=client_id)
    return _gather(member, to, dict.fromkeys(chosen, night.id), {}, client_id)


def merge(member: Member, night: NightState, into: NightState, *, client_id: str) -> MoveOutcome:
    """Put a night together with another one; gives the one that has all plays from here on.

    What only one of them says stays said, and notes of both stand below one another. Payments stay where they are:
    the night on which some were written down is the one that stays.
    """
    needs_writer(member)
    found = night_log.step_of_tap(member.club_id, client_id)
    if found is not None:
        return _carried_out(member, found, client_id)
    if night.id == into.id:
        return [Problem("to", "That is the same night.")]
    if has_money(night.id):
        if has_money(into.id):
            sentence = "Payments were written down on both nights. Take those of one of them back first."
            return [Problem("to", sentence)]
        night, into = into, night
    going, staying = night.said, into.said
    notes = "\n\n".join(dict.fromkeys(text for text in (staying.notes, going.notes) if text))
    if len(notes) > NOTES_LETTERS:
        sentence = f"The notes of both nights together are longer than {NOTES_LETTERS:,} letters. Shorten them first."
        return [Problem("to", sentence)]
    together = replace(
        staying,
        name=staying.name or going.name,
        place=staying.place or going.place,
        notes=notes,
        present=tuple(dict.fromkeys((*staying.present, *going.present))),
    )
    came = {number: night.id for number, _ in plays_in(night.id)}
    return _gather(member, into, came, staying.patch_to(together), client_id)


def has_money(night: int) -> bool:
    """Whether something was paid on a night or carried over from it, and not taken back."""
    steps = db.session.execute(
        select(NightStep.id, NightStep.kind, NightStep.undoes).where(NightStep.night_id == night)
    )
    gone, money = set(), False
    for step in sorted(steps, key=lambda one: -one.id):
        if step.id not in gone:
            gone.add(step.undoes)
            money = money or step.kind in ("paid", "carried")
    return money


def take_back(member: Member, night: NightState, step: NightStepRow, *, client_id: str) -> tuple[NightTold, bool]:
    """Take a step of a night back, or bring it back; the plays that came by it go, or come again.

    Gives whether the step stands from here on. What somebody has moved elsewhere since stays there.
    """
    told, stands = night_log.take_back(member, night, step.id, client_id)
    for play, before in _came(step.data).items():
        origin, goal = (before, night.id) if stands else (night.id, before)
        _put(member, play, origin, goal, client_id)
    return told._replace(night=night_of(night.id)), stands


def _came(data: Mapping[str, Any]) -> dict[int, int]:
    """The plays that came into a night by a step, each with the night that it was in before."""
    return {int(play): int(before) for play, before in (data.get(CAME) or {}).items()}


def _gather(
    member: Member, to: NightState | None, came: Mapping[int, int], said: Mapping[str, Any], client_id: str
) -> NightTold:
    """Write down which plays come into a night, then move them one by one."""
    with writing() as connection:
        hold(connection, Club, member.club_id)
        if repeated(connection, member.club_id, client_id) is None:
            number = to.id if to else _new(connection, member.club_id, list(came))
            data = {**said, CAME: {str(play): before for play, before in came.items()}}
            add_step(connection, member, number, TOLD, data, client_id)
    return _carried_out(member, night_log.step_by_tap(member.club_id, client_id), client_id)


def _new(connection: Connection, club: int, plays: Sequence[int]) -> int:
    """A night for these plays."""
    began = connection.scalars(select(Play.played_at).where(Play.id.in_(plays)))
    values = {"key": random_key(), "club_id": club, "began_at": min(began), "present": []}
    return int(connection.execute(insert(Night).values(**values).returning(Night.id)).scalar_one())


def _carried_out(member: Member, step: NightStepRow, client_id: str) -> NightTold:
    """Do what a step says: what was begun before the power went is done now, and nothing twice."""
    for play, before in _came(step.data).items():
        _put(member, play, before, step.night_id, client_id)
    return NightTold(night_of(step.night_id), step.key)


def _put(member: Member, play: int, origin: int, goal: int, client_id: str) -> None:
    """Move a play from one night into another, if it is still there, whoever else writes in it."""
    for _ in range(TRIES):
        db.session.rollback()
        state = state_of(*db.session.execute(select(*STANDS).where(Play.id == play)).one())
        if state.about.night != origin:
            return
        outcome = tell(member, state, base=state.revision, about={NIGHT: goal}, client_id=client_id)
        if isinstance(outcome, Saved):
            return
        if not isinstance(outcome, Conflict):
            raise RuntimeError(f"a play could not be moved: {outcome}")
    raise RuntimeError("a play could not be moved: others write in it all the time")
