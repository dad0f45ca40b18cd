"""Two processes over one database: each shows what the other writes."""

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.store.database.runtime import runtime
from companion.store.plays import play_state
from companion.web.access.forms import REMOVE
from tests.database import new_apps
from tests.web.api.club.programs import Program
from tests.web.forms.forms_of_pages import without_tokens
from tests.web.pages import words
from tests.web.people.test_people import number
from tests.web.phones import Club, Phone, Table
from tests.web.processes.worlds import elsewhere
from tests.web.screens.showing import mark_of as mark_of_screen
from tests.web.screens.showing import shared


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Flask]]:
    with new_apps(tmp_path_factory.mktemp("processes"), 2) as apps:
        yield apps


@pytest.fixture
def club(apps: list[Flask]) -> Club:
    return Club(apps[0])


@pytest.fixture
def rage(club: Club) -> Table:
    """Return a play of Rage, with a round of Ann, Bob and Cyd."""
    table = club.start("rage", ["Ann", "Bob", "Cyd"], {"first_hand": "2"})
    table.write({"bid": {"Ann": 2, "Bob": 0, "Cyd": 1}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 1}})
    return table


def time_stands_still(*apps: Flask) -> None:
    """Stop the clock, so that cached marks never expire."""
    for app in apps:
        with app.app_context():
            runtime().polls._clock = lambda: 0.0


def pages_of(phone: Phone, table: Table) -> str:
    """Return all pages of a play that name the players."""
    paths = ("", "/play.csv", "/changes", "/rounds/1", "/why/0", "/seats/0", "/about", "/stake")
    return "".join(without_tokens(phone.get(table.url + path).text) for path in paths)


def test_a_new_name_is_shown_by_every_process(rage: Table, apps: list[Flask]) -> None:
    club, there = rage.club, elsewhere(rage.club.organiser, apps[1])
    program = Program(club)
    program.client = apps[1].test_client()
    assert "Ann" in pages_of(there, rage)
    club.scorer.post(f"{club.url}/people/{number(club, 'Ann')}/name", {"name": "Zoe", "client_id": "1"})
    pages = pages_of(there, rage)
    assert "Zoe" in pages
    assert "Ann" not in pages.replace("Ann is called Zoe", "")
    assert program.get(f"/plays/{rage.key}")["players"] == ["Zoe", "Bob", "Cyd"]


def test_play_again_in_another_process_seats_renamed_players(rage: Table, apps: list[Flask]) -> None:
    club, there = rage.club, elsewhere(rage.club.scorer, apps[1])
    assert there.post(f"{rage.url}/end", rage.carried()).status_code == 303
    club.scorer.post(f"{club.url}/people/{number(club, 'Ann')}/name", {"name": "Zoe", "client_id": "1"})
    again = Table(club, there.post(f"{rage.url}/again", {"client_id": "2"}).headers["Location"])
    assert again.state.setup.players == ("Zoe", "Bob", "Cyd")
    assert again.state.seats[0].person_id == rage.state.seats[0].person_id


def test_merged_people_are_merged_in_every_process(rage: Table, apps: list[Flask]) -> None:
    club, there = rage.club, elsewhere(rage.club.scorer, apps[1])
    club.start("rage", ["Anna", "Bob"])
    assert "Ann" in pages_of(there, rage)
    to = {"into": str(number(club, "Anna")), "client_id": "1"}
    assert club.scorer.post(f"{club.url}/people/{number(club, 'Ann')}/merge", to).status_code == 303
    assert "<bdi>Anna</bdi>" in there.get(rage.url).text
    assert '"Anna, total"' in there.get(f"{rage.url}/play.csv").text


def test_a_removed_name_is_gone_in_every_process(rage: Table, apps: list[Flask]) -> None:
    club, there = rage.club, elsewhere(rage.club.organiser, apps[1])
    assert rage.post("/remark", {"remark": "Ann was lucky."}).status_code == 303
    assert "Ann was lucky." in pages_of(there, rage)
    answer = club.organiser.post(f"{club.url}/export/name", {"who": "Ann", "again": "Ann"})
    assert answer.status_code == 303
    pages = pages_of(there, rage)
    assert "Somebody 1" in pages
    assert "Ann" not in pages


def test_a_scoreboard_never_goes_back(rage: Table, apps: list[Flask]) -> None:
    time_stands_still(*apps)
    path, there = shared(rage), Phone(apps[1])
    packed = {"Accept-Encoding": "gzip"}
    before = mark_of_screen(there.get(path).text)
    assert there.client.get(path, headers=packed).status_code == 200
    assert there.get(f"{path}?mark={before}").status_code == 204
    rage.write({"bid": {"Ann": 0, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 0}})
    page = Phone(apps[0]).get(path).text
    shown = mark_of_screen(page)
    assert "bid 0, took 1, missed" in words(page)
    assert there.client.get(f"{path}?mark={shown}", headers=packed).status_code == 204


def test_a_phone_ahead_of_this_process_is_told_that_nothing_is_new(rage: Table, apps: list[Flask]) -> None:
    time_stands_still(*apps)
    here, there = rage.club.viewer, elsewhere(rage.club.viewer, apps[1])
    there.get(f"{rage.url}/state?mark=0")
    rage.write({"bid": {"Ann": 0, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 0}})
    shown = here.get(f"{rage.url}/state?mark=0").json["mark"]
    assert there.get(f"{rage.url}/state?mark={shown}").status_code == 204


def test_a_removed_phone_gets_404_from_every_process(rage: Table, apps: list[Flask]) -> None:
    club, there = rage.club, elsewhere(rage.club.viewer, apps[1])
    clock = [0.0]
    with apps[1].app_context():
        runtime().polls._clock = lambda: clock[0]
    asked = f"{rage.url}/state?mark={there.get(f'{rage.url}/state?mark=0').json['mark']}"
    assert there.get(asked).status_code == 204
    page = club.organiser.get(f"{club.url}/devices").text
    number = max(int(part.split('"')[0]) for part in page.split("/devices/")[1:] if part.split('"')[0].isdigit())
    club.organiser.post(f"{club.url}/devices/{number}", {"role": REMOVE})
    clock[0] += 1
    assert elsewhere(club.organiser, apps[1]).get(asked).status_code == 204
    assert there.get(asked).status_code == 404


def test_polls_never_fold_a_play(club: Club, apps: list[Flask], monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [club.start("toepen", ["Ann", "Bob", "Cyd"]) for _ in range(5)]
    asked = [f"{table.url}/state?mark={club.viewer.get(f'{table.url}/state?mark=0').json['mark']}" for table in tables]
    tricks = [f"{table.url}/tricks/state" for table in tables]
    tricks = [f"{path}?mark={club.viewer.get(f'{path}?mark=x').json['mark']}" for path in tricks]
    screens = [shared(table) for table in tables]
    screens = [f"{path}?mark={mark_of_screen(club.viewer.get(path).text)}" for path in screens]
    built: list[int] = []
    build = play_state.build_state
    monkeypatch.setattr(play_state, "build_state", lambda play: [built.append(play), build(play)][1])
    there = elsewhere(club.viewer, apps[1])
    for path in [*asked, *tricks, *screens] * 2:
        assert there.get(path).status_code == 204, path
    assert built == []
