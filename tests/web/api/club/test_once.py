"""Repeated and concurrent writes to the club's API: by one program, by two, by a page, and after a crash."""

import json
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import pytest

from companion.store.access.idempotency import begin_call
from companion.store.club import operators
from companion.store.plays.edits.play_results import NoSuchRoundError
from tests.alike import each_kind_of_round
from tests.web.api.club.programs import BASE, THREE, Program, fields, new_id, took
from tests.web.phones import Club, Table, seats_of

# Repeated writes.


def twice(program: Program, method: str, path: str, **body: Any) -> Any:
    """Send a write twice; return the answer."""
    more: dict[str, Any] = {"query_string": body} if method == "DELETE" else {"json": body}
    first, second = (program.ask(method, path, **more) for _ in range(2))
    assert first.status_code in (200, 201), first.text
    assert (second.status_code, second.json) == (first.status_code, first.json)
    return first.json


def test_a_repeated_write_is_answered_the_same_and_done_once(program: Program) -> None:
    start = {"game": "raise-the-stakes", "players": list(THREE), "client_id": new_id()}
    play = twice(program, "POST", "/plays", **start)
    assert len(program.get("/plays")["plays"]) == 1
    path = f"/plays/{play['key']}"
    first = {"base": play["revision"], "entry": took(5), "client_id": new_id()}
    play = twice(program, "POST", f"{path}/rounds", **first)
    assert len(play["rounds"]) == 1
    play = twice(program, "POST", f"{path}/rounds", base=play["revision"], entry=took(0, 5), client_id=new_id())
    play = twice(program, "PUT", f"{path}/rounds/2", base=play["revision"], entry=took(5), client_id=new_id())
    play = twice(program, "DELETE", f"{path}/rounds/1", base=play["revision"], client_id=new_id())
    assert len(play["rounds"]) == 1
    for what in ("end", "reopen", "end"):
        play = twice(program, "POST", f"{path}/{what}", base=play["revision"], client_id=new_id())
    play = twice(program, "PATCH", path, base=play["revision"], counts=False, client_id=new_id())
    play = twice(program, "POST", f"{path}/discard", base=play["revision"], client_id=new_id())
    again = program.ask("POST", "/plays", json=start)
    assert (again.status_code, again.json["revision"], again.json["rounds"]) == (201, 1, []), "much later, too"
    again = program.ask("POST", f"{path}/rounds", json={**first, "entry": {"tricks": {"Ann": 5}}})
    assert (again.status_code, again.json["revision"]) == (201, 2)
    assert program.get(path) == play


@pytest.mark.parametrize("other", ["another body", "another play", "another path", "another method", "a start"])
def test_the_same_id_with_another_body_is_409(program: Program, other: str) -> None:
    play, spare, used = program.write(program.start(), took(5)), program.start(), new_id()
    body = {"base": play["revision"], "entry": took(0, 5), "client_id": used}
    path = f"/plays/{play['key']}/rounds"
    assert program.ask("POST", path, json=body).status_code == 201
    what: dict[str, tuple[str, str, Any]] = {
        "another body": ("POST", path, {**body, "entry": took(5)}),
        "another play": ("POST", f"/plays/{spare['key']}/rounds", {**body, "base": spare["revision"]}),
        "another path": ("POST", f"/plays/{play['key']}/end", {"base": 3, "client_id": used}),
        "another method": ("PUT", f"{path}/1", {**body, "base": 3}),
        "a start": ("POST", "/plays", {"game": "rage", "players": ["Ann", "Bob"], "client_id": used}),
    }
    before = program.get("/plays")
    method, where, sent = what[other]
    answer = program.ask(method, where, json=sent)
    assert answer.status_code == 409, answer.text
    assert answer.json["detail"] == "Another request used this client_id; use a new one."
    assert fields(answer.json) == {"client_id"}
    assert answer.json["play"]["key"] in (play["key"], spare["key"])
    assert program.get("/plays") == before


def test_a_repetition_can_have_its_keys_in_another_order(program: Program) -> None:
    play = program.start()
    body = {"base": play["revision"], "entry": {"tricks": {"Ann": 3, "Bob": 2}, "folded": []}, "client_id": new_id()}
    turned = {**dict(reversed(body.items())), "entry": {"folded": [], "tricks": {"Bob": 2, "Ann": 3}}}
    answers = [
        program.ask("POST", f"/plays/{play['key']}/rounds", data=json.dumps(one), content_type="application/json")
        for one in (body, turned)
    ]
    assert [(answer.status_code, answer.json["revision"]) for answer in answers] == [(201, 2), (201, 2)]


