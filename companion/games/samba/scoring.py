"""Scoring of Samba: cards melded less cards in hand, melds of seven, red threes, going out, and penalties."""

from collections.abc import Iterator
from typing import Any

from companion.core import endings
from companion.core import fields as f
from companion.core.endings import TARGET, TARGET_RULE
from companion.core.entry import Record
from companion.core.facts import IN_HAND, MELDED, WENT_OUT
from companion.core.game import DEALERS_LEFT_LEADS, Game, Line, Notice, Scored, Scoring, Table, fields_by
from companion.core.keys import Key, PerName
from companion.core.phrases import amounts
from companion.core.problems import Problem
from companion.core.seating import PARTNERS
from companion.core.words import counted
from companion.core.worths import CANASTA_WORTHS

NATURALS_NEEDED: Key[int] = Key("naturals_needed")
RED_THREES: Key[PerName[int]] = Key("red_threes")
REFUSED_OUT: Key[PerName[int]] = Key("refused_out")
FAILED_OUT: Key[PerName[int]] = Key("failed_out")
BAD_UPCARD: Key[PerName[int]] = Key("bad_upcard")
MINIMUM_RULE: Key[str | None] = Key("minimum_rule")
NATURAL: Key[PerName[int]] = Key("natural")
MIXED: Key[PerName[int]] = Key("mixed")
UNDECLARED_RED_THREES: Key[PerName[int]] = Key("undeclared_red_threes")

PACK_POINTS = 1770
"""What all cards but the red threes are worth together. Source: samba/scoring.values."""

MOST_NATURAL = 18
"""How often seven goes into the 138 cards that are neither wild nor red threes."""

MOST_MIXED = 18
"""A mixed canasta needs a wild card: twelve 2s and six jokers."""

MOST_SEVENS = 22
"""How often seven goes into the 156 cards that can be melded."""

MOST_RED_THREES = 6

LEAST_CARD = 5
LEAST_MELD = 15
LEAST_NATURAL = 35
"""Seven cards of 5 points."""

LEAST_MIXED = 50
"""Six cards of 5 points and a 2."""

SEVENS_NEEDED = 2
"""Melds of seven with which a side may go out and its red threes count for it. Source: samba/play.going-out."""

MINIMUMS = ((7000, 160), (3000, 120), (1500, 90), (0, 50))
"""From which total on a side's first meld of a hand must be worth what. Source: samba/play.minimum."""

NATURAL_POINTS = 500
MIXED_POINTS = 300
RED_THREE_POINTS = 100
ALL_RED_THREES_POINTS = 1000
GOING_OUT_POINTS = 200
UNDECLARED_POINTS = 500
REFUSED_POINTS = 100
FAILED_POINTS = 100
UPCARD_POINTS = 50

MOST_OUTS, MOST_UPCARDS = 20, 50
"""How often a penalty of one kind can be written down."""

OPTIONS = (
    f.count(
        TARGET, "Target", 100_000, minimum=500, default=10_000, quick=(3000, 5000, 7500, 10_000),
        help="The points that end the game.",
    ),
    f.choice(
        TARGET_RULE, "Reaching the target", {"reach": "Is enough", "exceed": "Must be exceeded"}, default="reach",
        help="Whether a side with exactly the target ends the game.",
    ),
    f.choice(
        MINIMUM_RULE, "First meld", {"reach": "Reaches the minimum", "exceed": "Exceeds the minimum"},
        default="reach", help="Whether a first meld of exactly the minimum is enough.",
    ),
    f.choice(
        NATURALS_NEEDED, "Natural cards in a set", {1: "One at least", 2: "Two at least"}, default=1,
        help="A set has two wild cards at most in any case.",
    ),
)  # fmt: skip


def minimum(total: int) -> int:
    """Return what a side's first meld must be worth, by its total before the hand. Source: samba/play.minimum."""
    return next((points for least, points in MINIMUMS if total >= least), LEAST_MELD)


def is_enough(points: int, wanted: int, options: Record) -> bool:
    """Return whether first melds of so many points meet the minimum. Source: samba/play.minimum-exact."""
    if wanted > LEAST_MELD and options.word(MINIMUM_RULE) == "exceed":
        return points > wanted
    return points >= wanted


