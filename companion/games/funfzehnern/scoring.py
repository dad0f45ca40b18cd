"""Scoring of Fünfzehnern: the card points of everybody's tricks, less the fifteen of a fair share."""

from collections.abc import Iterator

from companion.core.common import endings
from companion.core.common.chips import STACK_OPTION
from companion.core.common.worths import card_worths
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, check_sum
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Notice, Scoring, Totals, starting_stack, zero
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Table
from companion.core.phrases import cards_each_text, count_phrase
from companion.core.rules.rule_ids import RuleIds
from companion.core.tricks.tricks_taken import score_each
from companion.core.words import counted

P = RuleIds("funfzehnern")

FIFTEEN = 15
"""The card points in a suit, and a fair share: there are as many suits as players.

Source: funfzehnern/scoring.values.
"""

HAND = 8
"""How many cards are dealt to each player. Source: funfzehnern/deal.cards."""

VALUES = {"A": 5, "K": 4, "Q": 3, "J": 2, "10": 1}
"""The card points of the ranks that have any, from high to low. Source: funfzehnern/scoring.values."""

OWN_POINTS: Key[int] = Key("points")
FEWEST, MOST = 3, 4

POINTS = ask.count_of_each(
    "points", "Card points", 0, required=True, worths=card_worths(VALUES, VALUES.__getitem__),
    help="In the tricks taken: aces 5, kings 4, queens 3, jacks 2, 10s 1.",
).of(type="points")  # fmt: skip


def pack_points(table: Table[None]) -> int:
    """Return the card points of all tricks together. Source: funfzehnern/need.three."""
    return FIFTEEN * len(table.players)


@fields_by(lambda table: (table.players, pack_points(table)))
def fields(players: tuple[str, ...], most: int) -> tuple[f.Field, ...]:
    """Return the field of a hand: the card points of each player."""
    return f.fields_of(POINTS.of(names=players, most=most, sum=f.Sum(most, ("point", "points"))))


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the card points of all players add up to those of the pack. Source: funfzehnern/scoring.sum."""
    there = pack_points(table)
    yield from check_sum(POINTS, "Card points", entry[POINTS], there, f"the pack has {there}")


def line_of(name: str, points: int) -> Line:
    """Return the line for a player's card points: those above fifteen are won, and those missing are lost."""
    over, text = points - FIFTEEN, counted(points, "card point")
    if not over:
        return Line(name, 0, P.scoring.exactly, f"has exactly {FIFTEEN} and neither wins nor loses")
    rule, side = (P.scoring.above, "above") if over > 0 else (P.scoring.below, "below")
    return Line(name, over, rule, f"{text}, {side} {FIFTEEN}")


score = score_each(lambda name, own, _: [line_of(name, own[OWN_POINTS])], lambda line: f"{line.name} {line.text}.")

GAME = Game[None](
    name="Fünfzehnern",
    summary="Card points in tricks: whoever has more than fifteen wins the difference, whoever has fewer pays it.",
    kind="trick-taking",
    seats=Seats(FEWEST, MOST),
    totals=Totals(opening=starting_stack, pot=zero),
    # Source: funfzehnern/ending.hands, funfzehnern/ending.winner, funfzehnern/ending.level,
    # funfzehnern/scoring.negative.
    ending=endings.AGREED_HANDS_ON_CREDIT,
    options=(endings.HANDS_OPTION.of(most=100), STACK_OPTION.of(most=10_000)),
    scoring=Scoring(fields, score, check),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", lambda _: HAND, cards_each_text),
        Notice("points", pack_points, count_phrase("card point", "in the pack")),
    ),
)
