"""A blank score sheet of a game, to print for an evening without phones, laid out from the fields of its rounds.

It has a row for each round, a group of columns for each name, and in it a column for each field, so that all can be
entered later. Fields that are lists of rows get lines of their own below.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal, NamedTuple

from companion.core.entry.fields import Field, Type
from companion.core.entry.kinds import KINDS
from companion.core.game.game import Game
from companion.core.game.table import Setup, Table
from companion.core.pictures.charts import text_width
from companion.core.play.fold import opening_table, shared_fields
from companion.core.words import counted, listed

Width = Literal["tick", "count", "number", "word", "name", "names", "cards", "text"]
Paper = Literal["tall", "wide"]

MILLIMETRES = {
    "tick": 9, "count": 9, "number": 14, "word": 17, "name": 18, "names": 24, "cards": 38, "text": 30,
}  # fmt: skip
"""How wide a column has to be for writing by hand."""

WIDTHS: dict[Type, Width] = {
    "flag": "tick", "player": "name", "players": "names", "choices": "text", "text": "text",
    "cards": "cards", "rows": "cards", "object": "cards", "list": "cards",
}  # fmt: skip
"""The kind of width for each type of field; a number has ``count`` or ``number``, any other type ``word``."""

HEAD = 14
"""The width of the column with the number of the round."""

ROOM = {"tall": 184, "wide": 253}
"""The width that A4 and Letter both have between the margins, in millimetres."""

MOST_ROUNDS = 60
USUAL_ROUNDS = {"tall": 16, "wide": 10}
"""How many rounds of one line fill a page."""

FEW_LINES, LINES_EACH = 4, 2
"""How many lines a sheet has for rarely needed fields, and for each other list in each round."""

GAP, MOST_ACROSS = 4, 3
"""The millimetres between blocks of lines side by side, and the most blocks."""

MANY_ROWS = 50
"""A list that can have this many rows gets a line for every name in each round."""

TIGHTEST = 0.85
"""How far columns may shrink so that all names fit side by side."""

EM, EDGE = 2.93, 1.3
"""The size of the letters in a heading, assuming a wide font, and the free space beside it, in millimetres."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column to write in."""

    key: str
    """The key of its field; empty for the total."""

    label: str
    width: Width
    group: str = ""
    """The heading that it shares with neighbouring columns."""

    lines: tuple[str, ...] = ()
    """The labels of lines within one cell: the parts of a field."""

    is_turned: bool = False
    """Whether the heading runs from the bottom up because it is too wide."""


TOTAL = Column("", "Total", "number")


