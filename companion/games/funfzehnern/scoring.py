"""Scoring of Fünfzehnern: the card points of everybody's tricks, less the fifteen of a fair share."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core import endings
from companion.core import fields as f
from companion.core.endings import HANDS
from companion.core.entry import Record
from companion.core.facts import POINTS
from companion.core.game import STACK, Game, Line, Scored, Settled, Table, empty_pot, fields_by, starting_with_stack
from companion.core.phrases import dealt_each
from companion.core.problems import Problem, adds_up
from companion.core.seating import left_of
from companion.core.words import counted
from companion.core.worths import card_worths

FIFTEEN = 15
"""Card points in a suit, of which there are as many as players. Source: funfzehnern/scoring.values."""

HAND = 8
"""Cards dealt to each. Source: funfzehnern/deal.cards."""

VALUES = {"A": 5, "K": 4, "Q": 3, "J": 2, "10": 1}
"""Card points of the ranks that have any, from high to low. Source: funfzehnern/scoring.values."""

FEWEST, MOST = 3, 4

OPTIONS = (
    f.count(HANDS, "Hands", 100, default=0, help="Hands after which the play ends; 0: until the table stops."),
    f.count(STACK, "Starting chips", 10_000, default=0, help="For each player; 0: totals are what was won or lost."),
)


def pack_points(table: Table[None]) -> int:
    """Card points of all tricks together. Source: funfzehnern/need.three."""
    return FIFTEEN * len(table.players)


@fields_by(lambda table: (table.players, pack_points(table)))
def fields(players: tuple[str, ...], most: int) -> tuple[f.Field, ...]:
    """The card points of everybody."""
    return (
        f.points(
            POINTS, "Card points", most, per="player", names=players, required=True,
            sum=f.Sum(most, ("point", "points")), worths=card_worths(VALUES, VALUES.__getitem__),
            help="In the tricks taken: aces 5, kings 4, queens 3, jacks 2, 10s 1.",
        ),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """All card points of the pack are in somebody's tricks. Source: funfzehnern/scoring.sum."""
    there = pack_points(table)
    yield from adds_up(POINTS, "Card points", entry[POINTS], there, f"the pack has {there}")


def lines_of(name: str, points: int) -> Iterator[Line]:
    """What card points give or cost; fifteen of them do neither."""
    text = counted(points, "card point")
    if points > FIFTEEN:
        yield Line(name, points - FIFTEEN, "funfzehnern/scoring.above", f"{text}, above {FIFTEEN}")
    elif points < FIFTEEN:
        yield Line(name, points - FIFTEEN, "funfzehnern/scoring.below", f"{text}, below {FIFTEEN}")


def score(table: Table[None], entry: Record) -> Scored[None]:
    """What everybody has above fifteen or below, in seat order."""
    lines, notes = list[Line](), []
    for name, points in entry[POINTS].items():
        lines += lines_of(name, points)
        if points == FIFTEEN:
            notes.append(f"{name} has exactly {FIFTEEN} and neither wins nor loses.")
    return Scored(tuple(lines), None, tuple(notes))


def settle(table: Table[None], entry: Record, state: None, totals: Mapping[str, int]) -> Settled[None]:
    """Over after the hands agreed; the highest total wins, level ones share.

    Source: funfzehnern/ending.hands, funfzehnern/ending.winner, funfzehnern/ending.level, funfzehnern/scoring.negative.
    """
    return endings.after_hands(table, totals, state)


def coming(table: Table[None]) -> Mapping[str, Any]:
    """Cards for each, and the card points in play; the dealer's left leads."""
    return {"leads": left_of(table.players, table.dealer), "cards": HAND, "points": pack_points(table)}


GAME = Game[None](
    slug="funfzehnern",
    name="Fünfzehnern",
    summary="Card points in tricks: whoever has more than fifteen wins the difference, whoever has fewer pays it.",
    ends="when the table stops, or after agreed hands",
    kind="trick-taking",
    fewest=FEWEST,
    most=MOST,
    options=OPTIONS,
    opening=starting_with_stack,
    start=lambda _: None,
    fields=fields,
    check=check,
    score=score,
    settle=settle,
    pot=empty_pot,
    next=coming,
    says={"cards": dealt_each, "points": lambda points: f"{counted(points, 'card point')} in the pack"},
    progress=endings.hands_played,
    package=__package__ or "companion.games.funfzehnern",
)
