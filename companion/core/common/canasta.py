"""What Canasta and Samba share: the fields of a hand, their checks, and the lines that they score."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from companion.core.common.worths import CANASTA_WORTHS
from companion.core.entry import fields as f
from companion.core.entry.fields import Field
from companion.core.entry.keys import Key, PerName
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import Notice
from companion.core.game.table import Line, Table
from companion.core.phrases import amounts_phrase
from companion.core.referee.facts import IN_HAND, MELDED
from companion.core.words import counted

NATURAL: Key[PerName[int]] = Key("natural")
MIXED: Key[PerName[int]] = Key("mixed")
RED_THREES: Key[PerName[int]] = Key("red_threes")
UNDECLARED: Key[PerName[int]] = Key("undeclared_red_threes")

LEAST_CARD, LEAST_MELD = 5, 15
RED_THREE_POINTS = 100
LEAST_NATURAL, LEAST_MIXED = 35, 50
"""The least worth of a natural meld of seven (seven cards of 5 points) and of a mixed one (six and a 2)."""

# Fields.


def going_out_field(key: Key[str | None], label: str, help_text: str) -> Field:
    """Return the field for the side that went out."""
    more: dict[str, Any] = {"takes": "side", "nobody": "Nobody", "tapped": True, "group": "End of the hand"}
    return f.player(key, label, help=help_text, **more)


def seven_fields(group: str, noun: str, most: int, natural: str, mixed: str) -> tuple[Field, ...]:
    """Return the fields for the number of each side's natural and mixed melds of seven.

    ``noun``: what is counted; ``most``: the most of either kind, which is the limit of both sides together for natural
    ones; ``natural``, ``mixed``: the help of each field.
    """
    return f.with_common(
        f.count(NATURAL, "Natural", most, sum=f.Sum(most=most, noun=(noun, f"{noun}s")), help=natural),
        f.count(MIXED, "Mixed", most, help=mixed),
        group=group, usual=(0, 1, 2, 3), per="side",
    )  # fmt: skip


def card_fields(most: int, melded: str) -> tuple[Field, ...]:
    """Return the fields for the worth of each side's cards.

    ``most``: the worth of all cards; ``melded``: the help of the field for melded cards.
    """
    return f.with_common(
        f.points(
            MELDED, "Melded", most, sum=f.Sum(most=most, also=(IN_HAND,), noun=("point", "points")), help=melded,
            explained="Jokers 50, 2s and aces 20, kings to 8s 10, the rest 5.",
        ),
        f.points(IN_HAND, "In hand", most, help="Value of the cards that both partners still hold."),
        group="Cards", step=LEAST_CARD, required=True, worths=CANASTA_WORTHS, per="side",
    )  # fmt: skip


def red_threes_field(most: int, **more: Any) -> Field:
    """Return the field for the number of red threes that each side laid out. ``more``: its other attributes."""
    total = f.Sum(most=most, also=(UNDECLARED,), noun=("red three", "red threes"))
    return f.count(RED_THREES, "Laid out", most, group="Red threes", per="side", sum=total, **more)


# Limits, and the minimum of the first meld.


class SharedLimit(NamedTuple):
    """A limit on the sum of what both sides entered."""

    most: int
    keys: tuple[Key[PerName[int]], ...]
    """The fields that count towards it; a problem names the first of them."""

    text: str
    """The message, with ``{most}`` and ``{sum}``."""


def pack_limits(red_threes: int, points: int, natural: int, sevens: int, noun: str) -> tuple[SharedLimit, ...]:
    """Return the limits that the cards of the packs set for both sides together.

    ``red_threes``, ``points``, ``natural``, ``sevens``: the most red threes, card points, natural melds of seven, and
    melds of seven in all; ``noun``: what the game calls the latter.
    """
    melds = f"{noun} at most, not {{sum}}."
    return (
        SharedLimit(red_threes, (RED_THREES, UNDECLARED), "There are {most} red threes in all, not {sum}."),
        SharedLimit(points, (MELDED, IN_HAND), "All melds and hands make {sum}, but the packs are worth {most}."),
        SharedLimit(natural, (NATURAL,), f"There are cards for {{most}} natural {melds}"),
        SharedLimit(sevens, (NATURAL, MIXED), f"There are cards for {{most}} {melds}"),
    )


def limit_faults(entry: Record, *limits: SharedLimit) -> Iterator[Problem]:
    """Yield a problem for each limit that both sides together exceed."""
    for most, keys, text in limits:
        both = sum(sum(entry[key].values()) for key in keys)
        yield from refuse(keys[0], text.format(most=f"{most:,}", sum=f"{both:,}"), when=both > most)


class FirstMeldMinimum(NamedTuple):
    """The minimum worth of a side's first meld in a hand."""

    points: int
    exceed: bool = False
    """Whether the meld must be worth more than ``points``, so that exactly that is not enough."""

    @property
    def text(self) -> str:
        """The minimum in words: ``at least 90``."""
        return f"{'more than' if self.exceed else 'at least'} {self.points}"

    def is_met(self, points: int) -> bool:
        """Return whether a meld worth this many points is enough."""
        return points > self.points or (points == self.points and not self.exceed)


