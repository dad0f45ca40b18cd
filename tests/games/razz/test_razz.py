"""The referee of Razz against slower ways to the same answer, and the questions that a round raises."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards.decks import standard_deck
from companion.core.entry import read_record
from companion.core.fold import coming_fields, opening_table, read_setup
from companion.core.referee import judge_request
from companion.core.situation import situation_of
from companion.games.razz import GAME

PACK = tuple(standard_deck("a pack").copies)
NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
ORDER = "A23456789TJQK"
DICE = st.randoms(use_true_random=False)


def judged(key: str, facts: dict[str, Any], options: dict[str, Any] | None = None) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"options": options or {}, "facts": facts})


def rank(card: str) -> int:
    return ORDER.index(card[:-1].replace("10", "T"))


def worth(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """How bad some cards are, worked out the long way: the place of the kind, then the ranks as they are compared."""
    ranks = [rank(card) for card in cards]
    sizes = sorted((ranks.count(one) for one in set(ranks)), reverse=True)
    kind = ["1", "2", "22", "3", "32", "4"].index("".join(map(str, (size for size in sizes if size > 1))) or "1")
    return kind, sorted(ranks, key=lambda one: (-ranks.count(one), -one))


def deal(dice: Random, players: int, cards: int, ranks: int) -> list[list[str]]:
    """Hands from a pack of few ranks, in which much is level."""
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


# What a round raises.


def offers(paid: dict[str, int], pots: list[tuple[int, str]], **options: Any) -> Iterator[tuple[str, str]]:
    """The questions that a round raises, and why."""
    setup, problems = read_setup(GAME, {"players": list(paid), "options": options})
    assert setup is not None, problems
    table = opening_table(GAME, setup)
    entry = {"paid": paid, "pots": [{"chips": chips, "winner": name} for chips, name in pots]}
    record, problems = read_record(coming_fields(GAME, table), entry)
    assert not problems
    for situation in GAME.situations:
        if why := situation.offered(table, record):
            yield situation.key, why


def test_a_plain_hand_raises_no_question() -> None:
    assert not list(offers({"Ann": 12, "Bob": 2, "Cyd": 12}, [(26, "Cyd")]))
    assert not list(offers({"Ann": 26, "Bob": 6, "Cyd": 16}, [(48, "Cyd")], bet=10, ante=1, stack=26))


def test_a_pot_of_two_asks_who_was_lowest() -> None:
    paid = {"Ann": 12, "Bob": 2, "Cyd": 12}
    assert list(offers(paid, [(13, "Ann"), (13, "Cyd")])) == [
        ("showdown", "Ann and Cyd paid the same and share the pot: their hands were level.")
    ]
    assert list(offers({"Ann": 5, "Bob": 9, "Cyd": 9}, [(15, "Ann"), (8, "Cyd")])) == [
        ("showdown", "Ann and Cyd took pots of their own.")
    ]


def test_somebody_has_to_bring_in() -> None:
    paid = {"Ann": 1, "Bob": 1, "Cyd": 1}
    assert list(offers(paid, [(3, "Ann")])) == [
        ("bring-in", "Nobody put in the bring-in of 1 on top of the ante, but somebody has to.")
    ]
    assert not list(offers(paid, [(3, "Ann")], stack=1))


def test_bets_are_of_fixed_size() -> None:
    paid = {"Ann": 8, "Bob": 6, "Cyd": 8}
    why = "Ann put in 7 beyond the ante, but bets are 10 or 20, and the bring-in 5."
    assert list(offers(paid, [(22, "Ann")], bet=10)) == [("limit", why)]
    assert not list(offers({**paid, "Cyd": 6}, [(20, "Ann")], bet=10, stack=8))
