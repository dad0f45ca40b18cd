"""Projections of plays for lists, statistics and money: columns computed from the edits with every write.

``companion rebuild`` recomputes all of them. A part is a player's row of a play.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from companion.core.game.ranking import places_by_name
from companion.core.money.stakes import KITTY
from companion.core.statistics.play_summary import PartFromSheet, leaders_lost_in_last_round, parts_from_sheet
from companion.store.database.base import db
from companion.store.database.models import EarlierPart, Night, Part, Play
from companion.store.database.writing import bump_club_mark, writing
from companion.store.plays.edits.slots import entry_for_scoring
from companion.store.plays.find_night import update_began_at
from companion.store.plays.play_stakes import balances_of
from companion.store.plays.play_state import PlayState, build_state, log_of
from companion.store.plays.seats import Seat, sides_to_log

STANDING: Final = ("seat", "side", "total", "place", "won", "dealt_first", "rounds")
"""The columns of a part beside its statistics and its balance."""

_PARAMETERS = {"play_id": "play", "player_id": "player"}
_UPDATE_PART = update(Part).where(Part.play_id == bindparam("play"), Part.player_id == bindparam("player"))
_PARTS = select(*Part.__table__.columns).where(Part.play_id == bindparam("play")).order_by(Part.seat)
_EARLIER = (
    select(*EarlierPart.__table__.columns)
    .where(EarlierPart.play_id == bindparam("play"))
    .order_by(EarlierPart.seat, EarlierPart.before_slot.desc())
)

LATEST_STATES = 32
"""How many states have their rows cached: the next edit of a play compares its rows with them."""

Columns = dict[str, Any]


@lru_cache(maxsize=LATEST_STATES)
def columns_of(state: PlayState) -> Columns:
    """Return the columns of a play's row that are computed from its state."""
    return {
        "title": state.title,
        "sides": sides_to_log(state.setup.sides, state.setup.players),
        "over": state.over,
        "rounds": len(state.slots),
        "night_id": state.details.night,
        "played_at": state.played_at,
        "until": state.until,
        "is_later": state.is_later,
        "is_discarded": state.details.discarded,
        "counts": state.counts,
        "turned_last": state.counts and leaders_lost_in_last_round(state.sheet, state.outcome),
        "games": state.games,
        "currency": (state.stake or {}).get("currency", ""),
        "kitty": balances_of(state).get(KITTY, 0),
    }


def changed_columns(before: PlayState, after: PlayState) -> Columns:
    """Return the columns of a play's row that an edit changes."""
    was = columns_of(before)
    return {name: value for name, value in columns_of(after).items() if value != was[name]}


class PartRows(NamedTuple):
    """The parts of a play, as rows to insert."""

    present: list[Columns]
    """Those of the players who sit there now, in seat order."""

    earlier: list[Columns]
    """Those of players who handed on a seat after at least one round, in seat order, the last one of a seat first."""


NO_PARTS: Final = PartRows([], [])
"""The stored parts of a play that was just inserted."""


@lru_cache(maxsize=LATEST_STATES)
def parts_of(state: PlayState) -> PartRows:
    """Return the parts of a play.

    The present player of a winning seat wins. If that player has no round, so does the last earlier one who has.
    """
    outcome, setup, absent = state.outcome, state.setup, _absent_by_round(state)
    places = places_by_name((outcome or state.sheet).standings)
    statistics, settled = parts_from_sheet(state.sheet) if state.counts else {}, balances_of(state)
    found = PartRows([], [])
    for number, (seat, (name, holder)) in enumerate(zip(state.seats, setup.holders.items(), strict=True)):
        numbers = _numbers_by_sitter(state, seat, absent, statistics)
        own, won = numbers.pop(seat.person_id), outcome is not None and holder in outcome.winners
        found.present.append({
            "play_id": state.id, "player_id": seat.person_id, "seat": number,
            "side": number % 2 if setup.sides else None, "total": state.totals[holder], "place": places[holder],
            "won": won, "dealt_first": name == setup.dealer, "balance": settled.get(name, 0), **own,
        })  # fmt: skip
        until = {one.sitter.id: one.before_slot for one in seat.earlier}
        won = won and not own["rounds"]
        for person in sorted(numbers, key=lambda one: -until[one]):
            if numbers[person]["rounds"]:
                row = {"play_id": state.id, "seat": number, "player_id": person, "before_slot": until[person]}
                found.earlier.append({**row, "won": won, **numbers[person]})
                won = False
    return found


