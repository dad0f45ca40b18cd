"""Writing plays in the club's API: starting, rounds, ends, and details of a play."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.games import SLUGS
from companion.store.access import members
from companion.store.database.base import db
from companion.store.plays import commands
from companion.store.plays.edits.play_results import PlayWritten
from tests.web.club_api.programs import THREE, Program, fields, new_id, sampled, took
from tests.web.phones import Club, Table, seats_of


@pytest.fixture
def program(club: Club) -> Program:
    """Return a program that may score."""
    return Program(club)


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


# Rounds.


def test_saving_a_round_raises_the_revision(program: Program) -> None:
    play = program.start()
    fresh = program.write(play, took(5))
    assert type(play["revision"]) is int
    assert fresh["revision"] > play["revision"]
    assert fresh["totals"] == {"Ann": 3, "Bob": 0, "Cyd": 0}


def test_a_base_other_than_the_revision_is_409_with_the_current_play(program: Program) -> None:
    play = program.start()
    fresh = program.write(play, took(5))
    for base in (0, play["revision"], fresh["revision"] + 1, 999_999_999):
        answer = program.send("POST", f"/plays/{play['key']}/rounds", 409, base=base, entry=took(5))
        assert answer["play"] == fresh
    for method, path in (
        ("PUT", "/rounds/1"),
        ("DELETE", "/rounds/1"),
        ("POST", "/end"),
        ("POST", "/discard"),
        ("PATCH", ""),
    ):
        body = {"entry": took(5)} if method == "PUT" else {}
        answer = program.send(method, f"/plays/{play['key']}{path}", 409, base=play["revision"], **body)
        assert answer["play"] == fresh, path
    assert program.get(f"/plays/{play['key']}") == fresh


def test_a_base_is_stale_if_only_findings_were_added(club: Club, program: Program) -> None:
    play = program.start()
    state = program.state(play)
    with club.app.app_context():
        member = members.member(club.scorer.token, club.key)
        assert member is not None
        rows = [{"player": "Ann", "points": -1, "reason": "renege"}]
        put = commands.add_findings(member, state, base=1, rows=rows, client_id=new_id())
        db.session.remove()
    assert isinstance(put, PlayWritten)
    answer = program.send("POST", f"/plays/{play['key']}/rounds", 409, base=1, entry=took(5))
    assert program.write(answer["play"], took(5))["totals"] == {"Ann": 2, "Bob": 0, "Cyd": 0}


@pytest.mark.parametrize(
    ("entry", "field"),
    [({"tricks": {"Ann": 6}}, "tricks"), ({}, "tricks"), ({"nope": 1}, "nope"), ({"tricks": 5}, "tricks"),
     ({"tricks": {"Dee": 5}}, "tricks"), ({"tricks": {"Ann": 5}, "absent": ["Zed"]}, "absent"),
     ({"tricks": {"Ann": 5}, "adjust": [{"player": "Bob", "points": 0, "reason": "x"}]}, "adjust"),
     ({"tricks": {"Ann": 5}, "adjust": [{"player": "Bob", "points": 1, "reason": "\ud800"}]}, "adjust")],
)  # fmt: skip
def test_a_round_that_cannot_be_scored_is_422_as_in_the_scoring_api(program: Program, entry: Any, field: str) -> None:
    play = program.start()
    answer = program.send("POST", f"/plays/{play['key']}/rounds", 422, base=play["revision"], entry=entry)
    scoring = {"players": list(THREE), "rounds": [entry]}
    wanted = program.client.post("/api/v1/games/raise-the-stakes/score", json=scoring).json
    assert answer == wanted
    assert fields(answer) == {field}
    assert program.get(f"/plays/{play['key']}") == play


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"entry": None}, "entry"), ({"entry": []}, "entry"), ({"entry": "x"}, "entry"), ({"base": "1"}, "base"),
     ({"base": True}, "base"), ({"base": 1.0}, "base"), ({"base": None}, "base"), ({"base": -1}, "base"),
     ({"base": 10**30}, "base"), ({"more": 1}, "more"), ({"by_today": True}, "by_today")],
)  # fmt: skip
def test_wrong_types_and_unknown_keys_are_422(program: Program, wrong: dict[str, Any], field: str) -> None:
    play = program.start()
    body = {"base": 1, "entry": took(5), **wrong}
    assert fields(program.send("POST", f"/plays/{play['key']}/rounds", 422, **body)) == {field}
    assert fields(program.send("PUT", f"/plays/{play['key']}/rounds/1", 422, **body)) == {field}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"base": None}, "Give the base."),
        ({"base": 1.0}, "1.0 is not a revision; a play has its own as “revision”."),
        ({"base": True}, "True is not a revision"),
        ({"entry": []}, "[] is not an object with fields."),
        ({"client_id": 5}, "5 is not a text."),
        ({"client_id": ""}, "An id has 1 to 40 letters; this one has 0."),
        ({"client_id": "x" * 41}, "An id has 1 to 40 letters; this one has 41."),
        ({"client_id": "\0"}, "It has letters that cannot be displayed."),
        ({"x": 1}, "“x” means nothing here; there is "),
    ],
)
def test_each_wrong_value_is_a_sentence_at_its_field(program: Program, wrong: dict[str, Any], told: str) -> None:
    play = program.start()
    body = {"base": 1, "entry": took(5), "client_id": new_id(), **wrong, "y": 1}
    refused = program.ask("POST", f"/plays/{play['key']}/rounds", json=body).json
    [key] = wrong
    [message] = [error["message"] for error in refused["errors"] if error["field"] == key]
    assert told in message
    assert fields(refused) == {key, "y"}, "and all else that is wrong beside it"


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        (5, "5 is not a time. Write it as 2026-11-21T20:15:00+01:00."),
        ("soon", "“soon” is not a time."),
        ("2026-11-21T20:15:00", "“2026-11-21T20:15:00” has no time zone"),
        ("1899-12-31T20:15:00+00:00", "Give a time from 1900 to 2999."),
    ],
)
def test_a_wrong_time_is_refused(program: Program, moment: Any, told: str) -> None:
    [error] = program.change(program.start(), 422, played_at=moment)["errors"]
    assert (error["field"], told in error["message"]) == ("played_at", True)


@pytest.mark.parametrize(
    ("query", "field"),
    [({}, "base"), ({"base": "x"}, "base"), ({"base": ""}, "base"), ({"base": "1", "entry": "x"}, "entry"),
     ({"base": ["1", "2"]}, "base"), ({"base": "2", "client_id": ""}, "client_id")],
)  # fmt: skip
def test_wrong_parameters_of_a_removal_are_422(program: Program, query: dict[str, Any], field: str) -> None:
    play = program.write(program.start(), took(5))
    assert fields(program.send("DELETE", f"/plays/{play['key']}/rounds/1", 422, **query)) == {field}


def test_an_entry_after_the_end_is_422_and_names_the_rounds(program: Program) -> None:
    play = program.write(program.start(options={"target": 5}), took(5))
    play = program.write(play, took(5))
    assert play["over"]
    answer = program.send("POST", f"/plays/{play['key']}/rounds", 422, base=play["revision"], entry=took(5))
    assert fields(answer) == {"rounds"}


def test_a_round_is_corrected_by_its_number_and_removed(program: Program) -> None:
    play = program.write(program.write(program.write(program.start(), took(5)), took(0, 5)), took(0, 0, 5))
    path = f"/plays/{play['key']}/rounds/"
    play = program.send("PUT", f"{path}2", base=play["revision"], entry=took(5))
    assert play["totals"] == {"Ann": 6, "Bob": 0, "Cyd": 3}
    play = program.send("DELETE", f"{path}1", base=play["revision"])
    assert play["totals"] == {"Ann": 3, "Bob": 0, "Cyd": 3}
    play = program.send("PUT", f"{path}1", base=play["revision"], entry=took(0, 5))
    assert play["rounds"] == [took(0, 5), took(0, 0, 5)], "numbers are those of the sheet as it stands"


def brag(*paid: int, winner: str) -> dict[str, Any]:
    names = ("Ann", "Bob", "Cyd", "Dee")
    return {"paid": dict(zip(names, paid, strict=True)), "pots": [{"chips": sum(paid), "winner": winner}]}


def test_a_correction_is_accepted_although_a_later_round_no_longer_fits(program: Program) -> None:
    play = program.start("brag", ["Ann", "Bob", "Cyd", "Dee"], options={"stack": 20, "ante": 1})
    for entry in (brag(1, 1, 1, 1, winner="Ann"), brag(1, 15, 1, 1, winner="Bob")):
        play = program.write(play, entry)
    path = f"/plays/{play['key']}/rounds"
    play = program.send("PUT", f"{path}/1", base=play["revision"], entry=brag(1, 10, 1, 1, winner="Ann"))
    assert play["mend"] == 2
    assert [one["number"] for one in play["sheet"]["rounds"]] == [1]
    assert len(play["rounds"]) == 2
    assert (play["over"], play["winners"]) == (False, [])
    answer = program.send("POST", path, 422, base=play["revision"], entry=brag(1, 1, 1, 1, winner="Ann"))
    assert answer["round"] == 2
    play = program.send("PUT", f"{path}/2", base=play["revision"], entry=brag(1, 5, 1, 1, winner="Bob"))
    assert play["mend"] is None
    assert len(play["sheet"]["rounds"]) == 2


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


# Details.


def test_a_play_can_be_excluded_from_statistics_and_included_again(program: Program) -> None:
    play = program.do(program.write(program.start(), took(5)), "end")
    out = program.change(play, counts=False)
    assert (out["counts"], out["over"], out["winners"]) == (False, True, ["Ann"])
    back = program.change(out, counts=True)
    assert back["counts"]
    assert program.change(back)["revision"] == back["revision"], "nothing said changes nothing"


def test_a_play_can_be_moved_to_another_night_and_time(program: Program) -> None:
    here = program.start(played_at="2026-03-05T20:00:00+00:00")
    there = program.start(played_at="2026-03-12T20:00:00+00:00")
    moved = program.change(here, night=there["night"])
    assert (moved["night"], moved["played_at"]) == (there["night"], here["played_at"])
    moved = program.change(moved, played_at="2026-03-12T22:00:00+01:00", night=here["night"])
    assert (moved["night"], moved["played_at"]) == (here["night"], "2026-03-12T21:00:00+00:00")
    moved = program.change(moved, night=None)
    assert moved["night"] == there["night"], "the one that is near"
    [night] = program.get("/nights")["nights"]
    assert night["key"] == there["night"], "where nothing is left is no night"


def test_a_play_moved_in_time_joins_the_night_of_that_time(program: Program) -> None:
    one = program.start(played_at="2026-03-05T20:00:00+00:00")
    other = program.start(played_at="2026-03-12T20:00:00+00:00")
    moved = program.change(one, played_at="2026-03-12T08:00:00+00:00")
    assert moved["night"] == other["night"]
    moved = program.change(moved, played_at="2026-03-12T07:59:59+00:00")
    assert moved["night"] != other["night"], "twelve hours and a second"
    alone = program.change(moved, played_at="2026-01-01T20:00:00+00:00")
    assert alone["night"] == moved["night"], "a night comes along with its only play"
    assert program.get(f"/nights/{alone['night']}")["date"] == "2026-01-01"
    assert program.change(alone, played_at=None)["played_at"][:10] == datetime.now(UTC).date().isoformat()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"counts": 1}, "counts"), ({"counts": "no"}, "counts"), ({"night": "nowhere"}, "night"), ({"night": 7}, "night"),
     ({"night": "\0"}, "night"), ({"played_at": "noon"}, "played_at"), ({"discarded": True}, "discarded")],
)  # fmt: skip
def test_invalid_details_of_a_play_are_422(program: Program, wrong: dict[str, Any], field: str) -> None:
    play = program.start()
    assert fields(program.change(play, 422, **wrong)) == {field}
    assert program.get(f"/plays/{play['key']}") == play


def test_a_night_of_another_club_is_invalid(club: Club, program: Program) -> None:
    other = Program(Club(club.app)).start()
    assert fields(program.change(program.start(), 422, night=other["night"])) == {"night"}


# Seats.


def test_a_player_takes_over_a_seat_with_everything_that_it_has(program: Program) -> None:
    play = program.start(players=["Ann", "Bob", "Cyd"])
    play = program.write(play, took(5))
    play = program.do(play, "seats", player="Ann", name="Eve")
    assert (play["players"], play["totals"]) == (["Eve", "Bob", "Cyd"], {"Eve": 3, "Bob": 0, "Cyd": 0})
    assert play["seats"] == [{"player": "Eve", "sat": [{"name": "Ann", "from": 1}, {"name": "Eve", "from": 2}]}]
    play = program.write(play, took(5, names=["Eve"]))
    play = program.do(play, "end")
    assert play["winners"] == ["Eve"]
    keys = {one["name"]: one["key"] for one in program.get("")["people"]}
    told = {name: program.get(f"/people/{keys[name]}") for name in ("Ann", "Eve", "Bob")}
    assert {name: (own["plays"], own["rounds"], own["wins"]) for name, own in told.items()} == {
        "Ann": (1, 1, 0), "Eve": (1, 1, 1), "Bob": (1, 2, 0),
    }  # fmt: skip
    assert [row["person"] for row in told["Ann"]["against"]] == ["Bob", "Cyd"]
    assert program.get("/games/raise-the-stakes", players=3)["plays"] == 1
    assert program.get("/games/raise-the-stakes", players=4)["plays"] == 0
    (night,) = program.get("/nights")["nights"]
    assert (set(night["people"]), night["wins"]) == ({"Ann", "Bob", "Cyd", "Eve"}, {"Eve": 1})


@pytest.mark.parametrize(
    ("body", "field", "told"),
    [
        ({"player": "Ann", "name": "Bob"}, "name", "Bob already has a seat"),
        ({"player": "Zoe", "name": "Eve"}, "player", "Choose whose seat"),
        ({"player": "Ann", "name": ""}, "name", "Tap whoever takes over"),
        ({"player": "Ann", "name": "kitty"}, "name", "kitty"),
        ({"player": "Ann", "name": "Eve", "round": 5}, "round", "1 is the coming one"),
        ({"player": "Ann", "name": "Eve", "round": 0}, "round", "not the number of a round"),
        ({"player": "Ann", "name": 5}, "name", "not a text"),
        ({"name": "Eve"}, "player", ""),
    ],
)
def test_an_invalid_takeover_is_refused(program: Program, body: dict[str, Any], field: str, told: str) -> None:
    play = program.start(players=["Ann", "Bob", "Cyd"])
    refused = program.send("POST", f"/plays/{play['key']}/seats", 422, base=1, client_id=new_id(), **body)
    assert field in fields(refused)
    assert told in str(refused)


def test_a_takeover_by_an_old_revision_or_of_a_finished_play_is_a_conflict(program: Program) -> None:
    play = program.write(program.start(players=["Ann", "Bob", "Cyd"]), took(5))
    wish = {"player": "Ann", "name": "Eve", "client_id": new_id()}
    stale = program.send("POST", f"/plays/{play['key']}/seats", 409, base=1, **wish)
    assert stale["play"]["players"] == ["Ann", "Bob", "Cyd"]
    over = program.do(play, "end")
    program.send("POST", f"/plays/{play['key']}/seats", 409, **{**wish, "base": over["revision"]})
