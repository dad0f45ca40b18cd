"""Details and seats of a play in the club's API."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.web.api.club.programs import Program, fields, new_id, took
from tests.web.phones import Club

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


def test_each_seat_that_was_handed_on_is_listed_with_everybody_who_sat_there(program: Program) -> None:
    play = program.start(players=["Ann", "Bob", "Cyd"])
    for _ in range(3):
        play = program.write(play, took(0, 5))
    play = program.do(play, "seats", player="Bob", name="Eve", round=2)
    play = program.do(play, "seats", player="Eve", name="Fay", round=4)
    play = program.do(play, "seats", player="Cyd", name="Gus", round=1)
    assert play["players"] == ["Ann", "Fay", "Gus"]
    sat = [{"name": "Bob", "from": 1}, {"name": "Eve", "from": 2}, {"name": "Fay", "from": 4}]
    assert play["seats"] == [{"player": "Fay", "sat": sat}], "nobody but Gus has sat on the third"
    assert play["rounds"] == [took(0, 5, names=["Ann", "Fay", "Gus"])] * 3


@pytest.mark.parametrize(("number", "since"), [(None, 3), (3, 3), (2, 2), (1, 1)])
def test_a_seat_is_taken_over_from_a_round_counted_as_on_the_sheet(
    program: Program, number: int | None, since: int
) -> None:
    play = program.start(players=["Ann", "Bob", "Cyd"])
    for _ in range(3):
        play = program.write(play, took(0, 5))
    play = program.send("DELETE", f"/plays/{play['key']}/rounds/1", base=play["revision"])
    play = program.do(play, "seats", player="Bob", name="Eve", round=number)
    sat = [{"name": "Bob", "from": 1}, {"name": "Eve", "from": since}]
    assert play["seats"] == ([{"player": "Eve", "sat": sat}] if since > 1 else [])


@pytest.mark.parametrize(
    ("body", "field", "told"),
    [
        ({"player": "Ann", "name": "Bob"}, "name", "Bob already has a seat"),
        ({"player": "Zoe", "name": "Eve"}, "player", "Choose whose seat"),
        ({"player": "Ann", "name": ""}, "name", "Tap who takes over"),
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
    won = program.write(program.start(options={"target": 5}), took(5))
    won = program.write(won, took(5))
    refused = program.do(won, "seats", 409, player="Ann", name="Eve")
    assert (refused["detail"], refused["play"]) == ("This play is over, so nobody can take over a seat.", won)