@dataclass(frozen=True, slots=True)
class LinesBelow:
    """Lines below the rounds, for lists of rows and for rarely needed fields."""

    keys: tuple[str, ...]
    """The keys of their fields."""

    title: str
    help: str
    columns: tuple[Column, ...]
    lines: int
    across: int
    """How many blocks of lines stand side by side."""

    @property
    def down(self) -> int:
        """How many lines each block has."""
        return -(-self.lines // self.across)


class PaperRound(NamedTuple):
    """A round on paper."""

    number: int
    note: str = ""
    """What is known of it beforehand: ``8 tricks``."""


class Hint(NamedTuple):
    """What a newcomer has to know about a column."""

    key: str
    label: str
    text: str


class BlankSheet(NamedTuple):
    """All that is printed."""

    paper: Paper
    bands: tuple[tuple[str, ...], ...]
    """The names in each table of the sheet; names that do not fit side by side are in several tables."""

    shared: tuple[Column, ...]
    """The columns that are asked once for the whole table."""

    each: tuple[Column, ...]
    """The columns of each name, the total last."""

    rounds: tuple[PaperRound, ...]
    below: tuple[LinesBelow, ...]
    hints: tuple[Hint, ...]
    start: int
    """The initial value of each total."""

    height: int
    """How many lines there are in the row of a round."""

    @property
    def shared_groups(self) -> list[tuple[str, list[Column]]]:
        """The columns that are asked once for the whole table; neighbours with the same heading are grouped."""
        return [(group, list(columns)) for group, columns in groupby(self.shared, lambda column: column.group)]


def blank_sheet(game: Game[Any], setup: Setup, rounds: int | None = None) -> BlankSheet:
    """Return the sheet for a play.

    ``rounds``: for how many rounds it has room; None: for all of the play if their number is known, or as fill a page.
    """
    table = opening_table(game, setup)
    last = last_round(game, table)
    fields = [item for item in game.scoring.fields(table) if item.per == "table" or item.names]
    lists = [item for item in fields if KINDS[item.type].is_list and KINDS[item.type].holds]
    asked = [item for item in fields if item not in lists]
    names = setup.names
    paper, across, rare = _choose_layout(asked, len(names))
    in_columns = [item for item in asked if item not in rare]
    stretch = ROOM[paper] / _table_width(in_columns, across)
    shared = tuple(_with_turned_heading(_column(item), stretch) for item in in_columns if item.per == "table")
    each = tuple(_with_turned_heading(_column(item), stretch) for item in in_columns if item.per != "table")
    height = max(len(one.lines) or 1 for one in (*shared, *each, TOTAL))
    usual = USUAL_ROUNDS[paper] // height + height // 2
    number = min(rounds or last or usual, last or MOST_ROUNDS, MOST_ROUNDS)
    notes = _notes(game, table, number) if last else [""] * number
    below = [_lines_for_list(item, number, len(names), ROOM[paper]) for item in lists]
    if rare:
        below.append(_rare_lines(rare, ROOM[paper]))
    adjust = shared_fields(setup.players, names, game.seats.come_and_go)[1]
    below.append(_lines_for_list(adjust.of(label="Referee's corrections", aside=True), number, 0, ROOM[paper]))
    return BlankSheet(
        paper=paper,
        bands=tuple(names[start : start + across] for start in range(0, len(names), across)),
        shared=shared,
        each=(*each, TOTAL),
        rounds=tuple(PaperRound(one, note) for one, note in enumerate(notes, start=1)),
        below=tuple(below),
        hints=tuple(_hints(game, asked)),
        start=game.totals.opening(setup),
        height=height,
    )


def last_round(game: Game[Any], table: Table[Any]) -> int | None:
    """Return how many rounds a play has; None if that is not known before the first round."""
    before, after = game.ending.progress(table), game.ending.progress(replace(table, number=table.number + 1))
    return before.whole if before and after and (before.done, after.done) == (0, 1) else None


# Layout.


def _choose_layout(asked: Sequence[Field], name_count: int) -> tuple[Paper, int, list[Field]]:
    """Return the paper's orientation, the number of names side by side, and the fields that go below.

    Rarely needed fields go below only if all columns do not fit otherwise. If even then no paper has room for all names
    side by side, they are spread evenly over several tables.
    """
    rare = [item for item in asked if item.asking.aside]
    tries: tuple[tuple[Paper, list[Field], float], ...] = (
        ("tall", [], 1), ("wide", [], 1), ("wide", [], TIGHTEST), ("wide", rare, TIGHTEST),
    )  # fmt: skip
    for paper, without, scale in tries:
        if _table_width([item for item in asked if item not in without], name_count) * scale <= ROOM[paper]:
            return paper, name_count, without
    in_columns = [item for item in asked if item not in rare]
    fitting = [across for across in range(1, name_count) if _table_width(in_columns, across) * TIGHTEST <= ROOM["wide"]]
    tables = -(-name_count // max(fitting, default=1))
    return "wide", -(-name_count // tables), rare


def _table_width(asked: Iterable[Field], name_count: int) -> int:
    """Return the width of a table with this many names side by side, in millimetres."""
    widths = [(item.per, MILLIMETRES[_width_of(item)]) for item in asked]
    each = MILLIMETRES[TOTAL.width] + sum(width for per, width in widths if per != "table")
    return HEAD + name_count * each + sum(width for per, width in widths if per == "table")


def _with_turned_heading(column: Column, stretch: float) -> Column:
    """Return the column with its heading turned if the longest word is too wide or there are too many words.

    ``stretch``: the width that the column gets, relative to the one that it needs for writing.
    """
    words = column.label.split()
    longest = EM * max(map(text_width, words))
    fits = longest + EDGE <= MILLIMETRES[column.width] * stretch and len(words) < 4
    return replace(column, is_turned=not fits)


def _column(item: Field) -> Column:
    """Return the column for a field; parts of a field become lines within its cells."""
    lines = tuple(part.label for part in item.columns) if KINDS[item.type].holds == "columns" else ()
    return Column(item.key, item.label, _width_of(item), item.asking.group, lines)


def _width_of(item: Field) -> Width:
    """Return the kind of width that a field needs for writing."""
    if KINDS[item.type].is_number:
        small = item.bounds.most is not None and item.bounds.most < 100 and item.bounds.least >= 0
        return "count" if small else "number"
    return WIDTHS.get(item.type, "word")


def _lines_for_list(item: Field, rounds: int, name_count: int, room: int) -> LinesBelow:
    """Return the lines for a list of rows: its columns, after the number of the round.

    There are few lines if the list is rarely needed, and otherwise some for each round, or one for each name in each
    round if the list can be long. ``room``: the usable width of the paper, in millimetres.
    """
    parts = item.columns if KINDS[item.type].holds == "columns" else (replace(item.columns[0], label=item.label),)
    columns = (Column("", "Round", "number"), *(_column(part) for part in parts))
    lines = FEW_LINES if item.asking.aside else rounds * LINES_EACH
    if not item.asking.aside and (item.bounds.most or MANY_ROWS) >= MANY_ROWS:
        lines = rounds * name_count
    return _side_by_side(LinesBelow((item.key,), item.label, _how_to_fill_in(item), columns, lines, 1), room)


def _rare_lines(rare: Sequence[Field], room: int) -> LinesBelow:
    """Return the lines that all rarely needed fields share, with columns for the field, the name and the value.

    ``room``: the usable width of the paper, in millimetres.
    """
    columns = (
        Column("", "Round", "number"), Column("", "What", "text"), Column("", "Who", "name"),
        Column("", "How much", "text"),
    )  # fmt: skip
    what = f"For {listed([item.label for item in rare], 'or')}."
    keys = tuple(item.key for item in rare)
    return _side_by_side(LinesBelow(keys, "Rarely needed", what, columns, FEW_LINES, 1), room)


def _side_by_side(below: LinesBelow, room: int) -> LinesBelow:
    """Return the lines in as many blocks side by side as fit, at most ``MOST_ACROSS``.

    ``room``: the usable width of the paper, in millimetres.
    """
    wide = sum(MILLIMETRES[one.width] for one in below.columns)
    across = min(int(room // (wide * TIGHTEST + GAP)), MOST_ACROSS, below.lines)
    stretch = (room / across - GAP) / wide
    return replace(below, columns=tuple(_with_turned_heading(one, stretch) for one in below.columns), across=across)


def _notes(game: Game[Any], table: Table[Any], rounds: int) -> list[str]:
    """Return a note for each round: what its values add up to, ``8 tricks``. All are empty if that does not vary."""
    notes = []
    for number in range(1, rounds + 1):
        fields = game.scoring.fields(replace(table, number=number))
        sums = [item.hints.sum for item in fields if item.hints.sum]
        texts = (counted(one.to, *one.noun) for one in sums if one.to is not None and one.noun[0])
        notes.append(next(texts, ""))
    return notes if len(set(notes)) > 1 else [""] * rounds


# Hints.


def _hints(game: Game[Any], fields: Sequence[Field]) -> list[Hint]:
    """Return hints on how to fill in columns, in their order; columns that need no hint are left out."""
    hints = [
        Hint(item.key, f"{item.asking.group}: {item.label}" if item.asking.group else item.label, text)
        for item in fields
        if (text := _how_to_fill_in(item))
    ]
    if game.seats.come_and_go:
        hints.append(Hint("absent", "Sitting out", "Put a dash for a player who is not in a round."))
    return hints


def _how_to_fill_in(item: Field) -> str:
    """Describe how a field is filled in: its possible answers, then its help."""
    sentences = []
    if item.type == "flag":
        sentences.append("Tick for yes.")
    if item.choices:
        sentences.append(f"{_answers(item)}.")
    sentences += [f"{part.label}: {_answers(part)}." for part in item.columns if part.choices]
    if item.nobody and item.type == "player":
        sentences.append("A dash for nobody.")
    if item.bounds.ordered and item.type == "players":
        sentences.append("In order.")
    return " ".join([*sentences, item.help]).strip()


def _answers(item: Field) -> str:
    """Return the answers to choose from, with semicolons if one of them has a comma: ``Won; or Won, Schneider``."""
    labels = [choice.label for choice in item.choices]
    if not any("," in label for label in labels):
        return listed(labels, "or")
    return f"{'; '.join(labels[:-1])}; or {labels[-1]}"
