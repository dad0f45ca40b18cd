"""Melds of Vazhushal and draws from the line, compared with trying all combinations."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given

from companion.cards.decks import several_packs
from companion.cards.melds import Meld
from companion.cards.notation import JOKER, RANKS, SUITS
from companion.games.vazhushal.melds import (
    find_draw,
    is_pure,
    is_repeated,
    read_meld,
    read_melds,
    rules_for,
    wild_by_rank,
)
from tests.laws.strategies import DICE, tried

UPWARDS = ("A", *reversed(RANKS))


def meanings(cards: Sequence[str], negative: str) -> list[tuple[int, int, str, frozenset[str]]]:
    """Return all melds that cards can be: number of wild cards, sequence (0) or set (1), lowest card, cards meant."""
    wild = {JOKER, *wild_by_rank(negative)}
    found = []
    wanted = [
        (0, [UPWARDS[low + place] + suit for place in range(len(cards))])
        for suit in SUITS
        for low in range(len(UPWARDS) - len(cards) + 1)
        if len(cards) <= 13
    ]
    if len(cards) <= 4:
        wanted += [(1, [rank + suit for suit in suits]) for rank in RANKS for suits in combinations(SUITS, len(cards))]
    for kind, places in wanted:
        for order in set(permutations(cards)):
            used = [card for card, place in zip(order, places, strict=True) if card != place]
            if all(card in wild for card in used) and len(used) < len(cards):
                found.append((len(used), kind, places[0], frozenset(places)))
    return found


def legal(cards: Sequence[str], negative: str, others: Sequence[Meld], *, first: bool = False) -> bool:
    """Return whether cards are a legal meld, by trying every order of them against every possible meld."""
    there = {frozenset(laid.stands_for for laid in meld.laid) for meld in others if meld.kind == "run"}
    return len(cards) >= 3 and any(
        (not first or (not used and not kind)) and (kind or faces not in there)
        for used, kind, _, faces in meanings(cards, negative)
    )


def drawn(dice: Random, most: int) -> tuple[str, list[str], list[str], list[Meld]]:
    """Draw a negative joker, a hand, a line and melds from a pack of few ranks and suits."""
    negative = dice.choice(("As", "5h", "6c", JOKER, "7d"))
    near = [rank + suit for rank in ("A", "4", "5", "6", "7", "8") for suit in dice.sample(SUITS, 2)]
    pack = [*near, JOKER, *near, JOKER, *wild_by_rank(negative)]
    dice.shuffle(pack)
    hand, line = pack[: dice.randint(1, most)], pack[most : most + dice.randint(1, 4)]
    rest = pack[most + 4 :]
    melds = [cards for cards in combinations(rest[:8], 3) if not read_meld(rules_for(negative), cards).why]
    chosen = dice.sample(melds, min(len(melds), dice.choice((0, 0, 1, 2))))
    readings = read_melds(rules_for(negative), chosen)
    return negative, hand, line, [one.meld for one in readings if one.meld and not one.why]


def picks(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield all choices of three to five of the cards."""
    for length in (3, 4, 5):
        yield from set(combinations(sorted(cards), length))


def fewest(negative: str, hand: Sequence[str], taken: Sequence[str], table: Sequence[Meld]) -> tuple[int, bool] | None:
    """Return the size of the smallest new meld, and whether a first meld must come before it; None: there is none."""
    rules, have = rules_for(negative), Counter(hand) + Counter(taken)
    good: list[tuple[bool, int]] = []
    for cards in picks([*hand, *taken]):
        if taken[0] not in cards or len(cards) >= sum(have.values()):
            continue
        if table:
            if legal(cards, negative, table):
                good.append((False, len(cards)))
            continue
        if legal(cards, negative, (), first=True):
            good.append((False, len(cards)))
    for before in picks(hand) if not table and not good else ():
        first = read_meld(rules, before, first=True)
        if not first.meld or not is_pure(first.meld):
            continue
        left = have - Counter(before)
        for cards in picks(list(left.elements())):
            own = Counter(cards) - Counter(taken)
            if taken[0] not in cards or len(cards) >= sum(left.values()) or own - (Counter(hand) - Counter(before)):
                continue
            if legal(cards, negative, (first.meld,)):
                good.append((True, len(cards)))
    return min((length, early) for early, length in good) if good else None


@tried(20)
@given(dice=DICE)
def test_a_draw_from_the_line_is_good_where_some_meld_is(dice: Random) -> None:
    negative, hand, taken, table = drawn(dice, 6)
    found = find_draw(rules_for(negative), hand, taken, table)
    wanted = fewest(negative, hand, taken, table)
    assert bool(found) == bool(wanted), (negative, hand, taken, [meld.cards for meld in table], found)
    if not found or not wanted:
        return
    assert (len(found.meld.laid), bool(found.first)) == wanted
    melded = [*found.meld.cards, *(found.first.cards if found.first else ())]
    assert taken[0] in found.meld.cards
    assert not Counter(melded) - Counter([*hand, *taken])
    assert len(melded) < len(hand) + len(taken)
    assert not is_repeated(found.meld, [*table, *([found.first] if found.first else [])])
    if found.first:
        assert is_pure(found.first)
        assert not Counter(found.first.cards) - Counter(hand)
    elif not table:
        assert is_pure(found.meld)


@tried(40)
@given(dice=DICE)
def test_cards_are_read_as_the_rules_say(dice: Random) -> None:
    negative, hand, line, table = drawn(dice, 5)
    cards, first = (hand + line)[: dice.randint(3, 5)], dice.random() < 0.3
    reading = read_meld(rules_for(negative), cards, table, first=first)
    assert (reading.why is None) == legal(cards, negative, table, first=first)
    if reading.why is None and reading.meld:
        there = {frozenset(laid.stands_for for laid in meld.laid) for meld in table if meld.kind == "run"}
        ways = [
            (used, kind, -UPWARDS.index(low[:-1]) if kind == 0 else 0, SUITS.index(low[-1]), faces)
            for used, kind, low, faces in meanings(cards, negative)
            if (kind or faces not in there) and (not first or not (used or kind))
        ]
        best = min(ways, key=lambda way: way[:2])
        used, kind = len(reading.meld.wild), int(reading.meld.kind != "run")
        assert (used, kind) == best[:2]
        faces = frozenset(laid.stands_for for laid in reading.meld.laid)
        if not kind:
            assert faces == min((way for way in ways if way[:2] == best[:2]), key=lambda way: way[2:4])[4]


@pytest.mark.parametrize("negative", ["As", JOKER, "5h"])
def test_the_longest_line_and_hand_are_looked_through(negative: str) -> None:
    """A draw of all 107 other cards is judged, whichever card is the deepest."""
    pack = [card for card, often in several_packs(2).copies.items() for _ in range(often)]
    pack.remove(negative)
    dice = Random(7)
    for _ in range(3):
        dice.shuffle(pack)
        found = find_draw(rules_for(negative), pack[:53], pack[53:], [])
        assert found
        assert len(found.meld.laid) == 3
