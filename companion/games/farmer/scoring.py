"""Scoring of Farmer: 16 takes the farm; else the lower counts pay the closest; bust players pay the farmer."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.cards.decks import standard_deck
from companion.cards.notation import PIPS, RANKS, rank_of
from companion.core.common import chips, endings
from companion.core.common.chips import ANTE, ChipPayment, Pot, chip_changes
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Notice, Scoring, Totals, starting_stack
from companion.core.game.ranking import leaders
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats, next_among
from companion.core.game.table import Line, Scored, Table
from companion.core.game.terms import GameTerms
from companion.core.phrases import count_phrase
from companion.core.referee.showdown import HANDS
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import capitalized, counted, listed

P = RuleIds("farmer")


GOAL = 16
SIX_OF_HEARTS = "6h"
DECK = standard_deck(
    "the 45 cards of Farmer", ranks=[rank for rank in RANKS if rank != "8"], without=("6s", "6d", "6c")
)

VALUES = {card: PIPS[rank_of(card)] for card in DECK.copies}
"""The points of each card. Source: farmer/scoring.values."""

LEAST_CARDS = 2
MOST_CARDS = 10
"""The most cards of a hand: the ten lowest of the deck count 18 already, so nobody draws an eleventh."""

LAST_FARM = ask.choice(
    "last_farm", "Farm left at the end", {"left": "Stays undivided", "shared": "Shared equally"}, default="left",
    help="What happens to a farm that is left after the last of the hands.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Farm:
    """The state of a play: the farm between two deals, and the farmer."""

    chips: int
    farmer: str
    """The farmer, who deals next."""


THE_FARM, SIDE_POT = Pot("the farm"), Pot("the side pot")

DECIDED = {
    "alone": (P.scoring.sixteen, "the only 16"),
    "six-of-hearts": (P.scoring.six_of_hearts, "16 with the 6♥"),
    "fewest-cards": (P.scoring.fewest_cards, "16 with the fewest cards"),
    "farmer": (P.scoring.farmer_first, "16 with the fewest cards, and the farmer"),
    "left-of-farmer": (P.scoring.left_of_farmer, "16 with the fewest cards, and the first on the farmer's left"),
}
"""What can decide who takes the farm: its rule paragraph, and how it reads in a sentence."""


def hand_count(cards: Iterable[str]) -> int:
    """Return the points of a hand; over 16 it is bust. Source: farmer/scoring.values."""
    return sum(map(VALUES.__getitem__, cards))


def counts_of(hands: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return the points of each hand."""
    return {name: hand_count(cards) for name, cards in hands.items()}


