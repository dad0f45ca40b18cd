"""Entries that are made bit by bit while a hand is played, and count at once."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.game.table import Table
from companion.core.play.fold import coming_fields
from companion.core.play.provisional_score import (
    ProvisionalScore,
    open_fields,
    provisional_progress,
    provisional_score,
    running_fields,
)
from companion.core.play.scoring_api import score_request
from companion.games import game_of

CRIBBAGE = game_of("cribbage")


def table(**board: int) -> Table[Any]:
    """Return a table of Ann and Bob with their pegs so far; Bob deals."""
    rounds = [{"board": board}] if board else []
    dealer = "Ann" if board else "Bob"
    return score_request(CRIBBAGE, {"players": ["Ann", "Bob"], "dealer": dealer, "rounds": rounds}).table


def counted(given: dict[str, Any], **board: int) -> ProvisionalScore:
    now = provisional_score(CRIBBAGE, table(**board), given)
    assert now is not None
    return now


def test_pegs_and_heels_count_while_the_hand_is_played() -> None:
    now = counted({"pegged": {"Ann": 3, "Bob": 2}, "heels": True}, Ann=30, Bob=41)
    assert now.points == {"Ann": 3, "Bob": 4}
    assert now.table.totals == {"Ann": 33, "Bob": 45}
    assert now.text == ""


def test_a_win_is_announced_before_anything_else_is_counted() -> None:
    now = counted({"pegged": {"Ann": 1, "Bob": 6}}, Ann=118, Bob=118)
    assert now.points == {"Ann": 1, "Bob": 3}
    assert now.text == "Bob wins: nothing more counts."
    of_sides = replace(now.table, setup=replace(now.table.setup, sides=("Ann & Cyd", "Bob & Dee")))
    assert now._replace(table=of_sides, winners=("Bob & Dee",)).text == "Bob & Dee win: nothing more counts."


@pytest.mark.parametrize("given", [{}, {"hand": {"Ann": 4}}, {"pegged": {"Ann": "many"}}, {"pegged": {"Eve": 2}}])
def test_invalid_and_unrelated_values_do_not_count(given: dict[str, Any]) -> None:
    assert provisional_score(CRIBBAGE, table(Ann=30), given) is None


def test_an_answer_of_no_or_of_nothing_is_filled_in_and_what_is_required_later_may_be_missing() -> None:
    for given in ({"heels": False}, {"pegged": {}}):
        assert counted(given, Ann=30).points == {"Ann": 0, "Bob": 0}
    later = f.count(Key("later"), "Later", required=True)
    game = replace(CRIBBAGE, scoring=replace(CRIBBAGE.scoring, fields=lambda t: (*CRIBBAGE.scoring.fields(t), later)))
    now = provisional_score(game, table(Ann=30), {"pegged": {"Ann": 3}})
    assert now is not None
    assert now.points == {"Ann": 3, "Bob": 0}


def test_nothing_counts_after_the_end() -> None:
    assert provisional_score(CRIBBAGE, table(Ann=121, Bob=5), {"pegged": {"Bob": 2}}) is None


def test_progress_includes_the_running_points() -> None:
    before, now = table(Ann=30, Bob=41), counted({"pegged": {"Ann": 20}}, Ann=30, Bob=41)
    told = [provisional_progress(CRIBBAGE, before, one) for one in (None, now)]
    assert [one.text for one in told if one] == ["Bob 41 of 121 holes", "Ann 50 of 121 holes"]


def test_running_entries_stay_open_when_bids_are_locked() -> None:
    pegs = coming_fields(CRIBBAGE, table())
    spades = game_of("spades")
    bids = coming_fields(spades, score_request(spades, {"players": ["Ann", "Bob", "Cyd", "Dee"], "rounds": []}).table)
    assert [item.key for item in running_fields(pegs)] == ["heels", "pegged"]
    assert [item.key for item in open_fields((*bids, *pegs), locked=False)] == ["bid", "blind", "heels", "pegged"]
    assert [item.key for item in open_fields((*bids, *pegs), locked=True)] == ["heels", "pegged"]
