"""The referee of Open-Face Chinese Poker, compared with a second way to judge rows and with the score of a round."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards.decks import standard_deck
from companion.core.game.situation import situation_of
from companion.core.play.fold import extend_sheet, fold
from companion.core.play.setups import read_setup
from companion.core.referee.judge_request import judge_request
from companion.games import game_of
from companion.games.open_face_chinese_poker.sample import sample_round

GAME = game_of("open-face-chinese-poker")

PACK = tuple(standard_deck("a pack").copies)
NAMES = ("Ann", "Bob", "Cyd", "Dee")
SIZES = {"front": 3, "middle": 5, "back": 5}
ORDER = "23456789TJQKA"
KINDS = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind"]
KINDS += ["straight-flush", "royal-flush"]
MIDDLE = {4: 4, 5: 8, 6: 12, 7: 20, 8: 30, 9: 50}
DICE = st.randoms(use_true_random=False)


def judged(key: str, facts: dict[str, Any], options: dict[str, Any] | None = None) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"options": options or {}, "facts": facts})


def rows(text: str) -> dict[str, list[str]]:
    return dict(zip(SIZES, (row.split() for row in text.split("/")), strict=True))


# A second, slower way to judge rows, from the cards alone.


def by_hand(cards: list[str]) -> tuple[int, list[int]]:
    """Return the strength of a row: the number of its kind, then the ranks in the order in which they are compared."""
    ranks = sorted((ORDER.index(card[:-1].replace("10", "T")) for card in cards), reverse=True)
    loose = sorted(ranks, key=lambda one: (-ranks.count(one), -one))
    sizes = sorted(Counter(ranks).values(), reverse=True)
    if len(cards) == 5 and sizes == [1] * 5:
        text = "".join(ORDER[one] for one in ranks)
        straight, flush = text in "AKQJT98765432" or text == "A5432", len({card[-1] for card in cards}) == 1
        top = 3 if text == "A5432" else ranks[0]
        if straight:
            return (9 if text == "AKQJT" else 8) if flush else 4, [top]
        return (5 if flush else 0), ranks
    return {(4,): 7, (3, 2): 6, (3,): 3, (2, 2): 2, (2,): 1, (): 0}[tuple(one for one in sizes if one > 1)], loose


def fouled(hand: dict[str, list[str]]) -> bool:
    front, middle, back = (by_hand(hand[row]) for row in SIZES)
    return front > middle or middle > back


def royalties(hand: dict[str, list[str]]) -> list[int]:
    if fouled(hand):
        return [0, 0, 0]
    (kind, ranks), middle, back = (by_hand(hand[row]) for row in SIZES)
    front = 20 if kind == 3 else max(0, ranks[0] - 3) if kind == 1 else 0
    return [front, MIDDLE.get(middle[0], 0), MIDDLE.get(back[0], 0) // 2]


def points(one: dict[str, list[str]], other: dict[str, list[str]]) -> int:
    """Return the points that one hand gets against another."""
    if fouled(one):
        return 0
    if fouled(other):
        return 6 + sum(royalties(one))
    won = sum(by_hand(one[row]) > by_hand(other[row]) for row in SIZES)
    return sum(royalties(one)) + won + (3 if won == 3 else 0)


def dealt(dice: Random, players: int) -> dict[str, dict[str, list[str]]]:
    """Draw the rows of each player from a pack of few ranks, so that many are level and many are fouled."""
    kept = dice.sample(ORDER, 13 if players > 3 else 10 if players > 2 else 8)
    pack = [card for card in PACK if card[:-1].replace("10", "T") in kept]
    dice.shuffle(pack)
    hands = {}
    for name in NAMES[:players]:
        cards = [pack.pop() for _ in range(13)]
        if dice.random() < 0.7:
            cards.sort(key=lambda card: ORDER.index(card[:-1].replace("10", "T")))
        five, last = sorted((cards[3:8], cards[8:]), key=by_hand)
        hands[name] = {"front": cards[:3], "middle": five, "back": last}
    return hands


@settings(max_examples=60)
@given(dice=DICE)
def test_rows_are_worth_what_the_long_way_says(dice: Random) -> None:
    (hand,) = dealt(dice, 1).values()
    outcome = judged("rows", hand).outcome
    assert outcome["foul"] == fouled(hand)
    assert outcome["hands"] == {row: KINDS[by_hand(hand[row])[0]] for row in SIZES}
    assert list(outcome["royalties"].values()) == royalties(hand)
    assert outcome["total"] == sum(royalties(hand))
    queens = by_hand(hand["front"]) >= (1, [ORDER.index("Q")])
    assert outcome["fantasyland"] == (queens and not fouled(hand))
    stays = by_hand(hand["front"])[0] == 3 or by_hand(hand["middle"])[0] >= 6 or by_hand(hand["back"])[0] >= 7
    assert judged("rows", {**hand, "in_fantasyland": True}).outcome["fantasyland"] == (stays and not fouled(hand))


@settings(max_examples=60)
@given(dice=DICE)
def test_two_hands_settle_as_the_long_way_says(dice: Random) -> None:
    hands = dealt(dice, 2)
    (first, one), (second, other) = hands.items()
    unit = dice.randint(1, 5)
    outcome = judged("compare", {"hands": hands, "unit": unit}).outcome
    won = points(one, other), points(other, one)
    assert list(outcome["points"].values()) == list(won)
    assert outcome["units"] == abs(won[0] - won[1])
    assert outcome["chips"] == outcome["units"] * unit
    assert outcome["from"] == (None if won[0] == won[1] else first if won[0] < won[1] else second)
    for row in SIZES:
        better = {True: first, False: second}.get(by_hand(one[row]) > by_hand(other[row]))
        level = by_hand(one[row]) == by_hand(other[row]) or fouled(one) or fouled(other)
        assert outcome["rows"][row] == (None if level else better)


@settings(max_examples=40)
@given(dice=DICE)
def test_rows_are_ranked_as_the_long_way_ranks_them(dice: Random) -> None:
    hands = dealt(dice, dice.randint(2, 4))
    row = dice.choice(list(SIZES))
    shown = {name: hand[row] for name, hand in hands.items()}
    outcome = judged("showdown", {"hands": shown}).outcome
    order = [[by_hand(shown[name]) for name in names] for names in outcome["ranking"]]
    assert all(len({str(one) for one in level}) == 1 for level in order)
    assert [level[0] for level in order] == sorted((level[0] for level in order), reverse=True)
    assert len({str(level[0]) for level in order}) == len(order)


@settings(max_examples=20)
@given(dice=DICE)
def test_the_sheet_and_the_referee_pay_the_same(dice: Random) -> None:
    """A round pays what the referee says for every two players."""
    players = NAMES[: dice.randint(2, 4)]
    setup, problems = read_setup(GAME, {"players": list(players), "options": {"unit": 3}})
    assert setup is not None, problems
    sheet = fold(GAME, setup, [])
    entry = sample_round(sheet.table, dice)
    after = extend_sheet(sheet, [entry])
    assert after.refusal is None
    scores = dict.fromkeys(players, 0)
    for place, one in enumerate(players):
        for other in players[place + 1 :]:
            pair = {name: entry["hands"][name] for name in (one, other)}
            outcome = judged("compare", {"hands": pair}, {"unit": 3}).outcome
            if outcome["from"]:
                scores[outcome["from"]] -= outcome["chips"]
                scores[outcome["to"]] += outcome["chips"]
    assert dict(after.rounds[0].scores) == scores
    there = [name for name in players if judged("rows", entry["hands"][name]).outcome["fantasyland"]]
    assert list(after.table.state) == there
    known = situation_of(GAME.situations, "fantasyland").known_facts(after.table)
    assert known == {"dealer": players[0], "fantasyland": there}
    assert judged("fantasyland", {"players": list(players), **known}).outcome["dealer"] == after.table.dealer
