"""Low hands, compared by measures and in words."""

from itertools import combinations, pairwise
from random import Random

from hypothesis import given

from companion.cards.decks import standard_deck
from companion.cards.poker import low_sort_key
from companion.core.referee.showdown import best_text, showdown_sentences
from companion.games.razz.hands import low_hand
from tests.laws.strategies import DICE, tried

PACK = tuple(standard_deck("the pack of 52").copies)


def hand(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@tried(100)
@given(dice=DICE)
def test_comparing_step_by_step_gives_the_order_of_low_hands(dice: Random) -> None:
    """Also for hands with few ranks, which differ late or not at all."""
    cards = [card for card in PACK if card[:-1] in dice.sample(["A", "K", "9", "5", "4", "3", "2"], 5)]
    size = dice.randint(2, 5)
    one, other = (tuple(dice.sample(cards, size)) for _ in range(2))
    lows = low_sort_key(one), low_sort_key(other)
    shown = low_hand(one).strength, low_hand(other).strength
    assert (shown[0] > shown[1], shown[0] == shown[1]) == (lows[0] < lows[1], lows[0] == lows[1])


def test_reasons_for_low_hands_say_lower() -> None:
    shown = {
        "Ann": low_hand(hand("8s 6c 4h 2d As")),
        "Bob": low_hand(hand("8d 6s 4c 3d Ac")),
        "Cyd": low_hand(hand("3s 3h 2c 2h 7c")),
        "Dee": low_hand(hand("4s 4h 2s 2d 7d")),
    }
    assert [one.name for one in shown.values()] == ["8-6-4-2-A", "8-6-4-3-A", "3-3-2-2-7", "4-4-2-2-7"]
    assert list(showdown_sentences(shown))[1:] == [
        "Ann and Bob both have no pair; the fourth card decides: a 2 is lower than a 3.",
        "Bob with no pair is lower than Cyd with two pair.",
        "Cyd and Dee both have two pair; the higher pair decides: 3s are lower than 4s.",
    ]
    assert best_text([["Ann", "Bob"]], "takes the pot", "share the pot") == "Ann and Bob share the pot."


def test_every_kind_of_low_hand_beats_the_next() -> None:
    hands = ("5s 4s 3s 2s Ad", "As Ad 2s 3s 4s", "As Ad 2s 2d 3s", "As Ad Ah 2s 3s", "As Ad Ah 2s 2d", "As Ad Ah Ac 2s")
    for better, worse in pairwise(map(low_hand, map(hand, hands))):
        assert better.strength > worse.strength
    for better, worse in combinations(map(low_hand, map(hand, hands)), 2):
        assert better.strength > worse.strength