def test_an_id_that_a_page_used_in_the_play_is_409(club: Club, program: Program) -> None:
    play, used = program.start(), new_id()
    table = Table(club, f"{club.url}/plays/{play['key']}")
    assert table.post("/rounds", {**table.inputs(took(5)), "client_id": used}).status_code == 303
    body = {"base": 2, "entry": took(0, 5), "client_id": used}
    answer = program.send("POST", f"/plays/{play['key']}/rounds", 409, **body)
    assert fields(answer) == {"client_id"}
    assert answer["play"]["rounds"] == [took(5)]


def test_ids_are_shared_by_all_programs_of_a_club(club: Club, program: Program) -> None:
    body = {"game": "raise-the-stakes", "players": list(THREE), "client_id": "once"}
    first = program.ask("POST", "/plays", json=body).json
    assert Program(club, name="Another").ask("POST", "/plays", json=body).json == first
    foreign = Program(Club(club.app)).ask("POST", "/plays", json=body)
    assert foreign.status_code == 201
    assert foreign.json["key"] != first["key"]


@pytest.mark.parametrize("used", ["x", "x" * 40, "♠" * 40, " ", "' or 1=1 --", "\u202e"])
def test_ids_have_1_to_40_characters_of_any_kind(program: Program, used: str) -> None:
    play = program.start(client_id=used)
    assert program.start(client_id=used) == play


def test_a_refused_request_can_be_corrected_under_the_same_id(program: Program) -> None:
    play, used = program.start(), new_id()
    path = f"/plays/{play['key']}/rounds"
    for _ in range(2):
        program.send("POST", path, 422, base=play["revision"], entry=took(6), client_id=used)
        program.send("POST", path, 409, base=0, entry=took(5), client_id=used)
    assert program.send("POST", path, 201, base=play["revision"], entry=took(5), client_id=used)["rounds"]


