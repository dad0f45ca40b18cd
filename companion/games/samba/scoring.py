"""Scoring of Samba: cards melded less cards in hand, melds of seven, red threes, going out, and penalties."""

from collections.abc import Callable, Iterator
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
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import PARTNERS
from companion.core.game.table import Line, Scored, Table
from companion.core.phrases import count_phrase
from companion.core.referee.facts import MELDED, WENT_OUT
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, often

P = RuleIds("samba")

PACK_POINTS = 1770
"""The value of all cards together, without red threes. Source: samba/scoring.values."""

MOST_NATURAL = 18
"""The most natural melds of seven, out of 138 cards that are neither wild nor red threes. It is also the most mixed
ones: each needs a wild card, and there are twelve 2s and six jokers."""

MOST_SEVENS = 22
"""The most melds of seven, out of 156 cards that can be melded."""

MOST_RED_THREES = 6

SEVENS_NEEDED = 2
"""The melds of seven that a side needs to go out, and for its red threes. Source: samba/play.going-out."""

MINIMUMS = ((7000, 160), (3000, 120), (1500, 90), (0, 50))
"""Totals, and what a side's first meld must be worth from each on. Source: samba/play.minimum."""

NATURAL_POINTS, MIXED_POINTS = 500, 300
UNDECLARED_POINTS, REFUSED_POINTS, FAILED_POINTS, UPCARD_POINTS = 500, 100, 100, 50
THREES = RedThrees(P.scoring.red_threes, MOST_RED_THREES, 1000, "all six red threes")
MOST_OUTS, MOST_UPCARDS = 20, 50
"""The most penalties of one kind in a hand."""

MINIMUM_RULE = ask.choice(
    "minimum_rule", "First meld", {"reach": "Reaches the minimum", "exceed": "Exceeds the minimum"}, default="reach",
    help="Whether a first meld of exactly the minimum is enough.",
)  # fmt: skip
NATURALS_NEEDED = ask.number(
    "naturals_needed", "Natural cards in a set", {1: "One at least", 2: "Two at least"}, default=1,
    help="A set has two wild cards at most in any case.",
)  # fmt: skip
TARGET = endings.target_option(100_000, 500, 10_000, (3000, 5000, 7500, 10_000), "The points that end the game.")
REACHING = endings.target_rule_option("reach", "Whether a side with exactly the target ends the game.")


def minimum(total: int) -> int:
    """Return what a side's first meld must be worth, by its total before the hand. Source: samba/play.minimum."""
    return canasta.first_meld_minimum(total, MINIMUMS)


def first_meld(total: int, options: Record) -> FirstMeldMinimum:
    """Return the minimum of a first meld, and whether it must be exceeded. Source: samba/play.minimum-exact."""
    wanted = minimum(total)
    return FirstMeldMinimum(wanted, wanted > canasta.LEAST_MELD and options.text(MINIMUM_RULE) == "exceed")


REFUSED_OUT = ask.count_of_each(
    "refused_out", "Went out despite a no", MOST_OUTS,
    help="How often somebody went out, or tried to, against the partner's no.",
)  # fmt: skip
FAILED_OUT = ask.count_of_each(
    "failed_out", "Asked, could not go out", MOST_OUTS, help="How often somebody asked “May I go out?” and could not."
)
BAD_UPCARD = ask.count_of_each(
    "bad_upcard", "Upcard without use", MOST_UPCARDS,
    help="How often somebody took the upcard and could not use it.",
)  # fmt: skip
FIELDS = (
    canasta.going_out_field(WENT_OUT, "Went out", "Who went out. Nobody: the stock ended the hand."),
    *canasta.seven_fields(
        "Melds of seven", "meld", MOST_NATURAL, "Canastas without a wild card, and sambas (seven in sequence).",
        "Canastas with one or two wild cards.",
    ),
    canasta.red_threes_field(MOST_RED_THREES, help="On the table, face up, at the end."),
    *canasta.card_fields(PACK_POINTS, "Value of the cards in all melds, without red threes."),
    *f.with_common(
        f.count(UNDECLARED, "Undeclared red threes", MOST_RED_THREES, help="Red threes found in the hands at the end."),
        *f.fields_of(REFUSED_OUT, FAILED_OUT, BAD_UPCARD),
        group="Penalties", aside=True, usual=(0, 1, 2), per="side",
    ),
)  # fmt: skip
"""Who went out, then for each side its melds of seven, red threes, card points and penalties."""

