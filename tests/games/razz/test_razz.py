"""The referee of Razz, compared with slower ways to find the lowest hand."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards.decks import standard_deck
from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of

GAME = game_of("razz")

PACK = tuple(standard_deck("a pack").copies)
NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
ORDER = "A23456789TJQK"
DICE = st.randoms(use_true_random=False)


def judged(key: str, facts: dict[str, Any], options: dict[str, Any] | None = None) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"options": options or {}, "facts": facts})


def rank(card: str) -> int:
    return ORDER.index(card[:-1].replace("10", "T"))


def worth(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """Return the sort key of a hand, lowest first: the number of its kind, then the ranks in order of comparison."""
    ranks = [rank(card) for card in cards]
    sizes = sorted((ranks.count(one) for one in set(ranks)), reverse=True)
    kind = ["1", "2", "22", "3", "32", "4"].index("".join(map(str, (size for size in sizes if size > 1))) or "1")
    return kind, sorted(ranks, key=lambda one: (-ranks.count(one), -one))


def deal(dice: Random, players: int, cards: int, ranks: int) -> list[list[str]]:
    """Deal hands from a pack of few ranks, so that many are level."""
    kept = dice.sample(range(13), ranks)
    pack = [card for card in PACK if rank(card) in kept]
    dice.shuffle(pack)
    return [pack[seat * cards : (seat + 1) * cards] for seat in range(players)]


@settings(max_examples=40)
@given(dice=DICE)
def test_of_seven_cards_the_lowest_five_count(dice: Random) -> None:
    players = dice.randint(2, 5)
    common = dice.random() < 0.4
    *hands, middle = deal(dice, players + 1, 6 if common else 7, dice.choice((11, 13)))
    facts = {"hands": dict(zip(NAMES, hands, strict=False)), "community": middle[0] if common else None}
    outcome = judged("showdown", facts).outcome
    lowest = {}
    for name, cards in facts["hands"].items():
        pool = [*cards, *([middle[0]] if common else [])]
        lowest[name] = min(worth(five) for five in combinations(pool, 5))
        used = outcome["cards"][name]
        assert worth(tuple(used)) == lowest[name]
        assert [rank(card) for card in used] == lowest[name][1]
        for one in set(map(rank, used)):
            there = [card for card in pool if rank(card) == one]
            assert [card for card in used if rank(card) == one] == there[: sum(rank(card) == one for card in used)]
    places = sorted({tuple(map(str, value)) for value in lowest.values()})
    assert len(outcome["ranking"]) == len(places)
    order = [lowest[name] for names in outcome["ranking"] for name in names]
    assert order == sorted(order)
    assert Counter(map(len, outcome["ranking"])) == Counter(Counter(map(str, lowest.values())).values())


@settings(max_examples=40)
@given(dice=DICE)
def test_who_shows_the_lowest_hand_begins(dice: Random) -> None:
    players = list(NAMES[: dice.randint(2, 8)])
    left = dice.sample(players, dice.randint(2, len(players)))
    hands = deal(dice, len(left), dice.randint(2, 4), 8 if len(left) < 8 else 13)
    shown, dealer = dict(zip(left, hands, strict=True)), dice.choice(players)
    outcome = judged("first", {"players": players, "dealer": dealer, "shown": shown}).outcome
    least = min(worth(tuple(cards)) for cards in hands)
    tied = [name for name in players if name in shown and worth(tuple(shown[name])) == least]
    seat = players.index(dealer)
    assert sorted(outcome["tied"], key=players.index) == outcome["tied"] == tied
    assert outcome["first"] == next(name for name in [*players[seat + 1 :], *players[: seat + 1]] if name in tied)
