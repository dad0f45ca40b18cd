"""Chicago a second way: hands named and compared by counting, what they prove, and whole hands as they fell."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given

from companion.core.entry.record import read_record
from companion.core.game.situation import situation_of
from companion.core.play.fold import coming_fields, fold
from companion.core.play.setups import read_setup
from companion.core.referee.judge_request import judge_request
from companion.core.tricks.recorded_cards import RecordedCards
from companion.core.tricks.recorder import Recorder
from companion.games import game_of
from companion.games.chicago.scoring import HANDS
from tests.laws.strategies import DICE, tried

GAME = game_of("chicago")
NAMES = ("Ann", "Bob", "Cyd", "Dee")
VALUES = dict(zip(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], range(2, 15), strict=True))
RANKS = {value: rank for rank, value in VALUES.items()}
PACK = [rank + suit for rank in VALUES for suit in "shdc"]
KINDS = ("high-card", *HANDS)


def ask(key: str, facts: dict[str, Any], **options: Any) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"options": options, "facts": facts}).outcome


def named(cards: list[str], ace_low: bool = True) -> tuple[str, list[int], list[int]]:
    """What five cards are, by counting: the kind, the ranks that make it, and those beside them."""
    values = sorted((VALUES[card[:-1]] for card in cards), reverse=True)
    often = Counter(values)
    by_count = sorted(often, key=lambda value: (often[value], value), reverse=True)
    shape = sorted(often.values(), reverse=True)
    of_suit = len({card[-1] for card in cards}) == 1
    wheel = ace_low and values == [14, 5, 4, 3, 2]
    in_line = wheel or (len(often) == 5 and values[0] - values[4] == 4)
    top = 5 if wheel else values[0]
    if in_line and of_suit:
        return ("royal-flush" if top == 14 else "straight-flush"), [top], []
    if shape == [4, 1]:
        return "four-of-a-kind", by_count[:1], by_count[1:]
    if shape == [3, 2]:
        return "full-house", by_count, []
    if of_suit:
        return "flush", values, []
    if in_line:
        return "straight", [top], []
    if shape == [3, 1, 1]:
        return "three-of-a-kind", by_count[:1], by_count[1:]
    if shape == [2, 2, 1]:
        return "two-pair", by_count[:2], by_count[2:]
    if shape == [2, 1, 1, 1]:
        return "pair", by_count[:1], by_count[1:]
    return "high-card", values, []


def close(dice: Random, players: int) -> list[list[str]]:
    """Hands from few ranks or suits, so that pairs, flushes and ties come often."""
    few = dice.sample(sorted(VALUES.values()), dice.randint(5, 7))
    pool = dice.choice(
        ([card for card in PACK if VALUES[card[:-1]] in few], [card for card in PACK if card[-1] in "sh"], PACK)
    )
    cards = dice.sample(pool, 5 * players)
    return [cards[5 * seat : 5 * seat + 5] for seat in range(players)]


@tried(150)
@given(dice=DICE)
def test_hands_are_named_and_ranked_as_by_counting(dice: Random) -> None:
    hands = dict(zip(NAMES, close(dice, dice.randint(1, 4)), strict=False))
    options = {"ace_low": dice.random() < 0.5, "kickers": dice.random() < 0.5}
    known = {name: named(cards, options["ace_low"]) for name, cards in hands.items()}
    keys = {
        name: (KINDS.index(kind), made, beside if options["kickers"] else [])
        for name, (kind, made, beside) in known.items()
    }
    places = [[name for name in hands if keys[name] == key] for key in sorted(keys.values(), reverse=True)]
    ranking = [names for at, names in enumerate(places) if names not in places[:at]]
    kind = known[ranking[0][0]][0]
    points = HANDS.get(kind, 0) if len(ranking[0]) == 1 else 0
    assert ask("showdown", {"hands": hands}, **options) == {
        "ranking": ranking,
        "hands": {name: known[name][0] for name in hands},
        "points": {name: points if name in ranking[0] else 0 for name in hands},
    }


def forms(cards: list[str], kind: str, ranks: list[str]) -> bool:
    """Whether some of five cards are what was declared, by trying all of them."""
    wanted = [VALUES[rank] for rank in ranks]
    sizes = {"pair": 2, "three-of-a-kind": 3, "four-of-a-kind": 4, "two-pair": 4}
    for some in combinations(cards, sizes.get(kind, 5)):
        often = Counter(VALUES[card[:-1]] for card in some)
        if kind in ("pair", "three-of-a-kind", "four-of-a-kind"):
            if len(often) == 1 and (not wanted or wanted == list(often)):
                return True
        elif kind == "two-pair":
            if sorted(often.values()) == [2, 2] and sorted(often, reverse=True)[: len(wanted)] == wanted:
                return True
        else:
            have, made, _ = named(list(some))
            line, suit = "straight" in have or have == "royal-flush", "flush" in have
            is_it = {
                "full-house": have == kind, "straight": line, "flush": suit, "straight-flush": line and suit,
                "royal-flush": have == kind,
            }[kind]  # fmt: skip
            top = max(often) if kind == "flush" else made[0]
            if is_it and (wanted in ([], made[: len(wanted)]) if kind == "full-house" else wanted in ([], [top])):
                return True
    return False


@tried(300)
@given(dice=DICE)
def test_what_is_proven_is_what_some_of_the_cards_form(dice: Random) -> None:
    (cards,) = close(dice, 1)
    kind = dice.choice([kind for kind in HANDS if kind != "royal-flush" or dice.random() < 0.2])
    have, made, _ = named(cards)
    kind = dice.choice((kind, have)) if have in HANDS else kind
    most = {"two-pair": 2, "full-house": 2, "royal-flush": 0}.get(kind, 1)
    there = [RANKS[value] for value in (*made, *(VALUES[card[:-1]] for card in cards))]
    ranks = list(dict.fromkeys(dice.sample(there, dice.randint(0, most))))
    ranks.sort(key=lambda rank: -VALUES[rank] if kind == "two-pair" else 0)
    found = ask("proof", {"declared": kind, "ranks": ranks, "final": cards})
    assert found["proven"] == forms(cards, kind, ranks)
    assert found["forfeits"] != found["proven"]
    assert ask("proof", {"declared": kind, "ranks": ranks, "final": cards, "exposed": True})["proven"]


@tried(100)
@given(dice=DICE)
def test_a_hand_can_be_declared_and_thrown_as_its_name_says(dice: Random) -> None:
    (cards,) = close(dice, 1)
    kind, made, _ = named(cards)
    standing = dice.choice((None, *HANDS))
    declared = ask("declare", {"hand": cards, "standing": standing})
    above = KINDS.index(kind) >= KINDS.index(standing or "pair")
    assert declared == {"kind": kind, "may_declare": above, "ranks_needed": kind == standing}
    whole = kind in ("straight", "flush", "full-house", "straight-flush", "royal-flush")
    makes = [card for card in cards if whole or (kind != "high-card" and VALUES[card[:-1]] in made)]
    discards, best = dice.sample(cards, dice.randint(0, 5)), dice.random() < 0.8
    found = ask("expose", {"hand": cards, "discards": discards, "best": best})
    assert found == {"must_expose": best and bool(set(makes) & set(discards)), "combination": makes}


# Trick by trick.


def settled(tricks: list[str], closed: bool = False, **options: Any) -> dict[str, Any]:
    """What of the round the cards settle; Bob leads to the first trick, and everybody plays in turn.

    ``closed``: the last trick is ended before everybody has played to it.
    """
    setup, problems = read_setup(GAME, {"players": ["Ann", "Bob", "Cyd"], "options": options})
    assert setup is not None, problems
    table = fold(GAME, setup, []).table
    recorder, recorded = Recorder(GAME, setup.options), RecordedCards(("Ann", "Bob", "Cyd"), "Bob")
    for card in " ".join(tricks).split():
        found = recorder.add_card(table, recorded, recorder.follow(table, recorded).turn, card)
        assert isinstance(found, RecordedCards), found
        recorded = found
    recorded = replace(recorded, closed=closed)
    entry = recorder.entry_part(table, coming_fields(GAME, table), recorded)
    assert not read_record([one.of(required=False) for one in coming_fields(GAME, table)], entry)[1]
    return entry


BOB_WINS_ALL = ["As 2s 3s", "Ks 5h 6s", "Kd 9d 6d", "2d 9c 2c", "2h 4h Jh"]
"""Bob: A K 2 2 and another king; Cyd: two 9s; Ann: two 6s."""


def test_the_cards_settle_the_fifth_trick_and_the_best_hand_on_the_table() -> None:
    assert settled(BOB_WINS_ALL) == {"last_trick": "Ann", "final_player": "Bob", "final_hand": "two-pair"}
    assert settled(BOB_WINS_ALL[:4]) == {}
    level = ["As 2s Ks", "Qs 9h Js", "9d 8c 7c", "6d 5d 4d", "3d 3h 2h"]
    assert settled(level)["last_trick"]
    assert "final_player" not in settled(level), "Bob has ace high, the others less: nobody has a pair"


def test_a_trick_that_ended_early_leaves_the_best_hand_to_the_table() -> None:
    assert settled([*BOB_WINS_ALL[:4], "2h 4h"], closed=True) == {"last_trick": "Cyd"}


def test_side_cards_settle_it_only_where_they_count() -> None:
    cards = ["As Ks 2s", "Ah Kh 3h", "9d 8d 4d", "7c 6c 5c", "5d 4c Jc"]
    assert settled(cards) == {"last_trick": "Bob", "final_player": "Bob", "final_hand": "pair"}
    tied = ["As Ad 2s", "Ah Ac 3h", "9d 8d 4d", "7c 6c 5c", "5d 4c Jc"]
    assert settled(tied)["final_player"] == "Bob"
    assert "final_player" not in settled(tied, kickers=False)
