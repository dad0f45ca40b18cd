"""Polignac: hands followed card by card, and the pack for each number of players."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.core.tricks.recorded_cards import RecordedCards
from companion.core.tricks.recorder import Recorder
from companion.games import game_of
from tests.games.playing import NAMES, coming, followed
from tests.laws.strategies import DICE, tried

GAME = game_of("polignac")
LOW_TO_HIGH = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def outcome(key: str, facts: Any) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"facts": facts}).outcome


def test_the_cards_settle_who_captured_which_jacks() -> None:
    course, entry = followed("polignac", "10s As Js Kh, 9h Jh 7h Ah, 8d Jd Kd 9d")
    assert [trick.winner for trick in course.tricks] == ["Cyd", "Dee", "Bob"]
    assert entry == {"jacks": {"Ann": 0, "Bob": 1, "Cyd": 0, "Dee": 1}, "polignac": "Cyd"}
    assert "polignac" not in followed("polignac", "9h Jh 7h Ah")[1], "it can still recorded"


def test_a_hand_has_as_many_tricks_as_cards_were_dealt() -> None:
    seven = "8s 9s 10s, As Qs Ks, 8h 9h 10h, 7h Ah Qh, Kh Jh 8d, 9d 10d Ad, Qd Kd Jd"
    five = "8s 9s 10s As Qs Ks, 8h 9h 10h Ah Qh Kh, 8d 9d 10d Ad Qd Kd, 8c 9c 10c Ac Qc Kc, 7h 7d Jh Jd Js Jc"
    assert not followed("polignac", seven, table=coming("polignac", players=NAMES[:3]))[0].over
    course, entry = followed("polignac", five, table=coming("polignac", players=(*NAMES, "Eve", "Fay")))
    assert course.over
    assert sum(entry["jacks"].values()) == 3


def test_who_did_not_follow_is_caught_by_a_later_trick() -> None:
    course, _ = followed("polignac", "10s Jh Ks Qs, 8s 9s As Js")
    assert [
        (item.renege.player, item.renege.trick, item.renege.card, item.renege.shown_in)
        for item in course.proved_reneges
    ] == [("Bob", 1, "Jh", 2)]


def test_a_black_seven_falls_with_four_players_only() -> None:
    course, _ = followed("polignac", "7s 8s 9s 10s")
    assert course.tricks[0].winner == "Dee"
    recorder = Recorder(GAME, coming("polignac").options)
    for names in (NAMES[:3], (*NAMES, "Eve")):
        table, recorded = coming("polignac", players=names), RecordedCards(names, "Ann")
        (problem,) = recorder.add_card(table, recorded, "Ann", "7c")
        assert problem.message == f"7♣ is not in the pack for {len(names)} players."
        assert recorder.used_up_cards(recorded, ("7s", "7h", "7c", "8s")) == {"7s", "7c"}


def test_the_pack_is_that_of_so_many_players() -> None:
    for count in (3, 4, 5, 6):
        found = outcome("deck", {"count": count})
        left = [card for card in full_pack() if card not in found["remove"]]
        assert len(left) == found["cards"] == found["each"] * count
        assert set(found["remove"]) <= set(full_pack())


def full_pack() -> list[str]:
    return [rank + suit for suit in "shdc" for rank in LOW_TO_HIGH]


@tried(60)
@given(dice=DICE)
def test_a_hand_played_out_counts_five_points_however_it_is_counted(dice: Random) -> None:
    """The test finds the highest card of each trick itself, and counts the jacks one by one."""
    count = dice.choice((3, 4, 5, 6))
    names = (*NAMES, "Eve", "Fay")[:count]
    gone = set(outcome("deck", {"count": count})["remove"])
    pack = [card for card in full_pack() if card not in gone]
    dice.shuffle(pack)
    hands = {name: pack[place::count] for place, name in enumerate(names)}
    leader, costs, piles = names[0], Counter[str](), {name: list[str]() for name in names}
    while hands[leader]:
        start = names.index(leader)
        plays: list[dict[str, str]] = []
        for name in (*names[start:], *names[:start]):
            legal = outcome("legal", {"hand": hands[name], "plays": plays})["legal"]
            led = plays[0]["card"][-1] if plays else ""
            follow = [card for card in hands[name] if card[-1] == led]
            assert legal == (follow or hands[name])
            card = dice.choice(legal)
            hands[name].remove(card)
            plays.append({"player": name, "card": card})
        found = outcome("trick", {"plays": plays})
        best = max((play for play in plays if play["card"][-1] == plays[0]["card"][-1]), key=height)
        assert (found["winner"], found["card"]) == (best["player"], best["card"])
        costs[best["player"]] += found["points"]
        piles[best["player"]] += [play["card"] for play in plays]
        leader = best["player"]
    assert sum(costs.values()) == 5
    counted = outcome("points", {"captured": piles})
    assert counted["scores"] == {name: costs[name] for name in names}
    assert counted["missing"] == []
    assert "Js" in piles[counted["polignac"]]


def height(play: dict[str, str]) -> int:
    return ("7", "8", "9", "10", "A", "J", "Q", "K").index(play["card"][:-1])