LIMITS = canasta.pack_limits(MOST_RED_THREES, PACK_POINTS, MOST_NATURAL, MOST_SEVENS, "melds of seven")
"""How much both sides together can have of three packs. Source: samba/need.cards, samba/scoring.values."""


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that both sides together have no more than three packs, and that each side's figures fit each other.

    Source: samba/play.minimum, samba/play.going-out, samba/scoring.values.
    """
    yield from canasta.limit_faults(entry, *LIMITS)
    out = entry[WENT_OUT]
    for side in table.names:
        first, sevens = first_meld(table.totals[side], table.options), entry[NATURAL][side] + entry[MIXED][side]
        yield from canasta.melded_worth_faults(side, entry, first, "their melds of seven")
        if side == out and sevens < SEVENS_NEEDED:
            have = counted(sevens, "meld") if sevens else "no meld"
            yield Problem(WENT_OUT, f"{side} have {have} of seven, and cannot go out without {SEVENS_NEEDED}.", side)
        if out is not None:
            yield from canasta.hand_worth_faults(side, entry, is_out=side == out)


def _times_text(mistake: str) -> Callable[[int], str]:
    """Return a function that describes how often a mistake was made: ``asked to go out and could not, twice``."""
    return lambda number: mistake if number == 1 else f"{mistake}, {often(number)}"


def _red_threes_line(_: Table[Any], side: str, entry: Record) -> Line:
    """Return what red threes count for a side with two melds of seven, or against a side with fewer."""
    sevens = entry[NATURAL][side] + entry[MIXED][side]
    but = f"only {counted(sevens, 'meld')} of seven" if sevens else "no meld of seven"
    return THREES.line(side, entry[RED_THREES][side], "" if sevens >= SEVENS_NEEDED else but)


LINES = (
    *canasta.card_lines("samba"),
    line_for_each(
        NATURAL, NATURAL_POINTS, P.scoring.natural,
        lambda number: counted(number, "natural canasta or samba", "natural canastas or sambas"),
    ),
    line_for_each(MIXED, MIXED_POINTS, P.scoring.mixed, count_phrase("mixed canasta")),
    _red_threes_line,
    canasta.line_if_named(WENT_OUT, 200, P.scoring.going_out, "went out"),
    line_for_each(
        UNDECLARED, -UNDECLARED_POINTS, P.penalties.undeclared_red_three, count_phrase("undeclared red three"),
    ),
    line_for_each(REFUSED_OUT, -REFUSED_POINTS, P.penalties.refused_out, _times_text("out against the partner's no")),
    line_for_each(FAILED_OUT, -FAILED_POINTS, P.penalties.failed_out, _times_text("asked to go out and could not")),
    line_for_each(
        BAD_UPCARD, -UPCARD_POINTS, P.penalties.bad_upcard, _times_text("took the upcard without use for it"),
    ),
)  # fmt: skip
"""The functions that score a side, in the order of the sheet."""


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score the cards, melds of seven, red threes, going out and penalties of each side."""
    without = [side for side in table.names if not entry[NATURAL][side] + entry[MIXED][side]]
    made = {side: "made no canasta and no samba" if entry[MELDED][side] else "melded nothing" for side in without}
    notes = (f"{side} {what}." for side, what in made.items())
    nobody = canasta.note_if_nobody(entry[WENT_OUT], "went out")
    return Scored(canasta.hand_lines(table, entry, LINES), None, (*notes, *nobody))


GAME = Game[None](
    name="Samba",
    summary="Partners meld sets and runs out of three packs; melds of seven count most, and 10,000 points win.",
    kind="rummy",
    seats=PARTNERS,
    # Source: samba/ending.target, samba/ending.exactly, samba/ending.level.
    ending=endings.ending_past_target("at 10,000 points"),
    options=f.fields_of(TARGET, REACHING, MINIMUM_RULE, NATURALS_NEEDED),
    scoring=Scoring(RoundFields(lambda _: FIELDS), score, check),
    next=(DEALERS_LEFT_LEADS, canasta.minimum_notice(minimum)),
)
