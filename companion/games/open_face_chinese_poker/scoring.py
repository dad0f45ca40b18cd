"""Scoring of Open-Face Chinese Poker: every two opponents settle the difference of their points."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS
from companion.cards.poker import spoken
from companion.core import chips, endings
from companion.core import fields as f
from companion.core.entry import Record, Rows
from companion.core.game import (
    IN_CHIPS,
    Game,
    Line,
    Notice,
    Scored,
    Scoring,
    Setup,
    Table,
    fields_by,
)
from companion.core.keys import Cards, Key, PerName
from companion.core.phrases import who
from companion.core.problems import Problem
from companion.core.seating import Seats, from_left_of, left_of
from companion.core.words import counted, listed
from companion.games.open_face_chinese_poker.hands import (
    FOUL_UNITS,
    ROWS,
    Judged,
    Match,
    compare,
    judge,
    reaches_fantasyland,
)

PAIR_UNITS: Key[Rows] = Key("pair_units")
A: Key[str | None] = Key("a")
B: Key[str | None] = Key("b")
HANDS: Key[PerName[Record]] = Key("hands")
EQUAL_ROWS: Key[str | None] = Key("equal_rows")
FRONT: Key[Cards] = Key("front")
MIDDLE: Key[Cards] = Key("middle")
BACK: Key[Cards] = Key("back")
UNIT: Key[int] = Key("unit")

DECK = standard_deck("the pack of 52")

FIRST_CARDS, ALL_CARDS = 5, 13
"""Cards dealt to each at first, and in fantasyland. Source: open-face-chinese-poker/deal.fantasyland."""

MOST_UNIT = 10_000

OPTIONS = (
    f.count(UNIT, "Unit", MOST_UNIT, minimum=1, default=1, help="Chips in one unit; every payment is a multiple."),
    *chips.STACK_AND_HANDS,
    f.choice(
        EQUAL_ROWS,
        "Middle and back equal",
        {"legal": "No foul", "foul": "A foul"},
        default="legal",
        help="Whether a middle of exactly the same strength as the back fouls the hand.",
    ),
)


@dataclass(frozen=True, slots=True)
class Fantasyland:
    """Who plays the coming hand with all cards at once."""

    players: tuple[str, ...] = ()
    """In seat order."""


def pair_units(players: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return the option of another unit between two players. Source: open-face-chinese-poker/need.pair-unit."""
    columns = (
        f.player(A, "One", players, required=True),
        f.player(B, "Other", players, required=True),
        f.count(UNIT, "Unit", MOST_UNIT, minimum=1, required=True),
    )
    return (
        f.rows(
            PAIR_UNITS,
            "Unit of two",
            columns,
            most=6,
            aside=True,
            sentences=(("", "{a} and {b} play for {unit}"),),
            help="Two players who agreed on another unit between themselves.",
        ),
    )


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that units between two are between two, each pair once."""
    seen = set()
    for number, row in enumerate(setup.options[PAIR_UNITS], start=1):
        one, other = row.who(A), row.who(B)
        pair = frozenset((one, other))
        if one == other:
            yield Problem(PAIR_UNITS, f"{one} cannot have a unit with themselves.", one, number)
        elif pair in seen:
            yield Problem(PAIR_UNITS, f"{one} and {other} have two units; give one.", None, number)
        seen.add(pair)


@fields_by(lambda table: (table.players,))
def fields(players: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return the finished rows of everybody."""
    rows = tuple(f.cards(row, row.capitalize(), DECK, size, size, required=True) for row, size in ROWS.items())
    return (
        f.parts(
            HANDS, "Rows", rows, per="player", names=players, required=True,
            help="Three cards in front, five in the middle, five in the back; fouled hands too.",
        ),
    )  # fmt: skip


def check(table: Table[Fantasyland], entry: Record) -> Iterator[Problem]:
    """Check that no card lies anywhere twice."""
    places: dict[str, tuple[str, str]] = {}
    for name, hand in entry[HANDS].items():
        for row in ROWS:
            for card in hand[row]:
                if card in places:
                    owner, other = places[card]
                    fault = f"{card} is there twice: in the {other} of {owner} and in the {row} of {name}."
                    yield Problem(HANDS, fault, name)
                else:
                    places[card] = (name, row)


def score(table: Table[Fantasyland], entry: Record) -> Scored[Fantasyland]:
    """Return every two opponents by themselves, in seat order; then who plays in fantasyland."""
    equal_is_foul = table.options.word(EQUAL_ROWS) == "foul"
    judged = {name: judge(hand[FRONT], hand[MIDDLE], hand[BACK], equal_is_foul) for name, hand in entry[HANDS].items()}
    lines: list[Line] = []
    notes = [f"{name} fouled: {hand.foul}." for name, hand in judged.items() if hand.foul]
    notes.extend(royalties_note(name, hand) for name, hand in judged.items() if hand.total)
    for pair in combinations(table.players, 2):
        match = compare(judged[pair[0]], judged[pair[1]])
        unit = unit_of(table.options, pair)
        chips = (match.points[0] - match.points[1]) * unit
        at = f", {counted(unit, 'chip')} a unit" if unit > 1 else ""
        lines.extend(_pair_lines(pair, judged, match, chips, at))
        notes.append(_pair_note(pair, judged, match, chips, at))
    entitled = tuple(name for name, hand in judged.items() if reaches_fantasyland(hand, name in table.state.players))
    if entitled:
        notes.append(f"{listed(entitled)} {'plays' if len(entitled) == 1 else 'play'} the next hand in fantasyland.")
    return Scored(tuple(lines), Fantasyland(entitled), tuple(notes))