def first_meld_minimum(total: int, steps: Iterable[tuple[int, int]]) -> int:
    """Return the minimum of a first meld for a side's total; ``LEAST_MELD`` below all steps.

    ``steps``: the total from which a minimum applies, and the minimum; highest total first.
    """
    return next((points for least, points in steps if total >= least), LEAST_MELD)


def minimum_notice(minimum: Callable[[int], int]) -> Notice:
    """Return the notice that shows before a hand how much each side's first meld must be worth.

    ``minimum``: returns that for a side's total.
    """
    text = amounts_phrase("minimum of the first meld")
    return Notice("minimum", lambda table: {side: minimum(total) for side, total in table.totals.items()}, text)


# Checks of a side.


def least_meld_worth(natural: int, mixed: int) -> int:
    """Return the least that the cards in these numbers of natural and mixed melds of seven can be worth."""
    return LEAST_NATURAL * natural + LEAST_MIXED * mixed


def melded_worth_faults(side: str, entry: Record, first: FirstMeldMinimum, sevens: str) -> Iterator[Problem]:
    """Yield what is wrong with the cards that a side melded. ``sevens``: its melds of seven, in the game's words."""
    melded, natural, mixed = (entry[key][side] for key in (MELDED, NATURAL, MIXED))
    least = least_meld_worth(natural, mixed)
    if melded < least:
        yield Problem(MELDED, f"{side} melded {melded:,}, but {sevens} alone are worth at least {least:,}.", side)
    elif melded and not natural + mixed and not first.is_met(melded):
        yield Problem(MELDED, f"{side} melded {melded:,}: it must be 0, or {first.text} for the first meld.", side)


def hand_worth_faults(side: str, entry: Record, *, is_out: bool) -> Iterator[Problem]:
    """Yield a problem if a side's cards in hand are worth less than the fewest cards that its players can hold.

    The last card of a player may be an undeclared red three, which is not among the cards in hand. ``is_out``: whether
    one of the two went out.
    """
    least = LEAST_CARD * ((1 if is_out else 2) - entry[UNDECLARED][side])
    if entry[IN_HAND][side] < least:
        who = "the partner of the player who went out" if is_out else "each of the two players"
        yield Problem(IN_HAND, f"{side} have {least} or more in hand: {who} still holds a card.", side)


# Lines of a side.

SideLine = Callable[[Table[Any], str, Record], Line]
"""Return a side's line for one thing in a hand, even if it is 0 points, given the table, the side and the entry."""


def line_for_each(key: Key[PerName[int]], each: int, rule: str, text: Callable[[int], str]) -> SideLine:
    """Return a function that makes a side's line of ``each`` points times the number in a field.

    ``text``: describes that number.
    """
    return lambda _, side, entry: Line(side, each * entry[key][side], rule, text(entry[key][side]))


def line_if_named(key: Key[str | None], points: int, rule: str, text: str) -> SideLine:
    """Return a function that makes a side's line: of ``points`` if a field names this side, otherwise of 0.

    The field names, for example, the side that went out.
    """
    return lambda _, side, entry: Line(side, points if side == entry[key] else 0, rule, text)


def card_lines(slug: str) -> tuple[SideLine, ...]:
    """Return the functions for two lines: cards melded add their points, cards left in hand subtract theirs."""
    return (
        line_for_each(MELDED, 1, f"{slug}/scoring.melded", lambda _: "cards melded"),
        line_for_each(IN_HAND, -1, f"{slug}/scoring.in-hand", lambda _: "cards left in hand"),
    )


class RedThrees(NamedTuple):
    """How red threes count in a game."""

    rule: str
    """The paragraph by which they count for a side; ``…-against`` is the one by which they count against it."""

    whole: int
    """How many there are in the game."""

    points: int
    """The points of a side that has all of them; otherwise each counts 100."""

    text: str
    """All of them in words: ``all four red threes``."""

    def line(self, side: str, threes: int, but: str) -> Line:
        """Return a side's line for its red threes. ``but``: why they count against it; empty if they count for it."""
        points, text = RED_THREE_POINTS * threes, counted(threes, "red three")
        if threes == self.whole:
            points, text = self.points, self.text
        if but:
            return Line(side, -points, f"{self.rule}-against", f"{text}, but {but}")
        return Line(side, points, self.rule, text)


def note_if_nobody(side: str | None, did: str) -> tuple[str, ...]:
    """Return the note that nobody gets the points for going out, as a tuple; empty if a side did.

    ``side``: the one that went out, if any; ``did``: what nobody did: ``went out``.
    """
    return () if side else (f"Nobody {did}, so nobody gets the points for it.",)


def hand_lines(table: Table[Any], entry: Record, lines: Iterable[SideLine]) -> tuple[Line, ...]:
    """Return the lines of a hand that are not 0 points, one side after the other."""
    all_lines = (line(table, side, entry) for side in table.names for line in lines)
    return tuple(line for line in all_lines if line.points)
