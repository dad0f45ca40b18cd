"""Rows for exports to other programs: plays as tables, nights as a calendar, one play for BG Stats."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, func, select, union_all

from companion.core.words import listed
from companion.exports.bgstats_link import SentPlay, SentPlayer
from companion.exports.nights import CalendarNight
from companion.exports.spreadsheet import PlayOfTable, ResultRow, SheetRow
from companion.store.database.base import db
from companion.store.database.models import Club, EarlierPart, Event, Night, Part, Play, Player
from companion.store.files.exporting import original_key
from companion.store.log.events import DETAILS, IS_EDIT_OF_PLAY
from companion.store.nights.zones import zone_of
from companion.store.people.names import CURRENT_NAME
from companion.store.plays.edits.edit_labels import seat_history_text
from companion.store.plays.edits.slots import entry_for_scoring, round_numbers
from companion.store.plays.play_details import REMARK
from companion.store.plays.play_lists import parts_of_plays
from companion.store.plays.play_state import PlayState, sides_from_log, state_as_of_round

AT_ONCE: Final = 200
"""How many plays are read at once."""


# Tables.


def table_plays(club: int, night: str = "", player: str = "") -> Iterator[PlayOfTable]:
    """Yield the plays of a club in the order of playing, without discarded ones, filtered by night and player."""
    where: list[ColumnElement[bool]] = [Play.club_id == club, ~Play.is_discarded]
    if night:
        where.append(Play.night_id.in_(select(Night.id).where(Night.club_id == club, Night.key == night)))
    if player:
        seats = [
            select(row.play_id)
            .join(Player, Player.id == row.player_id)
            .where(Player.club_id == club, CURRENT_NAME.in_([player]))
            for row in (Part, EarlierPart)
        ]
        where.append(Play.id.in_(union_all(*seats)))
    numbers = db.session.scalars(select(Play.id).where(*where).order_by(Play.played_at, Play.id)).all()
    for start in range(0, len(numbers), AT_ONCE):
        yield from _tables(numbers[start : start + AT_ONCE])


def _tables(numbers: Iterable[int]) -> Iterator[PlayOfTable]:
    """Yield the plays with these ids, in this order."""
    chosen = list(numbers)
    rows = db.session.execute(
        select(
            Play.id, Play.key, Play.game, Play.title, Play.sides, Play.played_at, Play.over, Play.counts, Play.rounds,
            func.coalesce(Night.name, "").label("night"), func.coalesce(Night.place, "").label("place"),
        ).join(Night, Night.id == Play.night_id, isouter=True).where(Play.id.in_(chosen))
    )  # fmt: skip
    by_id = {row.id: row for row in rows}
    parts = parts_of_plays(chosen)
    remarks = _remarks(chosen)
    for number in chosen:
        row = by_id[number]
        sitting = sorted(parts[number], key=lambda part: bool(part.before_slot))
        sides = sides_from_log(row.sides, [part.name for part in sitting if not part.before_slot]) if row.sides else ()
        results = tuple(
            ResultRow(
                part.name, sides[part.side] if sides and part.side is not None else "", part.seat + 1, part.total,
                part.place, part.won, part.rounds,
            )
            for part in sitting
        )  # fmt: skip
        yield PlayOfTable(
            row.key, row.game, row.title, row.night, row.place, row.played_at, row.over, row.counts, row.rounds,
            results, remarks.get(number, ""),
        )  # fmt: skip


def _remarks(plays: Iterable[int]) -> dict[int, str]:
    """Return the remarks on plays by id of the play."""
    asked = select(Play.id, DETAILS).where(*IS_EDIT_OF_PLAY, Play.id.in_(list(plays)), DETAILS.as_string().is_not(None))
    found: dict[int, str] = {}
    for play, about in db.session.execute(asked.order_by(Play.id, Event.seq)):
        if REMARK in about:
            found[play] = about[REMARK] or ""
    return found


def table_rounds(state: PlayState) -> Iterator[SheetRow]:
    """Yield the scored rounds of a play as rows of a table."""
    for index, slot in enumerate(state.slots[: len(state.sheet.rounds)]):
        then = state_as_of_round(state, slot.slot)
        one, names = then.sheet.rounds[index], then.setup.names
        absent = entry_for_scoring(then.slots[index].entry, slot.slot, then.seats).get("absent") or ()
        points = tuple(one.scores[name] + one.adjusted.get(name, 0) for name in names)
        yield SheetRow(
            one.number, one.dealer, tuple(absent), points, tuple(one.totals[name] for name in names), one.notes
        )


def table_heads(state: PlayState) -> list[str]:
    """Return the headings of a play's columns: sides, or everybody who played on a seat."""
    if state.setup.sides:
        return list(state.setup.names)
    numbers = round_numbers(state.slots)
    return [seat_history_text(seat, numbers, state.game.terms) or seat.name for seat in state.seats]


