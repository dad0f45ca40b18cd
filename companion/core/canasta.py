"""The score card of the canasta family: what two sides write down of a hand, checked and counted."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import IN_HAND, MELDED
from companion.core.fields import Field
from companion.core.game import Line, Notice, Table
from companion.core.keys import Key, PerName
from companion.core.phrases import amounts
from companion.core.problems import Problem
from companion.core.words import counted
from companion.core.worths import CANASTA_WORTHS

NATURAL: Key[PerName[int]] = Key("natural")
MIXED: Key[PerName[int]] = Key("mixed")
RED_THREES: Key[PerName[int]] = Key("red_threes")
UNDECLARED: Key[PerName[int]] = Key("undeclared_red_threes")

LEAST_CARD, LEAST_MELD = 5, 15
RED_THREE_POINTS = 100
LEAST_NATURAL, LEAST_MIXED = 35, 50
"""What seven cards of 5 points are worth, and six of them with a 2."""

# What is written down.


def out_field(key: Key[str | None], label: str, help_text: str) -> Field:
    """Return which side went out."""
    more: dict[str, Any] = {"takes": "side", "nobody": "Nobody", "tapped": True, "group": "End of the hand"}
    return f.player(key, label, help=help_text, **more)


def card_fields(most: int, melded: str) -> tuple[Field, ...]:
    """Return what the cards of each side are worth. ``most``: all cards; ``melded``: the help with those melded."""
    return f.alike(
        f.points(
            MELDED, "Melded", most, sum=f.Sum(most=most, also=(IN_HAND,), noun=("point", "points")), help=melded,
            explained="Jokers 50, 2s and aces 20, kings to 8s 10, the rest 5.",
        ),
        f.points(IN_HAND, "In hand", most, help="Value of the cards that both partners still hold."),
        group="Cards", step=LEAST_CARD, required=True, worths=CANASTA_WORTHS, per="side",
    )  # fmt: skip


def red_threes_field(most: int, **more: Any) -> Field:
    """Return the number of red threes that each side laid out."""
    total = f.Sum(most=most, also=(UNDECLARED,), noun=("red three", "red threes"))
    return f.count(RED_THREES, "Laid out", most, group="Red threes", per="side", sum=total, **more)


# What there is, and what the first meld has to be worth.


class Most(NamedTuple):
    """What there is of something for both sides together."""

    most: int
    keys: tuple[Key[PerName[int]], ...]
    """The numbers that count towards it; the first is the one at fault."""

    told: str
    """What is wrong, with ``{most}`` and ``{sum}``."""


def too_many(entry: Record, *limits: Most) -> Iterator[Problem]:
    """Yield where both sides together have more than there is."""
    for most, keys, told in limits:
        found = sum(sum(entry[key].values()) for key in keys)
        if found > most:
            yield Problem(keys[0], told.format(most=f"{most:,}", sum=f"{found:,}"))


class FirstMeld(NamedTuple):
    """What a side's first meld of a hand has to be worth."""

    points: int
    exceed: bool = False
    """Whether exactly so much is not enough."""

    @property
    def told(self) -> str:
        """How much that is: ``at least 90``."""
        return f"{'more than' if self.exceed else 'at least'} {self.points}"

    def is_met(self, points: int) -> bool:
        """Return whether cards of so many points are enough."""
        return points > self.points or (points == self.points and not self.exceed)


def minimum(total: int, steps: Iterable[tuple[int, int]]) -> int:
    """Return the points of a first meld by the side's total. ``steps``: from which total on how many, highest first."""
    return next((points for least, points in steps if total >= least), LEAST_MELD)


def minimum_notice(of: Callable[[int], int]) -> Notice:
    """Return what each side's first meld has to be worth, told before a hand."""
    told = amounts("least first meld")
    return Notice("minimum", lambda table: {side: of(total) for side, total in table.totals.items()}, told)


# What is checked of a side.


def least_melded(natural: int, mixed: int) -> int:
    """Return what the cards of so many melds of seven are worth at least."""
    return LEAST_NATURAL * natural + LEAST_MIXED * mixed


def melded_faults(side: str, entry: Record, first: FirstMeld, sevens: str) -> Iterator[Problem]:
    """Yield what is wrong with the cards that a side melded. ``sevens``: its melds of seven, in the game's words."""
    melded, natural, mixed = (entry[key][side] for key in (MELDED, NATURAL, MIXED))
    least = least_melded(natural, mixed)
    if melded < least:
        yield Problem(MELDED, f"{side} melded {melded}, but {sevens} alone are worth at least {least}.", side)
    elif melded and not natural + mixed and not first.is_met(melded):
        message = f"{side} melded {melded}: it must be 0, or {first.told} for the first meld."
        yield Problem(MELDED, message, side)


def held_faults(side: str, entry: Record, has: str, *, is_out: bool) -> Iterator[Problem]:
    """Yield a side with less in hand than players who are not out hold at least. ``has``: that verb, of a side."""
    least = LEAST_CARD * ((1 if is_out else 2) - entry[UNDECLARED][side])
    if entry[IN_HAND][side] < least:
        who = "the partner of who went out" if is_out else "each of the two players"
        yield Problem(IN_HAND, f"{side} {has} {least} or more in hand: {who} still holds a card.", side)


# What is counted of a side.

SideLine = Callable[[Table[Any], str, Record], Line]
"""What a side gets or loses in a hand, also where that is 0, given the table, the side and the entry."""


def counts(key: Key[PerName[int]], each: int, rule: str, told: Callable[[int], str]) -> SideLine:
    """So many points for each of a number. ``told``: the number in a few words."""
    return lambda _, side, entry: Line(side, each * entry[key][side], rule, told(entry[key][side]))


def of_who(key: Key[str | None], points: int, rule: str, told: str) -> SideLine:
    """Points for the side that is named: who went out."""
    return lambda _, side, entry: Line(side, points if side == entry[key] else 0, rule, told)


def cards_of(slug: str) -> tuple[SideLine, ...]:
    """Cards melded, less cards left in hand."""
    return (
        counts(MELDED, 1, f"{slug}/scoring.melded", lambda _: "cards melded"),
        counts(IN_HAND, -1, f"{slug}/scoring.in-hand", lambda _: "cards left in hand"),
    )


class RedThrees(NamedTuple):
    """What red threes count."""

    rule: str
    """The paragraph by which they count for a side; by ``…-against`` they count against it."""

    whole: int
    """How many there are."""

    points: int
    """What all of them count together; one counts 100."""

    told: str
    """All of them: ``all four red threes``."""

    def line(self, side: str, threes: int, but: str) -> Line:
        """Return what so many give. ``but``: why they count against the side; empty: they count for it."""
        points, text = RED_THREE_POINTS * threes, counted(threes, "red three")
        if threes == self.whole:
            points, text = self.points, self.told
        return (
            Line(side, -points, f"{self.rule}-against", f"{text}, but {but}")
            if but
            else Line(side, points, self.rule, text)
        )


def scored(table: Table[Any], entry: Record, lines: Iterable[SideLine]) -> tuple[Line, ...]:
    """Return all that the sides get and lose, side by side."""
    found = (line(table, side, entry) for side in table.names for line in lines)
    return tuple(line for line in found if line.points)
