"""Scoring of Razz: what everybody paid in a hand, and who took which pot."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core import chips, endings
from companion.core import fields as f
from companion.core.chips import ANTE, CHIPS, PAID, POTS
from companion.core.entry import Record
from companion.core.facts import WINNER
from companion.core.game import HAND, STACK, Game, Scored, Settled, Table, empty_pot, fields_by, starting_with_stack
from companion.core.keys import Key
from companion.core.phrases import amount
from companion.core.problems import Problem

BET: Key[int] = Key("bet")

OPTIONS = (
    f.count(ANTE, "Ante", 10_000, minimum=1, default=1, help="Chips each player puts in before the deal."),
    f.count(
        BET, "Bet", 10_000, minimum=2, step=2, default=2,
        help="For the referee: the bet on third and fourth street. The bring-in is half of it, later bets are double.",
    ),
    f.count(STACK, "Starting chips", 100_000, default=0, help="For each player; 0: totals are what was won or lost."),
    f.count(endings.HANDS, "Hands", 1000, default=0, help="Hands after which the play ends; 0: until the table stops."),
)  # fmt: skip


def asked(table: Table[None]) -> tuple[str, ...]:
    """Those present who hold chips. Source: razz/deal.in-the-hand."""
    return chips.able(table, 1)


@fields_by(lambda table: (table.asked, chips.antes_paid(table), chips.from_dealers_left(table)))
def fields(names: tuple[str, ...], antes: tuple[int, ...], order: tuple[str, ...]) -> tuple[f.Field, ...]:
    """What each paid, and who took the pots."""
    return chips.pot_fields(names, antes, order, matched=True)


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """The pots are what was paid, and nobody wins more than they could match. Source: razz/scoring.matched."""
    yield from chips.check_pots(table, entry)
    won: dict[str, int] = {}
    for row in entry[POTS]:
        winner = row.who(WINNER)
        won[winner] = won.get(winner, 0) + row[CHIPS]
    for name, taken in won.items():
        most = chips.matched(entry[PAID], name)
        if taken > most:
            yield Problem(POTS, f"{name} takes {taken}, but can win {most} at most: what they could match.", name)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """The pots less what was paid."""
    return Scored(chips.pot_lines(entry, "razz/scoring.paid", "razz/scoring.pot"), None)


def settle(table: Table[None], entry: Record, state: None, totals: Mapping[str, int]) -> Settled[None]:
    """Over after the hands agreed or when the chips are with one player.

    Source: razz/ending.hands, razz/ending.chips, razz/ending.winner.
    """
    return chips.settled(table, totals, state, 1)


def coming(table: Table[None]) -> Mapping[str, Any]:
    """The ante and the limits; the door cards tell who begins. Source: razz/play.limit."""
    bet = table.options[BET]
    return {"ante": table.options[ANTE], "bring_in": bet // 2, "bet": bet, "big_bet": 2 * bet}


GAME = Game[None](
    slug="razz",
    name="Razz",
    summary="Seven-card stud where the lowest hand takes the pot; most chips wins.",
    ends="when the table stops, or after agreed hands",
    kind="betting",
    fewest=2,
    most=8,
    unit="chips",
    terms=HAND,
    come_and_go=True,
    options=OPTIONS,
    opening=starting_with_stack,
    start=lambda _: None,
    asked=asked,
    fields=fields,
    check=check,
    score=score,
    settle=settle,
    pot=empty_pot,
    next=coming,
    says={
        "ante": amount("ante"),
        "bring_in": amount("bring-in"),
        "bet": amount("bet"),
        "big_bet": lambda chips: f"{chips:,} from the fifth card on",
    },
    progress=endings.hands_played,
    package=__package__ or "companion.games.razz",
)
