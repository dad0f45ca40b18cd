"""Starting and ending plays in the club's API."""

from typing import Any

import pytest

from companion.games import SLUGS
from tests.web.api.club.programs import THREE, Program, fields, new_id, sampled, took
from tests.web.phones import Club, Table, seats_of

# Starting.


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_can_be_played(program: Program, slug: str) -> None:
    play = program.start(slug, seats_of(slug))
    for seed in range(3):
        play = program.write(play, sampled(program, play, seed))
        if play["over"]:
            break
    scoring = {key: play[key] for key in ("players", "dealer", "options", "sides", "rounds")}
    assert program.client.post(f"/api/v1/games/{slug}/score", json=scoring).json == play["sheet"]


def test_people_are_named_and_new_names_are_added(program: Program) -> None:
    program.start(players=["Ann", "Bob", "Cyd"])
    play = program.start(players=[" ann ", "Zoé", "BOB"], dealer="BOB")
    assert (play["players"], play["dealer"]) == (["Ann", "Zoé", "Bob"], "Bob")
    assert [one["name"] for one in program.get("")["people"]] == ["Ann", "Bob", "Cyd", "Zoé"]


def test_omitted_options_are_those_of_the_clubs_house_rules(club: Club, program: Program) -> None:
    table = club.start("raise-the-stakes", list(THREE))
    assert program.get(f"/plays/{table.key}")["options"] == program.start()["options"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"game": "bridge"}, "game"), ({"game": None}, "game"), ({"game": 5}, "game"), ({"game": "\ud800"}, "game"),
     ({"players": []}, "players"), ({"players": None}, "players"), ({"players": "Ann"}, "players"),
     ({"players": ["Ann", 5]}, "players"), ({"players": {"Ann": 1}}, "players"),
     ({"players": ["Ann", "Ann"]}, "players"), ({"players": ["Ann", "ANN"]}, "players"),
     ({"players": ["Ann", "x" * 41]}, "players"),
     ({"players": ["Ann", "\0"]}, "players"), ({"players": ["Ann", "\ud800"]}, "players"),
     ({"players": ["Ann", "\u200b"]}, "players"), ({"players": [f"P{one}" for one in range(500)]}, "players"),
     ({"dealer": "Dee"}, "dealer"), ({"dealer": 1}, "dealer"), ({"dealer": ["Ann"]}, "dealer"),
     ({"options": {"target": -1}}, "target"), ({"options": {"nope": 1}}, "nope"), ({"options": [1]}, "options"),
     ({"options": "x"}, "options"), ({"sides": ["A", "B"]}, "sides"), ({"sides": 7}, "sides"),
     ({"played_at": "yesterday"}, "played_at"), ({"played_at": "2026-11-21T20:00:00"}, "played_at"),
     ({"played_at": 5}, "played_at"), ({"played_at": "0001-01-01T00:00:00+14:00"}, "played_at"),
     ({"played_at": "9999-12-31T23:59:59-12:00"}, "played_at"), ({"played_at": "2026-02-30T20:00:00Z"}, "played_at"),
     ({"client_id": ""}, "client_id"), ({"client_id": "x" * 41}, "client_id"), ({"client_id": None}, "client_id"),
     ({"client_id": 7}, "client_id"), ({"client_id": "\0"}, "client_id"), ({"client_id": "\udfff"}, "client_id"),
     ({"rounds": []}, "rounds"), ({"night": "x"}, "night")],
)  # fmt: skip
def test_a_start_with_invalid_seats_names_the_problem(program: Program, wrong: dict[str, Any], field: str) -> None:
    body = {"game": "raise-the-stakes", "players": list(THREE), "client_id": new_id(), **wrong}
    answer = program.ask("POST", "/plays", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.content_type == "application/problem+json"
    assert fields(answer.json) == {field}
    assert program.get("/plays")["plays"] == []
    assert program.get("")["people"] == []


@pytest.mark.parametrize("missing", ["game", "players", "client_id"])
def test_missing_fields_of_a_start_are_named(program: Program, missing: str) -> None:
    body = {"game": "raise-the-stakes", "players": list(THREE), "client_id": new_id()}
    del body[missing]
    answer = program.ask("POST", "/plays", json=body)
    assert answer.status_code == 422
    assert fields(answer.json) == {missing}


def test_an_empty_value_can_be_null_or_omitted(program: Program) -> None:
    for nothing in (None, [], {}):
        program.start(dealer=nothing, options=nothing, sides=nothing)
    program.start(played_at=None)


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 400), (b"[]", 400), (b"null", 400), (b"{", 400), (b'{"a": 1, "a": 2}', 400), (b"\xff", 400),
     (b'{"a": NaN}', 400), (b"[" * 100_000, 400), (b'{"a":' + b"[" * 70 + b"]" * 70 + b"}", 400),
     (b'{"client_id": "' + b"x" * (256 * 1024) + b'"}', 413)],
)  # fmt: skip
def test_a_body_that_is_no_json_object_is_400_and_one_too_long_413(program: Program, body: bytes, status: int) -> None:
    play = program.start()
    for method, path in (
        ("POST", "/plays"),
        ("POST", f"/plays/{play['key']}/rounds"),
        ("PATCH", f"/plays/{play['key']}"),
    ):
        answer = program.ask(method, path, data=body)
        assert answer.status_code == status
        assert answer.content_type == "application/problem+json"


