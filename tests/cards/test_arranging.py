"""Hands arranged in melds by rules of any game."""

from dataclasses import replace

import pytest

from companion.cards.arranging import Arrangement, LaidOff, arrange
from companion.cards.melds import ACE_LOW, MeldRules, RunRules, SetRules
from companion.cards.notation import rank_of

RULES = MeldRules(
    sets=SetRules(most=4, most_wild=lambda length: length // 2, suits_differ=True),
    runs=RunRules(line=ACE_LOW, most_wild=lambda length: length // 2, apart=True),
    is_wild=lambda card: rank_of(card) in ("Jk", "2"),
    as_itself=True,
)


def points(card: str) -> int:
    return 15 if RULES.is_wild(card) else 5


@pytest.mark.parametrize(
    ("cards", "melds", "left"),
    [
        ("4h 5h 6h 9s", "4h 5h 6h", "9s"),
        ("4h 4s Jk 9s", "4s 4h Jk", "9s"),
        ("4h 2d 6h Kc", "4h 2d 6h", "Kc"),
        ("2h 3h 4h 9c", "2h 3h 4h", "9c"),
        ("4h 7s 9c", "", "4h 7s 9c"),
        ("Jk Jk", "", "Jk Jk"),
        ("9h 9s 9d 9c", "9s 9h 9d 9c", ""),
        ("4s 4c Jk", "4s 4c Jk", ""),
        ("Jh Qh Kh", "Jh Qh Kh", ""),
        ("4h Jk 6h Jk 8h", "4h Jk 6h Jk 8h", ""),
        ("4h 4h 5h 5h 6h 6h 9s", "4h 5h 6h 4h 5h 6h", "9s"),
        ("9s 9h 9d 4s 4h 4d", "9s 9h 9d 4s 4h 4d", ""),
        ("8h 9h 10h 4c 5c 6c", "8h 9h 10h 4c 5c 6c", ""),
        ("Ah 2h 3h 9c", "Ah 2h 3h", "9c"),
        ("4h 5h Jk 9c", "4h 5h Jk", "9c"),
        ("4h 6h 8s 10s Jk", "4h Jk 6h", "8s 10s"),
        ("Kd Qd 4h 6h 8s 10s Jk", "Jk Qd Kd", "4h 6h 8s 10s"),
        ("9s 9h 9d 9c 9s 9h 9d", "9s 9h 9d 9s 9h 9d 9c", ""),
        ("4h Jk 6h Jk 8h Jk", "4h Jk 6h Jk 8h Jk", ""),
        ("3h 5h 4h 4s Jk Jk", "4s 4h Jk 3h Jk 5h", ""),
    ],
)
def test_the_arrangement_leaves_the_fewest_points(cards: str, melds: str, left: str) -> None:
    found = arrange(RULES, points, cards.split())
    assert (" ".join(map(" ".join, found.melds)), " ".join(found.left)) == (melds, left)
    assert found.cost == sum(map(points, left.split()))


def test_the_card_worth_most_is_discarded() -> None:
    found = arrange(RULES, points, ["4h", "9s", "Jk"], drops=True)
    assert (found.discard, found.left, found.cost) == ("Jk", ("4h", "9s"), 10)
    assert arrange(RULES, points, ["4h", "5h", "6h"], drops=True).discard is None
    assert arrange(RULES, points, ["Kc", "Jk", "4h"], drops=True).discard == "Jk"
    assert arrange(RULES, points, ["4h", "9s"], drops=True) == Arrangement(5, (), (), "4h", ("9s",))
    assert arrange(RULES, points, ["4h", "9s", "Jk"]) == Arrangement(25, (), (), None, ("4h", "9s", "Jk"))


@pytest.mark.parametrize("cards", ["4h 4s 4d 3h 5h 6h", "3h 5h 6h 4h 4s 4d"])
def test_of_two_arrangements_that_cost_the_same_the_one_with_fewer_cards_left_counts(cards: str) -> None:
    found = arrange(RULES, lambda card: 3 if rank_of(card) == "4" else 2, cards.split())
    assert found == Arrangement(6, (("3h", "4h", "5h", "6h"),), (), None, ("4s", "4d"))


def test_the_discard_decides_which_arrangement_costs_least() -> None:
    found = arrange(
        RULES,
        lambda card: {"4": 1, "K": 10}.get(rank_of(card), 2),
        ["Kc", "3h", "5h", "6h", "4h", "4s", "4d"],
        drops=True,
    )
    assert found == Arrangement(2, (("3h", "4h", "5h", "6h"),), (), "Kc", ("4s", "4d"))


def test_a_wild_card_is_melded_even_if_it_costs_nothing() -> None:
    found = arrange(RULES, lambda card: 0 if RULES.is_wild(card) else 5, ["4h", "5h", "6h", "Jk"])
    assert found == Arrangement(0, (("4h", "5h", "6h", "Jk"),), (), None, ())


def test_cards_without_a_meld_all_cost_their_points() -> None:
    found = arrange(RULES, lambda _: 60, ["4h", "9s", "Kc"])
    assert found == Arrangement(180, (), (), None, ("4h", "9s", "Kc"))


def test_a_hand_that_may_not_meld_keeps_its_cards() -> None:
    assert arrange(RULES, points, ["4h", "5h", "6h"], melding=False) == Arrangement(
        15, (), (), None, ("4h", "5h", "6h")
    )


def test_no_more_wild_cards_are_laid_off_than_the_meld_takes() -> None:
    run = RULES.read_in_order(["5h", "6h", "7h"])
    assert run
    found = arrange(RULES, points, ["Jk", "Jk", "Jk"], [run], melding=False)
    assert sorted(card.stands_for for card in found.laid_off) == ["4h", "8h"]
    assert (found.left, found.cost) == (("Jk",), 15)


def test_wild_cards_lie_side_by_side_if_the_game_allows_it() -> None:
    assert RULES.runs is not None
    beside = replace(RULES, runs=replace(RULES.runs, apart=False))
    hand = ["4h", "Jk", "2c", "7h"]
    assert [arrange(rules, points, hand).melds for rules in (beside, RULES)] == [(("4h", "Jk", "2c", "7h"),), ()]


def test_a_game_may_allow_sets_or_runs_only() -> None:
    cards = ["4h", "5h", "6h", "4s", "4d"]
    assert arrange(replace(RULES, runs=None), points, cards).melds == (("4s", "4h", "4d"),)
    assert arrange(replace(RULES, sets=None), points, cards).melds == (("4h", "5h", "6h"),)


def test_cards_are_laid_off_one_after_another() -> None:
    run, whole = RULES.read_in_order(["5h", "6h", "7h"]), RULES.read_in_order(["9s", "9h", "9d"])
    assert run
    assert whole
    found = arrange(RULES, points, ["3h", "8h", "9c", "Jk"], [run, whole], melding=False)
    assert found.laid_off == (
        LaidOff("8h", 1, "8h", wild=False),
        LaidOff("Jk", 1, "4h", wild=True),
        LaidOff("3h", 1, "3h", wild=False),
        LaidOff("9c", 2, "", wild=False),
    )
    assert (found.melds, found.left, found.cost) == ((), (), 0)


@pytest.mark.parametrize(
    ("lying", "cards", "laid_off"),
    [
        ("5h 6h 7h", "9h 8h", "8h 9h"),
        ("5h 6h 7h", "8h 4h", "4h 8h"),
        ("5h 6h 7h", "4h 8h 9h", "8h 4h 9h"),
        ("5h 6h 7h", "Jk", "Jk=8h"),
        ("4h 5h 6h", "Jk 2h Jk", "Jk=3h 2h Jk=7h"),
        ("9h 10h Jh", "Jk Kh Jk", "Jk=Qh Kh Jk=8h"),
    ],
)
def test_a_run_grows_from_the_meld_outwards_with_natural_cards_early(lying: str, cards: str, laid_off: str) -> None:
    run = RULES.read_in_order(lying.split())
    assert run
    found = arrange(RULES, points, cards.split(), [run], melding=False)
    told = [f"{one.card}={one.stands_for}" if one.wild else one.card for one in found.laid_off]
    assert (" ".join(told), found.left) == (laid_off, ())


def test_a_card_that_a_new_meld_needs_is_not_laid_off() -> None:
    run, whole = RULES.read_in_order(["5h", "6h", "7h"]), RULES.read_in_order(["9s", "9h", "9d", "9c"])
    assert run
    assert whole
    found = arrange(RULES, points, ["8h", "8s", "8d"], [run, whole])
    assert found == Arrangement(0, (("8s", "8h", "8d"),), (), None, ())


def test_a_wild_card_is_laid_off_for_a_card_that_a_new_meld_needs() -> None:
    run = RULES.read_in_order(["5h", "6h", "7h"])
    assert run
    found = arrange(RULES, points, ["8h", "8s", "Jk", "Jk", "9h"], [run])
    laid_off = (LaidOff("Jk", 1, "8h", wild=True), LaidOff("9h", 1, "9h", wild=False))
    assert found == Arrangement(0, (("8s", "8h", "Jk"),), laid_off, None, ())


def test_a_wild_card_used_as_itself_is_tried_before_another_place() -> None:
    rules = replace(RULES, as_itself=False)
    run = rules.read_in_order(["3h", "4h", "5h"])
    assert run
    assert arrange(rules, points, ["2h"], [run], melding=False).laid_off == (LaidOff("2h", 1, "2h", wild=True),)
    both = arrange(rules, points, ["2c", "2h"], [run], melding=False)
    assert sorted(both.laid_off) == [LaidOff("2c", 1, "6h", wild=True), LaidOff("2h", 1, "2h", wild=True)]
