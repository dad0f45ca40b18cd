"""Chips that somebody buys: a row of ``adjust``, in games that count chips only."""

from typing import Any

import pytest

from companion.core.play.fold import Sheet, adjustment_faults, fold, opening_table
from companion.core.play.scoring_api import NotPlayable, game_detail_json, next_round_json, score_json, score_request
from companion.core.play.setups import read_setup
from companion.games import SLUGS, game_of

PLAYERS = ["Ann", "Bob", "Cyd", "Dee"]
HAND = {"paid": {"Ann": 20, "Bob": 20, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 42, "winner": "Ann"}]}
QUIET = {"paid": {"Ann": 1, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 3, "winner": "Cyd"}]}
BUY: dict[str, Any] = {"player": "Bob", "points": 50, "buy": True}


def brag(*rounds: dict[str, Any], **options: int) -> dict[str, Any]:
    return {"players": PLAYERS, "options": {"stack": 20, "ante": 1, **options}, "rounds": list(rounds)}


def scored(*rounds: dict[str, Any], **options: int) -> dict[str, Any]:
    return score_json(score_request(game_of("brag"), brag(*rounds, **options)))


def sheet_of(*rounds: dict[str, Any]) -> Sheet[Any]:
    setup, _ = read_setup(game_of("brag"), {key: value for key, value in brag().items() if key != "rounds"})
    assert setup is not None
    return fold(game_of("brag"), setup, rounds)


def test_a_purchase_adds_chips_and_needs_no_reason() -> None:
    answer = scored({**HAND, "adjust": [BUY]})
    item = answer["rounds"][0]
    assert item["scores"] == {"Ann": 22, "Bob": -20, "Cyd": -1, "Dee": -1}
    assert item["adjusted"] == {"Bob": 50}
    assert item["totals"] == answer["totals"] == {"Ann": 42, "Bob": 50, "Cyd": 19, "Dee": 19}
    assert item["lines"][-1] == {"name": "Bob", "points": 50, "rule": "table/buy", "text": "bought"}


def test_a_purchase_may_have_a_reason_and_stand_beside_corrections() -> None:
    rows = [
        {**BUY, "reason": " a second stack "},
        {"player": "Bob", "points": -3, "reason": "late"},
        {**BUY, "points": 5, "player": "Cyd", "reason": None},
        {**BUY, "points": 7},
        {"player": "Cyd", "points": 1, "reason": "found", "buy": False},
    ]
    (item,) = sheet_of({**HAND, "adjust": rows}).rounds
    assert item.adjusted == {"Bob": 54, "Cyd": 6}
    assert item.bought == {"Bob": 57, "Cyd": 5}
    assert [(line.name, line.points, line.rule, line.text) for line in item.lines[-5:]] == [
        ("Bob", 50, "table/buy", "a second stack"),
        ("Bob", -3, "table/adjustment", "late"),
        ("Cyd", 5, "table/buy", "bought"),
        ("Bob", 7, "table/buy", "bought"),
        ("Cyd", 1, "table/adjustment", "found"),
    ]


def test_an_eliminated_player_plays_on_with_bought_chips() -> None:
    assert sheet_of(HAND).table.asked == ("Ann", "Cyd", "Dee")
    assert sheet_of({**HAND, "adjust": [BUY]}).table.asked == ("Ann", "Bob", "Cyd", "Dee")
    later = sheet_of(HAND, {**QUIET, "adjust": [BUY]})
    assert later.refusal is None
    assert later.table.totals["Bob"] == 50
    assert "Bob" in later.table.asked


def test_an_absent_player_may_buy() -> None:
    answer = scored({**QUIET, "absent": ["Bob"], "adjust": [BUY]}, stack=0)
    assert answer["totals"]["Bob"] == 50
    assert answer["rounds"][0]["scores"]["Bob"] == 0


def test_a_finished_play_goes_on_if_somebody_buys_in() -> None:
    bet = {"paid": dict.fromkeys(PLAYERS, 20), "pots": [{"chips": 80, "winner": "Ann"}]}
    assert scored(bet)["over"] is True
    assert scored({**bet, "adjust": [BUY]})["over"] is False


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({**BUY, "points": 0}, "must buy 1 or more, not 0"), ({**BUY, "points": -5}, "must buy 1 or more, not −5"),
        ({**BUY, "points": 100_001}, "is the most"), ({**BUY, "points": 2.5}, ""), ({**BUY, "points": "5"}, ""),
        ({**BUY, "points": True}, ""), ({**BUY, "points": None}, "missing"), ({**BUY, "player": "Zoe"}, "Zoe"),
        ({**BUY, "player": None}, "missing"), ({**BUY, "buy": "yes"}, ""), ({**BUY, "buy": 1}, ""),
        ({**BUY, "buy": [True]}, ""), ({**BUY, "reason": "x" * 201}, "longer than 200"), ({**BUY, "sold": 1}, "sold"),
        ({**BUY, "reason": 5}, "not a text"),
        ({**BUY, "buy": False}, "Reason is missing"), ({**BUY, "buy": None}, "Reason is missing"),
        ({"player": "Bob", "points": 1}, "Reason is missing"),
        ({"player": "Bob", "points": 1, "reason": "  "}, "Reason is missing"),
        ({"player": "Bob", "points": 0, "reason": "x"}, "changes nothing"),
    ],
)  # fmt: skip
def test_a_wrong_purchase_is_a_problem(row: dict[str, Any], told: str) -> None:
    with pytest.raises(NotPlayable) as refused:
        scored({**HAND, "adjust": [row]})
    assert refused.value.number == 1
    assert {problem.field for problem in refused.value.problems} == {"adjust"}
    assert told in refused.value.problems[0].message


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if game_of(slug).totals.unit != "chips"])
@pytest.mark.parametrize("buy", [True, False, None])
def test_games_without_chips_have_no_purchases(slug: str, buy: bool | None) -> None:
    game = game_of(slug)
    setup, _ = read_setup(game, {"players": [f"P{number}" for number in range(max(2, game.seats.fewest))]})
    assert setup is not None
    table = opening_table(game, setup)
    row = {"player": setup.names[0], "points": 5, "reason": "more", "buy": buy}
    (problem,) = adjustment_faults(game, table, [row])
    assert problem.field == "adjust"
    assert "buy" in problem.message
    assert not adjustment_faults(game, table, [{key: value for key, value in row.items() if key != "buy"}])


@pytest.mark.parametrize("slug", SLUGS)
def test_the_schema_has_purchases_in_games_with_chips_only(slug: str) -> None:
    game = game_of(slug)
    detail = game_detail_json(game)
    assert detail["unit"] in ("points", "chips", "tokens", "games")
    assert detail["better"] in ("high", "low")
    adjust = next_round_json(score_request(game, {"players": detail["example_players"]}))["table_fields"][-1]
    columns = {column["key"]: column for column in adjust["columns"]}
    assert ("buy" in columns) == (game.totals.unit == "chips")
    assert columns["reason"]["required"] == (game.totals.unit != "chips")
