"""Scoring of Cactus: each player's layout counts against them."""

from collections.abc import Iterator, Mapping

from companion.cards.decks import standard_deck
from companion.cards.notation import PIPS, RANKS, pretty, rank_of
from companion.core.common import endings
from companion.core.common.worths import card_worths
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Cards
from companion.core.entry.problems import Problem, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Table
from companion.core.phrases import cards_each_text
from companion.core.rules.rule_ids import RuleIds

P = RuleIds("cactus")


DECK = standard_deck("the pack")
LAYOUT = 4
"""How many cards are dealt to each player."""

MOST_CARDS = 51
"""The most cards in both layouts together: all of the pack but the last discard."""

PACK_POINTS = 300
"""The points of all 52 cards together. Source: cactus/scoring.values."""

RANK_POINTS = {**PIPS, "K": 0}
"""The points of each rank. Source: cactus/scoring.values."""

DEALS = ask.count("deals", "Deals", 100, default=1, help="Deals in the game; 0: until the table stops.")


def card_points(card: str) -> int:
    """Return the points of a card in a layout."""
    return RANK_POINTS[rank_of(card)]


CALLER = ask.player("caller", "Caller", nobody="Nobody: the stock ran out", tapped=True, help="Who called “Cactus!”")
POINTS = ask.count_of_each(
    "points", "Points", PACK_POINTS, worths=card_worths((*RANKS[1:], "A"), RANK_POINTS.__getitem__), either="Totals",
    help="What the cards turned up at the end count.",
    explained="Queens, jacks and 10s 10, kings 0, aces 1, the others their pips.",
).of(type="points")  # fmt: skip
CARDS = ask.cards_of_each(
    "cards", "Layout", DECK, most=MOST_CARDS, keeps_empty=True, aside=True, either="Cards",
    help="The cards turned up at the end; they are counted here.",
)  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that both layouts are given, either as cards or as points, and that one pack is enough for them.

    Source: cactus/scoring.layout.
    """
    as_cards, as_points = entry.names_given(CARDS), entry.names_given(POINTS)
    yield from refuse(POINTS, "Give the cards or the points, not both.", when=as_cards and as_points)
    if as_points and not as_cards:
        yield from refuse_each(POINTS, table.players, as_points, "The points of {name} are missing.")
    else:
        how = "or say that no cards are left" if as_cards else "its cards or what they count"
        yield from refuse_each(CARDS, table.players, as_cards, f"The layout of {{name}} is missing, {how}.")
    yield from check_card_count(CARDS, entry[CARDS])
    points = sum(entry[POINTS].values())
    if points > PACK_POINTS:
        yield Problem(POINTS, f"The layouts make {points} points, but the whole pack has {PACK_POINTS}.")


def check_card_count(key: str, layouts: Mapping[str, Cards]) -> Iterator[Problem]:
    """Check that one pack has enough cards for the layouts and the last discard. ``key``: the field of the problem."""
    cards = sum(map(len, layouts.values()))
    if cards > MOST_CARDS:
        yield Problem(key, f"There are {cards} cards in the layouts; {MOST_CARDS} are the most.")


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return a line for each layout that counts anything, and notes on the winner, the caller and layouts of 0.

    Source: cactus/scoring.caller.
    """
    points = dict(entry[POINTS])
    texts = dict.fromkeys(table.players, "as counted at the table")
    for name in entry.names_given(CARDS):
        values = [(card, card_points(card)) for card in entry[CARDS][name]]
        points[name] = sum(value for _, value in values)
        texts[name] = ", ".join(f"{pretty(card)} {value}" for card, value in values) or "no card left"
    lines = tuple(Line(name, points[name], P.scoring.layout, texts[name]) for name in table.players if points[name])
    zeros = (f"{name} has 0: {texts[name]}." for name in table.players if not points[name])
    caller = entry[CALLER]
    called = f"{caller} called." if caller else "Nobody called: the stock ran out."
    return Scored(lines, None, (_deal_note(points), called, *zeros))


def _deal_note(points: Mapping[str, int]) -> str:
    """Return the note that says who has won the deal. Source: cactus/scoring.deal."""
    winner, loser = sorted(points, key=points.__getitem__)
    low, high = points[winner], points[loser]
    return f"The deal is level at {low}." if low == high else f"{winner} wins the deal, {low} to {high}."


GAME = Game[None](
    name="Cactus",
    summary="Swap your four hidden cards for lower ones without looking at them; the lower total wins.",
    kind="other",
    seats=Seats(2, 2),
    # Source: cactus/ending.level.
    ending=endings.ending_after_rounds(
        "after one deal, or as many as agreed", lambda table: table.options[DEALS], "deal", better="low"
    ),
    options=f.fields_of(DEALS),
    scoring=Scoring(RoundFields(lambda _: (CALLER, POINTS, CARDS)), score, check),
    # Source: cactus/play.first.
    next=(DEALERS_LEFT_LEADS, Notice("cards", lambda _: LAYOUT, cards_each_text)),
)
