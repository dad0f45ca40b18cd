"""Melds of Burraco against trying every order, and the count of cards."""

from itertools import permutations
from random import Random

from hypothesis import given

from companion.cards.notation import JOKER, RANKS, SUITS
from companion.games.burraco.melds import DECK, RULES, value
from companion.games.burraco.scoring import PACK_POINTS
from tests.laws.strategies import DICE, tried

UPWARDS = "A23456789TJQKA"


def lying(order: tuple[str, ...]) -> list[tuple[int, int]]:
    """As which runs cards can lie in this order: where each begins, and at which place its wild card is (−1: none)."""
    found = []
    for suit in SUITS:
        for start in range(len(UPWARDS) - len(order) + 1):
            wanted = [UPWARDS[start + place].replace("T", "10") + suit for place in range(len(order))]
            wild = [place for place, card in enumerate(order) if card != wanted[place]]
            if len(wild) <= 1 and all(order[place] == JOKER or order[place][0] == "2" for place in wild):
                found.append((start, wild[0] if wild else -1))
    return found


def preferred(cards: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The orders in which a run is to lie, by the words of the rules, from all orders that there are."""
    if len(cards) > len(RANKS):
        return set()
    ways = [(order, *way) for order in permutations(cards) for way in lying(order)]
    ways = [way for way in ways if way[2] < 0] or ways
    last = len(cards) - 1
    inside = [way for way in ways if way[2] < 0 or 0 < way[2] < last]
    low = [way for way in ways if way[2] == 0]
    high = [way for way in ways if way[2] == last and UPWARDS[way[1]] == "A" and way[1] == 0]
    best = inside or low or high
    ace_low = [way for way in best if way[1] == min(start for _, start, _ in best)]
    return {order for order, _, _ in ace_low}


@tried(80)
@given(dice=DICE)
def test_a_run_lies_as_the_rules_say(dice: Random) -> None:
    suit, low = dice.choice(SUITS), dice.randrange(len(UPWARDS) - 4)
    near = [rank.replace("T", "10") + suit for rank in UPWARDS[low : low + 5]]
    pack = [*near, *dice.sample(near, 1), "2" + suit, "2s", "2h", JOKER, JOKER]
    cards = tuple(dice.sample(pack, dice.randint(3, 6)))
    meld, orders = RULES.read(cards), preferred(cards)
    if meld and meld.kind == "set":
        assert len({card[:-1] for card in cards if card != JOKER and card[0] != "2"}) == 1
    else:
        assert bool(meld) == bool(orders), cards
        assert not meld or meld.cards in orders, (cards, meld.cards, orders)


def test_the_whole_pack_is_worth_what_the_text_says() -> None:
    assert value(card for card, often in DECK.copies.items() for _ in range(often)) == PACK_POINTS


@tried(40)
@given(dice=DICE)
def test_a_hand_is_counted_card_by_card(dice: Random) -> None:
    pack = [card for card, often in DECK.copies.items() for _ in range(often)]
    hand = dice.sample(pack, dice.randint(0, 40))
    by_hand = 30 * hand.count(JOKER)
    for card in (card for card in hand if card != JOKER):
        by_hand += 20 if card[0] == "2" else 15 if card[0] == "A" else 5 if card[0] in "34567" else 10
    assert value(hand) == by_hand
