"""Showdowns: hands compared by measures and in words, checked against a table of poker hands."""

from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given

from companion.cards.decks import standard_deck
from companion.cards.poker import VALUES, rank_five
from companion.core.entry.keys import Cards, Key, PerName
from companion.core.entry.record import read_record
from companion.core.referee import showdown
from companion.core.referee.showdown import (
    HANDS,
    Measure,
    ShownHand,
    best_text,
    card_text,
    check_number_shown,
    dashed_text,
    five_card_hand,
    given_hands,
    hands_fact,
    rank_measures,
    ranking,
    showdown_sentences,
    three_card_hand,
    why_better,
)
from tests.cards.test_poker import FIVES, PACK, all_ranks, hand, mixed
from tests.laws.strategies import DICE, tried

DECK = standard_deck("the pack of 52")
RANK_VALUES = {"7": 7, "8": 8, "9": 9}


@tried(100)
@given(dice=DICE)
def test_comparing_step_by_step_gives_the_order_of_poker(dice: Random) -> None:
    """Also for hands with few ranks, which differ late or not at all."""
    cards = [card for card in PACK if card[:-1] in dice.sample(["A", "K", "9", "5", "4", "3", "2"], 5)]
    one, other = (tuple(dice.sample(cards, 5)) for _ in range(2))
    ranked = rank_five(one).strength, rank_five(other).strength
    shown = five_card_hand(one).strength, five_card_hand(other).strength
    assert (shown[0] > shown[1], shown[0] == shown[1]) == (ranked[0] > ranked[1], ranked[0] == ranked[1])


def test_every_hand_of_three_has_its_kind_and_rank() -> None:
    def by_hand(cards: tuple[str, ...]) -> tuple[int, list[int]]:
        ranks = [VALUES[card[:-1]] for card in cards]
        return len(set(ranks)), sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))

    hands = {cards: by_hand(cards) for cards in combinations(PACK, 3)}
    names = {1: "three-of-a-kind", 2: "pair", 3: "high-card"}
    assert all(three_card_hand(cards).name == names[different] for cards, (different, _) in hands.items())
    best = sorted(hands, key=lambda cards: (-hands[cards][0], hands[cards][1]))
    for one, next_one in pairwise(best):
        level = hands[one] == hands[next_one]
        assert (three_card_hand(one).strength == three_card_hand(next_one).strength) == level
        assert three_card_hand(one).strength <= three_card_hand(next_one).strength


def test_three_cards_are_ranked_like_five_with_two_loose_low_ones() -> None:
    """Two loose lower cards never improve the five: then the library can compare them."""
    fives = sorted((rank_five(cards).strength, five_card_hand(cards).strength) for _, cards, _ in FIVES)
    shown = [strength for _, strength in fives]
    tried = 0
    for ranks in all_ranks(3):
        three = three_card_hand(mixed(ranks))
        lowest = min((rank for rank in ranks if ranks.count(rank) == 1), default=15)
        fuller = [
            rank_five(mixed((*ranks, *more)))
            for more in combinations([rank for rank in range(2, lowest) if rank not in ranks], 2)
        ]
        fuller = [one for one in fuller if one.kind == three.name]
        if not fuller:
            continue
        weakest = min(one.strength for one in fuller)
        places = range(tried % 7, len(shown), 7)
        assert all((three.strength > shown[place]) == (weakest > place) for place in places)
        assert three.strength <= shown[weakest]
        assert weakest == 0 or three.strength > shown[weakest - 1]
        tried += 1
    assert tried > 300


def test_three_low_cards_without_loose_lower_ones_are_ranked() -> None:
    def outranks(three: str, five: str) -> bool:
        return three_card_hand(hand(three)).strength > five_card_hand(hand(five)).strength

    assert not outranks("4s 3h 2d", "7s 5h 4d 3c 2s")
    assert not outranks("2s 2h 3d", "2c 2d 5d 4c 3s")
    assert outranks("3s 3h 2d", "2c 2d As Kc Qs")
    assert outranks("2s 2h 2d", "As Ad Ks Kd Qs")
    assert not outranks("As Ah Ad", "5s 4d 3s 2d Ac")


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("As Ks Qs Js 10s", "a royal flush"),
        ("As 2s 3s 4s 5s", "a straight flush up to the 5"),
        ("9s 9h 9d 9c Kd", "four 9s with K"),
        ("9s 9h 9d Kc Kd", "a full house, 9s and kings"),
        ("Kd Jd 9d 4d 2d", "a flush, K-J-9-4-2"),
        ("10s Js Qd Kc Ah", "a straight up to the ace"),
        ("9s 9h 9d Kc Ad", "three 9s with A-K"),
        ("9s 9h 4c 4d 2s", "two pair, 9s and 4s with 2"),
        ("2s 2h Kc 9d 5s", "a pair of 2s with K-9-5"),
        ("Ks Kh Ac 10d 5s", "a pair of kings with A-10-5"),
        ("Ks Jd 9d 4d 2d", "no pair, K-J-9-4-2"),
    ],
)
def test_hands_are_described_in_words(cards: str, told: str) -> None:
    assert five_card_hand(hand(cards)).text == told


