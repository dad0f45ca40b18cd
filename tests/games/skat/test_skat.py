"""Hands of Skat followed trick by trick: what is trump, and how the card points give the result."""

import pytest

from companion.core.tricks.course_texts import proved_renege_text
from companion.games.skat.referee import result_of
from tests.core.game.bidding import Bidding


def hand(game: str, *calls: str) -> Bidding:
    """A hand of Ann, Bob and Cyd, who deals, in which this game is played."""
    found = Bidding("skat", ("Ann", "Bob", "Cyd")).call(*calls)
    recorded = found.recorder.set_trump(found.recorded, game)
    assert not isinstance(recorded, list), recorded
    found.recorded = recorded
    return found


def winners(found: Bidding) -> list[str]:
    return [trick.winner for trick in found.recorder.follow(found.table, found.recorded).tricks]


def test_jacks_are_trumps_in_suit_games_and_grands_and_not_in_null() -> None:
    trick = ("7c", "Jd", "Ac")
    assert winners(hand("spades").play(*trick)) == ["Bob"]
    assert winners(hand("grand").play(*trick)) == ["Bob"]
    assert winners(hand("null").play(*trick)) == ["Cyd"]


def test_a_renege_shows_whoever_declares() -> None:
    found = hand("hearts").play("Jc", "7s", "7h", "8s", "9s", "10s")
    course = found.recorder.follow(found.table, found.recorded)
    assert [item.renege.player for item in course.proved_reneges] == []
    found.play("Ks", "Qs", "9h")
    course = found.recorder.follow(found.table, found.recorded)
    assert [(item.renege.player, item.renege.trick, item.renege.shown) for item in course.proved_reneges] == [
        ("Bob", 1, "9h")
    ]
    assert proved_renege_text(course.proved_reneges[0], found.recorder.by_tricks).startswith(
        "Bob reneged in trick 1: Ann led J♣"
    )
    _, facts = found.recorder.proof_facts(found.recorded, course)
    assert "declarer" not in facts
    declared = hand("hearts", "declares-1").play("Jc")
    _, facts = declared.recorder.proof_facts(
        declared.recorded, declared.recorder.follow(declared.table, declared.recorded)
    )
    assert "declarer" not in facts, "Bob has not played yet"
    declared.play("7s", "7h")
    _, facts = declared.recorder.proof_facts(
        declared.recorded, declared.recorder.follow(declared.table, declared.recorded)
    )
    assert (facts["declarer"], facts["game"]) == ("Bob", "hearts")


WHOLE = (
    "Jc", "Jd", "7c", "Js", "7d", "8c", "Jh", "8d", "9c", "As", "7s", "8s", "10s", "9s", "Qs", "Ks", "9d", "7h",
    "Ah", "8h", "9h", "10h", "Qh", "Kh", "Ac", "10c", "Kc", "Ad", "10d", "Kd",
)  # fmt: skip


def test_the_whole_hand_gives_the_result_and_the_skat_is_the_declarers() -> None:
    found = hand("spades", "declares-0").play(*WHOLE[:27])
    assert found.entry == {"declarer": "Ann", "game": "spades"}
    found.play(*WHOLE[27:])
    assert winners(found) == ["Ann"] * 10
    assert found.entry == {"declarer": "Ann", "game": "spades", "result": "won-schwarz"}
    assert hand("spades", "declares-1").play(*WHOLE).entry["result"] == "lost-schwarz"
    assert hand("spades").play(*WHOLE).entry == {"game": "spades"}, "nobody has said who declares"


@pytest.mark.parametrize(
    ("game", "points", "defended", "result"),
    [
        ("grand", 61, 4, "won"),
        ("grand", 60, 4, "lost"),
        ("grand", 89, 4, "won"),
        ("grand", 90, 4, "won-schneider"),
        ("hearts", 31, 4, "lost"),
        ("hearts", 30, 4, "lost-schneider"),
        ("hearts", 120, 0, "won-schwarz"),
        ("hearts", 20, 10, "lost-schwarz"),
        ("null", 11, 10, "won"),
        ("null-hand", 20, 9, "lost"),
    ],
)
def test_the_result_follows_from_card_points_and_tricks(game: str, points: int, defended: int, result: str) -> None:
    assert result_of(game, points, defended) == result


def test_trump_is_changed_back_and_a_game_that_there_is_none_of_is_refused() -> None:
    found = hand("grand").play("7c", "Jd", "Ac")
    for wrong in ("everything", None):
        answer = found.recorder.set_trump(found.recorded, wrong)
        assert isinstance(answer, list)
        assert [problem.field for problem in answer] == ["trump"]
    null = found.recorder.set_trump(found.recorded, "null")
    assert not isinstance(null, list)
    found.recorded = null
    assert winners(found) == ["Cyd"]
