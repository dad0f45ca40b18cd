"""Scoring of Brag: what everybody paid in a hand, and who took which pot."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core import chips, endings
from companion.core import fields as f
from companion.core.chips import ANTE, MAX_BET, MIN_BET
from companion.core.entry import Record
from companion.core.game import (
    HAND,
    STACK,
    Game,
    Scored,
    Settled,
    Setup,
    Table,
    empty_pot,
    fields_by,
    starting_with_stack,
)
from companion.core.keys import Key
from companion.core.phrases import amount
from companion.core.problems import Problem
from companion.core.seating import next_among

ACE_RUN: Key[str | None] = Key("ace_run")
POT_LIMIT: Key[bool] = Key("pot_limit")
MAX_RAISE: Key[int] = Key("max_raise")
PRIAL_SHOWN: Key[bool] = Key("prial_shown")

OPTIONS = (
    f.count(ANTE, "Ante", 10_000, minimum=1, default=1, help="Chips each player puts in before the deal."),
    f.count(STACK, "Starting chips", 100_000, default=0, help="For each player; 0: totals are what was won or lost."),
    f.count(endings.HANDS, "Hands", 1000, default=0, help="Hands after which the play ends; 0: until the table stops."),
    f.count(MIN_BET, "Least first bet", 10_000, minimum=1, default=1, help="For the referee; it scores nothing."),
    f.count(MAX_BET, "Greatest first bet", 10_000, default=0, help="For the referee; 0: there is none."),
    f.count(
        MAX_RAISE, "Greatest raise", 10_000, default=0,
        help="For the referee: by how much a bet may exceed the one before; 0: there is no limit.",
    ),
    f.flag(POT_LIMIT, "Pot limit", help="For the referee: the pot is the limit, instead of fixed numbers."),
    f.choice(
        ACE_RUN, "A-2-3", {"lowest": "Lowest run", "highest": "Highest run", "none": "No run"}, default="lowest",
        help="For the referee: what an ace, a 2 and a 3 are worth.",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards between two hands."""

    shuffle: bool
    """Whether they are shuffled before the next deal."""


def check_setup(setup: Setup) -> Iterator[Problem]:
    """The limits agree with each other. Source: brag/need.limits."""
    options = setup.options
    least, greatest = options[MIN_BET], options[MAX_BET]
    if 0 < greatest < least:
        yield Problem(MAX_BET, f"The greatest first bet of {greatest} is below the least of {least}.")
    if options[POT_LIMIT] and (greatest or options[MAX_RAISE]):
        yield Problem(POT_LIMIT, "Pot limit goes without a greatest first bet and without a greatest raise.")


def asked(table: Table[Pack]) -> tuple[str, ...]:
    """Those present who hold chips. Source: brag/deal.in-the-hand."""
    return chips.able(table, 1)


@fields_by(lambda table: (table.asked, chips.antes_paid(table), chips.from_dealers_left(table)))
def fields(names: tuple[str, ...], antes: tuple[int, ...], order: tuple[str, ...]) -> tuple[f.Field, ...]:
    """What each paid, who took the pots, and whether the pack is to be shuffled."""
    prial = f.flag(
        PRIAL_SHOWN,
        "Prial shown",
        aside=True,
        help="Three of a rank were shown and won the pot: the pack is shuffled.",
    )
    return (*chips.pot_fields(names, antes, order, latest_first=True), prial)


def score(table: Table[Pack], entry: Record) -> Scored[Pack]:
    """The pots less what was paid. Source: brag/deal.shuffle."""
    shuffle = entry[PRIAL_SHOWN]
    notes = ("A prial was shown: the pack is shuffled before the next hand.",) if shuffle else ()
    return Scored(chips.pot_lines(entry, "brag/scoring.paid", "brag/scoring.pot"), Pack(shuffle), notes)


def settle(table: Table[Pack], entry: Record, state: Pack, totals: Mapping[str, int]) -> Settled[Pack]:
    """Over after the hands agreed or when the chips are with one player.

    Source: brag/ending.hands, brag/ending.chips, brag/ending.winner.
    """
    return chips.settled(table, totals, state, 1)


def coming(table: Table[Pack]) -> Mapping[str, Any]:
    """The ante, who bets first, and whether the pack is shuffled."""
    return {
        "leads": next_among(table.players, table.dealer, table.asked),
        "ante": table.options[ANTE],
        "shuffle": table.state.shuffle,
    }


GAME = Game[Pack](
    slug="brag",
    name="Brag",
    summary="Bet on three cards until one is left or two show; most chips wins.",
    ends="when the table stops, or after agreed hands",
    kind="betting",
    fewest=4,
    most=8,
    unit="chips",
    terms=HAND,
    come_and_go=True,
    options=OPTIONS,
    check_setup=check_setup,
    opening=starting_with_stack,
    start=lambda _: Pack(shuffle=True),
    asked=asked,
    fields=fields,
    check=chips.check_pots,
    score=score,
    settle=settle,
    pot=empty_pot,
    next=coming,
    says={"ante": amount("ante"), "shuffle": lambda yes: "the pack is shuffled first" if yes else ""},
    progress=endings.hands_played,
    package=__package__ or "companion.games.brag",
)