def test_side_cards_may_count_or_not() -> None:
    one, other = hand("Ks Kd 9c 5s 2s"), hand("Kh Kc 8c 5d 2d")
    assert five_card_hand(one).strength > five_card_hand(other).strength
    level = {"Ann": five_card_hand(one, kickers=False), "Bob": five_card_hand(other, kickers=False)}
    assert ranking(level) == [["Ann", "Bob"]]
    assert level["Ann"].text == "a pair of kings"
    assert five_card_hand(hand("9s 9h 9d Kc Kd"), kickers=False) == five_card_hand(hand("9s 9h 9d Kc Kd"))
    flushes = (
        five_card_hand(hand("Kd Jd 9d 4d 2d"), kickers=False),
        five_card_hand(hand("Ks Js 9s 4s 3s"), kickers=False),
    )
    assert flushes[0].strength < flushes[1].strength
    assert five_card_hand(hand("As 2s 3s 4s 5d"), ace_low=False).name == "high-card"


def test_the_ranking_has_reasons() -> None:
    shown = {
        "Ann": five_card_hand(hand("Ks Kd 9c 5s 2s")),
        "Bob": five_card_hand(hand("Kh Kc 9s 4s 2c")),
        "Cyd": five_card_hand(hand("3s 4s 5s 6s 7d")),
        "Dee": five_card_hand(hand("As Qs 5c 6d 8d")),
        "Eve": five_card_hand(hand("Ah Qd 5d 6c 8c")),
    }
    assert ranking(shown) == [["Cyd"], ["Ann"], ["Bob"], ["Dee", "Eve"]]
    assert list(showdown_sentences(shown)) == [
        "Ann has a pair of kings with 9-5-2; Bob has a pair of kings with 9-4-2; Cyd has a straight up to the 7; "
        "Dee has no pair, A-Q-8-6-5; Eve has no pair, A-Q-8-6-5.",
        "A straight beats a pair.",
        "Ann and Bob both have a pair; the second card beside it decides: a 5 beats a 4.",
        "A pair beats a high card.",
        "Dee and Eve are level: all that counts is the same, and suits do not count.",
    ]
    level = {name: shown[name] for name in ("Eve", "Dee", "Cyd")}
    level["Abe"] = five_card_hand(hand("3d 4d 5d 6d 7s"))
    level["Zoe"] = five_card_hand(hand("2d 3h 4h 5h 6c"))
    level["Yan"] = five_card_hand(hand("2h 3c 4c 5c 6h"))
    assert list(showdown_sentences(level)) == [
        "Eve has no pair, A-Q-8-6-5; Dee has no pair, A-Q-8-6-5; Cyd has a straight up to the 7; "
        "Abe has a straight up to the 7; Zoe has a straight up to the 6; Yan has a straight up to the 6.",
        "Cyd and Abe are level: all that counts is the same, and suits do not count.",
        "Cyd and Zoe both have a straight; the top card decides: a 7 beats a 6.",
        "Zoe and Yan are level: all that counts is the same, and suits do not count.",
        "A straight beats a high card.",
        "Eve and Dee are level: all that counts is the same, and suits do not count.",
    ]
    told = best_text(ranking(shown), "has the best hand", "share the pot")
    assert told == "Cyd has the best hand. After that: Ann, then Bob, then Dee and Eve level."
    assert best_text([["Ann", "Bob"], ["Cyd"]], "has it", "share it") == "Ann and Bob share it. After that: Cyd."
    assert best_text([["Ann"], ["Bob"]], "has it", "share it") == "Ann has it."


def test_if_the_lowest_hand_wins_the_reason_says_lower() -> None:
    def low(text: str) -> ShownHand:
        ranks = sorted((RANK_VALUES[card] for card in text), reverse=True)
        kind = Measure(0, "no pair") if len(set(ranks)) == len(ranks) else Measure(-1, "a pair")
        return ShownHand("low", text, (kind, *rank_measures([1] * len(ranks), ranks, -1)), low=True)

    told = why_better("Ann", low("87"), "Bob", low("97"))
    assert told == "Ann and Bob both have no pair; the highest card decides: an 8 is lower than a 9."
    assert why_better("Ann", low("87"), "Bob", low("77")) == "Ann with no pair is lower than Bob with a pair."
    pairs = [ShownHand("low", "", rank_measures([2], [rank], -1), low=True) for rank in (3, 14)]
    assert why_better("Ann", pairs[0], "Bob", pairs[1]) == (
        "Ann and Bob both have 3s; the pair decides: 3s are lower than aces."
    )


def test_the_third_card_of_five_is_not_called_the_lowest() -> None:
    front, back = three_card_hand(("Kh", "9s", "4d")), five_card_hand(("Ks", "9h", "5c", "3d", "2d"))
    told = "the third card decides: a 5 beats a 4."
    assert why_better("The back", back, "the front", front).endswith(told)
    assert why_better(
        "Back", five_card_hand(("Ks", "9h", "4c", "3d", "2d")), "front", three_card_hand(("Kh", "8s", "4d"))
    ).endswith("the second card decides: a 9 beats an 8.")


