"""What the cards of a round fill in of its entry: the worked examples of the games."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.play.fold import extend_sheet
from tests.core.tricks.following import Cards, reversis_of_ann


def test_the_four_tricks_of_the_rage_example_change_trump_and_count_as_written() -> None:
    cards = Cards("rage", ("A", "B", "C"), "yellow", "A", {"first_hand": 4, "last_hand": 4})
    cards.play("blue-15", "yellow-0", "blue-2")
    assert (cards.winners, cards.course.trump, cards.course.turn) == (["B"], "yellow", "B")
    cards.play("green-10", "change-red", "green-12")
    assert (cards.winners[-1], cards.course.trump) == ("A", "red")
    cards.play("bonus", "orange-7", "red-15")
    assert (cards.winners[-1], cards.course.trump) == ("C", "red")
    cards.play("out", "yellow-5", "wild-yellow")
    assert (cards.winners[-1], cards.course.trump) == ("B", None)
    assert cards.course.over
    assert cards.counted == {
        "tricks": {"A": 1, "B": 2, "C": 1},
        "bonus": {"A": 0, "B": 0, "C": 1},
        "mad": {"A": 0, "B": 0, "C": 0},
    }
    sheet = extend_sheet(cards.sheet, [{"bid": {"A": 2, "B": 2, "C": 1}, **cards.counted}])
    assert sheet.refusal is None
    assert sheet.table.totals == {"A": 1, "B": 12, "C": 16}


def test_raise_the_stakes_counts_tricks_and_folded_players() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob", "Cyd"), "red")
    cards.leave("Cyd")
    cards.play("blue-9", "blue-2", "blue-8", "little-fire", "yellow-3", "yellow-2")
    cards.play("green-4", "green-3", "green-5", "green-6")
    assert cards.course.over
    assert cards.course.taken == {"Ann": 2, "Bob": 3, "Cyd": 0}
    assert cards.counted == {"tricks": {"Ann": 2, "Bob": 3, "Cyd": 0}, "folded": ["Cyd"]}
    assert extend_sheet(cards.sheet, [{**cards.counted, "raised_by": ["Bob"]}]).table.totals == {
        "Ann": -1,
        "Bob": 3,
        "Cyd": 0,
    }


def test_oh_hell_counts_the_tricks_of_each_player() -> None:
    cards = Cards("oh-hell", ("Ann", "Bob", "Cyd"), "h", options={"first_hand": 2})
    cards.play("As", "2s", "2h", "Ks", "Qs", "Js")
    assert cards.course.over
    assert cards.counted == {"tricks": {"Ann": 0, "Bob": 0, "Cyd": 2}}


def test_pitch_fills_in_points_only_after_six_tricks() -> None:
    cards = Cards("pitch")
    cards.play("As", "2s", "3s", "4s")
    assert cards.counted == {}


def test_toepen_is_won_with_the_last_trick() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "Jh", "Ks", "7s", "9s", "8d", "Ad", "Jd")
    assert cards.counted == {}
    cards.play("Ac", "Kc", "Qc")
    assert cards.course.over
    assert cards.winners == ["Ann", "Cyd", "Cyd", "Cyd"]
    assert cards.counted == {"winner": "Cyd"}


def test_toepen_is_won_by_the_last_player_left() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h")
    cards.leave("Cyd")
    assert cards.course.turn == "Ann"
    assert cards.winners == ["Ann"]
    cards.leave("Ann")
    assert cards.course.over
    assert cards.counted == {"winner": "Bob"}
    assert cards.course.taken == {"Ann": 1, "Bob": 0, "Cyd": 0}


def test_reversis_counts_points_and_fills_in_aces_and_the_quinola() -> None:
    cards = Cards("reversis")
    cards.play("2h", "Ad", "3h", "Kh")  # Bob throws an ace on Dee's trick
    cards.play("9s", "As", "2s", "3s")  # Dee leads spades and forces an ace of Ann
    cards.play("Ac", "5c", "6c", "7c")  # Ann leads an ace
    cards.play("2d", "Jh", "9d", "3d")  # Bob throws the Quinola on Cyd's trick
    assert cards.winners == ["Dee", "Ann", "Ann", "Cyd"]
    assert cards.counted == {
        "tricks": {"Ann": 2, "Bob": 0, "Cyd": 1, "Dee": 1},
        "points": {"Ann": 8, "Bob": 0, "Cyd": 1, "Dee": 7},
        "payments": [
            {"kind": "ace-discarded", "suit": "d", "by": "Bob", "other": "Dee"},
            {"kind": "ace-forced", "suit": "s", "by": "Ann", "other": "Dee"},
            {"kind": "ace-led", "suit": "c", "by": "Ann"},
            {"kind": "quinola-discarded", "by": "Bob", "other": "Cyd"},
        ],
    }


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        pytest.param(
            ("4s", "2h", "2d", "2c", "3s", "Jd", "Jh", "Jc"),
            {"reversis": "Ann", "quinola_early": False},
            id="made with all eleven tricks",
        ),
        pytest.param(
            ("Jd", "Ad", "2d", "2c", "2h", "Jh", "Ah", "Jc"),
            {"reversis": "Ann", "quinola_early": False, "broken_by": "Bob", "broken_by_quinola": False},
            id="broken in the tenth trick",
        ),
        pytest.param(
            ("4s", "2s", "2d", "2c", "2h", "Jh", "Jd", "Jc"),
            {"reversis": "Ann", "quinola_early": False, "broken_by": "Bob", "broken_by_quinola": True},
            id="broken by the Quinola in the eleventh",
        ),
    ],
)
def test_a_reversis_is_filled_in_with_its_result(last: Sequence[str], expected: dict[str, Any]) -> None:
    cards = reversis_of_ann(last)
    assert cards.course.over
    assert {key: value for key, value in cards.counted.items() if key in (*expected, "broken_by")} == expected
    assert cards.counted["talon"] + sum(cards.counted["points"].values()) == 40
    sheet = extend_sheet(cards.sheet, [cards.counted])
    assert sheet.refusal is None, sheet.refusal


def test_nine_tricks_of_two_players_are_no_reversis() -> None:
    cards = Cards("reversis")
    for rank in ("A", "K", "Q", "J", "9"):
        cards.play(*(f"{rank}{suit}" for suit in "shdc"))
    cards.play("7s", "8s", "7d", "7c", "8h", "8d", "8c", "7h")
    for rank in ("6", "5", "4", "3"):
        cards.play(*(f"{rank}{suit}" for suit in "shdc"))
    assert cards.course.taken == {"Ann": 5, "Bob": 6, "Cyd": 0, "Dee": 0}
    assert cards.counted["talon"] == 0
    assert "reversis" not in cards.counted


def test_an_espagnolette_is_filled_in_and_is_no_renege() -> None:
    cards = Cards("reversis")
    cards.play("Kh", "Qh", "9h", "As")
    cards.play("9s", "Ks", "8s", "Ah")
    cards.play("Kc", "Qc", "Ad", "9c")
    cards.play("Kd", "Qd", "2h", "9d")
    assert [(item.renege.player, item.renege.trick) for item in cards.course.proved_reneges] == [("Dee", 1)], (
        "one ace is not seen yet"
    )
    cards.play("8h", "7h", "Ac", "6h")
    assert cards.course.proved_reneges == ()
    cards.play("7s", "6s", "2s", "5s")
    cards.play("8d", "7d", "2d", "6d")
    cards.play("8c", "7c", "2c", "6c")
    cards.play("5h", "4h", "3h", "Jh")
    cards.play("Qs", "Js", "4s", "3s")
    cards.play("5d", "4d", "Jd", "3d")
    assert cards.course.over
    assert cards.course.proved_reneges == ()
    assert cards.counted["espagnolette"] == "Dee"
    sheet = extend_sheet(cards.sheet, [cards.counted])
    assert sheet.refusal is None, sheet.refusal
    assert any("Dee wins the hand by the espagnolette" in note for note in sheet.rounds[0].notes)


def test_a_player_who_is_out_of_a_hand_of_toepen_does_not_win_it() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "8h", "10s", "9s", "8s", "10d", "9d", "8d", "10c", "9c")
    cards.leave("Ann")
    cards.play("8c")
    assert cards.counted == {"winner": "Bob"}
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "8h", "10s", "9s", "8s", "10d", "9d", "8d", "10c", "Kh")
    cards.leave("Ann")
    cards.play("Qh")
    assert cards.counted == {}, "nobody still in it followed the last lead"


def test_no_trick_counts_if_all_but_one_folded_in_the_first() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob", "Cyd"), "red")
    cards.play("blue-9")
    cards.leave("Bob")
    cards.leave("Cyd")
    assert cards.course.over
    assert cards.counted == {"tricks": {"Ann": 0, "Bob": 0, "Cyd": 0}, "folded": ["Bob", "Cyd"]}
    assert extend_sheet(cards.sheet, [cards.counted]).refusal is None


def test_values_that_the_cards_no_longer_settle_are_removed() -> None:
    cards = reversis_of_ann(("Jd", "Ad", "2d", "2c", "2h", "Jh", "Ah", "Jc"))
    cards.become(cards.recorder.undo(cards.hand))
    assert set(cards.counted) == {"tricks", "points", "payments"}


def test_the_talon_is_known_only_after_complete_tricks() -> None:
    cards = reversis_of_ann(("4s", "2h", "2d", "2c", "3s", "Jd", "Jh"))
    cards.become(cards.recorder.close_trick(cards.table, cards.hand))
    assert cards.counted["reversis"] == "Ann"
    assert "talon" not in cards.counted
