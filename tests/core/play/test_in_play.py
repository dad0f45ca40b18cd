"""Points during play count before the round's own points, if the first at a total wins."""

from typing import Any

import pytest

from companion.core.play.scoring_api import NotPlayable, next_round_json, score_json, score_request
from companion.games import all_games, game_of

IN_PLAY: dict[str, Any] = {"player": "Ann", "points": 1, "reason": "renege", "in_play": True}
BEFORE = [
    {"tricks": {"Ann": 3, "Bob": 2}},
    {"upcard_king": True, "tricks": {"Ann": 3, "Bob": 2}},
    {"tricks": {"Ann": 5}},
    {"upcard_king": True, "tricks": {"Bob": 3, "Ann": 2}},
]
"""After these hands of Écarté Ann has 4 points and Bob 3; the target is 5."""

LAST = {"tricks": {"Bob": 5}}


def ecarte(*rounds: dict[str, Any]) -> dict[str, Any]:
    return score_json(score_request(game_of("ecarte"), {"players": ["Ann", "Bob"], "rounds": [*BEFORE, *rounds]}))


def test_reaching_the_target_in_play_wins_before_the_hand_counts() -> None:
    assert ecarte()["totals"] == {"Ann": 4, "Bob": 3}
    after = ecarte({**LAST, "adjust": [{**IN_PLAY, "in_play": False}]})
    assert after["winners"] == ["Ann", "Bob"]
    for hand in (LAST, {}):
        answer = ecarte({**hand, "adjust": [IN_PLAY]})
        assert (answer["winners"], answer["totals"]) == (["Ann"], {"Ann": 5, "Bob": 3})
        assert answer["rounds"][-1]["notes"] == ["Ann came to 5 in play, before the points of this round."]


def test_points_in_play_are_listed_before_those_of_the_round() -> None:
    item = ecarte({"tricks": {"Bob": 3, "Ann": 2}, "adjust": [{**IN_PLAY, "player": "Bob"}]})["rounds"][-1]
    assert (item["scores"], item["adjusted"]) == ({"Ann": 0, "Bob": 1}, {"Bob": 1})
    assert [line["rule"] for line in item["lines"]] == ["table/adjustment", "ecarte/scoring.hand"]


@pytest.mark.parametrize(("in_play", "first"), [(True, ["Ann"]), (False, ["Bob", "Ann"])])
def test_points_in_play_decide_who_wins_a_game_first(in_play: bool, first: list[str]) -> None:
    rounds = [{"winner": "Ann"}, {"winner": "Bob"}, {"winner": "Bob", "adjust": [{**IN_PLAY, "in_play": in_play}]}]
    request = {"players": ["Bob", "Ann", "Cyd"], "options": {"games": 2}, "rounds": rounds}
    answer = score_json(score_request(game_of("ristiseiska"), request))
    assert answer["winners"] == answer["standings"][0]["names"] == first


def test_a_side_at_the_target_of_pitch_still_needs_its_own_bid() -> None:
    hand = {"pitcher": "Bob", "bid": 2, "high": "Bob & Dee", "low": "Bob & Dee", "game": "Ann & Cyd"}
    request = {"players": ["Ann", "Bob", "Cyd", "Dee"], "options": {"target": 4}}
    adjust = [{"player": "Ann & Cyd", "points": 3, "reason": "renege"}]
    answer = score_json(score_request(game_of("pitch"), {**request, "rounds": [hand, {**hand, "adjust": adjust}]}))
    assert (answer["totals"], answer["winners"]) == ({"Ann & Cyd": 5, "Bob & Dee": 4}, ["Bob & Dee"])
    assert [one["names"] for one in answer["standings"]] == [["Bob & Dee"], ["Ann & Cyd"]]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_points_in_play_exist_only_if_the_first_at_a_total_wins(game: Any) -> None:
    players = list(game.seats.placeholder_names())
    sheet = score_request(game, {"players": players})
    adjust = next(one for one in next_round_json(sheet)["table_fields"] if one["key"] == "adjust")
    assert ("in_play" in {column["key"] for column in adjust["columns"]}) == game.ending.is_race
    if not game.ending.is_race:
        row = {**IN_PLAY, "player": sheet.table.names[0]}
        with pytest.raises(NotPlayable, match="Round 1") as refused:
            score_request(game, {"players": players, "rounds": [{"adjust": [row]}]})
        assert {problem.field for problem in refused.value.problems} == {"adjust"}