def counts_under(hands: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return the points of the hands under 16, of which the best are the closest. Source: farmer/scoring.closest."""
    return {name: count for name, count in counts_of(hands).items() if count < GOAL}


HANDS_FIELD = f.cards(
    HANDS, "Hand", DECK, LEAST_CARDS, MOST_CARDS, per="player", required=True,
    help="All cards of each player, the one dealt face down too.",
)  # fmt: skip
FIELDS = RoundFields(lambda _: (HANDS_FIELD,))


def check(_: object, entry: Record) -> Iterator[Problem]:
    """Check that nobody drew after going over 16. The referee checks its facts with it, too."""
    return check_hands(entry[HANDS])


def check_hands(hands: Mapping[str, Collection[str]]) -> Iterator[Problem]:
    """Check that nobody drew when bust: no hand is over 16 without its highest card. Source: farmer/play.bust."""
    for name, cards in hands.items():
        before = hand_count(cards) - max(VALUES[card] for card in cards)
        if before > GOAL:
            message = f"{name} drew on when already bust: without the highest card the hand still counts {before}. "
            yield Problem(HANDS, message + "Leave out what was drawn too late.", name)


def score(table: Table[Farm], entry: Record) -> Scored[Farm]:
    """Return lines for the antes and for all payments that follow from the cards, and the farm of the next deal.

    Source: farmer/scoring.farm-stays.
    """
    farm, ante, hands = table.state, table.options[ANTE], entry[HANDS]
    antes = [ChipPayment(name, THE_FARM, ante, P.scoring.ante, "ante") for name in hands]
    moved = list(payments(hands, farm.farmer, ante, farm.chips + ante * len(hands)))
    chips = farm.chips + chips_into_farm(antes) + chips_into_farm(moved)
    won = farm_winner(hands, farm.farmer)
    notes = [f"{listed(hand_text(name, cards) for name, cards in hands.items())}."]
    if won is None:
        notes.append(f"Nobody has 16: the farm stands at {counted(chips, 'chip')}.")
        if table.number == table.options[endings.HANDS] and table.options.text(LAST_FARM) == "shared":
            moved += shares(THE_FARM, chips, hands, P.ending.last_farm, "an equal share")
            chips %= len(hands)
    lines = [line for payment in (*antes, *moved) for line in lines_of(payment)]
    notes.extend(payment_text(payment) for payment in moved)
    return Scored(tuple(lines), Farm(chips, won[0] if won else farm.farmer), tuple(notes))


def farm_with_antes(table: Table[Farm]) -> int:
    """Return the chips in the farm once everybody has paid the ante."""
    return table.state.chips + table.options[ANTE] * len(table.players)


def hand_text(name: str, cards: Collection[str]) -> str:
    """Return a hand in words: ``Ann 15``, ``Cyd bust with 19``."""
    count = hand_count(cards)
    return f"{name} bust with {count}" if count > GOAL else f"{name} {count}"


def farm_winner(hands: Mapping[str, Collection[str]], farmer: str) -> tuple[str, str] | None:
    """Return who takes the farm and what decides it, a key of ``DECIDED``; None if nobody has 16.

    ``hands``: in seat order.
    """
    sixteen = [name for name, cards in hands.items() if hand_count(cards) == GOAL]
    if len(sixteen) < 2:
        return (sixteen[0], "alone") if sixteen else None
    for name in sixteen:
        if SIX_OF_HEARTS in hands[name]:
            return name, "six-of-hearts"
    fewest = min(len(hands[name]) for name in sixteen)
    tied = [name for name in sixteen if len(hands[name]) == fewest]
    if len(tied) == 1:
        return tied[0], "fewest-cards"
    return (farmer, "farmer") if farmer in tied else (next_among(tuple(hands), farmer, tied), "left-of-farmer")


def payments(hands: Mapping[str, Collection[str]], farmer: str, ante: int, farm: int) -> Iterator[ChipPayment]:
    """Yield all payments that follow from the cards, in the order settled. ``farm``: its chips, antes included."""
    won = farm_winner(hands, farmer)
    if won:
        winner, by = won
        yield ChipPayment(THE_FARM, winner, farm, *DECIDED[by])
    else:
        yield from _payments_to_closest(counts_under(hands), ante)
    for name, count in counts_of(hands).items():
        if count > GOAL and name != farmer:
            yield ChipPayment(name, farmer, ante, P.scoring.bust, f"bust with {count}")


def _payments_to_closest(counts: Mapping[str, int], ante: int) -> Iterator[ChipPayment]:
    """Yield the payments of lower counts to the best, through a side pot if several players have the best.

    ``counts``: those of the players who are not bust.
    """
    best = leaders(counts)
    lower = [name for name in counts if name not in best]
    for name in lower:
        why = f"{counts[name]} against {counts[best[0]]}"
        yield ChipPayment(name, best[0] if len(best) == 1 else SIDE_POT, ante, P.scoring.closest, why)
    if len(best) > 1:
        side_pot = ante * len(lower)
        yield from shares(SIDE_POT, side_pot, best, P.scoring.side_pot, f"closest with {counts[best[0]]}")
        if side_pot % len(best):
            yield ChipPayment(SIDE_POT, THE_FARM, side_pot % len(best), P.scoring.side_pot, "it does not split")


def shares(pot: Pot, chips: int, names: Collection[str], rule: str, why: str) -> Iterator[ChipPayment]:
    """Yield an equal payment to each of these players out of a pot; what does not divide stays in it."""
    if chips >= len(names):
        yield from (ChipPayment(pot, name, chips // len(names), rule, why) for name in names)


def chips_into_farm(moved: Iterable[ChipPayment]) -> int:
    """Return how many chips payments add to the farm; negative if they take chips from it."""
    return chip_changes((THE_FARM,), moved)[THE_FARM]


def lines_of(payment: ChipPayment) -> Iterator[Line]:
    """Yield a line of the sheet for each player who makes or gets a payment; pots have none."""
    payer, to, chips, rule, why = payment
    if not isinstance(payer, Pot):
        yield Line(payer, -chips, rule, f"to {to}: {why}")
    if not isinstance(to, Pot):
        yield Line(to, chips, rule, f"from {payer}: {why}")


def payment_text(payment: ChipPayment) -> str:
    """Describe a payment in a sentence, with the reason for it."""
    text = capitalized(payment.text) if isinstance(payment.payer, Pot) else payment.text
    return f"{text}: {payment.why}."


GAME = Game[Farm](
    name="Farmer",
    summary="Draw to exactly 16 and take the farm; bust players pay the farmer, and most chips wins.",
    kind="banking",
    seats=Seats(2, 8),
    totals=Totals("chips", starting_stack, lambda table: table.state.chips),
    # Source: farmer/ending.hands, farmer/ending.winner.
    ending=endings.AGREED_HANDS_ON_CREDIT,
    terms=GameTerms(pot="farm"),
    options=f.fields_of(
        chips.ANTE_OPTION.of(
            quick=(1, 2, 5, 10), help="What each player pays before the deal; every other payment is as high."
        ),
        *chips.STACK_AND_HANDS,
        LAST_FARM,
    ),
    start=lambda setup: Farm(0, setup.dealer),
    scoring=Scoring(FIELDS, score, check, next_dealer=lambda table, entry, state: state.farmer),
    carry=(
        Notice("farm", lambda table: table.state.chips),
        Notice("farmer", lambda table: table.state.farmer, lambda name: f"{name} is the farmer" if name else ""),
    ),
    next=(DEALERS_LEFT_LEADS, Notice("farm", farm_with_antes, count_phrase("chip", "in the farm with the antes"))),
)
