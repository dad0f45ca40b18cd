"""Any other game: what it is called, which totals win, how far it is to the end, and its samples."""

from itertools import product
from random import Random
from typing import Any

import pytest

from companion.core.game.table import Progress, Table
from companion.core.play.fold import extend_sheet, fold
from companion.core.play.setups import read_setup
from companion.games import game_of
from companion.games.any_other_game.sample import sample_round

GAME = game_of("any-other-game")

PLAYERS = ["Ann", "Bob", "Cyd", "Dee"]


def table_after(*rounds: dict[str, int], **options: Any) -> Table[None]:
    """The table of a play of four after these rounds' points."""
    setup, problems = read_setup(GAME, {"players": PLAYERS, "options": options})
    assert setup is not None, problems
    sheet = fold(GAME, setup, [{"points": {**dict.fromkeys(PLAYERS, 0), **points}} for points in rounds])
    assert sheet.refusal is None
    return sheet.table


@pytest.mark.parametrize(("name", "title"), [("Skat", "Skat"), (" Skat ", "Skat"), ("", GAME.name), (None, GAME.name)])
def test_a_play_is_called_what_the_table_calls_it(name: str | None, title: str) -> None:
    assert GAME.title_for(table_after(name=name).setup) == title


@pytest.mark.parametrize(("better", "found"), [("high", "high"), ("low", "low"), (None, "high")])
def test_the_table_says_which_totals_win(better: str | None, found: str) -> None:
    assert GAME.better_for(table_after(better=better).setup) == found


@pytest.mark.parametrize(
    ("options", "far"),
    [
        ({}, None),
        ({"target": 100}, Progress(40, 100, "Ann 40 of 100 points")),
        ({"rounds": 5}, Progress(2, 5, "2 of 5 rounds played")),
        ({"target": 100, "rounds": 5}, Progress(40, 100, "Ann 40 of 100 points")),
        ({"target": 100, "rounds": 3}, Progress(2, 3, "2 of 3 rounds played")),
        ({"target": 50, "rounds": 3}, Progress(40, 50, "Ann 40 of 50 points")),
    ],
)
def test_progress_is_to_the_nearer_end(options: dict[str, int], far: Progress | None) -> None:
    assert GAME.ending.progress(table_after({"Ann": 30}, {"Ann": 10, "Bob": -5}, **options)) == far


def test_progress_does_not_start_below_zero() -> None:
    assert GAME.ending.progress(table_after(dict.fromkeys(PLAYERS, -3), target=50)) == Progress(
        0, 50, "the game ends at 50 points"
    )


@pytest.mark.parametrize("total", [None, -100_000, -7, 0, 1, 26, 100_000])
def test_samples_fit_every_table(total: int | None) -> None:
    dice = Random(1)
    for negative, sides, count in product((True, False), (["We", "They"], None), (2, 4, 12)):
        if (total is not None and total < 0 and not negative) or (sides and count != 4):
            continue
        options = {"round_sum": total, "negative": negative}
        names = [f"Player {number}" for number in range(count)]
        setup, problems = read_setup(GAME, {"players": names, "sides": sides, "options": options})
        assert setup is not None, problems
        sheet = fold(GAME, setup, [])
        for _ in range(5):
            sheet = extend_sheet(sheet, [sample_round(sheet.table, dice)])
        assert sheet.refusal is None
