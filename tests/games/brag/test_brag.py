"""The referee of Brag against slower ways to the same answer."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.cards.decks import standard_deck
from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import default_options, judge_request
from companion.games import game_of
from companion.games.brag.hands import brag_hand

GAME = game_of("brag")

PACK = tuple(standard_deck("a pack").copies)
NAMES = ("Ann", "Bob", "Cyd", "Dee")
ORDER = "23456789TJQKA"
DICE = st.randoms(use_true_random=False)


def judged(key: str, facts: dict[str, Any], options: dict[str, Any] | None = None) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"options": options or {}, "facts": facts})


def by_hand(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """How three cards stand, worked out the long way: place of the kind, then what is compared."""
    ranks = sorted((ORDER.index(card[:-1].replace("10", "T")) for card in cards), reverse=True)
    one_suit = len({card[-1] for card in cards}) == 1
    names = "".join(ORDER[rank] for rank in ranks)
    if len(set(ranks)) == 1:
        return 5, [99 if names == "333" else ranks[0]]
    if names == "A32" or names in "AKQJT98765432":
        return (4 if one_suit else 2), [1 if names == "A32" else ranks[0]]
    if one_suit:
        return 1, ranks
    pair = next((rank for rank in ranks if ranks.count(rank) == 2), None)
    if pair is not None:
        return 0, [pair, *(rank for rank in ranks if rank != pair)]
    return -1, ranks


KINDS = {5: "prial", 4: "running-flush", 2: "run", 1: "flush", 0: "pair", -1: "high-card"}


def test_every_hand_stands_where_the_long_way_puts_it() -> None:
    options = default_options(GAME)
    hands = [(brag_hand(cards, options), by_hand(cards)) for cards in combinations(PACK, 3)]
    assert len(hands) == 22_100
    assert all(shown.name == KINDS[place] for shown, (place, _) in hands)
    strengths = {shown.strength: naive for shown, naive in hands}
    assert [strengths[one] for one in sorted(strengths)] == sorted(strengths.values())
    assert all(strengths[shown.strength] == naive for shown, naive in hands)


@given(dice=DICE)
def test_covered_pots_go_to_the_best_hand_that_plays_for_them(dice: Random) -> None:
    """Everybody plays for the pots formed up to their covering: of those the best has it, level ones share it."""
    coverers = list(NAMES[: dice.randint(1, 3)])
    few = [card for card in PACK if card[:-1] in ("A", "2", "3", "9")]
    cards = dice.sample(few, 12)
    hands = {name: cards[3 * seat : 3 * seat + 3] for seat, name in enumerate([*coverers, "Dee"])}
    pots = [{"chips": dice.randint(1, 20), "coverer": name} for name in coverers]
    side = {"chips": dice.randint(0, 9), "coverer": None}
    verdict = judged("cover", {"pots": [*pots, side], "side_winner": "Dee", "hands": hands})
    won = dict.fromkeys(hands, 0) | {"Dee": side["chips"]}
    for number, pot in enumerate(pots):
        playing = ["Dee", *reversed(coverers[number:])]
        best = max(by_hand(tuple(hands[name])) for name in playing)
        sharing = [name for name in playing if by_hand(tuple(hands[name])) == best]
        for name in sharing:
            won[name] += pot["chips"] // len(sharing)
        won[sharing[0]] += pot["chips"] % len(sharing)
        assert verdict.outcome["pots"][number]["winner"] == (sharing[0] if len(sharing) == 1 else None)
    assert verdict.outcome["chips"] == won
    assert sum(won.values()) == side["chips"] + sum(pot["chips"] for pot in pots)


@given(
    last=st.integers(0, 30), last_blind=st.booleans(), me_blind=st.booleans(), bet=st.integers(0, 90),
    least=st.integers(1, 9), most=st.sampled_from([0, 9, 14]), more=st.sampled_from([0, 1, 5]),
)  # fmt: skip
def test_a_bet_is_weighed_with_blind_chips_counted_double(
    last: int, last_blind: bool, me_blind: bool, bet: int, least: int, most: int, more: int
) -> None:
    options = {"min_bet": least, "max_bet": most, "max_raise": more}
    facts = {"last_bet": last, "last_blind": last_blind and last > 0, "me_blind": me_blind, "bet": bet}
    outcome = judged("bet", facts, options).outcome
    owed = Fraction(last * (2 if facts["last_blind"] else 1) or least)
    limit = (owed + more if more else None) if last else (most or None)
    legal = [
        chips
        for chips in range(1, 200)
        if (weight := chips * (2 if me_blind else 1)) >= owed and (limit is None or weight <= limit)
    ] or [outcome["least"]]
    assert outcome["least"] == legal[0]
    assert outcome["most"] == (None if limit is None else legal[-1])
    assert outcome["legal"] == (bet in legal)
