"""A round of a game that shows each step: what is checked first, what counts when, and what the sheet lists."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.core.entry import fields as f
from companion.core.entry.keys import Key, PerName
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import Game, Totals, Weight
from companion.core.game.seating import left_of
from companion.core.game.table import Line, Scored, Settled, Setup, Table
from companion.core.play.fold import (
    Refusal,
    Round,
    adjustment_faults,
    faults_before_hand,
    fields_before_hand,
    fold,
    opening_table,
    play_round,
    with_absent,
)
from companion.core.play.outcome import loss_weights, outcome_of
from companion.core.play.scoring_api import round_json
from tests.older import version

MADE: Key[PerName[int]] = Key("made")
NAMES = ("Ann", "Bob", "Cyd")


def score(table: Table[int], entry: Record) -> Scored[int]:
    lines = tuple(Line(who, points, "steps/made", "made") for who, points in entry[MADE].items() if points)
    return Scored(lines, table.state + 1, ("Scored.",))


def settle(table: Table[int], entry: Record, state: int, totals: Mapping[str, int]) -> Settled[int]:
    """Give the player with the highest total a bonus of one, and end the play at ten."""
    best = max(totals, key=totals.__getitem__)
    return Settled(
        state + 1, totals[best] >= 10, (best,) if totals[best] >= 10 else (), ("Settled.",),
        (Line(best, 1, "steps/bonus", "ahead"),),
    )  # fmt: skip


def no_nines(table: Table[int], entry: Record) -> list[Problem]:
    return [Problem(MADE, "No nine before the hand.")] if 9 in entry[MADE].values() else []


def few(table: Table[int], entry: Record) -> list[Problem]:
    return [Problem(MADE, "At most twelve in all.")] if sum(entry[MADE].values()) > 12 else []


def made(table: Table[int]) -> tuple[f.Field, ...]:
    bid = f.count(Key("bid"), "Bid", 9, per="player", names=table.asked, phase=1)
    return bid, f.points(MADE, "Made", 99, per="player", names=table.asked)


BASE = version(1)
GAME = replace(
    BASE, start=lambda _: 0,
    scoring=replace(
        BASE.scoring, fields=made, score=score, check=few, check_before=no_nines,
        next_dealer=lambda table, _entry, state: left_of(table.players, table.dealer, state),
    ),
    ending=replace(BASE.ending, settle=settle, weigh=lambda _table: {"Bob": Weight(2, "Ann skunks Bob")}),
)  # fmt: skip
FLOORED = replace(GAME, totals=Totals(most_gained=lambda _table: 4))


def opening(game: Game[Any] = GAME, dealer: str = "Bob") -> Table[Any]:
    return opening_table(game, Setup(NAMES, (), dealer, Record({"target": 20, "bonus": 0}, {})))


def correction(name: str, points: int) -> dict[str, Any]:
    return {"player": name, "points": points, "reason": "late"}


def told(result: Round[Any] | Refusal) -> list[tuple[str | None, str]]:
    """Return the name and the message of each problem."""
    assert isinstance(result, Refusal)
    return [(problem.name, problem.message) for problem in result.problems]


def test_a_round_lists_points_corrections_and_bonuses_in_the_order_in_which_they_count() -> None:
    raw = {"made": {"Ann": 3, "Bob": 2}, "adjust": [correction("Bob", 2), correction("Ann", -1)]}
    item = play_round(GAME, opening(), raw)
    assert isinstance(item, Round)
    assert [tuple(line) for line in item.lines] == [
        ("Ann", 3, "steps/made", "made"), ("Bob", 2, "steps/made", "made"), ("Bob", 2, "table/adjustment", "late"),
        ("Ann", -1, "table/adjustment", "late"), ("Bob", 1, "steps/bonus", "ahead"),
    ]  # fmt: skip
    assert item.scores == {"Ann": 3, "Bob": 3, "Cyd": 0}
    assert item.totals == item.table.totals == {"Ann": 2, "Bob": 5, "Cyd": 0}
    assert [item.change_of(name) for name in NAMES] == [2, 5, 0]
    assert (item.dealer, item.table.dealer, item.table.state, item.table.asked) == ("Bob", "Ann", 2, NAMES)
    assert round_json(item)["notes"] == ["Scored.", "Settled."]


def test_a_finished_table_asks_nobody_and_has_the_winners() -> None:
    item = play_round(GAME, opening(), {"made": {"Ann": 10}})
    assert isinstance(item, Round)
    assert (item.table.over, item.table.winners, item.table.asked, item.table.number) == (True, ("Ann",), (), 2)
    assert loss_weights(GAME, item.table) == {"Bob": 2}
    assert loss_weights(GAME, opening()) == {}
    game = replace(GAME)
    game.__dict__["rules"] = replace(GAME.rules, version=7)
    sheet = fold(game, opening().setup, [{"made": {"Ann": 3}}])
    early = outcome_of(sheet, ended=True)
    assert early is not None
    assert (early.version, early.weights) == (7, {})


def test_who_sits_out_is_not_asked_and_does_not_deal() -> None:
    table = with_absent(GAME, opening(), ["Bob"])
    assert (table.asked, table.dealer, table.absent) == (("Ann", "Cyd"), "Cyd", ("Bob",))
    again = with_absent(GAME, table, [])
    assert (again.asked, again.absent) == (NAMES, ())
    nobody = replace(GAME, scoring=replace(GAME.scoring, asked=lambda _: ()))
    assert opening(nobody).dealer == "Bob"


@pytest.mark.parametrize(
    ("raw", "messages"),
    [
        ({"absent": ["Zoe", "Ann"]}, ["Sitting out: Zoe is not one of Ann, Bob or Cyd."]),
        ({"absent": ["Bob", "Ann"]}, ["At least two players must be in the round."]),
        ({"made": {"Ann": 9, "Bob": 4}}, ["No nine before the hand.", "At most twelve in all."]),
        ({"made": {"Ann": 9}, "bid": {"Ann": 99}}, ["Bid (Ann): 99 is too high, 9 is the most."]),
        ({"adjust": "x"}, ["Adjustment: give a list of rows."]),
        ({"adjust": ""}, ["Adjustment: give a list of rows."]),
    ],
)
def test_problems_of_a_round_come_in_order(raw: dict[str, Any], messages: list[str]) -> None:
    assert [message for _, message in told(play_round(GAME, opening(), raw))] == messages


def test_fields_before_the_hand_are_checked_only_if_they_are_well_formed() -> None:
    game = replace(GAME, scoring=replace(GAME.scoring, check_before=lambda *_: [Problem("bid", "Too bold.")]))
    assert [field.key for field in fields_before_hand(game, opening())] == ["bid"]
    assert [[one.message for one in faults_before_hand(game, opening(), {"bid": {"Ann": bid}})] for bid in (99, 1)] == [
        ["Bid (Ann): 99 is too high, 9 is the most."],
        ["Too bold."],
    ]


def test_every_total_below_the_floor_is_a_problem() -> None:
    rows = [correction("Ann", -1), correction("Bob", -3), correction("Bob", 1)]
    assert told(play_round(FLOORED, opening(), {"adjust": rows})) == [
        ("Ann", "−1 takes Ann to −1; 0 is the least."), ("Bob", "−2 takes Bob to −2; 0 is the least."),
    ]  # fmt: skip
    below = play_round(GAME, opening(), {"adjust": rows})
    assert isinstance(below, Round), "there is no floor"
    out = replace(FLOORED, scoring=replace(FLOORED.scoring, asked=lambda table: table.present[:1]))
    assert told(play_round(out, opening(out), {"adjust": [*rows[1:], correction("Cyd", -1)]})) == [
        ("Bob", "Bob is out of the game and cannot be adjusted."),
        ("Cyd", "Cyd is out of the game and cannot be adjusted."),
    ]  # fmt: skip


def test_corrections_of_the_coming_round_count_together_with_those_that_wait_for_it() -> None:
    rows, pending = [correction("Ann", -2), correction("Ann", -1)], [correction("Ann", -1), correction("Bob", -9)]
    table = opening(FLOORED)
    assert adjustment_faults(FLOORED, table, rows, pending) == []
    [problem] = adjustment_faults(FLOORED, table, rows, [*pending, correction("Ann", -1)])
    assert (problem.name, problem.message) == ("Ann", "−5 takes Ann below 0, however the round goes.")
    assert [one.message for one in adjustment_faults(FLOORED, table, [correction("Ann", 0)])] == [
        "An adjustment of 0 points changes nothing."
    ]
