"""Scoring of Canasta: cards melded less cards in hand, canastas, red threes, and going out."""

from collections.abc import Iterator
from typing import Any

from companion.core import endings
from companion.core import fields as f
from companion.core.endings import TARGET
from companion.core.entry import Record
from companion.core.facts import IN_HAND, MELDED, WENT_OUT
from companion.core.game import DEALERS_LEFT_LEADS, Game, Line, Notice, Scored, Scoring, Table, fields_by
from companion.core.keys import Key, PerName
from companion.core.phrases import amounts
from companion.core.problems import Problem
from companion.core.seating import PARTNERS
from companion.core.words import counted
from companion.core.worths import CANASTA_WORTHS

OUT_CANASTAS: Key[int] = Key("out_canastas")
RED_THREES_RULE: Key[str | None] = Key("red_threes")
CONCEALED_BONUS: Key[int] = Key("concealed")
WILD: Key[str | None] = Key("wild")
PICKUP_WILD: Key[bool] = Key("pickup_wild")
NATURAL: Key[PerName[int]] = Key("natural")
MIXED: Key[PerName[int]] = Key("mixed")
RED_THREES: Key[PerName[int]] = Key("red_threes")
UNDECLARED: Key[PerName[int]] = Key("undeclared_red_threes")
CONCEALED: Key[bool] = Key("concealed")

NATURAL_POINTS, MIXED_POINTS, GOING_OUT_POINTS = 500, 300, 100
RED_THREE_POINTS, ALL_RED_THREES_POINTS, UNDECLARED_POINTS = 100, 800, 500
MOST_RED_THREES, MOST_NATURAL, MOST_CANASTAS = 4, 11, 13

PACK_POINTS = 1180
"""What all cards but the red threes are worth together. Source: canasta/scoring.values."""

LEAST_CARD, LEAST_NATURAL, LEAST_MIXED = 5, 35, 50
"""The least that a card counts, and the cards of a canasta. Source: canasta/scoring.values."""

MINIMUMS = ((3000, 120), (1500, 90), (0, 50))
"""From which total on a side's first meld of a hand must be worth what. Source: canasta/play.minimum."""

LEAST_MELD = 15

OPTIONS = (
    f.count(
        TARGET, "Target", 20_000, minimum=500, default=5000, quick=(3000, 5000, 8500), help="Points that end the game."
    ),
    f.choice(OUT_CANASTAS, "To go out", {1: "One canasta", 2: "Two canastas"}, default=1, help="What a side needs."),
    f.choice(
        RED_THREES_RULE, "Red threes count against", {"meld": "Who has no meld", "canasta": "Who has no canasta"},
        default="meld",
    ),
    f.count(CONCEALED_BONUS, "Going out concealed", 1000, default=100, quick=(100, 200), help="On top of going out."),
    f.choice(
        WILD, "Wild cards in a meld", {"three": "Three at most", "half": "No more than natural ones"}, default="three",
        help="Three are the most in any case.",
    ),
    f.flag(PICKUP_WILD, "Pile with a wild card", default=True, help="It takes one that is not frozen."),
)  # fmt: skip


def minimum(total: int) -> int:
    """Return what a side's first meld must be worth, by its total before the hand. Source: canasta/play.minimum."""
    return next((points for least, points in MINIMUMS if total >= least), LEAST_MELD)


