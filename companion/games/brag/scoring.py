"""Scoring of Brag: what everybody paid in a hand, and who took which pot."""

from collections.abc import Iterator

from companion.core.common import chips
from companion.core.common.chips import ANTE, MAX_BET, MIN_BET
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, IN_CHIPS, Game, Notice, Scoring
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats
from companion.core.game.table import Scored, Setup, Table
from companion.core.game.terms import HAND
from companion.core.phrases import amount_phrase
from companion.core.rules.rule_ids import RuleIds

P = RuleIds("brag")

PRIAL_SHOWN = ask.flag(
    "prial_shown", "Prial shown", aside=True,
    help="Three of a rank were shown and won the pot: the pack is shuffled.",
)  # fmt: skip

ACE_RUN = ask.choice(
    "ace_run", "A-2-3", {"lowest": "Lowest run", "highest": "Highest run", "none": "No run"}, default="lowest",
    help="For the referee: what an ace, a 2 and a 3 are worth.",
)  # fmt: skip
POT_LIMIT = ask.flag("pot_limit", "Pot limit", help="For the referee: the pot is the limit, instead of fixed numbers.")
MAX_RAISE = ask.count(
    "max_raise", "Greatest raise", 10_000, default=0,
    help="For the referee: by how much a bet may exceed the one before; 0: no limit.",
)  # fmt: skip


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that the options about limits of bets agree with each other. Source: brag/need.limits."""
    options = setup.options
    yield from chips.check_limits(options, "The greatest first bet")
    if options[POT_LIMIT] and (options[MAX_BET] or options[MAX_RAISE]):
        yield Problem(POT_LIMIT, "With a pot limit, leave out the greatest first bet and the greatest raise.")


@fields_by(lambda table: (table.asked, chips.antes_paid(table), chips.players_from_dealers_left(table)))
def fields(names: tuple[str, ...], antes: tuple[int, ...], order: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return the fields of a hand: what each paid, who took the pots, and whether a prial was shown."""
    return f.fields_of(*chips.pot_fields(names, antes, order, latest_first=True), PRIAL_SHOWN)


def score(table: Table[bool], entry: Record) -> Scored[bool]:
    """Return a line for what each player paid and for each pot; the state is whether the pack is shuffled next.

    Source: brag/deal.shuffle.
    """
    shuffle = entry[PRIAL_SHOWN]
    notes = ("A prial was shown: the pack is shuffled before the next hand.",) if shuffle else ()
    return Scored(chips.pot_lines(entry, P.scoring.paid, P.scoring.pot), shuffle, notes)


GAME = Game[bool](
    name="Brag",
    summary="Bet on three cards until one player is left or two show; most chips wins.",
    kind="betting",
    seats=Seats(4, 8, come_and_go=True),
    totals=IN_CHIPS,
    # Source: brag/ending.hands, brag/ending.chips, brag/ending.winner.
    ending=chips.ending_without_opponents(),
    terms=HAND,
    options=f.fields_of(
        f.count(ANTE, "Ante", 10_000, least=1, default=1, help="Chips each player puts in before the deal."),
        *chips.STACK_AND_HANDS,
        f.count(MIN_BET, "Least first bet", 10_000, least=1, default=1, help="For the referee; it scores nothing."),
        f.count(MAX_BET, "Greatest first bet", 10_000, default=0, help="For the referee; 0: none."),
        MAX_RAISE,
        POT_LIMIT,
        ACE_RUN,
    ),
    check_setup=check_setup,
    start=lambda _: True,
    scoring=Scoring(fields, score, chips.check_pots, asked=chips.players_with_chips()),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("ante", lambda table: table.options[ANTE], amount_phrase("ante")),
        Notice("shuffle", lambda table: table.state, lambda yes: "the pack is shuffled first" if yes else ""),
    ),
)