def unit_of(options: Record, pair: Sequence[str]) -> int:
    """Return chips in a unit between two players."""
    for row in options[PAIR_UNITS]:
        if {row[A], row[B]} == set(pair):
            return row[UNIT]
    return options[UNIT]


def royalties_note(name: str, hand: Judged) -> str:
    """Return which rows of a player have royalties, and what for."""
    rows = zip(ROWS, hand.royalties, (hand.front, hand.middle, hand.back), strict=True)
    parts = [_royalty(points, row, held.kind, held.ranks[0]) for row, points, held in rows if points]
    return f"{name} has royalties of {listed(parts)}."


@lru_cache(maxsize=1024)
def _royalty(points: int, row: str, kind: str, rank: int) -> str:
    """``7 for a pair of Qs in the front``. ``rank``: what its highest ranks are worth, 14 for an ace."""
    held = f"a pair of {RANKS[14 - rank]}s" if kind == "pair" else spoken(kind)
    return f"{points} for {held} in the {row}"


def _pair_lines(pair: Sequence[str], judged: Mapping[str, Judged], match: Match, chips: int, at: str) -> Iterator[Line]:
    """Yield what passes between two players, on both sides.

    ``at``: for how many chips a unit, where that is not one.
    """
    if not chips:
        return
    for name, other, change, points in (
        (pair[0], pair[1], chips, match.points),
        (pair[1], pair[0], -chips, match.points[::-1]),
    ):
        if judged[name].foul:
            yield Line(name, change, "open-face-chinese-poker/scoring.foul", f"foul: {points[1]} units for {other}{at}")
        elif judged[other].foul:
            yield Line(
                name, change, "open-face-chinese-poker/scoring.foul", f"{points[0]} units for {other}'s foul{at}"
            )
        else:
            text = f"{points[0]} to {points[1]} against {other}{at}"
            yield Line(name, change, "open-face-chinese-poker/scoring.difference", text)


def _pair_note(pair: Sequence[str], judged: Mapping[str, Judged], match: Match, chips: int, at: str) -> str:
    """Return rows won, royalties and the payment between two players."""
    one, other = pair
    hand, against = judged[one], judged[other]
    if hand.foul and against.foul:
        return f"{one} and {other}: both fouled, nothing passes."
    payer, getter = (one, other) if chips < 0 else (other, one)
    payment = f"{payer} pays {getter} {abs(chips):,}{at}" if chips else "nothing passes"
    if hand.foul or against.foul:
        royalties = judged[getter].total
        return f"{one} and {other}: {FOUL_UNITS} for the foul, royalties {royalties}; {payment}."
    rows = "rows {} to {}".format(*match.rows) + (", a sweep" if len(ROWS) in match.rows else "")
    return f"{one} and {other}: {rows}, royalties {hand.total} to {against.total}; {payment}."


def _deal_told(cards: Mapping[str, int]) -> str:
    """Return who is dealt all cards at once; what all others are dealt goes without saying."""
    there = [name for name, number in cards.items() if number == ALL_CARDS]
    return f"{listed(there)} {'is' if len(there) == 1 else 'are'} dealt {ALL_CARDS} cards at once" if there else ""


def deals(table: Table[Fantasyland], entry: Record, state: Fantasyland) -> str:
    """Return the dealer stays while anybody is in fantasyland. Source: open-face-chinese-poker/deal.fantasyland."""
    return table.dealer if state.players else left_of(table.players, table.dealer)


def first_to_set(table: Table[Fantasyland]) -> str | None:
    """Return the first on the dealer's left not in fantasyland.

    Source: open-face-chinese-poker/play.first-in-fantasyland.
    """
    in_turn = from_left_of(table.players, table.dealer)
    return next((name for name in in_turn if name not in table.state.players), None)


IN_FANTASYLAND = Notice(
    "fantasyland", lambda table: list(table.state.players), who("is in fantasyland", "are in fantasyland")
)

GAME = Game[Fantasyland](
    module=__name__,
    name="Open-Face Chinese Poker",
    summary="Set thirteen cards in three rows and settle with each opponent; most chips wins.",
    kind="betting",
    seats=Seats(2, 4),
    totals=IN_CHIPS,
    # Source: open-face-chinese-poker/ending.hands.
    ending=endings.ON_CREDIT,
    options=OPTIONS,
    player_options=pair_units,
    check_setup=check_setup,
    start=lambda _: Fantasyland(),
    scoring=Scoring(fields, score, check, deals=deals),
    carry=(IN_FANTASYLAND,),
    next=(
        Notice("leads", first_to_set),
        IN_FANTASYLAND,
        Notice(
            "deal",
            lambda table: {name: ALL_CARDS if name in table.state.players else FIRST_CARDS for name in table.players},
            _deal_told,
        ),
    ),
)
