"""The board and the rounds of a sheet: whole rows, in order."""

from typing import Any

import pytest
from flask import Flask

from companion.core.money.currency import Currency
from companion.core.play.provisional_score import provisional_score
from companion.web.plays.sheet import (
    BoardPlace,
    board_places,
    chip_payments,
    notice_sentences,
    round_rows,
    stake_values,
)
from tests.web.phones import Club, Table

THREE = ["Ann", "Bob", "Cyd"]
FOUR = [*THREE, "Dee"]


@pytest.fixture
def several(app: Flask, table: Table) -> Table:
    """Return a play whose first round was removed, and in which Eve then took over a seat; the newest has a penalty."""
    for form in ({"tricks.1": "5"}, {"tricks.2": "5"}):
        table.post("/rounds", form)
    table.post("/rounds/1/remove")
    table.post("/seats/1", {"name": "Eve", "since": "3"})
    penalty = {"adjust.0.player": "0", "adjust.0.points": "-4", "adjust.0.reason": "late"}
    assert table.post("/rounds", {"tricks.1": "5", **penalty}).status_code == 303
    table.post("/rounds/2/contest", {"words": "It was Cyd"})
    return table


def test_rounds_are_counted_anew_after_a_removed_one_and_keep_their_players(app: Flask, several: Table) -> None:
    with app.app_context():
        rows = round_rows(several.state)
    assert [(row.number, row.slot, row.columns, row.is_contested, row.takeovers) for row in rows] == [
        (3, 4, 3, False, ()), (2, 3, 3, False, ("From round 2 Eve plays for Bob.",)), (1, 2, 3, True, ()),
    ]  # fmt: skip
    assert [row.changes for row in rows] == [
        (("Ann", -4, -4, True, ()), ("Eve", 3, 6, False, ()), ("Cyd", 0, 3, False, ())),
        (("Ann", 0, 0, False, ()), ("Eve", 0, 3, False, ()), ("Cyd", 3, 3, False, ())),
        (("Ann", 0, 0, False, ()), ("Bob", 3, 3, False, ()), ("Cyd", 0, 0, False, ())),
    ]


def test_the_board_has_totals_places_and_turns_in_the_order_of_the_seats(app: Flask, several: Table) -> None:
    with app.app_context():
        assert board_places(several.state, several.state.sheet.table) == [
            BoardPlace("Ann", (), -4, -4, 3, "Ann", "", is_out=False),
            BoardPlace("Eve", (), 6, 3, 1, "", "Eve", is_out=False),
            BoardPlace("Cyd", (), 3, 0, 2, "", "", is_out=False),
        ]
        spades = several.club.start("spades", FOUR)
        spades.write({"bid": dict.fromkeys(FOUR, 3), "tricks": {"Ann & Cyd": 5, "Bob & Dee": 8}})
        assert board_places(spades.state, spades.state.sheet.table) == [
            BoardPlace("Ann & Cyd", ("Ann", "Cyd"), -60, -60, 2, "", "Cyd", is_out=False),
            BoardPlace("Bob & Dee", ("Bob", "Dee"), 62, 62, 1, "Bob", "", is_out=False),
        ]


def test_points_that_count_already_are_in_the_total(app: Flask, club: Club) -> None:
    table = club.start("cribbage", ["Ann", "Bob"])
    table.write({"board": {"Ann": 118, "Bob": 100}})
    with app.app_context():
        state = table.state
        now = provisional_score(state.game, state.sheet.table, {"pegged": {"Ann": 2}})
        places = board_places(state, state.sheet.table, now)
    assert places == [
        BoardPlace("Ann", (), 120, 118, 1, "", "Ann", is_out=False, so_far=2),
        BoardPlace("Bob", (), 100, 100, 2, "Bob", "", is_out=False),
    ]
    assert [place.last_points_text for place in places] == ["+2 so far", "+100"]
    fresh = BoardPlace("Ann", (), 0, None, 1, "", "", is_out=False)
    assert [fresh.last_points_text, fresh._replace(last=0).last_points_text] == ["", "0"]


POINTS: dict[str, Any] = {
    "points": {"Ann": 10, "Bob": 0, "Cyd": 20, "Dee": 6}, "talon": 4,
    "tricks": {"Ann": 3, "Bob": 1, "Cyd": 5, "Dee": 2},
}  # fmt: skip


def test_each_round_says_who_passes_how_many_chips(app: Flask, club: Club) -> None:
    bank = club.start("ace-deuce-jack", THREE)
    bank.write({"bets": {"Bob": 1500, "Cyd": 20}, "banker_wins": False})
    reversis = club.start("reversis", FOUR)
    for _ in range(2):
        reversis.write(POINTS)
    with app.app_context():
        assert chip_payments(bank.state, 1) == ["Ann pays Bob 1,500 and Cyd 20"]
        assert [chip_payments(reversis.state, number) for number in (1, 2)] == [
            ["Cyd pays 13 into the pot", "Ann pays 10 into the pot", "Dee pays Bob 3 and 2 into the pot"],
            ["Cyd pays 5 into the pot and Bob 3"],
        ]
        assert notice_sentences(reversis.state, reversis.state.sheet.table) == [
            "The pot holds 30", "Last pot with the antes 35",
        ]  # fmt: skip


def test_a_play_without_a_stake_has_nothing_to_settle(app: Flask, table: Table) -> None:
    with app.app_context():
        assert stake_values(table.state) == {
            "stake": "", "currency": Currency(""), "settled": (), "unsettled": "",
        }  # fmt: skip
