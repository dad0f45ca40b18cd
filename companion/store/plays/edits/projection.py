"""Projections of plays for lists, statistics and money: columns computed from the edits with every write.

``companion rebuild`` computes all of them anew.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from companion.core.figures.play_summary import PartFromSheet, leaders_lost_in_last_round, parts_from_sheet
from companion.core.money.stakes import KITTY
from companion.core.play.fold import Sheet
from companion.core.play.table import Setup
from companion.store.database.base import db
from companion.store.database.models import EarlierPart, Night, Part, Play
from companion.store.database.writing import bump_club_mark, writing
from companion.store.money.play_stakes import balances_of
from companion.store.nights.find_night import update_begins
from companion.store.plays.edits.slots import entry_for_scoring
from companion.store.plays.play_state import PlayState, build_state, log_of
from companion.store.plays.seats import Seat, sides_to_log

STANDING: Final = ("seat", "side", "total", "place", "won", "dealt_first", "rounds")
NUMBERS: Final[Mapping[str, int | None]] = {**PartFromSheet()._asdict(), "balance": 0}
"""The statistics columns of a part, with their values for a play that does not count."""

INSERT_PARTS = insert(Part)
_UPDATE_PART = update(Part).where(Part.play_id == bindparam("play"), Part.player_id == bindparam("player"))
_PARTS = (
    select(Part.play_id, Part.player_id, *(getattr(Part, name) for name in (*STANDING, *NUMBERS)))
    .where(Part.play_id == bindparam("play"))
    .order_by(Part.seat)
)
_UNSEAT = delete(Part).where(Part.play_id == bindparam("play"))
INSERT_EARLIER_PARTS = insert(EarlierPart)
_EARLIER = (
    select(*EarlierPart.__table__.columns)
    .where(EarlierPart.play_id == bindparam("play"))
    .order_by(EarlierPart.seat, EarlierPart.before_slot.desc())
)
_UNSEAT_EARLIER = delete(EarlierPart).where(EarlierPart.play_id == bindparam("play"))

Columns = dict[str, Any]


def columns_of(state: PlayState) -> Columns:
    """Return the columns of a play's row that are computed from its state."""
    return {
        "title": state.game.title_for(state.setup),
        "sides": sides_to_log(state.setup.sides, state.setup.players),
        "over": state.over,
        "rounds": len(state.slots),
        "night_id": state.details.night,
        "played_at": state.played_at,
        "until": state.until,
        "is_later": state.is_later,
        "is_discarded": state.details.discarded,
        "is_left_out": not state.details.counts,
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


def parts_at_start(play: int, sheet: Sheet[Any], numbers: Mapping[str, int]) -> list[Columns]:
    """Return the parts of a play before the first round. ``numbers``: ids of players by name."""
    setup = sheet.table.setup
    totals, places = sheet.table.totals, {name: one.place for one in sheet.standings for name in one.names}
    return [
        {"play_id": play, "player_id": numbers[name], **row, "rounds": 0, "won": False, **NUMBERS}
        for name, row in _seat_columns(setup, totals, places).items()
    ]


def _seat_columns(setup: Setup, totals: Mapping[str, int], places: Mapping[str, int]) -> dict[str, Columns]:
    """Return the columns of the parts that follow from the seats, by name."""
    found = {}
    for seat, (name, holder) in enumerate(setup.holders.items()):
        found[name] = {
            "seat": seat, "side": seat % 2 if setup.sides else None, "total": totals[holder],
            "place": places[holder], "dealt_first": name == setup.dealer,
        }  # fmt: skip
    return found


def parts_of(state: PlayState) -> list[Columns]:
    """Return the parts of a play in seat order."""
    absent = _absent_by_round(state)
    outcome, setup = state.outcome, state.setup
    winners = outcome.winners if outcome else ()
    standings = (outcome or state.sheet).standings
    seats = _seat_columns(setup, state.totals, {name: one.place for one in standings for name in one.names})
    settled = balances_of(state)
    statistics = parts_from_sheet(state.sheet) if state.counts else {}
    found = []
    for seat, (name, row) in zip(state.seats, seats.items(), strict=True):
        own = absent
        if seat.earlier:
            mine = _rounds_by_sitter(state, seat)[seat.person_id]
            own = [gone for number, gone in enumerate(absent, 1) if number in mine]
            statistics |= {name: parts_from_sheet(state.sheet, mine)[name]} if statistics else {}
        found.append(
            {
                "play_id": state.id, "player_id": seat.person_id, **row, "won": setup.holders[name] in winners,
                "rounds": sum(name not in gone for gone in own), **NUMBERS,
                **(statistics[name]._asdict() if statistics else {}), "balance": settled.get(name, 0),
            }
        )  # fmt: skip
    return found


def _absent_by_round(state: PlayState) -> list[Sequence[str]]:
    """Return the absent players of each scored round."""
    if state.stored_outcome:  # today's rules may refuse a round
        return [entry_for_scoring(one.entry, one.slot, state.seats).get("absent") or () for one in state.slots]
    return [one.absent for one in state.sheet.rounds]


def _rounds_by_sitter(state: PlayState, seat: Seat) -> dict[int, set[int]]:
    """Return the numbers of the rounds that each player of a seat played, by id."""
    found: dict[int, set[int]] = {one.id: set() for one, _ in seat.stints}
    for number, slot in enumerate(state.slots, start=1):
        found[seat.at(slot.slot).id].add(number)
    return found


def earlier_parts_of(state: PlayState) -> list[Columns]:
    """Return the parts of players who handed on a seat, in seat order, without those who played no round on it."""
    if all(not seat.earlier for seat in state.seats):
        return []
    found, absent = [], _absent_by_round(state)
    for part, seat in zip(parts_of(state), state.seats, strict=True):
        if not seat.earlier:
            continue
        mine = _rounds_by_sitter(state, seat)
        until = {one.sitter.id: one.before_slot for one in seat.earlier if one.sitter.id != seat.person_id}
        won = part["won"] and not part["rounds"]
        for person, before in sorted(until.items(), key=lambda one: -one[1]):
            statistics = parts_from_sheet(state.sheet, mine[person])[seat.name] if state.counts else PartFromSheet()
            rounds = sum(seat.name not in gone for number, gone in enumerate(absent, 1) if number in mine[person])
            if rounds:
                found.append(
                    {
                        "play_id": state.id, "seat": part["seat"], "player_id": person, "before_slot": before,
                        "won": won, "rounds": rounds, **statistics._asdict(),
                    }
                )  # fmt: skip
                won = False
    return found


def write_parts(connection: Connection, before: PlayState, after: PlayState) -> bool:
    """Write the parts of a play that an edit has changed; return whether there were any."""
    handed_on = earlier_parts_of(after)
    is_other = handed_on != earlier_parts_of(before)
    if is_other:
        connection.execute(_UNSEAT_EARLIER, {"play": after.id})
        if handed_on:
            connection.execute(INSERT_EARLIER_PARTS, handed_on)
    return _write_present_parts(connection, before, after) or is_other


def _write_present_parts(connection: Connection, before: PlayState, after: PlayState) -> bool:
    """Write the parts of present players; return whether any has changed."""
    rows, was = parts_of(after), parts_of(before)
    if [row["player_id"] for row in rows] != [row["player_id"] for row in was]:
        connection.execute(_UNSEAT, {"play": after.id})
        connection.execute(INSERT_PARTS, rows)
        return True
    changed = [(new, old) for new, old in zip(rows, was, strict=True) if new != old]
    columns = [name for name in (*STANDING, *NUMBERS) if any(new[name] != old[name] for new, old in changed)]
    if changed:
        update_each = [
            {"play": new["play_id"], "player": new["player_id"], **{name: new[name] for name in columns}}
            for new, _ in changed
        ]
        connection.execute(_UPDATE_PART, update_each)
    return bool(changed)


def changes_statistics(before: PlayState, after: PlayState, parts_changed: bool) -> bool:
    """Return whether an edit changed anything that nights or statistics show; open plays are not in them."""
    if not before.over and not after.over and before.details == after.details:
        return False
    return parts_changed or bool(changed_columns(before, after)) or before.stake != after.stake


def rebuild_plays(complain: Callable[[str], object] = str) -> int:
    """Rebuild the projections of all plays; return how many were wrong.

    ``complain``: called with a sentence about each play that a person has to correct.
    """
    off = 0
    for play in db.session.scalars(select(Play.id)).all():
        off += rebuild_play(play)
        state = build_state(play)
        for name in state.double_names:
            complain(f"{name} has two seats in game {state.key} ({state.game.name}): take the merge of {name} back.")
    with writing() as connection:
        update_begins(connection, connection.scalars(select(Night.id)).all())
    return off


def rebuild_play(play: int) -> bool:
    """Rebuild the projection of a play if it is wrong; return whether it was."""
    state = build_state(play)
    right = {"revision": state.revision, "last_at": log_of(play).edits[-1].at, **columns_of(state)}
    row = db.session.execute(select(*(getattr(Play, name) for name in right)).where(Play.id == play)).one()
    parts = [dict(part) for part in db.session.execute(_PARTS, {"play": play}).mappings()]
    rows, handed_on = parts_of(state), earlier_parts_of(state)
    there = [dict(part) for part in db.session.execute(_EARLIER, {"play": play}).mappings()]
    if tuple(right.values()) == tuple(row) and rows == parts and handed_on == there:
        return False
    with writing() as connection:
        seen = (Play.id == play, Play.revision == row.revision)
        if connection.scalar(select(Play.id).where(*seen).with_for_update()) is None:
            return False  # an edit was written meanwhile, and its projection with it
        project(connection, state, right["last_at"])
        bump_club_mark(connection, state.club_id, play)
    return True


def project(connection: Connection, state: PlayState, last_at: datetime) -> None:
    """Write the projection of a play: its columns and its parts."""
    values = {"revision": state.revision, "last_at": last_at, **columns_of(state)}
    connection.execute(update(Play).where(Play.id == state.id).values(**values))
    for unseat, seat, rows in (
        (_UNSEAT, INSERT_PARTS, parts_of(state)),
        (_UNSEAT_EARLIER, INSERT_EARLIER_PARTS, earlier_parts_of(state)),
    ):
        connection.execute(unseat, {"play": state.id})
        if rows:
            connection.execute(seat, rows)