# The calendar.


def calendar_of(club: int) -> Iterator[CalendarNight]:
    """Yield the nights of a club for a calendar, the oldest first."""
    zone = zone_of(club)
    nights = db.session.execute(
        select(
            Night.key, Night.name, Night.place, Night.notes, Night.dated, Night.began_at, Night.id,
            func.max(Play.until).label("until"), func.max(Play.last_at).label("changed_at"),
            func.min(Play.played_at).label("begun"),
        )
        .join(Play, (Play.night_id == Night.id) & ~Play.is_discarded, isouter=True)
        .where(Night.club_id == club)
        .group_by(Night.id)
        .order_by(Night.began_at, Night.id)
    ).all()  # fmt: skip
    lines: dict[int, list[str]] = {}
    for number, title, winners in _played(club):
        lines.setdefault(number, []).append(f"{title}: {listed(winners)}" if winners else title)
    for row in nights:
        day = row.dated or row.began_at.astimezone(zone).date()
        begun = row.begun if row.begun and row.begun.astimezone(zone).date() == day else None
        games = list(dict.fromkeys(one.partition(":")[0] for one in lines.get(row.id, [])))
        yield CalendarNight(
            key=original_key(row.key),
            name=row.name or listed(games) or "Cards",
            day=day,
            begun=begun,
            until=row.until if begun else None,
            changed_at=row.changed_at or row.began_at,
            place=row.place,
            description="\n".join(filter(None, [*lines.get(row.id, []), row.notes])),
        )


def _played(club: int) -> Iterator[tuple[int, str, list[str]]]:
    """Yield night, title and winners of each finished play of a club, in the order of playing."""
    won = (
        select(Play.night_id, Play.id, Play.title, Part.won, CURRENT_NAME.label("name"))
        .join(Part, Part.play_id == Play.id)
        .join(Player, Player.id == Part.player_id)
        .where(Play.club_id == club, Play.over, ~Play.is_discarded, Play.night_id.is_not(None))
        .order_by(Play.played_at, Play.id, Part.seat)
    )
    plays: dict[int, tuple[int, str, list[str]]] = {}
    for row in db.session.execute(won):
        found = plays.setdefault(row.id, (row.night_id, row.title, []))
        if row.won:
            found[2].append(row.name)
    yield from plays.values()


# One play for BG Stats.


def sent_play(state: PlayState) -> SentPlay:
    """Return a finished play for BG Stats, with ids that stay the same after an import of the club elsewhere."""
    setup, keys = state.setup, _person_keys(state.club_id)
    places = {name: one.place for one in state.standings for name in one.names}
    seats = {seat.name: keys.get(seat.person_id, str(seat.person_id)) for seat in state.seats}
    starts = setup.players[(setup.players.index(setup.dealer) + 1) % len(setup.players)]
    players = []
    for name, holder in setup.holders.items():
        players.append(
            SentPlayer(
                seats[name], name, state.totals[holder], places[holder], holder in state.winners, name == starts,
                holder if setup.sides else "",
            )
        )  # fmt: skip
    title = state.game.title_for(setup)
    minutes = 0 if state.is_later else round((state.until - state.played_at).total_seconds() / 60)
    row = db.session.execute(select(Night.place).where(Night.id == state.details.night)).first()
    named = title != state.game.name
    return SentPlay(
        key=original_key(state.key),
        at=state.played_at,
        game_key=f"{state.game.slug}/{title}" if named else state.game.slug,
        game=title,
        players=tuple(players),
        high_wins=state.game.better_for(setup) == "high",
        no_points=state.game.totals.unit == "games",
        minutes=max(0, minutes),
        place=row[0] if row else "",
        comments="\n".join(filter(None, [state.details.remark, *_shared(state)])),
        bgg=0 if named else state.game.rules.quick.bgg,
    )


def _shared(state: PlayState) -> list[str]:
    """Return a sentence for each seat with several players, because BG Stats has one player for a score."""
    numbers = round_numbers(state.slots)
    return [f"{text}." for text in (seat_history_text(seat, numbers, state.game.terms) for seat in state.seats) if text]


def _person_keys(club: int) -> Mapping[int, str]:
    """Return, by id, keys of the people of a club that stay the same after an import elsewhere."""
    began: datetime = db.session.execute(select(Club.created_at).where(Club.id == club)).scalar_one()
    rows = db.session.execute(
        select(Player.id, Player.merged_into_id).where(Player.club_id == club).order_by(Player.id)
    )
    people = {number: (place, merged) for place, (number, merged) in enumerate(rows, start=1)}
    return {
        number: f"{began:%Y%m%d%H%M%S%f}-{people[merged][0] if merged in people else place}"
        for number, (place, merged) in people.items()
    }