def test_groups_and_places_are_words() -> None:
    assert showdown.GROUPS == {2: "pair", 3: "three of a kind", 4: "four of a kind"}
    assert showdown.PLACES == ("highest", "second", "third", "fourth")


def test_ranks_are_words() -> None:
    assert [card_text(value) for value in (14, 1, 8, 11, 2)] == ["an ace", "an ace", "an 8", "a jack", "a 2"]
    assert dashed_text([14, 13, 10, 2, 1]) == "A-K-10-2-A"
    royal = five_card_hand(hand("As Ks Qs Js 10s"))
    assert (royal.name, royal.measures[1:]) == ("royal-flush", (Measure(14, "an ace", "the top card"),))
    three = three_card_hand(hand("5s 5h 5d"))
    assert (three.name, three.text, three.measures[1:]) == (
        "three-of-a-kind", "three 5s", (Measure(5, "5s", "the three of a kind", several=True),),
    )  # fmt: skip
    loose = rank_measures([1, 1, 1, 1, 1], [14, 9, 8, 7, 2])
    places = ("highest", "second", "third", "fourth", "lowest")
    assert [one.what for one in loose] == [f"the {nth} card" for nth in places]
    (one,) = rank_measures([1], [9])
    assert (one.what, one.text) == ("the card", "a 9")
    assert [one.worth for one in rank_measures([2, 1], [9, 13], -1)] == [-9, -13]


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("9s 9h 9d Kc Kd", "9s 9h 9d Qc Qd", "both have a full house; the pair decides: kings beat queens."),
        ("9s 9h 9d Kc Qd", "8s 8h 8d Ac Jd", "both have three of a kind; the three of a kind decides: 9s beat 8s."),
        ("9s 9h 4d 4c Qd", "9d 9c 3d 3c Kd", "both have two pair; the lower pair decides: 4s beat 3s."),
        ("9s 9h 4d 4c Qd", "9d 9c 4h 4s 8d", "both have two pair; the card beside it decides: a queen beats an 8."),
        ("9s 9h 4d 3c 2d", "9d 9c 4h 3s Ad", "both have a pair; the highest card beside it decides: an ace beats a 4."),
        ("Kd Jd 9d 4d 3d", "Ks Js 9s 4s 2s", "both have a flush; the lowest card decides: a 3 beats a 2."),
        ("2s 3s 4s 5s 6s", "Ad 2d 3d 4d 5d", "both have a straight flush; the top card decides: a 6 beats a 5."),
        ("2s 3s 4s 5d 6s", "Ad 2d 3d 4d 5s", "both have a straight; the top card decides: a 6 beats a 5."),
    ],
)  # fmt: skip
def test_one_reason_decides(one: str, other: str, why: str) -> None:
    shown = {"Ann": five_card_hand(hand(one)), "Bob": five_card_hand(hand(other))}
    (first,), (after,) = ranking(shown)
    assert why_better(first, shown[first], after, shown[after]) == f"{first} and {after} {why}"


def test_tied_hands_have_no_better_one() -> None:
    one, other = five_card_hand(hand("Ks Kd 9c 5s 2s")), five_card_hand(hand("Kh Kc 9s 5d 2c"))
    with pytest.raises(ValueError, match="tied"):
        why_better("Ann", one, "Bob", other)


def test_players_who_show_are_at_the_table() -> None:
    field = hands_fact(DECK, 3, 3).of(names=("Ann", "Bob", "Cyd"))
    record, problems = read_record((field,), {"hands": {"Ann": ["As", "Ks", "Qs"], "Cyd": ["2s", "3s", "4s"]}})
    assert not problems
    assert list(given_hands(record)) == ["Ann", "Cyd"]
    assert not list(check_number_shown(record, 2, 8))
    (problem,) = check_number_shown(record, 3, 8)
    assert (problem.field, problem.message) == (HANDS, "Give the cards of 3 to 8 players, not of 2.")
    assert not list(check_number_shown(record, 2, 2))
    assert [len(list(check_number_shown(record, 0, 1))), list(check_number_shown(record, 1, 2))] == [1, []]
    (problem,) = check_number_shown(record, 4, 4)
    assert problem.message == "Give the cards of exactly 4 players, not of 2."
    other: Key[PerName[Cards]] = Key("shown")
    field_of_other = field.of(key=other)
    record, _ = read_record((field_of_other, field), {"shown": {"Bob": ["As", "Ks", "Qs"]}})
    assert (list(given_hands(record, other)), list(given_hands(record))) == (["Bob"], [])
    assert [one.field for one in check_number_shown(record, 2, 3, other)] == ["shown"]
    assert not list(check_number_shown(record, 1, 1, other))
    assert hands_fact(DECK, 3, 3, help="All three.").help == "All three."
    _, (problem,) = read_record((field,), {})
    assert (problem.field, problem.message) == (HANDS, "“Hands” is missing for Ann, Bob and Cyd.")