# Ending, reopening, discarding.


def test_a_play_ended_early_is_over_and_its_sheet_equals_the_scoring_answer(program: Program) -> None:
    play = program.write(program.start(), took(5))
    ended = program.do(play, "end")
    assert (ended["over"], ended["winners"], ended["counts"]) == (True, ["Ann"], True)
    assert (ended["sheet"]["over"], ended["sheet"]["winners"]) == (False, [])
    assert ended["sheet"] == play["sheet"]
    again = program.do(ended, "reopen")
    assert (again["over"], again["winners"], again["counts"]) == (False, [], False)
    assert again["revision"] > ended["revision"] > play["revision"]


def test_a_change_that_the_state_of_the_play_forbids_is_409_with_the_play(program: Program) -> None:
    running = program.write(program.start(), took(5))
    assert program.do(running, "reopen", 409)["play"] == running
    ended = program.do(running, "end")
    body = {"base": ended["revision"], "entry": took(5)}
    assert program.send("POST", f"/plays/{ended['key']}/rounds", 409, **body)["play"] == ended
    assert program.do(ended, "end", 409)["play"] == ended
    over = program.write(program.write(program.start(options={"target": 5}), took(5)), took(5))
    assert over["over"]
    assert program.do(over, "end", 409)["play"] == over
    assert program.do(over, "reopen", 409)["play"] == over


def test_a_round_of_a_play_ended_early_can_be_corrected(program: Program) -> None:
    ended = program.do(program.write(program.start(), took(5)), "end")
    play = program.send("PUT", f"/plays/{ended['key']}/rounds/1", base=ended["revision"], entry=took(0, 5))
    assert (play["over"], play["winners"]) == (True, ["Bob"])


def test_a_play_ended_without_a_round_does_not_count(program: Program) -> None:
    play = program.do(program.start(), "end")
    assert (play["over"], play["counts"], play["winners"]) == (True, False, [])


def test_a_discarded_play_is_marked_and_accepts_no_writes(program: Program) -> None:
    ended = program.do(program.write(program.start(), took(5)), "end")
    gone = program.do(ended, "discard")
    assert (gone["discarded"], gone["counts"], gone["balances"]) == (True, False, {})
    [head] = program.get("/plays")["plays"]
    assert (head["discarded"], head["counts"]) == (True, False)
    [night] = program.get("/nights")["nights"]
    assert night["wins"] == {}
    assert program.do(gone, "reopen", 409)["play"] == gone
    body = {"base": gone["revision"], "entry": took(5)}
    assert program.send("PUT", f"/plays/{gone['key']}/rounds/1", 409, **body)["play"] == gone
    assert program.do(gone, "discard")["discarded"], "once more changes nothing"
    table = Table(program.club, f"{program.club.url}/plays/{gone['key']}")
    assert table.post("/undo").status_code == 303
    assert not program.get(f"/plays/{gone['key']}")["discarded"]
