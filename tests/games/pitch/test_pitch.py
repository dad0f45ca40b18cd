"""Pitch, compared with a second way to count: the four points of random hands, and every possible bidding."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.core.entry.record import read_record
from companion.core.game.situation import situation_of
from companion.core.game.table import Table
from companion.core.play.fold import coming_fields, fold
from companion.core.play.scoring_api import NotPlayable
from companion.core.play.setups import read_setup
from companion.core.referee.judge_request import judge_request
from companion.core.tricks.recorded_cards import Course, RecordedCards
from companion.core.tricks.recorder import Recorder
from companion.games import game_of
from tests.laws.strategies import DICE, tried

GAME = game_of("pitch")
NAMES = ("Ann", "Bob", "Cyd", "Dee")
SIDES = ("Ann & Cyd", "Bob & Dee")
ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
WORTH = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


def ask(key: str, facts: dict[str, Any], **options: Any) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"options": options, "facts": facts}).outcome


# The four points.


def played_by_chance(dice: Random) -> tuple[list[list[tuple[str, str]]], list[str]]:
    """Play six tricks of random hands by the rules; return them and the winner of each."""
    pack = [rank + suit for rank in ORDER for suit in "shdc"]
    dice.shuffle(pack)
    hands = {name: [pack.pop() for _ in range(6)] for name in NAMES}
    leader, trump, tricks, winners = dice.randrange(4), "", [], []
    for _ in range(6):
        trick: list[tuple[str, str]] = []
        for seat in range(4):
            name = NAMES[(leader + seat) % 4]
            hand, led = hands[name], trick[0][1][-1] if trick else ""
            trump = trump or (led if trick else "")
            able = [card for card in hand if card[-1] in (led, trump)]
            choice = dice.choice(able if any(card[-1] == led for card in hand) else hand)
            hand.remove(choice)
            trick.append((name, choice))
        trump = trump or trick[0][1][-1]
        wins = trump if any(card[-1] == trump for _, card in trick) else trick[0][1][-1]
        best = max((card for _, card in trick if card[-1] == wins), key=lambda card: ORDER.index(card[:-1]))
        winner = next(name for name, card in trick if card == best)
        leader = NAMES.index(winner)
        tricks.append(trick)
        winners.append(winner)
    return tricks, winners


def counted(tricks: list[list[tuple[str, str]]], winners: list[str]) -> dict[str, Any]:
    """Return the outcome that the referee should give, counted from the pile of each side."""
    trump = tricks[0][0][1][-1]
    by = {card: name for trick in tricks for name, card in trick}
    piles: dict[str, list[str]] = {side: [] for side in SIDES}
    for trick, winner in zip(tricks, winners, strict=True):
        piles[SIDES[NAMES.index(winner) % 2]] += [card for _, card in trick]
    ladder = [rank + trump for rank in ORDER if rank + trump in by]
    game = {side: sum(WORTH.get(card[:-1], 0) for card in pile) for side, pile in piles.items()}
    found: dict[str, Any] = {
        "trump": trump,
        "high": SIDES[NAMES.index(by[ladder[-1]]) % 2],
        "low": next(side for side, pile in piles.items() if ladder[0] in pile),
        "jack": next((side for side, pile in piles.items() if f"J{trump}" in pile), None),
        "game": None if len(set(game.values())) == 1 else max(SIDES, key=lambda side: game[side]),
        "all_tricks": next((side for side, pile in piles.items() if len(pile) == 24), None),
    }
    found["made"] = {side: sum(found[key] == side for key in ("high", "low", "jack", "game")) for side in SIDES}
    return found


@tried(60)
@given(dice=DICE)
def test_the_points_of_a_hand_are_those_that_both_piles_show(dice: Random) -> None:
    tricks, winners = played_by_chance(dice)
    rows = [[{"player": name, "card": card} for name, card in trick] for trick in tricks]
    assert ask("hand-points", {"players": list(NAMES), "tricks": rows}) == counted(tricks, winners)
    assert ask("renege", {"tricks": rows}) == {"reneges": []}, "all was played as it may be"


def followed(tricks: list[list[tuple[str, str]]]) -> tuple[Course, dict[str, Any], Table[Any]]:
    """Follow these tricks card by card; return the course, the entry that they settle, and the table."""
    setup, problems = read_setup(GAME, {"players": list(NAMES)})
    assert setup is not None, problems
    table = fold(GAME, setup, []).table
    recorder, recorded = Recorder(GAME, setup.options), RecordedCards(NAMES, tricks[0][0][0])
    for name, card in (play for trick in tricks for play in trick):
        found = recorder.add_card(table, recorded, name, card)
        assert isinstance(found, RecordedCards), found
        recorded = found
    return recorder.follow(table, recorded), recorder.entry_part(table, coming_fields(GAME, table), recorded), table


@tried(30)
@given(dice=DICE)
def test_the_cards_of_a_round_settle_its_points_once_all_are_played(dice: Random) -> None:
    tricks, winners = played_by_chance(dice)
    course, entry, table = followed(tricks)
    assert [trick.winner for trick in course.tricks] == winners
    wanted = counted(tricks, winners)
    points = ("high", "low", "jack", "game", "all_tricks")
    assert entry == {key: wanted[key] for key in points if wanted[key] is not None}
    pitched = {"pitcher": tricks[0][0][0], "bid": 2, **entry}
    record, problems = read_record(coming_fields(GAME, table), pitched)
    assert not problems
    assert not list(GAME.scoring.check(table, record)), "what the cards settle is taken"
    assert followed(tricks[:5])[1] == {}


def test_nobody_is_asked_for_the_trump_that_the_first_lead_makes() -> None:
    course, _, _ = followed([[("Cyd", "Ah"), ("Dee", "4h"), ("Ann", "9h"), ("Bob", "2s")], [("Cyd", "Ks")]])
    assert course.trump == "h"
    setup, _ = read_setup(GAME, {"players": list(NAMES)})
    assert setup is not None
    recorder = Recorder(GAME, setup.options)
    assert not recorder.asks_trump
    (problem,) = recorder.set_trump(RecordedCards(NAMES, "Ann"), "s")
    assert problem.message == "The first card led makes its suit trump."
    assert recorder.facts_for(recorder.trick, RecordedCards(NAMES, "Ann"), course) == {}, (
        "without cards it may be any trick"
    )


def test_who_gave_neither_the_suit_led_nor_a_trump_is_found_as_the_proof_falls() -> None:
    first = [("Cyd", "Ah"), ("Dee", "4h"), ("Ann", "9h"), ("Bob", "2h")]
    second = [("Cyd", "Ks"), ("Dee", "5d"), ("Ann", "3h"), ("Bob", "6s")]
    course, _, _ = followed([first, second, [("Ann", "7c"), ("Bob", "8c"), ("Cyd", "9c"), ("Dee", "2s")]])
    assert [
        (item.renege.player, item.renege.trick, item.renege.card, item.renege.shown) for item in course.proved_reneges
    ] == [("Dee", 2, "5d", "2s")]


# The bidding.


LADDER: list[Any] = [2, 3, 4, "smudge"]


def refused(bids: tuple[Any, ...]) -> bool:
    """Return whether the rules forbid one of these bids."""
    best = 0
    for place, bid in enumerate(bids):
        height = 0 if bid == "pass" else LADDER.index(bid) + 1
        dealer = place == 3
        if bid == "pass" and dealer and best == 0:
            return True
        if bid != "pass" and (height < best or (height == best and not dealer)):
            return True
        best = max(best, height)
    return False


@pytest.mark.parametrize("spoken", range(5))
def test_every_bidding_goes_as_the_rules_say(spoken: int) -> None:
    order = ("Bob", "Cyd", "Dee", "Ann")
    for bids in product(("pass", *LADDER), repeat=spoken):
        rows = [{"player": name, "bid": bid} for name, bid in zip(order, bids, strict=False)]
        facts = {"players": list(NAMES), "dealer": "Ann", **({"bids": rows} if rows else {})}
        if refused(bids):
            with pytest.raises(NotPlayable):
                ask("bid", facts)
            continue
        found = ask("bid", facts)
        if spoken < 4:
            assert found["legal"] == [bid for bid in ("pass", *LADDER) if not refused((*bids, bid))], bids
            assert (found["turn"], found["pitcher"], found["bid"]) == (order[spoken], None, None)
        else:
            high = max((bid for bid in bids if bid != "pass"), key=LADDER.index)
            assert found["bid"] == high
            assert bids[order.index(found["pitcher"])] == high
            assert found["stolen"] == (bids[3] == high and high in bids[:3])
            assert (found["turn"], found["legal"]) == (None, [])
            assert found["pitcher"] == ("Ann" if bids[3] == high else order[bids.index(high)])


def test_no_point_is_settled_before_the_last_trick() -> None:
    [by_tricks] = {item.by_tricks for item in GAME.situations if item.by_tricks}
    assert by_tricks.entry_part(None, []) == dict.fromkeys(("high", "low", "jack", "game", "all_tricks"))
