"""Scoring of Canasta: cards melded less cards in hand, canastas, red threes, and going out."""

from collections.abc import Iterator
from typing import Any

from companion.core.common import canasta, endings
from companion.core.common.canasta import (
    MIXED,
    NATURAL,
    RED_THREES,
    UNDECLARED,
    FirstMeldMinimum,
    RedThrees,
    line_for_each,
)
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import PARTNERS
from companion.core.game.table import Line, Scored, Table, note_on_others
from companion.core.phrases import count_phrase
from companion.core.referee.facts import MELDED, WENT_OUT
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted

P = RuleIds("canasta")

NATURAL_POINTS, MIXED_POINTS, GOING_OUT_POINTS, UNDECLARED_POINTS = 500, 300, 100, 500
MOST_RED_THREES, MOST_NATURAL, MOST_CANASTAS = 4, 11, 13
THREES = RedThrees(P.scoring.red_threes, MOST_RED_THREES, 800, "all four red threes")

PACK_POINTS = 1180
"""The value of all cards except the red threes. Source: canasta/scoring.values."""

MINIMUMS = ((3000, 120), (1500, 90), (0, 50))
"""Pairs: a total, and the minimum of a first meld from that total on; the highest total first.

Source: canasta/play.minimum.
"""

TARGET = endings.target_option(20_000, 500, 5000, (3000, 5000, 8500), "Points that end the game.")
OUT_CANASTAS = ask.number(
    "out_canastas", "To go out", {1: "One canasta", 2: "Two canastas"}, default=1, help="What a side needs.",
)  # fmt: skip
RED_THREES_RULE = ask.choice(
    "red_threes", "Red threes count against", {"meld": "A side without a meld", "canasta": "A side without a canasta"},
    default="meld",
)  # fmt: skip
CONCEALED_BONUS = ask.count(
    "concealed", "Going out concealed", 1000, default=100, quick=(100, 200), help="On top of going out.",
)  # fmt: skip
WILD = ask.choice(
    "wild", "Wild cards in a meld", {"three": "Three at most", "half": "No more than natural ones"}, default="three",
    help="Three are the most in any case.",
)  # fmt: skip
PICKUP_WILD = ask.flag(
    "pickup_wild",
    "Pile with a wild card",
    default=True,
    help="A natural card and a wild one take a pile that is not frozen.",
)


def minimum(total: int) -> int:
    """Return the least value of a side's first meld, given its total before the hand. Source: canasta/play.minimum."""
    return canasta.first_meld_minimum(total, MINIMUMS)


CONCEALED = ask.flag(
    "concealed", "Concealed", aside=True, shown_when=((WENT_OUT, ()),),
    help="All cards in one turn, with a canasta of their own.",
)  # fmt: skip
FIELDS: tuple[f.Question, ...] = (
    canasta.going_out_field(WENT_OUT, "Went out", "Nobody: the stock ended the hand."),
    CONCEALED,
    *canasta.seven_fields("Canastas", "canasta", MOST_NATURAL, "Without a wild card.", "With wild cards."),
    canasta.red_threes_field(MOST_RED_THREES),
    *canasta.card_fields(PACK_POINTS, "Value of all cards melded, without red threes."),
    f.count(
        UNDECLARED, "Red threes in hand", MOST_RED_THREES, group="Red threes found in hand", aside=True,
        usual=(0, 1, 2), per="side", help="Never laid out, found at the end.",
    ),
)  # fmt: skip
"""The fields of a hand: how it ended, then canastas, red threes and cards of each side."""

LIMITS = canasta.pack_limits(MOST_RED_THREES, PACK_POINTS, MOST_NATURAL, MOST_CANASTAS, "canastas")
"""The most that both sides together can have of each field. Source: canasta/scoring.values."""


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that both packs have enough cards for the entry, and that the figures of each side fit each other.

    Source: canasta/play.minimum, canasta/play.going-out, canasta/scoring.values.
    """
    yield from canasta.limit_faults(entry, *LIMITS)
    out, needed = entry[WENT_OUT], table.options[OUT_CANASTAS]
    yield from refuse(CONCEALED, "Nobody went out, so nobody did so concealed.", when=entry[CONCEALED] and out is None)
    for side in table.names:
        has, first = entry[NATURAL][side] + entry[MIXED][side], FirstMeldMinimum(minimum(table.totals[side]))
        yield from canasta.melded_worth_faults(side, entry, first, "their canastas")
        if side == out and has < needed:
            yield Problem(WENT_OUT, f"{side} have {counted(has, 'canasta')} and cannot go out without {needed}.", side)
        yield from canasta.hand_worth_faults(side, entry, is_out=side == out)


def red_threes_line(options: Record, side: str, threes: int, *, melded: bool, has_canasta: bool) -> Line:
    """Return the line for red threes laid out.

    They count against a side that has not melded or, by the option, has no canasta.
    """
    but = "no meld" if not melded else "no canasta" if options[RED_THREES_RULE] == "canasta" and not has_canasta else ""
    return THREES.line(side, threes, but)


def _red_threes_line(table: Table[Any], side: str, entry: Record) -> Line:
    """Return the line for the red threes of a side."""
    has_canasta, melded = any(entry[key][side] for key in (NATURAL, MIXED)), entry[MELDED][side] > 0
    return red_threes_line(table.options, side, entry[RED_THREES][side], melded=melded, has_canasta=has_canasta)


def _concealed_line(table: Table[Any], side: str, entry: Record) -> Line:
    """Return the line for going out concealed; 0 points for a side that did not."""
    concealed = entry[CONCEALED] and side == entry[WENT_OUT]
    return Line(side, table.options[CONCEALED_BONUS] * concealed, P.scoring.concealed, "concealed")


LINES = (
    *canasta.card_lines("canasta"),
    line_for_each(NATURAL, NATURAL_POINTS, P.scoring.natural, count_phrase("natural canasta")),
    line_for_each(MIXED, MIXED_POINTS, P.scoring.mixed, count_phrase("mixed canasta")),
    _red_threes_line,
    canasta.line_if_named(WENT_OUT, GOING_OUT_POINTS, P.scoring.going_out, "went out"),
    _concealed_line,
    line_for_each(
        UNDECLARED, -UNDECLARED_POINTS, P.penalties.undeclared_red_three, count_phrase("red three", "not laid out")
    ),
)
"""The functions that return a line of a side, in the order of the sheet."""


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score cards, canastas, red threes and going out for each side."""
    notes = [f"{side} melded nothing." for side in table.names if not entry[MELDED][side]]
    notes += canasta.note_if_nobody(entry[WENT_OUT], "went out")
    lines = canasta.hand_lines(table, entry, LINES)
    return Scored(lines, None, (*notes, *note_on_others(table.names, lines, "{names} have no points in this hand.")))


GAME = Game[None](
    name="Canasta",
    summary="Partners meld cards of a rank out of two packs; canastas of seven count most, and 5,000 points win.",
    kind="rummy",
    seats=PARTNERS,
    ending=endings.ending_at_target("at 5,000 points"),
    options=f.fields_of(TARGET, OUT_CANASTAS, RED_THREES_RULE, CONCEALED_BONUS, WILD, PICKUP_WILD),
    scoring=Scoring(RoundFields(lambda _: FIELDS), score, check),
    next=(DEALERS_LEFT_LEADS, canasta.minimum_notice(minimum)),
)