@fields_by(lambda table: (table.names,))
def fields(sides: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return how the hand ended, then what lies on the table, what is left in hand, and penalties of each side."""
    common: dict[str, Any] = {"per": "side", "names": sides}
    sevens: dict[str, Any] = {"group": "Seven-card melds", "usual": (0, 1, 2, 3), **common}
    cards: dict[str, Any] = {"group": "Cards", "step": LEAST_CARD, "required": True, "worths": CANASTA_WORTHS, **common}
    penalties: dict[str, Any] = {"group": "Penalties", "aside": True, "usual": (0, 1, 2), **common}
    values = "Jokers 50, 2s and aces 20, kings to 8s 10, the rest 5."
    return (
        f.player(
            WENT_OUT, "Went out", sides, nobody="Nobody", tapped=True, group="End of the hand",
            help="Who went out. Nobody: the stock ended the hand.",
        ),
        f.count(
            NATURAL, "Natural", MOST_NATURAL, sum=f.Sum(most=MOST_NATURAL, noun=("meld", "melds")), **sevens,
            help="Canastas without a wild card, and sambas (seven in sequence).",
        ),
        f.count(MIXED, "Mixed", MOST_MIXED, **sevens, help="Canastas with one or two wild cards."),
        f.count(
            RED_THREES, "Laid out", MOST_RED_THREES, group="Red threes", **common,
            sum=f.Sum(most=MOST_RED_THREES, also=(UNDECLARED_RED_THREES,), noun=("red three", "red threes")),
            help="On the table, face up, at the end.",
        ),
        f.points(
            MELDED, "Melded", PACK_POINTS, sum=f.Sum(most=PACK_POINTS, also=("in_hand",), noun=("point", "points")),
            **cards, help="Value of the cards in all melds, without red threes.", explained=values,
        ),
        f.points(IN_HAND, "In hand", PACK_POINTS, **cards, help="Value of the cards that both partners still hold."),
        f.count(
            UNDECLARED_RED_THREES, "Undeclared red threes", MOST_RED_THREES, **penalties,
            help="Red threes found in the hands at the end.",
        ),
        f.count(
            REFUSED_OUT, "Went out despite a no", MOST_OUTS, **penalties,
            help="How often somebody went out, or tried to, against the partner's no.",
        ),
        f.count(
            FAILED_OUT, "Asked, could not go out", MOST_OUTS, **penalties, help="“May I go out?” by one who could not."
        ),
        f.count(
            BAD_UPCARD, "Upcard without use", MOST_UPCARDS, **penalties,
            help="How often somebody took the upcard and could not use it.",
        ),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the three packs are large enough for all, and each side's figures fit each other."""
    yield from _check_packs(entry)
    for side in table.names:
        yield from _check_melded(table, side, entry)
        yield from _check_ending(side, entry)


def _check_packs(entry: Record) -> Iterator[Problem]:
    """Check that both sides together have no more than there is. Source: samba/need.cards, samba/scoring.values."""
    threes = _both(entry, RED_THREES, UNDECLARED_RED_THREES)
    if threes > MOST_RED_THREES:
        yield Problem(RED_THREES, f"There are {MOST_RED_THREES} red threes in all, not {threes}.")
    cards = _both(entry, MELDED, IN_HAND)
    if cards > PACK_POINTS:
        yield Problem(MELDED, f"All melds and hands make {cards:,}, but the packs are worth {PACK_POINTS:,}.")
    natural, sevens = _both(entry, NATURAL), _both(entry, NATURAL, MIXED)
    if natural > MOST_NATURAL:
        message = f"There are cards for {MOST_NATURAL} natural melds of seven at most, not {natural}."
        yield Problem(NATURAL, message)
    if sevens > MOST_SEVENS:
        yield Problem(NATURAL, f"There are cards for {MOST_SEVENS} melds of seven at most, not {sevens}.")


def _both(entry: Record, *keys: Key[PerName[int]]) -> int:
    return sum(sum(entry[key].values()) for key in keys)


def _check_melded(table: Table[None], side: str, entry: Record) -> Iterator[Problem]:
    """Check that melds are worth what their number asks for. Source: samba/play.minimum, samba/scoring.values."""
    melded, natural, mixed = (entry[key][side] for key in (MELDED, NATURAL, MIXED))
    least, wanted = LEAST_NATURAL * natural + LEAST_MIXED * mixed, minimum(table.totals[side])
    if melded < least:
        message = f"{side} melded {melded}, but its melds of seven alone are worth at least {least}."
        yield Problem(MELDED, message, side)
    elif melded and not natural + mixed and not is_enough(melded, wanted, table.options):
        than = "at least" if is_enough(wanted, wanted, table.options) else "more than"
        message = f"{side} melded {melded}: it must be 0, or {than} {wanted} for the first meld."
        yield Problem(MELDED, message, side)


def _check_ending(side: str, entry: Record) -> Iterator[Problem]:
    """Yield who went out was able to, and the three others still hold a card. Source: samba/play.going-out."""
    went_out = entry[WENT_OUT]
    if went_out is None:
        return
    natural, mixed = entry[NATURAL][side], entry[MIXED][side]
    if side == went_out and natural + mixed < SEVENS_NEEDED:
        has = counted(natural + mixed, "meld") + " of seven"
        yield Problem(WENT_OUT, f"{side} has {has}, and cannot go out without {SEVENS_NEEDED}.", side)
    holders = 1 if side == went_out else 2
    least = LEAST_CARD * (holders - entry[UNDECLARED_RED_THREES][side])
    if entry[IN_HAND][side] < least:
        who = "the partner of who went out" if side == went_out else "each of the two players"
        message = f"{side} has {least} or more in hand: {who} still holds a card."
        yield Problem(IN_HAND, message, side)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return cards, melds of seven, red threes, going out and penalties of each side."""
    lines = [line for side in table.names for line in _side_lines(side, entry) if line.points]
    notes = []
    for side in table.names:
        if not entry[NATURAL][side] + entry[MIXED][side]:
            melded = entry[MELDED][side]
            notes.append(f"{side} made no canasta and no samba." if melded else f"{side} melded nothing.")
    if entry[WENT_OUT] is None:
        notes.append("Nobody went out, so nobody gets the points for it.")
    return Scored(tuple(lines), None, tuple(notes))


def _side_lines(side: str, entry: Record) -> Iterator[Line]:
    """Yield everything that gives or takes points on one side, also where that is 0."""

    def number(key: Key[PerName[int]]) -> int:
        return entry[key][side]

    natural, mixed = number(NATURAL), number(MIXED)
    yield Line(side, number(MELDED), "samba/scoring.melded", "cards melded")
    yield Line(side, -number(IN_HAND), "samba/scoring.in-hand", "cards left in hand")
    text = counted(natural, "natural canasta or samba", "natural canastas or sambas")
    yield Line(side, NATURAL_POINTS * natural, "samba/scoring.natural", text)
    text = counted(mixed, "mixed canasta")
    yield Line(side, MIXED_POINTS * mixed, "samba/scoring.mixed", text)
    yield _red_threes_line(side, number(RED_THREES), natural + mixed)
    if side == entry[WENT_OUT]:
        yield Line(side, GOING_OUT_POINTS, "samba/scoring.going-out", "went out")
    undeclared = number(UNDECLARED_RED_THREES)
    text = counted(undeclared, "undeclared red three")
    yield Line(side, -UNDECLARED_POINTS * undeclared, "samba/penalties.undeclared-red-three", text)
    text = _times(number(REFUSED_OUT), "out against the partner's no")
    yield Line(side, -REFUSED_POINTS * number(REFUSED_OUT), "samba/penalties.refused-out", text)
    text = _times(number(FAILED_OUT), "asked to go out and could not")
    yield Line(side, -FAILED_POINTS * number(FAILED_OUT), "samba/penalties.failed-out", text)
    text = _times(number(BAD_UPCARD), "took the upcard without use for it")
    yield Line(side, -UPCARD_POINTS * number(BAD_UPCARD), "samba/penalties.bad-upcard", text)


def _times(number: int, what: str) -> str:
    return what if number == 1 else f"{what}, {number} times"


def _red_threes_line(side: str, threes: int, sevens: int) -> Line:
    points = ALL_RED_THREES_POINTS if threes == MOST_RED_THREES else RED_THREE_POINTS * threes
    text = "all six red threes" if threes == MOST_RED_THREES else counted(threes, "red three")
    if sevens >= SEVENS_NEEDED:
        return Line(side, points, "samba/scoring.red-threes", text)
    text += f", but only {counted(sevens, 'meld')} of seven" if sevens else ", but no meld of seven"
    return Line(side, -points, "samba/scoring.red-threes-against", text)


GAME = Game[None](
    module=__name__,
    name="Samba",
    summary="Partners meld sets and runs out of three packs; melds of seven count most, and 10,000 points win.",
    kind="rummy",
    seats=PARTNERS,
    # Source: samba/ending.target, samba/ending.exactly, samba/ending.level.
    ending=endings.past_target("at 10,000 points"),
    options=OPTIONS,
    scoring=Scoring(fields, score, check),
    next=(
        DEALERS_LEFT_LEADS,
        Notice(
            "minimum",
            lambda table: {side: minimum(total) for side, total in table.totals.items()},
            amounts("least first meld"),
        ),
    ),
)
