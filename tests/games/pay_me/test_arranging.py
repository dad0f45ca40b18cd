"""The cheapest arrangement of a hand, against trying everything."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards.arranging import Arrangement
from companion.cards.decks import several_packs
from companion.cards.melds import RUN
from companion.cards.notation import JOKER, RANKS, SUITS
from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of
from companion.games.pay_me.melds import HandRules
from tests.laws.strategies import DICE, tried

GAME = game_of("pay-me")

Table = tuple[tuple[str, ...], ...]


def grown(rules: HandRules, table: Table, number: int, card: str) -> list[Table]:
    """The melds of the table with a card put to one of them, wherever it remains the set or the run that it is."""
    meld = rules.melds.read_in_order(table[number])
    assert meld
    orders = [(*table[number], card)] + ([(card, *table[number])] if meld.kind == RUN else [])
    kept = replace(rules.melds, sets=None) if meld.kind == RUN else replace(rules.melds, runs=None)
    return [(*table[:number], order, *table[number + 1 :]) for order in orders if kept.read_in_order(order)]


def together(rules: HandRules, cards: Sequence[str]) -> set[frozenset[int]]:
    """Which of the cards, by their places in the hand, can be in melds all at once."""
    places = range(len(cards))
    melds = [
        frozenset(chosen)
        for size in range(3, len(cards) + 1)
        for chosen in combinations(places, size)
        if rules.melds.read([cards[place] for place in chosen])
    ]
    found, waiting = {frozenset[int]()}, [frozenset[int]()]
    while waiting:
        used = waiting.pop()
        for meld in melds:
            if not used & meld and used | meld not in found:
                found.add(used | meld)
                waiting.append(used | meld)
    return found


def laid(rules: HandRules, cards: Sequence[str], table: Table) -> set[frozenset[int]]:
    """Which of the cards can be laid off all at once, in some order."""
    waiting: list[tuple[Table, frozenset[int]]] = [(table, frozenset())]
    seen = set(waiting)
    while waiting:
        melds, used = waiting.pop()
        for place, card in enumerate(cards):
            for number in range(len(melds)) if place not in used else ():
                for after in grown(rules, melds, number, card):
                    if (after, used | {place}) not in seen:
                        seen.add((after, used | {place}))
                        waiting.append((after, used | {place}))
    return {used for _, used in seen}


def tried_all(rules: HandRules, cards: Sequence[str], table: Table, *, melding: bool) -> tuple[int, bool]:
    """The least cost, and whether all but a discard can be melded, by trying everything."""
    drops = melding and len(cards) == rules.size + 1
    least, may_call = rules.cost(cards), False
    off = laid(rules, cards, table)
    for own in together(rules, cards) if melding else {frozenset[int]()}:
        for used in off:
            if used & own:
                continue
            left = [rules.points(card) for place, card in enumerate(cards) if place not in used | own]
            least = min(least, sum(left) - (max(left, default=0) if drops else 0))
            may_call |= not table and len(left) <= drops and len(cards) >= rules.size
    return least, may_call and melding


def holds(rules: HandRules, cards: Sequence[str], table: Table, best: Arrangement) -> None:
    """An arrangement uses each card once, and nothing but melds."""
    used = [*best.left, *(card for meld in best.melds for card in meld), *(one.card for one in best.laid_off)]
    assert Counter([*used, *([best.discard] if best.discard else [])]) == Counter(cards)
    assert all(rules.melds.read_in_order(meld) for meld in best.melds)
    assert best.cost == rules.cost(best.left)
    tables = {table}
    for one in best.laid_off:
        tables = {after for melds in tables for after in grown(rules, melds, one.meld - 1, one.card)}
        assert tables, best


def drawn(dice: Random, most: int) -> tuple[HandRules, list[str], Table]:
    """A hand of few suits and neighbouring ranks with some wild cards, and melds that lie on the table."""
    rules = HandRules(dice.randint(3, most - 1), as_itself=dice.random() < 0.7, high_ace=dice.random() < 0.5)
    low = dice.randrange(len(RANKS) - 5)
    ranks = [*RANKS[low : low + 6], "2", rules.wild]
    pack = [rank + suit for rank in ranks for suit in dice.sample(SUITS, 2) for _ in range(2)] + [JOKER] * 4
    dice.shuffle(pack)
    melds = []
    for _ in range(dice.choice((0, 0, 1, 2))):
        found = [cards for cards in combinations(pack[:9], dice.choice((3, 4))) if rules.melds.read(cards)]
        if found:
            meld = rules.melds.read(dice.choice(found))
            assert meld
            melds.append(meld.cards)
            for card in meld.cards:
                pack.remove(card)
    size = dice.choice((rules.size, rules.size + 1, dice.randint(1, rules.size)))
    return rules, pack[:size], tuple(melds)


@tried(40)
@given(dice=DICE, melding=st.booleans())
def test_no_arrangement_costs_less(dice: Random, melding: bool) -> None:
    rules, cards, table = drawn(dice, 7)
    lying = [rules.melds.read_in_order(meld) for meld in table]
    best = rules.arrange(cards, [meld for meld in lying if meld], melding=melding)
    holds(rules, cards, table, best)
    may_call = melding and not table and len(cards) >= rules.size and best.cost == 0
    assert (best.cost, may_call) == tried_all(rules, cards, table, melding=melding)


@tried(60)
@given(dice=DICE)
def test_the_largest_hands_are_arranged_in_melds(dice: Random) -> None:
    rules = HandRules(13, as_itself=dice.random() < 0.7, high_ace=dice.random() < 0.5)
    suits = dice.sample(SUITS, dice.randint(1, 4))
    pack = [
        card
        for card, often in several_packs(3).copies.items()
        for _ in range(often)
        if card[-1] in suits or card == JOKER
    ]
    cards = dice.sample(pack, 14)
    best = rules.arrange(cards)
    holds(rules, cards, (), best)
    facts = {"hand_number": 11, "cards": cards}
    options = {
        "natural_wild": "natural" if rules.as_itself else "wild",
        "ace": "high-or-low" if rules.high_ace else "low",
    }
    verdict = judge_request(GAME, situation_of(GAME.situations, "best"), {"options": options, "facts": facts})
    assert verdict.outcome["may_call"] == (best.cost == 0)


@pytest.mark.parametrize(
    ("cards", "table"),
    [
        ("3h 4h 5h 6h 7h 8h 9h 10h Jh Qh 2h Kh Jk Ah", ("7h 8h 9h", "7h 8h 9h", "10h Jh Qh", "Jk 7s 8s")),
        ("Ah 3h 4h 5h 6h 10h Jh Qh Jk Jk Jk Jk 2h Kh", ("7h 8h 9h", "7h 8h 9h", "7s 8s 9s", "7d 8d 9d")),
        ("Ah 3h 4h 5h 6h 10h Jh Qh Ac 4c 2h 2c 2d Kh", ("7h 8h 9h", "7h 8h 9h", "7h 8h 9h", "7c 8c 9c")),
        ("3h 4h 5h 6h 7h 8h 9h Jk Jk Jk Jk Jk Jk 2h", ()),
        ("2s 2h 2d 2c Ks Kh Kd Kc 3s 3h 3d 4d 4c 4h", ()),
    ],
)
def test_the_widest_choice_is_looked_through(cards: str, table: Sequence[str]) -> None:
    rules = HandRules(13, high_ace=True)
    lying = [rules.melds.read_in_order(meld.split()) for meld in table]
    best = rules.arrange(cards.split(), [meld for meld in lying if meld])
    holds(rules, cards.split(), tuple(tuple(meld.split()) for meld in table), best)
    assert best.cost == 0


def test_a_run_takes_no_wild_card_while_half_of_it_is_wild() -> None:
    """Joker 5 joker 7 takes no third joker, though with the 9 behind it half of it would be wild again."""
    rules = HandRules(13)
    table = rules.melds.read_in_order(["Jk", "5h", "Jk", "7h"])
    assert table
    assert rules.arrange(["Jk", "9h"], [table], melding=False).laid_off == ()
    assert rules.arrange(["Jk", "9h", "3h"], [table], melding=False).cost == 0


@tried(40)
@given(dice=DICE, melding=st.booleans())
def test_what_an_open_point_decides_is_said(dice: Random, melding: bool) -> None:
    """An answer is open where the other answer to an open question would make it another one, and only there."""
    rules, cards, table = drawn(dice, 7)
    rules = replace(rules, as_itself=True, high_ace=False)
    if any(rules.melds.read_in_order(meld) is None for meld in table) or not (table or melding):
        return
    facts = {"hand_number": rules.size - 2, "cards": cards[: rules.size], "melds": [list(meld) for meld in table]}
    held = Counter([*facts["cards"], *(card for meld in table for card in meld)])
    if len(table) > (rules.size + 1) // 3 or any(count > 3 for card, count in held.items() if card != "Jk"):
        return
    verdict = judge_request(GAME, situation_of(GAME.situations, "best" if melding else "layoff"), {"facts": facts})
    best = tried_all(rules, facts["cards"], table, melding=melding)
    for changed, rule in (({"as_itself": False}, "natural-wild"), ({"high_ace": True}, "ace")):
        other = replace(rules, **changed)
        stands = all(other.melds.read_in_order(meld) for meld in table)
        same = stands and tried_all(other, facts["cards"], table, melding=melding) == best
        assert (f"pay-me/play.{rule}" in verdict.rules) != same, (facts, rule, verdict)
