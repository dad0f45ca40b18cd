"""Rounds in the club's API: saved, corrected, removed, refused."""

from typing import Any

import pytest

from companion.store.access import members
from companion.store.database.base import db
from companion.store.plays.edits import commands
from companion.store.plays.edits.play_results import PlayWritten
from tests.older import SLUG, play_by, version
from tests.web.api.club.programs import THREE, Program, fields, new_id, took
from tests.web.phones import Club


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
        ({"x": 1}, "“x” means nothing here; this request has "),
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


def test_a_play_of_older_rules_is_corrected_and_reopened_by_todays(
    club: Club, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club.app.app_context():
        play_by(monkeypatch, version(1))
    plays = [program.write(program.start(SLUG, ["Ann", "Bob"]), {"made": {"Ann": 5, "Bob": 4}}) for _ in range(2)]
    finished = program.write(plays[0], {"made": {"Ann": 15, "Bob": 2}})
    ended = program.do(plays[1], "end")
    assert (finished["totals"], ended["over"]) == ({"Ann": 20, "Bob": 6}, True)
    with club.app.app_context():
        play_by(monkeypatch, version(2, worth=2))
    address = f"/plays/{finished['key']}/rounds"
    corrected = program.send("PUT", f"{address}/1", base=3, entry={"taken": {"Ann": 6, "Bob": 4}})
    assert corrected["totals"] == {"Ann": 42, "Bob": 12}
    assert program.send("DELETE", f"{address}/1", base=4)["totals"] == {"Ann": 30, "Bob": 4}
    assert program.do(ended, "reopen")["totals"] == {"Ann": 10, "Bob": 8}
