"""Tables as CSV for any spreadsheet: numbers as numbers, and no text that could be taken for a formula."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from companion.core.play.terms import COMMON, GameTerms
from companion.core.words import listed

Cell = str | int

BOM = "\ufeff"
"""The beginning of a file by which spreadsheets recognise UTF-8."""

AT_ONCE = 500
"""How many rows are sent in one piece."""

_STARTS = tuple("=+-@\t\r\n\0＝＋－＠")
_BEFORE = " '\"\N{NO-BREAK SPACE}"
_CELL = re.compile(r'"((?:[^"]|"")*)"|(-?[0-9]+)')


def is_risky(text: str) -> bool:
    """Return whether a spreadsheet could take a text for a formula, also after blanks and quotes."""
    return text.startswith(_STARTS) or text.lstrip(_BEFORE).startswith(_STARTS)


def write(rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yield a table as CSV: texts in double quotes, with ``'`` before those that a spreadsheet would calculate."""
    yield BOM
    piece = io.StringIO()
    writer = csv.writer(piece, quoting=csv.QUOTE_NONNUMERIC)
    for number, row in enumerate(rows, start=1):
        writer.writerow([f"'{cell}" if isinstance(cell, str) and is_risky(cell) else cell for cell in row])
        if not number % AT_ONCE:
            yield piece.getvalue()
            piece.seek(0)
            piece.truncate()
    yield piece.getvalue()


def read(text: str) -> list[list[Cell]]:
    """Return the table in a CSV file made by ``write``.

    :raises ValueError: the file was not made by ``write``.
    """
    text, place, rows, row = text.removeprefix(BOM), 0, list[list[Cell]](), list[Cell]()
    while place < len(text):
        found = _CELL.match(text, place)
        if found is None:
            raise ValueError(f"no cell begins at letter {place + 1}")
        row.append(_text_of(found[1]) if found[2] is None else int(found[2]))
        place = found.end()
        if text.startswith(",", place):
            place += 1
        elif text.startswith("\r\n", place):
            place += 2
            rows.append(row)
            row = []
        else:
            raise ValueError(f"a cell goes on at letter {place + 1}")
    if row:
        raise ValueError("the last row has no end")
    return rows


def _text_of(quoted: str) -> str:
    text = quoted.replace('""', '"')
    return text[1:] if text.startswith("'") and is_risky(text[1:]) else text


# The tables.


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A round of a play."""

    number: int
    dealer: str
    absent: tuple[str, ...]
    points: tuple[int, ...]
    """What each name gained or lost in it, adjustments included, in the order of the names."""

    totals: tuple[int, ...]
    notes: tuple[str, ...] = ()


def play_rows(names: Sequence[str], rounds: Iterable[SheetRow], terms: GameTerms = COMMON) -> Iterator[list[Cell]]:
    """Yield the table of a play: a row for each round, and for each name the points and the total."""
    both = [head for name in names for head in (name, f"{name}, total")]
    yield [terms.round.capitalize(), terms.dealer.capitalize(), "Sitting out", *both, "Notes"]
    for one in rounds:
        pairs = [value for pair in zip(one.points, one.totals, strict=True) for value in pair]
        yield [one.number, one.dealer, listed(one.absent), *pairs, " ".join(one.notes)]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of one player in a play."""

    player: str
    side: str
    seat: int
    """From 1, clockwise."""

    total: int
    place: int
    won: bool
    rounds: int
    """How many rounds they were not absent in."""


@dataclass(frozen=True, slots=True)
class PlayOfTable:
    """A play in a table of several plays."""

    key: str
    game: str
    title: str
    night: str
    """The name of its night; empty if it has none."""

    place: str
    played_at: datetime
    over: bool
    counts: bool
    """Whether it counts for statistics."""

    rounds: int
    results: tuple[ResultRow, ...]
    remark: str = ""


RESULTS = (
    "Date", "Time", "Night", "Place", "Game", "Called", "Player", "Side", "Seat", "Total", "Rank", "Won",
    "Rounds of player", "Rounds", "Over", "Counts", "Remark", "Play",
)  # fmt: skip


def result_rows(plays: Iterable[PlayOfTable], zone: tzinfo, only: str = "") -> Iterator[list[Cell]]:
    """Yield the table of several plays: a row for each player. ``only``: for this player alone.

    ``zone``: the club's time zone.
    """
    yield list(RESULTS)
    for play in plays:
        at = play.played_at.astimezone(zone)
        head: list[Cell] = [f"{at:%Y-%m-%d}", f"{at:%H:%M}", play.night, play.place, play.game, play.title]
        foot: list[Cell] = [play.rounds, _yes_no(play.over), _yes_no(play.counts), play.remark, play.key]
        for one in play.results:
            if only in ("", one.player):
                own: list[Cell] = [one.player, one.side, one.seat, one.total, one.place, _yes_no(one.won), one.rounds]
                yield [*head, *own, *foot]


def _yes_no(answer: bool) -> str:
    return "yes" if answer else "no"