def _absent_by_round(state: PlayState) -> list[Sequence[str]]:
    """Return the absent players of each scored round."""
    if state.stored_outcome:  # today's rules may refuse a round
        return [entry_for_scoring(one.entry, one.slot, state.seats).get("absent") or () for one in state.slots]
    return [one.absent for one in state.sheet.rounds]


def _numbers_by_sitter(
    state: PlayState, seat: Seat, absent: Sequence[Sequence[str]], statistics: Mapping[str, PartFromSheet]
) -> dict[int, Columns]:
    """Return the columns ``rounds`` and statistics of everybody who had a seat, by the person's id.

    ``absent``: who was absent, by round; ``statistics``: of whole seats, empty if the play does not count.
    """
    rounds: dict[int, set[int]] = {one.id: set() for one, _ in seat.sitters}
    for number, slot in enumerate(state.slots if seat.earlier else (), start=1):
        rounds[seat.at(slot.slot).id].add(number)
    found = {}
    for person, numbers in rounds.items():
        parts = parts_from_sheet(state.sheet, numbers) if seat.earlier and statistics else statistics
        absent_then = (
            [one for number, one in enumerate(absent, start=1) if number in numbers] if seat.earlier else absent
        )
        found[person] = {
            "rounds": sum(seat.name not in names for names in absent_then),
            **(parts[seat.name] if parts else PartFromSheet())._asdict(),
        }
    return found


def write_parts(connection: Connection, stored: PartRows, state: PlayState) -> bool:
    """Write the parts of a play that have changed; return whether any has. ``stored``: the parts in the database."""
    rows = parts_of(state)
    if rows.earlier != stored.earlier:
        connection.execute(delete(EarlierPart).where(EarlierPart.play_id == state.id))
        if rows.earlier:
            connection.execute(insert(EarlierPart), rows.earlier)
    if [row["player_id"] for row in rows.present] != [row["player_id"] for row in stored.present]:
        if stored.present:
            connection.execute(delete(Part).where(Part.play_id == state.id))
        connection.execute(insert(Part), rows.present)
    elif changed := [new for new, old in zip(rows.present, stored.present, strict=True) if new != old]:
        # without the columns of the indexes, which SQLite would write again
        rest = [{_PARAMETERS.get(name, name): value for name, value in row.items()} for row in changed]
        connection.execute(_UPDATE_PART, rest)
    return rows != stored


def changes_statistics(before: PlayState, after: PlayState, parts_changed: bool) -> bool:
    """Return whether an edit changed anything that nights or statistics show; open plays are not in them."""
    if not before.over and not after.over and before.details == after.details:
        return False
    return parts_changed or bool(changed_columns(before, after)) or before.stake != after.stake


def rebuild_plays(complain: Callable[[str], object] = str) -> int:
    """Rebuild the projections of all plays; return how many were wrong.

    ``complain``: called with a sentence about each play that a person has to correct.
    """
    wrong = 0
    for play in db.session.scalars(select(Play.id)).all():
        wrong += rebuild_play(play)
        state = build_state(play)
        for name in state.double_names:
            complain(f"{name} has two seats in game {state.key} ({state.game.name}): undo the merge of {name}.")
    with writing() as connection:
        update_began_at(connection, connection.scalars(select(Night.id)).all())
    return wrong


def rebuild_play(play: int) -> bool:
    """Rebuild the projection of a play if it is wrong; return whether it was.

    If the play is edited meanwhile, that edit writes its projection, and nothing is done.
    """
    revision = db.session.scalar(select(Play.revision).where(Play.id == play))  # read before its edits
    state = build_state(play)
    right = {"revision": state.revision, "last_at": log_of(play).edits[-1].at, **columns_of(state)}
    row = db.session.execute(select(*(getattr(Play, name) for name in right)).where(Play.id == play)).one()
    there = ([dict(part) for part in db.session.execute(ask, {"play": play}).mappings()] for ask in (_PARTS, _EARLIER))
    was = PartRows(*there)
    if tuple(right.values()) == tuple(row) and parts_of(state) == was:
        return False
    with writing() as connection:
        seen = (Play.id == play, Play.revision == revision)
        if connection.scalar(select(Play.id).where(*seen).with_for_update()) is None:
            return False  # an edit was written meanwhile, and its projection with it
        project(connection, state, right["last_at"], was)
        bump_club_mark(connection, state.club_id, play)
    return True


def project(connection: Connection, state: PlayState, last_at: datetime, stored: PartRows = NO_PARTS) -> None:
    """Write the projection of a play: its row and its parts. ``stored``: the parts in the database."""
    values = {"revision": state.revision, "last_at": last_at, **columns_of(state)}
    connection.execute(update(Play).where(Play.id == state.id).values(**values))
    write_parts(connection, stored, state)
