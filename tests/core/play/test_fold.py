"""The fold: what it keeps, where it stops, corrections of the referee, and who deals."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.play import adjustments
from companion.core.play.fold import (
    Sheet,
    adjustment_faults,
    extend_sheet,
    faults_before_hand,
    fold,
    opening_table,
    players_out_of_play,
    with_absent,
)
from companion.core.play.outcome import is_over
from companion.core.play.scoring_api import NotPlayable, next_round_json, score_json, score_request
from companion.core.play.setups import read_setup
from companion.games import SLUGS, game_of
from tests.core.keys import misnamed_keys

RAGE = game_of("rage")
ROUND: dict[str, Any] = {"bid": {"Ann": 0, "Bob": 1, "Cyd": 2}, "tricks": {"Ann": 0, "Bob": 1, "Cyd": 1}}
LAST: dict[str, Any] = {"bid": {"Ann": 0, "Bob": 0, "Cyd": 1}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 0}}
REQUEST: dict[str, Any] = {"players": ["Ann", "Bob", "Cyd"], "options": {"first_hand": 2}, "rounds": [ROUND, LAST]}


def setup_of(request: dict[str, Any], slug: str = "rage") -> Any:
    setup, problems = read_setup(game_of(slug), request)
    assert not problems
    return setup


def test_the_sheet_stops_at_the_round_that_does_not_fit() -> None:
    bad = {**ROUND, "tricks": {"Ann": 0, "Bob": 1, "Cyd": 0}}
    sheet = fold(RAGE, setup_of(REQUEST), [ROUND, bad, LAST])
    assert len(sheet.rounds) == 1
    assert sheet.refusal is not None
    assert sheet.refusal.number == 2
    assert extend_sheet(sheet, [LAST]) == sheet


def test_extending_a_sheet_equals_folding_all_rounds() -> None:
    setup = setup_of(REQUEST)
    grown = extend_sheet(fold(RAGE, setup, [ROUND]), [LAST])
    assert score_json(grown) == score_json(fold(RAGE, setup, [ROUND, LAST]))


def test_adjustments_are_separate_from_the_points_of_the_round() -> None:
    entry = {
        **ROUND,
        "adjust": [
            {"player": "Bob", "points": -3, "reason": " renege "},
            {"player": "Bob", "points": 1, "reason": "sorry"},
        ],
    }
    item = score_json(score_request(RAGE, {**REQUEST, "rounds": [entry]}))["rounds"][0]
    assert item["scores"]["Bob"] == 11
    assert item["adjusted"] == {"Bob": -2}
    assert item["totals"]["Bob"] == 9
    assert item["lines"][-2:] == [
        {"name": "Bob", "points": -3, "rule": "table/adjustment", "text": "renege"},
        {"name": "Bob", "points": 1, "rule": "table/adjustment", "text": "sorry"},
    ]
    assert "adjusted" not in score_json(score_request(RAGE, {**REQUEST, "rounds": [ROUND]}))["rounds"][0]


def test_adjustments_out_of_bounds_are_refused() -> None:
    for row, told in (
        ({"player": "Zoe", "points": 1, "reason": "x"}, "Player: Zoe is not one of Ann, Bob or Cyd."),
        ({"player": "Bob", "points": 0, "reason": "x"}, "An adjustment of 0 points changes nothing."),
        ({"player": "Bob", "points": 100_001, "reason": "x"}, "Points: 100,001 is too high, 100,000 is the most."),
        ({"player": "Bob", "points": -100_001, "reason": "x"}, "Points: −100,001 is too low, −100,000 is the least."),
        ({"player": "Bob", "points": 1, "reason": "  "}, "Reason is empty."),
        ({"player": "Bob", "points": 1, "reason": "x" * 201}, "Reason is longer than 200 letters."),
        ({"player": "Bob", "points": 1}, "“Reason” is missing."),
    ):
        sheet = fold(RAGE, setup_of(REQUEST), [{**ROUND, "adjust": [row]}])
        assert messages(sheet) == [told if row["points"] == 0 else f"Adjustment, row 1: {told}"]
        assert sheet.refusal is not None
        assert {problem.field for problem in sheet.refusal.problems} == {"adjust"}, row
    most = [{"player": "Bob", "points": points, "reason": "x" * 200} for points in (100_000, -100_000)]
    assert messages(fold(RAGE, setup_of(REQUEST), [{**ROUND, "adjust": most}])) == []


def test_nobody_can_sit_out_unless_the_game_allows_it() -> None:
    sheet = fold(RAGE, setup_of(REQUEST), [{**ROUND, "absent": ["Cyd"]}])
    assert sheet.refusal is not None
    assert [problem.field for problem in sheet.refusal.problems] == ["absent"]
    assert messages(sheet) == ["Nobody can sit out a round of Rage."]
    assert not fold(RAGE, setup_of(REQUEST), [{**ROUND, "absent": []}]).refusal


def toepen(*adjusted: int) -> Sheet[Any]:
    """Return a play for five tokens each, until one is left: Cyd wins each round, and Ann is adjusted by so much."""
    request = {"players": ["Ann", "Bob", "Cyd"], "options": {"tokens": 5, "ending": "last-standing"}}
    rows = [[{"player": "Ann", "points": points, "reason": "late"}] for points in adjusted]
    return fold(game_of("toepen"), setup_of(request, "toepen"), [{"winner": "Cyd", "adjust": row} for row in rows])


def messages(sheet: Sheet[Any]) -> list[str]:
    return [problem.message for problem in sheet.refusal.problems] if sheet.refusal else []


def test_an_adjustment_takes_nobody_below_the_floor() -> None:
    at_it, below = toepen(-4), toepen(-5)
    assert (messages(at_it), at_it.table.totals["Ann"]) == ([], 0)
    assert messages(below) == ["−5 takes Ann to −1; 0 is the least."]


def test_a_pending_adjustment_can_take_somebody_to_the_floor_before_the_round() -> None:
    game, table = game_of("toepen"), toepen(-1).table
    assert table.totals["Ann"] == 3
    assert not adjustment_faults(game, table, [{"player": "Ann", "points": -3, "reason": "late"}])
    [problem] = adjustment_faults(game, table, [{"player": "Ann", "points": -4, "reason": "late"}])
    assert problem.message == "−4 takes Ann below 0, however the round goes."


def test_eliminated_players_cannot_be_adjusted() -> None:
    sheet = toepen(-4)
    assert players_out_of_play(sheet.game, sheet.table) == ("Ann",)
    row = {"player": "Ann", "points": 1, "reason": "sorry"}
    [problem] = adjustment_faults(sheet.game, sheet.table, [row])
    assert (problem.message, problem.name) == ("Ann is out of the game and cannot be adjusted.", "Ann")
    assert players_out_of_play(sheet.game, replace(sheet.table, absent=("Ann",))) == ()
    of_sides = replace(sheet.table, setup=replace(sheet.table.setup, sides=("Ann", "Bob & Cyd")))
    assert players_out_of_play(sheet.game, of_sides) == (), "sides have the totals"
    assert players_out_of_play(RAGE, sheet.table) == (), "totals have no floor"


def test_a_round_needs_two_players() -> None:
    game, setup = game_of("raise-the-stakes"), setup_of({"players": ["Ann", "Bob", "Cyd"]}, "raise-the-stakes")
    assert fold(game, setup, [{"absent": ["Cyd"], "tricks": {"Ann": 5}}]).refusal is None
    without = with_absent(game, opening_table(game, setup), ["Ann"])
    assert (without.absent, without.asked, without.dealer) == (("Ann",), ("Bob", "Cyd"), "Bob")
    one = fold(game, setup, [{"absent": ["Cyd", "Bob"], "tricks": {"Ann": 5}}])
    assert messages(one) == ["At least two players must be in the round."]


def test_a_finished_play_takes_no_more_rounds() -> None:
    sheet = fold(RAGE, setup_of(REQUEST), [ROUND, LAST, LAST])
    assert messages(sheet) == ["The game ended with round 2, so no more can be entered."]
    assert sheet.refusal is not None
    assert (sheet.refusal.number, sheet.refusal.problems[0].field) == (3, "rounds")
    assert not is_over(sheet, ended=True), "a round has to be corrected first"
    whole = fold(RAGE, setup_of(REQUEST), [ROUND])
    assert [is_over(whole, ended=True), is_over(whole, ended=False)] == [True, False]


def test_the_next_form_is_empty_if_the_play_is_over() -> None:
    assert [field["key"] for field in next_round_json(score_request(RAGE, {**REQUEST, "rounds": [ROUND]}))["fields"]][
        :2
    ] == ["bid", "tricks"]
    over = next_round_json(score_request(RAGE, REQUEST))
    assert over["over"] is True
    assert over["fields"] == []
    assert over["next"] is None
    assert over["table_fields"] == []


def test_level_totals_share_a_place() -> None:
    level = {"bid": {"Ann": 0, "Bob": 0, "Cyd": 1}, "tricks": {"Ann": 0, "Bob": 0, "Cyd": 1}}
    answer = score_json(score_request(RAGE, {**REQUEST, "options": {"first_hand": 1}, "rounds": [level]}))
    assert [(place["place"], place["names"]) for place in answer["standings"]] == [(1, ["Cyd"]), (2, ["Ann", "Bob"])]


@pytest.mark.parametrize("empty", [None, [], {}])
def test_a_field_that_an_option_leaves_out_may_be_empty(empty: Any) -> None:
    hearts, setup = game_of("hearts"), setup_of({"players": ["Ann", "Bob", "Cyd", "Dee"]}, "hearts")
    entry = {"hearts": {"Ann": 13}, "queen": "Bob"}
    assert not fold(hearts, setup, [{**entry, "jack": empty}]).refusal
    assert fold(hearts, setup, [{**entry, "weather": empty}]).refusal, "nothing is called so in Hearts"
    refusal = fold(hearts, setup, [{**entry, "jack": "Ann"}]).refusal
    assert refusal is not None
    assert [problem.field for problem in refusal.problems] == ["jack"]


@pytest.mark.parametrize("slug", SLUGS)
def test_an_empty_answer_to_no_question_is_refused_in_every_game(slug: str) -> None:
    """All values of the options are tried, to find out whether the game asks for that."""
    game = game_of(slug)
    setup = setup_of({"players": ["Ann", "Bob", "Cyd", "Dee"][: game.seats.nearest_allowed(4)]}, slug)
    refusal = fold(game, setup, [{"weather": None}]).refusal
    assert refusal is not None
    assert "There is nothing called “weather” here." in [problem.message for problem in refusal.problems]


def test_bids_are_checked_before_the_hand_but_not_after_the_play() -> None:
    request = {"players": ["Ann", "Bob", "Cyd"], "options": {"first_hand": 1}}
    open_sheet = score_request(game_of("oh-hell"), request)
    adds_up = {"bid": {"Ann": 1, "Bob": 0, "Cyd": 0}}
    assert [problem.field for problem in faults_before_hand(open_sheet.game, open_sheet.table, adds_up)] == ["bid"]
    none_bid = {"bid": dict.fromkeys(("Ann", "Bob", "Cyd"), 0), "tricks": {"Ann": 1, "Bob": 0, "Cyd": 0}}
    over = score_request(game_of("oh-hell"), {**request, "rounds": [none_bid]})
    assert over.table.over
    assert faults_before_hand(over.game, over.table, {}) == []


@pytest.mark.parametrize("junk", [None, 5, "x", [ROUND]])
def test_an_entry_that_is_no_object_is_refused_with_its_number(junk: Any) -> None:
    sheet = fold(RAGE, setup_of(REQUEST), [ROUND, junk])
    assert sheet.refusal is not None
    assert (sheet.refusal.number, [problem.message for problem in sheet.refusal.problems]) == (
        2, ["A round is an object with its fields."],
    )  # fmt: skip


def test_the_corrections_of_a_round_are_limited_including_pending_ones() -> None:
    table = fold(RAGE, setup_of(REQUEST), []).table
    row = {"player": "Bob", "points": 1, "reason": "x"}
    assert adjustment_faults(RAGE, table, [row], [row] * 99) == []
    [problem] = adjustment_faults(RAGE, table, [row], [row] * 100)
    assert (problem.field, problem.message) == (
        "adjust", "A round holds at most 100 corrections, and 100 wait for this one already.",
    )  # fmt: skip


def test_rounds_must_be_a_list() -> None:
    with pytest.raises(NotPlayable) as refusal:
        score_request(RAGE, {**REQUEST, "rounds": "none"})
    assert refusal.value.problem_json()["errors"] == [{"field": "rounds", "message": "Give the rounds as a list."}]
    assert score_request(RAGE, {**REQUEST, "rounds": {}}).rounds == ()


def test_rows_of_corrections_have_the_keys_of_their_names() -> None:
    assert misnamed_keys(adjustments) == {"BUY_KEY": "buy"}
    assert (adjustments.ADJUSTMENT, adjustments.BUY, adjustments.BOUGHT) == ("table/adjustment", "table/buy", "bought")