@fields_by(lambda table: (table.names,))
def fields(sides: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return how the hand ended, then canastas, red threes and cards of each side."""
    common: dict[str, Any] = {"per": "side", "names": sides}
    canastas: dict[str, Any] = {"group": "Canastas", "usual": (0, 1, 2, 3), **common}
    cards: dict[str, Any] = {"group": "Cards", "step": LEAST_CARD, "required": True, "worths": CANASTA_WORTHS, **common}
    values = "Jokers 50, 2s and aces 20, kings to 8s 10, the rest 5."
    return (
        f.player(
            WENT_OUT, "Went out", sides, nobody="Nobody", tapped=True, group="End of the hand",
            help="Nobody: the stock ended the hand.",
        ),
        f.flag(
            CONCEALED, "Concealed", aside=True, group="End of the hand", shown_when=((WENT_OUT, ()),),
            help="All cards in one turn, with a canasta of their own.",
        ),
        f.count(
            NATURAL, "Natural", MOST_NATURAL, sum=f.Sum(most=MOST_NATURAL, noun=("canasta", "canastas")), **canastas,
            help="Without a wild card.",
        ),
        f.count(MIXED, "Mixed", MOST_NATURAL, help="With wild cards.", **canastas),
        f.count(
            RED_THREES, "Laid out", MOST_RED_THREES, group="Red threes", **common,
            sum=f.Sum(most=MOST_RED_THREES, also=(UNDECLARED,), noun=("red three", "red threes")),
        ),
        f.points(
            MELDED, "Melded", PACK_POINTS, sum=f.Sum(most=PACK_POINTS, also=(IN_HAND,), noun=("point", "points")),
            **cards, help="Value of all cards melded, without red threes.", explained=values,
        ),
        f.points(IN_HAND, "In hand", PACK_POINTS, **cards, help="Value of the cards that both partners still hold."),
        f.count(
            UNDECLARED, "Red threes in hand", MOST_RED_THREES, group="Red threes found in hand", aside=True,
            usual=(0, 1, 2), help="Never laid out, found at the end.", **common,
        ),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that both packs are large enough for all, and each side's figures fit each other."""
    yield from _check_packs(entry)
    if entry[CONCEALED] and entry[WENT_OUT] is None:
        yield Problem(CONCEALED, "Nobody went out, so nobody did so concealed.")
    for side in table.names:
        yield from _check_melded(table, side, entry)
        yield from _check_ending(table, side, entry)


def _both(entry: Record, *keys: Key[PerName[int]]) -> int:
    return sum(sum(entry[key].values()) for key in keys)


def _check_packs(entry: Record) -> Iterator[Problem]:
    """Check that both sides together have no more than there is."""
    threes, cards = _both(entry, RED_THREES, UNDECLARED), _both(entry, MELDED, IN_HAND)
    natural, canastas = _both(entry, NATURAL), _both(entry, NATURAL, MIXED)
    if threes > MOST_RED_THREES:
        yield Problem(RED_THREES, f"There are {MOST_RED_THREES} red threes in all, not {threes}.")
    if cards > PACK_POINTS:
        yield Problem(MELDED, f"All melds and hands make {cards:,}, but the packs are worth {PACK_POINTS:,}.")
    if natural > MOST_NATURAL:
        yield Problem(NATURAL, f"There are cards for {MOST_NATURAL} natural canastas at most, not {natural}.")
    if canastas > MOST_CANASTAS:
        yield Problem(NATURAL, f"There are cards for {MOST_CANASTAS} canastas at most, not {canastas}.")


def _check_melded(table: Table[None], side: str, entry: Record) -> Iterator[Problem]:
    """Check that melds are worth what their number asks for. Source: canasta/play.minimum, canasta/scoring.values."""
    melded, natural, mixed = (entry[key][side] for key in (MELDED, NATURAL, MIXED))
    least, wanted = LEAST_NATURAL * natural + LEAST_MIXED * mixed, minimum(table.totals[side])
    if melded < least:
        yield Problem(MELDED, f"{side} melded {melded}, but their canastas alone are worth at least {least}.", side)
    elif 0 < melded < wanted and not natural + mixed:
        message = f"{side} melded {melded}: it must be 0, or at least {wanted} for the first meld."
        yield Problem(MELDED, message, side)


def _check_ending(table: Table[None], side: str, entry: Record) -> Iterator[Problem]:
    """Check that who went out was able to, and all others still hold a card. Source: canasta/play.going-out."""
    has, needed, is_out = (
        entry[NATURAL][side] + entry[MIXED][side],
        table.options[OUT_CANASTAS],
        entry[WENT_OUT] == side,
    )
    if is_out and has < needed:
        message = f"{side} have {counted(has, 'canasta')} and cannot go out without {needed}."
        yield Problem(WENT_OUT, message, side)
    least = LEAST_CARD * ((1 if is_out else 2) - entry[UNDECLARED][side])
    if entry[IN_HAND][side] < least:
        who = "the partner of who went out" if is_out else "each of the two players"
        yield Problem(IN_HAND, f"{side} have {least} or more in hand: {who} still holds a card.", side)


def red_threes_line(options: Record, side: str, threes: int, *, melded: bool, canasta: bool) -> Line:
    """Return what red threes laid out count: for the side, or against it."""
    points = ALL_RED_THREES_POINTS if threes == MOST_RED_THREES else RED_THREE_POINTS * threes
    text = "all four red threes" if threes == MOST_RED_THREES else counted(threes, "red three")
    if not melded:
        return Line(side, -points, "canasta/scoring.red-threes-against", f"{text}, but no meld")
    if options[RED_THREES_RULE] == "canasta" and not canasta:
        return Line(side, -points, "canasta/scoring.red-threes-against", f"{text}, but no canasta")
    return Line(side, points, "canasta/scoring.red-threes", text)


def out_points(options: Record, *, concealed: bool) -> int:
    """Return what going out gives."""
    return GOING_OUT_POINTS + (options[CONCEALED_BONUS] if concealed else 0)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return cards, canastas, red threes and going out of each side."""
    lines = tuple(line for side in table.names for line in _side_lines(table, side, entry) if line.points)
    notes = [f"{side} melded nothing." for side in table.names if not entry[MELDED][side]]
    if entry[WENT_OUT] is None:
        notes.append("Nobody went out, so nobody gets the points for it.")
    told = {line.name for line in lines}
    notes += [f"{side} have no points in this hand." for side in table.names if side not in told]
    return Scored(lines, None, tuple(notes))


def _side_lines(table: Table[None], side: str, entry: Record) -> Iterator[Line]:
    """Yield everything that gives or takes points on one side, also where that is 0."""
    melded, natural, mixed, undeclared = (entry[key][side] for key in (MELDED, NATURAL, MIXED, UNDECLARED))
    yield Line(side, melded, "canasta/scoring.melded", "cards melded")
    yield Line(side, -entry[IN_HAND][side], "canasta/scoring.in-hand", "cards left in hand")
    yield Line(side, NATURAL_POINTS * natural, "canasta/scoring.natural", counted(natural, "natural canasta"))
    yield Line(side, MIXED_POINTS * mixed, "canasta/scoring.mixed", counted(mixed, "mixed canasta"))
    threes = entry[RED_THREES][side]
    yield red_threes_line(table.options, side, threes, melded=melded > 0, canasta=natural + mixed > 0)
    if side == entry[WENT_OUT]:
        yield Line(side, GOING_OUT_POINTS, "canasta/scoring.going-out", "went out")
        concealed = out_points(table.options, concealed=entry[CONCEALED]) - GOING_OUT_POINTS
        yield Line(side, concealed, "canasta/scoring.concealed", "concealed")
    text = f"{counted(undeclared, 'red three')} not laid out"
    yield Line(side, -UNDECLARED_POINTS * undeclared, "canasta/penalties.undeclared-red-three", text)


GAME = Game[None](
    module=__name__,
    name="Canasta",
    summary="Partners meld cards of a rank out of two packs; canastas of seven count most, and 5,000 points win.",
    kind="rummy",
    seats=PARTNERS,
    ending=endings.to_target("at 5,000 points"),
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
