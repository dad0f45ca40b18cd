"""Poker hands checked by brute force: every hand that differs in rank or kind."""

import subprocess
import sys
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from pokerkit import RegularLowHand

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS
from companion.cards.poker import (
    KINDS,
    VALUES,
    is_at_least,
    kind_text,
    low_sort_key,
    name_of,
    rank_five,
    rank_groups,
)

LETTERS = {VALUES[rank]: rank for rank in RANKS}
PACK = tuple(standard_deck("a pack").copies)


def hand(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def all_ranks(number: int) -> list[tuple[int, ...]]:
    """Return every choice of so many ranks, none more than four times."""
    return [ranks for ranks in combinations_with_replacement(range(2, 15), number) if max(Counter(ranks).values()) < 5]


def suited(ranks: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"{LETTERS[rank]}s" for rank in ranks)


def mixed(ranks: tuple[int, ...]) -> tuple[str, ...]:
    """Return cards of these ranks that are no flush."""
    seen: Counter[int] = Counter()
    cards = []
    for place, rank in enumerate(ranks):
        start = 1 if place == len(ranks) - 1 and len(set(ranks)) == len(ranks) else 0
        cards.append(f"{LETTERS[rank]}{'shdc'[start + seen[rank]]}")
        seen[rank] += 1
    return tuple(cards)


def five_by_hand(ranks: tuple[int, ...], flush: bool) -> tuple[int, str, list[int]]:
    """Rank five cards by a simple algorithm: number of the kind (0 is worst), its name, ranks to compare."""
    loose = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    runs = {tuple(range(top, top - 5, -1)): top for top in range(6, 15)} | {(14, 5, 4, 3, 2): 5}
    top = runs.get(tuple(loose), 0)
    repeats = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    names = {(4, 1): "four-of-a-kind", (3, 2): "full-house", (3, 1, 1): "three-of-a-kind", (2, 2, 1): "two-pair"}
    if top:
        name = ("royal-flush" if top == 14 else "straight-flush") if flush else "straight"
        loose = [top]
    elif flush:
        name = "flush"
    else:
        name = names.get(tuple(repeats), "pair" if repeats[0] == 2 else "high-card")
    return 9 - KINDS.index(name), name, loose


FIVES = [(ranks, mixed(ranks), False) for ranks in all_ranks(5)]
FIVES += [(ranks, suited(ranks), True) for ranks in combinations(range(2, 15), 5)]


def test_every_hand_of_five_has_its_kind_and_rank() -> None:
    assert len(FIVES) == 7462
    by_hand = sorted((five_by_hand(ranks, flush), cards) for ranks, cards, flush in FIVES)
    ranked = [rank_five(cards) for _, cards in by_hand]
    assert [one.kind for one in ranked] == [name for (_, name, _), _ in by_hand]
    assert [one.strength for one in ranked] == list(range(7462))
    counts = Counter(one.kind for one in ranked)
    assert [counts[kind] for kind in KINDS] == [1, 9, 156, 156, 1277, 10, 858, 858, 2860, 1277]


def test_without_a_low_ace_the_wheel_is_no_straight() -> None:
    for ranks, cards, flush in FIVES:
        one = rank_five(cards, ace_low=False)
        if set(ranks) == {14, 2, 3, 4, 5}:
            assert one.kind == ("flush" if flush else "high-card")
            assert one.ranks == (14, 5, 4, 3, 2)
        else:
            assert (one.kind, one.ranks) == (rank_five(cards).kind, rank_five(cards).ranks)


def test_ranks_are_listed_in_naming_order() -> None:
    assert rank_five(hand("4s 10h 4d 10c Kd")).ranks == (10, 4, 13)
    assert rank_five(hand("3s 2h As 5d 4c")).ranks == (5, 4, 3, 2, 1)
    assert rank_five(hand("Qs 10s As Ks Js")).ranks == (14, 13, 12, 11, 10)


@pytest.mark.parametrize("text", ["As", "As Ah Ad Ac", "As Ks Qs Js 10s 9s", "As As As As As"])
def test_an_invalid_hand_of_five_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="invalid hand"):
        rank_five(hand(text))


def test_kinds_have_names() -> None:
    assert [kind_text(kind) for kind in KINDS] == [
        "a royal flush", "a straight flush", "four of a kind", "a full house", "a flush", "a straight",
        "three of a kind", "two pair", "a pair", "a high card",
    ]  # fmt: skip
    assert [name_of(kind) for kind in ("two-pair", "three-of-a-kind")] == ["two pair", "three of a kind"]
    assert rank_groups(hand("10s 7h 10d As")) == ((2, 1, 1), (10, 14, 7))


def test_kinds_are_sorted_by_strength() -> None:
    assert is_at_least("flush", "straight")
    assert is_at_least("pair", "pair")
    assert not is_at_least("full-house", "four-of-a-kind")


def test_the_lowest_five_agree_with_the_library() -> None:
    lows = sorted((low_sort_key(cards), cards) for _, cards, flush in FIVES if not flush)
    library = [RegularLowHand("".join(cards).replace("10", "T")) for _, cards in lows]
    assert len(lows) == 6175
    assert all(one > other for one, other in pairwise(library))
    assert lows[0][0] == ((1, 1, 1, 1, 1), (5, 4, 3, 2, 1))


def test_the_lowest_of_fewer_than_five_cards() -> None:
    assert low_sort_key(hand("4s 7d")) < low_sort_key(hand("2c 8h")) < low_sort_key(hand("3d 3h"))
    assert low_sort_key(hand("As 2d Kh")) < low_sort_key(hand("Ac Ad 2h"))


def test_the_library_is_loaded_with_the_first_hand_of_five() -> None:
    program = (
        "import sys, companion.cards.poker as poker; poker.low_sort_key(('As', 'Ks', 'Qs'));"
        "assert 'pokerkit' not in sys.modules; poker.rank_five(('As', 'Ks', 'Qs', 'Js', '9s'));"
        "assert 'pokerkit' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