def test_an_id_is_free_again_after_a_round_that_is_not_there_or_is_too_many(
    club: Club, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, used = program.start(), new_id()
    path = f"/plays/{play['key']}/rounds"

    def gone(*_: object, **__: object) -> None:
        raise NoSuchRoundError

    program.send("PUT", f"{path}/1", 404, base=1, entry=took(5), client_id=used)
    with monkeypatch.context() as patched:
        patched.setattr("companion.store.plays.edits.commands.save_round", gone)
        program.send("POST", path, 404, base=1, entry=took(0, 5), client_id=used)
    play = program.write(play, took(5), client_id=used)
    with club.app.app_context():
        operators.set_quota(club.id, plays=None, rounds=1, most_bytes=None)
    full = new_id()
    refused = program.send("POST", path, 403, base=2, entry=took(0, 5), client_id=full)
    assert refused["detail"].startswith("This club has 1 round, the most it may have. ")
    program.change(play, counts=False, client_id=full)


def test_the_same_id_at_another_address_is_409(program: Program) -> None:
    play, used = program.start(), new_id()
    ended = program.do(play, "end", client_id=used)
    answer = program.do(play, "discard", 409, client_id=used)
    assert (fields(answer), answer["play"]) == ({"client_id"}, ended)


def test_a_repetition_has_its_first_answer_even_if_the_money_of_the_night_has_changed_since(program: Program) -> None:
    stake, used = {"kind": "fixed", "amount": 50}, new_id()

    def win() -> Any:
        return program.do(program.write(program.start(stake=stake), took(5)), "end")

    path = f"/nights/{win()['night']}/carry"
    first = program.send("POST", path, client_id=used)
    win()
    assert program.send("POST", path, client_id=used) == first
    assert program.get(path.replace("carry", "money")) != first


def dies(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_write_interrupted_by_a_crash_is_completed_by_its_repetition(
    club: Club, program: Program, monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    """The process died before anything was written, or after that, but before the answer was stored."""
    play = program.write(program.start(), took(5))
    path = f"/plays/{play['key']}"
    sent: list[tuple[str, str, Any]] = [
        ("POST", "/plays", {"game": "rage", "players": ["Ann", "Bob"]}),
        ("POST", f"{path}/rounds", {"base": 2, "entry": took(0, 5)}),
        ("PUT", f"{path}/rounds/2", {"base": 3, "entry": took(5)}),
        ("DELETE", f"{path}/rounds/2", {"base": 4}),
        ("POST", f"{path}/end", {"base": 5}),
        ("POST", f"{path}/reopen", {"base": 6}),
        ("PATCH", path, {"base": 7, "counts": False}),
        ("POST", f"{path}/discard", {"base": 8}),
    ]

    def ask(method: str, where: str, body: Any) -> Any:
        return program.ask(method, where, **{"query_string" if method == "DELETE" else "json": body})

    for method, where, body in sent:
        body = {**body, "client_id": new_id()}
        with monkeypatch.context() as patched:
            for place in ("access.idempotency.finish_call",) if cut == "after" else ("log.write.append",):
                patched.setattr(f"companion.store.{place}", dies)
            with pytest.raises(KeyboardInterrupt):
                ask(method, where, body)
        other = {**body, "base": 1} if "base" in body else {**body, "players": ["Ann", "Cyd"]}
        assert ask(method, where, other).status_code == 409, "something else under that id"
        answer = ask(method, where, body)
        assert answer.status_code in (200, 201), (method, where, answer.text)
        assert ask(method, where, body).json == answer.json
    state = program.state(play)
    assert state.revision == 9
    assert len(program.get("/plays")["plays"]) == 2


def test_a_repetition_after_a_crash_is_answered_with_the_play_as_it_was(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, used = program.start(), new_id()
    with monkeypatch.context() as patched:
        patched.setattr("companion.store.access.idempotency.finish_call", dies)
        with pytest.raises(KeyboardInterrupt):
            program.write(play, took(5), client_id=used)
    program.write({**play, "revision": 2}, took(0, 5))
    again = program.write(play, took(5), client_id=used)
    assert (again["revision"], again["rounds"]) == (2, [took(5)])


def test_a_start_repeated_after_a_crash_is_answered_with_the_play_without_rounds(
    club: Club, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("companion.store.access.idempotency.finish_call", dies)
        with pytest.raises(KeyboardInterrupt):
            program.start(client_id="once")
    [head] = program.get("/plays")["plays"]
    Table(club, f"{club.url}/plays/{head['key']}").write(took(5))
    again = program.start(client_id="once")
    assert (again["key"], again["revision"], again["rounds"]) == (head["key"], 1, [])


# Two writers.


def test_pages_and_programs_see_each_others_writes_at_once(club: Club, program: Program) -> None:
    play = program.start()
    table = Table(club, f"{club.url}/plays/{play['key']}")
    table.write(took(5))
    assert program.get(f"/plays/{play['key']}")["rounds"] == [took(5)]
    answer = program.send("POST", f"/plays/{play['key']}/rounds", 409, base=play["revision"], entry=took(5))
    assert answer["detail"] == "The play is now at revision 2 (A device: round 1)."
    fresh = program.write(answer["play"], took(0, 5))
    late = table.phone.post(f"{table.url}/rounds", {**table.inputs(took(5)), "base": "2", "client_id": new_id()})
    assert late.status_code == 409
    assert "Display" in late.text, "who was quicker"
    assert fresh["totals"] == {"Ann": 3, "Bob": 3, "Cyd": 0}
    assert "Display" in club.viewer.get(f"{table.url}/changes").text


def test_a_play_changed_while_a_write_is_on_its_way_is_in_the_conflict_as_it_is_now(
    club: Club, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = program.start()
    table = Table(club, f"{club.url}/plays/{play['key']}")

    def begin(*request: Any) -> Any:
        table.write(took(0, 5))
        return begin_call(*request)

    with monkeypatch.context() as patched:
        patched.setattr("companion.store.access.idempotency.begin_call", begin)
        answer = program.send("POST", f"/plays/{play['key']}/rounds", 409, base=1, entry=took(5))
    assert answer["detail"] == "The play is now at revision 2 (A device: round 1)."
    assert answer["play"]["rounds"] == [took(0, 5)]


@each_kind_of_round
def test_plays_written_by_the_api_and_by_pages_are_equal(club: Club, slug: str) -> None:
    program, dice = Program(club), Random(slug)
    names = seats_of(slug)
    by_page = club.start(slug, names)
    play = program.start(slug, names)
    for _ in range(4):
        if by_page.state.over:
            break
        entry = by_page.sampled(dice)
        by_page.write(entry)
        play = program.write(play, entry)
    one, other = program.get(f"/plays/{by_page.key}"), program.get(f"/plays/{play['key']}")
    apart = {"key", "played_at", "rounds"}
    assert {key: one[key] for key in one if key not in apart} == {key: other[key] for key in one if key not in apart}


def test_of_two_programs_that_save_a_round_at_once_one_gets_a_conflict(club: Club) -> None:
    one, other = Program(club, name="One"), Program(club, name="Other")
    play = one.start()
    barrier = Barrier(2)

    def write(program: Program) -> int:
        barrier.wait()
        body = {"base": play["revision"], "entry": took(5), "client_id": new_id()}
        return program.ask("POST", f"/plays/{play['key']}/rounds", json=body).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(write, (one, other))) == [201, 409]


def test_a_write_sent_twice_at_once_is_done_once(club: Club) -> None:
    program = Program(club)
    barrier = Barrier(3)
    body = {"game": "rage", "players": ["Ann", "Bob"], "client_id": new_id()}

    def start(_: int) -> Any:
        barrier.wait()
        return program.club.app.test_client().post(
            f"{BASE}/plays", json=body, headers={"Authorization": f"Bearer {program.token}"}
        )

    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(start, range(3)))
    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.json["key"] for answer in answers}) == 1
    assert len(program.get("/plays")["plays"]) == 1
