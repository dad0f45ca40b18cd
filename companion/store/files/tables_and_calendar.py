"""Rows for exports to other programs: plays as tables, nights as a calendar, one play for BG Stats."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from itertools import groupby
from operator import itemgetter
from typing import Final

from sqlalchemy import ColumnElement, func, select

from companion.core.game.ranking import places_by_name
from companion.core.words import listed
from companion.exports.bgstats_link import SOURCE, SentGame, SentPlay, SentPlayer
from companion.exports.calendar_file import CalendarNight
from companion.exports.csv_format import Cell
from companion.store.club.zones import zone_of
from companion.store.database.base import db
from companion.store.database.models import Club, Night, Part, Play, Player
from companion.store.files.exporting import original_key
from companion.store.log.events import latest_details
from companion.store.names.names import CURRENT_NAME, club_spellings
from companion.store.nights.night_lists import IS_LISTED_NIGHT, people_called
from companion.store.plays.edits.edit_labels import seat_history_text
from companion.store.plays.edits.slots import entry_for_scoring, round_numbers
from companion.store.plays.play_details import REMARK
from companion.store.plays.play_lists import parts_of_plays, played_by
from companion.store.plays.play_state import PlayState, state_as_of_round
from companion.store.plays.seats import sides_from_log

BATCH_PLAYS: Final = 200
"""How many plays are read at once."""


# Tables.


def result_rows(club: int, night: str = "", player: str = "") -> Iterator[list[Cell]]:
    """Yield the table of a club's plays in the order of playing, without discarded ones.

    The headings come first, then a row for each player of each play. ``night``: the key of a night, for only its plays;
    ``player``: a name, for only the rows of this player.
    """
    where: list[ColumnElement[bool]] = [Play.club_id == club, ~Play.is_discarded]
    if night:
        where.append(Play.night_id.in_(select(Night.id).where(Night.club_id == club, Night.key == night)))
    if player:
        where.append(played_by(people_called(club, player)))
        [player] = club_spellings(club, [player])
    numbers = db.session.scalars(select(Play.id).where(*where).order_by(Play.played_at, Play.id)).all()
    yield list(RESULTS)
    for start in range(0, len(numbers), BATCH_PLAYS):
        yield from _result_rows(numbers[start : start + BATCH_PLAYS], zone_of(club), player)


RESULTS: Final = (
    "Date", "Time", "Night", "Place", "Game", "Called", "Player", "Side", "Seat", "Total", "Rank", "Won",
    "Rounds of player", "Rounds", "Over", "Counts", "Remark", "Play",
)  # fmt: skip
"""The headings of the table of plays."""


def _result_rows(plays: Sequence[int], zone: tzinfo, only: str) -> Iterator[list[Cell]]:
    """Yield the rows of the plays with these ids, in this order. ``only``: the name of a player; empty: all players.

    In each play, players who handed on their seat come last.
    """
    rows = db.session.execute(
        select(
            Play.id, Play.key, Play.game, Play.title, Play.sides, Play.played_at, Play.over, Play.counts, Play.rounds,
            func.coalesce(Night.name, "").label("night"), func.coalesce(Night.place, "").label("place"),
        ).join(Night, Night.id == Play.night_id, isouter=True).where(Play.id.in_(plays))
    )  # fmt: skip
    by_id, parts = {row.id: row for row in rows}, parts_of_plays(plays)
    remarks = latest_details(REMARK, Play.id.in_(plays))
    for number in plays:
        row = by_id[number]
        at = row.played_at.astimezone(zone)
        sitting = sorted(parts[number], key=lambda part: bool(part.before_slot))
        sides = sides_from_log(row.sides, [part.name for part in sitting if not part.before_slot]) if row.sides else ()
        for part in sitting:
            if only in ("", part.name):
                side = sides[part.side] if sides and part.side is not None else ""
                yield [
                    f"{at:%Y-%m-%d}", f"{at:%H:%M}", row.night, row.place, row.game, row.title, part.name, side,
                    part.seat + 1, part.total, part.place, _yes_no(part.won), part.rounds, row.rounds,
                    _yes_no(row.over), _yes_no(row.counts), remarks.get(number) or "", row.key,
                ]  # fmt: skip


def _yes_no(answer: bool) -> str:
    """Return “yes” or “no”."""
    return "yes" if answer else "no"


def round_rows(state: PlayState) -> Iterator[list[Cell]]:
    """Yield the table of a play: the headings, then a row for each scored round.

    A row has the number of the round, its dealer, who sat out, points (with adjustments) and total of each side, or
    else of each seat, and notes. The heading of a seat names everybody who played on it.
    """
    numbers, terms = round_numbers(state.slots), state.game.terms
    seats = [seat_history_text(seat, numbers, terms) or seat.name for seat in state.seats]
    both = [head for name in state.setup.sides or seats for head in (name, f"{name}, total")]
    yield [terms.round.capitalize(), terms.dealer.capitalize(), "Sitting out", *both, "Notes"]
    for index, slot in enumerate(state.slots[: len(state.sheet.rounds)]):
        state_then = state_as_of_round(state, slot.slot)
        scored = state_then.sheet.rounds[index]
        absent = entry_for_scoring(state_then.slots[index].entry, slot.slot, state_then.seats).get("absent") or ()
        points = [value for name in state_then.setup.names for value in (scored.change_of(name), scored.totals[name])]
        yield [scored.number, scored.dealer, listed(absent), *points, " ".join(scored.notes)]


# The calendar.


def calendar_of(club: int) -> Iterator[CalendarNight]:
    """Yield the nights of a club for a calendar, the oldest first; without times if no play began that day."""
    zone = zone_of(club)
    nights = db.session.execute(
        select(
            Night.key, Night.name, Night.place, Night.notes, Night.dated, Night.began_at, Night.id,
            func.max(Play.until).label("until"), func.max(Play.last_at).label("changed_at"),
            func.min(Play.played_at).label("begun"),
        )
        .join(Play, (Play.night_id == Night.id) & ~Play.is_discarded, isouter=True)
        .where(Night.club_id == club, IS_LISTED_NIGHT)
        .group_by(Night.id)
        .order_by(Night.began_at, Night.id)
    ).all()  # fmt: skip
    plays = _finished_plays(club)
    for row in nights:
        day = row.dated or row.began_at.astimezone(zone).date()
        begun = row.begun if row.begun and row.begun.astimezone(zone).date() == day else None
        own = plays.get(row.id, [])
        games = list(dict.fromkeys(title for title, _ in own))
        lines = (f"{title}: {listed(winners)}" if winners else title for title, winners in own)
        yield CalendarNight(
            key=original_key(row.key),
            name=row.name or listed(games) or "Cards",
            day=day,
            begun=begun,
            until=row.until if begun else None,
            changed_at=row.changed_at or row.began_at,
            place=row.place,
            description="\n".join(filter(None, [*lines, row.notes])),
        )


def _finished_plays(club: int) -> Mapping[int, Sequence[tuple[str, list[str]]]]:
    """Return title and winners of each finished play of a club by id of the night, in the order of playing."""
    won = (
        select(Play.night_id, Play.id, Play.title, Part.won, CURRENT_NAME.label("name"))
        .join(Part, Part.play_id == Play.id)
        .join(Player, Player.id == Part.player_id)
        .where(Play.club_id == club, Play.over, ~Play.is_discarded, Play.night_id.is_not(None))
        .order_by(Play.played_at, Play.id, Part.seat)
    )
    found: dict[int, list[tuple[str, list[str]]]] = defaultdict(list)
    for (night, _, title), rows in groupby(db.session.execute(won), key=itemgetter(0, 1, 2)):
        found[night].append((title, [row.name for row in rows if row.won]))
    return found


# One play for BG Stats.


def bgstats_play(state: PlayState) -> SentPlay:
    """Return a finished play for BG Stats, with ids that stay the same after an import of the club elsewhere."""
    setup, keys = state.setup, _person_keys(state.club_id)
    places = places_by_name(state.standings)
    seats = {seat.name: keys.get(seat.person_id, str(seat.person_id)) for seat in state.seats}
    first_player = setup.players[(setup.players.index(setup.dealer) + 1) % len(setup.players)]
    players = tuple(
        SentPlayer(
            name=name,
            source_player_id=seats[name],
            score=state.totals[holder],
            rank=places[holder],
            winner=holder in state.winners,
            start_player=name == first_player,
            team=holder if setup.sides else "",
        )
        for name, holder in setup.holders.items()
    )
    title, slug = state.title, state.game.slug
    has_own_name = title != state.game.name
    return SentPlay(
        source_name=SOURCE,
        source_play_id=original_key(state.key),
        play_date=f"{state.played_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        duration_min=round((state.until - state.played_at).total_seconds() / 60),
        comments="\n".join(filter(None, [state.details.remark, *_shared_seat_notes(state)])),
        location=db.session.scalar(select(Night.place).where(Night.id == state.details.night)) or "",
        game=SentGame(
            name=title,
            source_game_id=f"{slug}/{title}" if has_own_name else slug,
            bgg_id=0 if has_own_name else state.game.rules.quick.bgg or 0,
            highest_wins=state.game.better_for(setup) == "high",
            no_points=state.game.totals.unit == "games",
        ),
        players=players,
    )


def _shared_seat_notes(state: PlayState) -> list[str]:
    """Return a sentence for each seat with several players, because BG Stats has one player for a score."""
    numbers = round_numbers(state.slots)
    return [f"{text}." for text in (seat_history_text(seat, numbers, state.game.terms) for seat in state.seats) if text]


def _person_keys(club: int) -> Mapping[int, str]:
    """Return keys of the people of a club, by id, that stay the same if the club is imported elsewhere.

    A merged person has the key of the person whom they were merged into.
    """
    began: datetime = db.session.execute(select(Club.created_at).where(Club.id == club)).scalar_one()
    rows = db.session.execute(
        select(Player.id, Player.merged_into_id).where(Player.club_id == club).order_by(Player.id)
    )
    people = {number: (position, merged) for position, (number, merged) in enumerate(rows, start=1)}
    return {
        number: f"{began:%Y%m%d%H%M%S%f}-{people[merged][0] if merged in people else position}"
        for number, (position, merged) in people.items()
    }
