"""Melds: sets and runs, with wild cards that move."""

from dataclasses import replace
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards.melds import (
    ACE_EITHER,
    ACE_LOW,
    RUN,
    SET,
    MeldRules,
    NoMeld,
    RunRules,
    SetRules,
    at_most,
)
from companion.cards.notation import JOKER, RANKS, SUITS, rank_of
from tests.laws.strategies import few


def _joker_or_2(card: str) -> bool:
    return rank_of(card) in (JOKER, "2")


def _joker_2_or_3(card: str) -> bool:
    return rank_of(card) in (JOKER, "2", "3")


ONE_WILD = MeldRules(
    sets=SetRules(most_wild=at_most(1), ranks=[rank for rank in RANKS if rank != "2"]),
    runs=RunRules(line=ACE_EITHER, most=13, most_wild=at_most(1)),
    is_wild=_joker_or_2,
    as_itself=True,
)
"""One wild card in each meld; an ace is high or low; a 2 in its own place is natural."""

HALF_WILD = MeldRules(
    sets=SetRules(most=4, most_wild=lambda length: length // 2, suits_differ=True),
    runs=RunRules(line=ACE_LOW, most_wild=lambda length: length // 2, apart=True),
    is_wild=_joker_2_or_3,
    as_itself=True,
)
"""Half of a meld may be wild, in a run never side by side; the suits of a set differ; an ace is low."""

RUNS_ALONE = MeldRules(runs=RunRules(line=ACE_LOW[1:]))
RUNS_FROM_3 = MeldRules(runs=RunRules(line=ACE_LOW[2:]), is_wild=_joker_or_2, as_itself=True)
SETS_ALONE = MeldRules(sets=SetRules(), never=("3h",))
RULES = (ONE_WILD, HALF_WILD, RUNS_ALONE, SETS_ALONE)


def _order(rules: MeldRules, line: str) -> str:
    meld = rules.read(line.split())
    return " ".join(meld.cards) if meld else ""


@pytest.mark.parametrize(
    ("cards", "order", "wild"),
    [
        ("7s Jk 9s", "7s Jk 9s", "Jk"),
        ("7s 8s Jk", "Jk 7s 8s", "Jk"),
        ("Jk 7s 8s 10s", "7s 8s Jk 10s", "Jk"),
        ("7s 8s Jk 10s 9s", "Jk 7s 8s 9s 10s", "Jk"),
        ("2h 3h 4h 6h", "3h 4h 2h 6h", "2h"),
        ("3h 4h 2h 6h 5h", "2h 3h 4h 5h 6h", ""),
        ("2h 3h 4h Jk", "Jk 2h 3h 4h", "Jk"),
        ("Kd Ad 2d", "2d Kd Ad", "2d"),
        ("Ah 2h Jk", "Ah 2h Jk", "Jk"),
        ("Ah 3h Jk", "Ah Jk 3h", "Jk"),
        ("2h 2s 3h 4h", "2s 2h 3h 4h", "2s"),
        ("7h 7s 2c", "7h 7s 2c", "2c"),
        ("2c 7h 7h 7s", "7h 7h 7s 2c", "2c"),
        ("Ah 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh 2s", "Ah 2s 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh", "2s"),
        ("2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah", "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh", ""),
    ],
)
def test_a_wild_card_has_its_wanted_place_or_the_lowest(cards: str, order: str, wild: str) -> None:
    meld = ONE_WILD.read(cards.split())
    assert meld
    assert " ".join(meld.cards) == order
    assert " ".join(meld.wild) == wild


def test_a_run_of_wild_cards_only_may_be_of_any_of_their_suits() -> None:
    run = replace(HALF_WILD, sets=None).read(["2s", "3s", "3h", "2h"])
    assert run
    assert [card.stands_for for card in run.laid] == ["As", "2s", "3s", "4s"]
    assert run.wild == ("3h", "2h")


def test_a_set_is_preferred_to_a_run_and_few_wild_cards_to_many() -> None:
    readings = [(meld.kind, len(meld.wild)) for meld in HALF_WILD.readings(["2s", "3s", "3h", "2h"])]
    assert readings[0] == (SET, 2)
    assert readings[-1] == (RUN, 2)
    beside = MeldRules(runs=RunRules(line=ACE_LOW, most_wild=at_most(2)), is_wild=_joker_2_or_3, as_itself=True)
    for meld in (beside.read(["2h", "2s", "3s"]), beside.read_in_order(["2h", "2s", "3s"])):
        assert meld
        assert ([card.stands_for for card in meld.laid], meld.wild) == (["As", "2s", "3s"], ("2h",))
    assert _order(beside, "4h Jk 2c 7h") == "4h Jk 2c 7h", "wild cards may lie side by side"


def test_as_many_cards_of_their_own_as_a_set_needs_are_enough() -> None:
    rules = MeldRules(sets=SetRules(most_wild=at_most(9), naturals=2), is_wild=_joker_or_2)
    assert _order(rules, "9h Jk 9s") == "9h 9s Jk"


def test_the_card_that_a_wild_card_replaces_is_named() -> None:
    run, rank = ONE_WILD.read(["7s", "Jk", "9s"]), ONE_WILD.read(["7s", "Jk", "7h"])
    assert run
    assert rank
    assert [card.stands_for for card in run.laid] == ["7s", "8s", "9s"]
    assert [card.stands_for for card in rank.laid] == ["7", "7", "7"]
    suits = HALF_WILD.read(["9h", "Jk", "9c"])
    assert suits
    assert [card.stands_for for card in suits.laid] == ["9h", "9c", "9s"]
    spades = HALF_WILD.read(["9s", "Jk", "9c"])
    assert spades
    assert [card.stands_for for card in spades.laid] == ["9s", "9c", "9h"]


@pytest.mark.parametrize(
    ("rules", "cards", "why"),
    [
        (ONE_WILD, "7h 7s 2c Jk", NoMeld(SET, "wild", 1)),
        (ONE_WILD, "2h 2s 2c", NoMeld(SET, "rank", card="2h")),
        (ONE_WILD, "Jk Jk Jk", NoMeld(SET, "wild", 1)),
        (ONE_WILD, "Kh Ah 2h 3h", NoMeld(RUN, "gap")),
        (ONE_WILD, "4h 6h 8h 2h", NoMeld(RUN, "gap")),
        (ONE_WILD, "Kh Jk 2h 3h 4h", NoMeld(RUN, "gap")),
        (ONE_WILD, "2h 4h 6h Jk", NoMeld(RUN, "wild", 1)),
        (ONE_WILD, "4h 5h 2s Jk", NoMeld(RUN, "wild", 1)),
        (ONE_WILD, "4h 5h 5h 6h", NoMeld(RUN, "twice", card="5h")),
        (ONE_WILD, "4h 5h 6s", NoMeld("", "mixed")),
        (ONE_WILD, "4h 5h", NoMeld(RUN, "few", 3)),
        (ONE_WILD, "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Jk", NoMeld(RUN, "many", 13)),
        (ONE_WILD, "Ah 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Jk Jk", NoMeld(RUN, "many", 13)),
        (HALF_WILD, "5s Jk 2h 8s", NoMeld(RUN, "neighbours")),
        (HALF_WILD, "Jk 2c 8d", NoMeld(SET, "wild", 1)),
        (HALF_WILD, "9h 9h 9s", NoMeld(SET, "suit", card="9h")),
        (HALF_WILD, "9s 9h 9h", NoMeld(SET, "suit", card="9h")),
        (HALF_WILD, "9h 9c 9d 9s Jk", NoMeld(SET, "many", 4)),
        (HALF_WILD, "Qh Kh Ah", NoMeld(RUN, "gap")),
        (RUNS_ALONE, "4h 4s 4d", NoMeld("", "mixed")),
        (RUNS_ALONE, "Ah 2h 3h", NoMeld(RUN, "rank", card="Ah")),
        (SETS_ALONE, "4h 5h 6h", NoMeld("", "mixed")),
        (SETS_ALONE, "3s 3h 3d", NoMeld(SET, "barred", card="3h")),
        (MeldRules(sets=SetRules(most_wild=at_most(9), naturals=2), is_wild=_joker_or_2), "9h 2s Jk",
         NoMeld(SET, "naturals", 2)),
        (MeldRules(), "4h 4s 4d", NoMeld("", "mixed")),
        (RUNS_ALONE, "4h 4s", NoMeld("", "few", 3)),
        (HALF_WILD, "4h 5s 6d 7c 8h", NoMeld("", "mixed")),
        (HALF_WILD, "9h 9h 9s 9d", NoMeld(SET, "suit", card="9h")),
        (HALF_WILD, "9h 9s 9h 9s", NoMeld(SET, "suit", card="9h")),
        (HALF_WILD, "Jk Jk Jk", NoMeld(SET, "wild", 1)),
        (MeldRules(sets=SetRules(), never=("3d", "3h")), "3s 3h 3d", NoMeld(SET, "barred", card="3h")),
        (MeldRules(runs=RunRules(line=ACE_LOW), never=("5h",)), "4h 5h 6h", NoMeld(RUN, "barred", card="5h")),
        (MeldRules(sets=SetRules(most_wild=at_most(1)), is_wild=_joker_or_2), "7h 7s 8d", NoMeld("", "mixed")),
        (ONE_WILD, "4h 9h 2s Jk", NoMeld(RUN, "wild", 1)),
        (ONE_WILD, "5h 6h 5h 6h", NoMeld(RUN, "twice", card="5h")),
        (RUNS_FROM_3, "4h 9h 2h", NoMeld(RUN, "wild", 0)),
        (replace(RUNS_FROM_3, is_wild=lambda _: False), "2h 5h Ah", NoMeld(RUN, "rank", card="2h")),
        (HALF_WILD, "Jk Jk 9h 9h", NoMeld(SET, "suit", card="9h")),
        (HALF_WILD, "2s 9s 9h 9h", NoMeld(SET, "suit", card="9h")),
        (HALF_WILD, "9h Jk 2c 2d", NoMeld(SET, "wild", 2)),
        (ONE_WILD, "Jk 2h 2s", NoMeld(SET, "rank", card="2h")),
        (MeldRules(sets=SetRules(fewest=4), runs=RunRules(line=ACE_LOW)), "4h 4s 4d", NoMeld(SET, "few", 4)),
        (replace(ONE_WILD, sets=None), "Jk Jk Jk", NoMeld(RUN, "wild", 1)),
        (MeldRules(runs=RunRules(line=ACE_LOW, most_wild=at_most(9), naturals=2), is_wild=_joker_or_2), "4h Jk 2s",
         NoMeld(RUN, "naturals", 2)),
        (MeldRules(runs=RunRules(line=ACE_LOW), is_wild=_joker_or_2), "2h 4h 9h", NoMeld(RUN, "wild", 0)),
        (MeldRules(runs=RunRules(line=ACE_LOW, most_wild=at_most(2)), is_wild=_joker_or_2, as_itself=True),
         "2h 2h 5h 9h", NoMeld(RUN, "gap")),
        (replace(HALF_WILD, sets=None), "5h 2h 2h 2s", NoMeld(RUN, "neighbours")),
        (replace(HALF_WILD, sets=None, is_wild=lambda card: rank_of(card) in (JOKER, "K")), "10h Kh Jk Jk",
         NoMeld(RUN, "neighbours")),
    ],
)  # fmt: skip
def test_cards_that_are_no_meld_have_a_reason(rules: MeldRules, cards: str, why: NoMeld) -> None:
    held = cards.split()
    assert rules.read(held) is None
    assert rules.read_in_order(held) is None
    assert rules.why_not(held) == why


def extended(rules: MeldRules, cards: str) -> list[tuple[str, bool]]:
    meld = rules.read(cards.split())
    assert meld
    return list(rules.extensions(meld))


def test_a_meld_can_be_extended_at_both_ends_or_by_other_suits() -> None:
    assert extended(ONE_WILD, "4h 5h 6h") == [("3h", True), ("7h", False)]
    assert extended(ONE_WILD, "Ah 2h 3h") == [("4h", False)]
    assert extended(ONE_WILD, "Qh Kh Ah") == [("Jh", True)]
    assert extended(ONE_WILD, "4h Jk 6h") == [("3h", True), ("7h", False)]
    assert extended(ONE_WILD, "Jk 7s 8s") == [("5s", True), ("9s", False)]
    assert extended(HALF_WILD, "7h 7c Jk") == [("7s", False), ("7d", False)]
    sevens = replace(HALF_WILD, is_wild=lambda card: card == "7s", as_itself=False)
    assert extended(sevens, "7h 7c 7s") == [("7s", False), ("7d", False)], "the wild one leaves its place free"


def test_a_run_on_the_table_is_read_in_its_order() -> None:
    lying = HALF_WILD.read_in_order(["5s", "Jk", "7s", "2h"])
    assert lying
    assert [card.stands_for for card in lying.laid] == ["5s", "6s", "7s", "8s"]
    assert HALF_WILD.read_in_order(["7s", "Jk", "5s"]) is None, "it runs from low to high"
    assert HALF_WILD.read_in_order(["Jk", "5s", "7s"]) is None, "the wild card lies beside its place"
    assert HALF_WILD.read(["Jk", "5s", "7s"])
    own = HALF_WILD.read_in_order(["2h", "3h", "4h"])
    assert own
    assert not own.wild
    both = HALF_WILD.read_in_order(["9h", "Jk", "9c"])
    assert both
    assert both.kind == SET
    assert RUNS_ALONE.read_in_order(["4h", "4s", "4d"]) is None


def test_every_meld_of_some_cards_is_found_once_in_order_of_preference() -> None:
    def found(cards: str) -> list[tuple[str, str, int]]:
        return [(meld.kind, " ".join(meld.cards), len(meld.wild)) for meld in HALF_WILD.readings(cards.split())]

    assert found("4h 4s 4d") == [(SET, "4h 4s 4d", 0)]
    assert found("2s 3s 3h")[0] == (SET, "3s 3h 2s", 1)
    assert found("2s 3s 2h 3h")[:2] == [(SET, "2s 2h 3s 3h", 2), (SET, "3s 3h 2s 2h", 2)]


def test_cards_on_the_table_that_may_be_either_are_a_set() -> None:
    both = HALF_WILD.read_in_order(["2s", "2h", "3h"])
    assert both
    assert (both.kind, both.wild) == (SET, ("3h",))


def test_a_natural_card_in_a_wrong_place_of_a_run_is_not_wild() -> None:
    assert HALF_WILD.read_in_order(["4h", "5h", "9h", "7h"]) is None
    assert HALF_WILD.read_in_order(["4h", "5h", "2c", "7h"])


def test_a_game_without_sets_or_runs_allows_none() -> None:
    nines, run = SETS_ALONE.read(["9h", "9s", "9d"]), RUNS_ALONE.read(["4h", "5h", "6h"])
    assert nines
    assert run
    assert [rules.allows(meld) for rules in (SETS_ALONE, RUNS_ALONE) for meld in (nines, run)] == [
        True, False, False, True,
    ]  # fmt: skip


def test_a_meld_without_limits_may_be_long_but_not_of_wild_cards_alone() -> None:
    assert SETS_ALONE.read(["9h"] * 14)
    assert SETS_ALONE.read(["9h", "9s", "Jk"]) is None, "a joker is wild only if the game says so"
    runs = MeldRules(runs=RunRules(line=ACE_LOW, most_wild=at_most(3)), is_wild=_joker_or_2, as_itself=True)
    assert {len(meld.wild) for meld in runs.readings(["2s", "2h", "2d"])} == {2}


def test_a_single_card_can_be_wild_and_counts_as_wild_among_its_own_rank() -> None:
    rules = MeldRules(sets=SetRules(most_wild=at_most(1)), is_wild=lambda card: card == "Js")
    jacks = rules.read(["Jh", "Js", "Jd"])
    assert jacks
    assert (jacks.cards, jacks.wild) == (("Jh", "Jd", "Js"), ("Js",))


def test_rules_can_count_wild_cards_in_their_own_place_as_wild() -> None:
    counted = MeldRules(sets=HALF_WILD.sets, runs=HALF_WILD.runs, is_wild=_joker_2_or_3)
    assert HALF_WILD.read(["3h", "3s", "3d"])
    assert counted.read(["3h", "3s", "3d"]) is None
    assert counted.read(["2h", "3h", "4h"]) is None
    assert counted.read_in_order(["2h", "3h", "4h"]) is None


def _tried(rules: MeldRules, cards: tuple[str, ...]) -> int | None:
    """Return the fewest wild cards of a meld by trying every order and place; None: no meld."""
    length = len(cards)
    places: list[tuple[tuple[str, ...], SetRules | RunRules]] = []
    if rules.runs:
        line = rules.runs.line
        cuts = [line[start : start + length] for start in range(len(line) - length + 1)]
        places += [(tuple(rank + suit for rank in cut), rules.runs) for cut in cuts for suit in SUITS]
    if rules.sets:
        for rank in rules.sets.ranks:
            suits = permutations(SUITS, length) if rules.sets.suits_differ else [("",) * length]
            places += [(tuple(rank + suit for suit in order), rules.sets) for order in suits]
    found = []
    for order in set(permutations(cards)):
        for row, limits in places:
            own = [place in (card, rank_of(card)) for place, card in zip(row, order, strict=True)]
            natural = [fits and (rules.as_itself or not rules.is_wild(card))
                       for fits, card in zip(own, order, strict=True)]  # fmt: skip
            wild = [not fits for fits in natural]
            beside = isinstance(limits, RunRules) and limits.apart and (True, True) in pairwise(wild)
            if (
                all(fits or rules.is_wild(card) for fits, card in zip(natural, order, strict=True))
                and limits.fewest <= length <= (limits.most or length)
                and limits.naturals <= sum(natural)
                and sum(wild) <= limits.most_wild(length)
                and not beside
            ):
                found.append(sum(wild))
    return None if set(cards) & set(rules.never) else min(found, default=None)


FEW_RANKS = st.sampled_from([*(rank + suit for rank in ("A", "2", "3", "4", "K") for suit in "sh"), "3d", JOKER])


@given(st.sampled_from(RULES), st.lists(FEW_RANKS, min_size=2, max_size=5).map(tuple))
@settings(max_examples=few(60))
def test_melds_equal_those_found_by_trying_everything(rules: MeldRules, cards: tuple[str, ...]) -> None:
    readings = list(rules.readings(cards))
    tried = _tried(rules, cards)
    assert bool(readings) == (tried is not None)
    assert min((len(meld.wild) for meld in readings), default=None) == tried
    for meld in readings:
        assert sorted(meld.cards) == sorted(cards)
        assert rules.read_in_order(meld.cards)
    if not readings:
        assert rules.why_not(cards).why
