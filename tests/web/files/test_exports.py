"""Exports and imports on the pages of a club; every refusal is a sentence and changes nothing."""

import gc
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from os import SEEK_END
from random import Random
from threading import Event
from typing import IO, Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from icalendar import Calendar
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from companion.exports.spreadsheet import Cell
from companion.store.database.base import db
from companion.store.files.checking import CheckedClub
from companion.store.files.importing import check_file, import_club
from companion.store.house.house_rules import all_versions
from companion.store.plays import commands, play_lists
from companion.web.files import uploads, views
from companion.web.support.requests import long_work, rate_limits
from tests.exports.bgstats_samples import body, export, play, score, sheet
from tests.exports.csv_tables import read
from tests.web.forms.forms_of_pages import without_tokens
from tests.web.house.test_house import agreed
from tests.web.phones import Club, Phone, Table, problems
from tests.web.rulings.test_rulings import recorded

BAD = [
    (b"", "not a club exported by Companion"),
    (b"hello", "not a club exported by Companion"),
    (b'{"format":"companion-club","version":3}', "newer version"),
    (b'{"format":"companion-club","version":1,\n', "incomplete"),
    (b"PK\x03\x04broken", "damaged"),
    (body(export([])), "a file of BG Stats: import it inside a club"),
]


def table_of(answer: TestResponse) -> list[list[Cell]]:
    assert answer.status_code == 200
    assert answer.mimetype == "text/csv"
    return read(answer.get_data(as_text=True).removeprefix("\ufeff"))


def send(phone: Phone, path: str, content: bytes, name: str = "club.json") -> TestResponse:
    """Send a file as the page does."""
    file = FileStorage(io.BytesIO(content), name)
    boundary, body = encode_multipart({"csrf_token": phone.csrf, "file": file})  # in memory: nothing is left open
    return phone.open(path, "POST", data=body, content_type=f'multipart/form-data; boundary="{boundary}"')


def looked_through(phone: Phone, content: bytes) -> TestResponse:
    """Return the page after the file of a club was checked."""
    return gone_on(phone, send(phone, "/import", content))


def brought_in(phone: Phone, looked: TestResponse) -> TestResponse:
    """Return the page after confirming the import of a checked file."""
    return gone_on(phone, phone.post("/import/now", {"token": token_of(looked)}))


def gone_on(phone: Phone, answer: TestResponse) -> TestResponse:
    """Return the page after the work on a file is done, which a browser asks for again and again."""
    while "Refresh" in answer.headers:
        answer = phone.get(answer.headers["Refresh"].partition("url=")[2])
    return answer


def token_of(answer: TestResponse) -> str:
    found = re.search(r'name="token" value="([^"]+)"', answer.text)
    assert found is not None, answer.text
    return found[1]


def file_of(club: Club) -> bytes:
    answer = club.organiser.get(f"{club.url}/export/club.json")
    assert answer.status_code == 200
    return answer.data


def over(club: Club, names: tuple[str, ...] = ("Ann", "Bob")) -> Table:
    """Return a finished play with two rounds."""
    table = club.start("raise-the-stakes", list(names))
    for _ in range(2):
        table.write({"tricks": {names[0]: 5}})
    assert table.post("/end").status_code == 303
    return table


def test_the_export_page_links_to_every_export(club: Club) -> None:
    page = club.organiser.get(f"{club.url}/export").text
    for path in ("club.json", "plays.csv", "nights.ics", "bgstats"):
        assert f"{club.url}/export/{path}" in page
    viewer = club.viewer.get(f"{club.url}/export").text
    assert "club.json" not in viewer
    assert "export/bgstats" not in viewer
    assert f"{club.url}/export" in club.viewer.get(f"{club.url}/more").text
    assert "/import" in club.stranger.get("/").text


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/export/club.json", ("organiser",)), ("/delete", ("organiser",)), ("/export/name", ("organiser",)),
     ("/export/bgstats", ("organiser", "scorer")), ("/export/plays.csv", ("organiser", "scorer", "viewer")),
     ("/export/nights.ics", ("organiser", "scorer", "viewer"))],
)  # fmt: skip
def test_each_role_may_use_its_exports(club: Club, path: str, allowed: tuple[str, ...]) -> None:
    for role in ("organiser", "scorer", "viewer"):
        assert club.phone(role).get(club.url + path).status_code == (200 if role in allowed else 403), role
    assert club.stranger.get(club.url + path).status_code == 404


# Tables and the calendar.


def test_a_play_is_exported_as_a_table_of_its_rounds(club: Club) -> None:
    table = over(club, ("=1+1", "Bob"))
    rows = table_of(club.viewer.get(f"{table.url}/play.csv"))
    assert rows[0] == ["Round", "Dealer", "Sitting out", "=1+1", "=1+1, total", "Bob", "Bob, total", "Notes"]
    assert [row[0] for row in rows[1:]] == [1, 2]
    assert rows[2][4] == table.state.totals["=1+1"]
    raw = club.viewer.get(f"{table.url}/play.csv").get_data(as_text=True)
    assert '"\'=1+1"' in raw
    assert f"{table.url}/play.csv" in club.viewer.get(f"{table.url}/more").text


def test_all_plays_or_those_of_a_night_or_person_are_exported_as_a_table(club: Club) -> None:
    over(club)
    over(club, ("Ann", "Cyd"))
    rows = table_of(club.viewer.get(f"{club.url}/export/plays.csv"))
    assert len(rows) == 5
    assert [row[rows[0].index("Player")] for row in rows[1:]] == ["Ann", "Bob", "Ann", "Cyd"]
    assert [row[rows[0].index("Won")] for row in rows[1:]] == ["yes", "no", "yes", "no"]
    of_bob = table_of(club.viewer.get(f"{club.url}/export/plays.csv?player=Bob"))
    assert [row[rows[0].index("Player")] for row in of_bob[1:]] == ["Bob"]
    assert table_of(club.viewer.get(f"{club.url}/export/plays.csv?player=%20bob")) == of_bob
    with club.app.app_context():
        [night] = db.session.scalars(db.text(f"select key from night where club_id = {club.id}"))
    assert table_of(club.viewer.get(f"{club.url}/export/plays.csv?night={night}")) == rows
    assert len(table_of(club.viewer.get(f"{club.url}/export/plays.csv?night=nonsense%00"))) == 1


def test_plays_are_dated_in_the_time_of_the_club(club: Club) -> None:
    table = over(club)
    assert club.organiser.post(f"{club.url}/zone", {"zone": "Pacific/Kiritimati"}).status_code == 302
    at = table.state.played_at.astimezone(ZoneInfo("Pacific/Kiritimati"))
    rows = table_of(club.viewer.get(f"{club.url}/export/plays.csv"))
    assert [row[:2] for row in rows[1:]] == [[f"{at:%Y-%m-%d}", f"{at:%H:%M}"]] * 2


def test_pages_of_nights_and_people_link_to_their_tables(club: Club) -> None:
    over(club)
    with club.app.app_context():
        [night] = db.session.scalars(db.text(f"select key from night where club_id = {club.id}"))
        [ann] = db.session.scalars(db.text(f"select id from player where club_id = {club.id} and name = 'Ann'"))
    assert f"{club.url}/nights/{night}/export" in club.viewer.get(f"{club.url}/nights/{night}").text
    page = club.viewer.get(f"{club.url}/nights/{night}/export").text
    assert f"{club.url}/export/plays.csv?night={night}" in page
    assert "https://app.bgstatsapp.com/createPlay.html?data=" in page
    [link] = set(re.findall(r'href="([^"]+/people/[^"/]+)"', club.viewer.get(f"{club.url}/people").text)[:1])
    assert "/export/plays.csv?player=Ann" in club.viewer.get(link).text
    assert ann


def test_the_table_has_sides_and_no_discarded_play(club: Club) -> None:
    table = club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    assert table.post("/end").status_code == 303
    gone = over(club)
    assert gone.post("/discard", {"to": "on"}).status_code == 303
    rows = table_of(club.viewer.get(f"{club.url}/export/plays.csv"))
    assert [row[rows[0].index("Side")] for row in rows[1:]] == ["Ann & Cyd", "Bob & Dee"] * 2


def test_nights_are_exported_as_a_calendar(club: Club) -> None:
    over(club)
    answer = club.viewer.get(f"{club.url}/export/nights.ics")
    assert answer.mimetype == "text/calendar"
    [event] = Calendar.from_ical(answer.data).walk("VEVENT")
    assert event.decoded("SUMMARY") == "Raise the Stakes"
    assert event.decoded("DESCRIPTION") == "Raise the Stakes: Ann"
    assert answer.data == club.viewer.get(f"{club.url}/export/nights.ics").data


def test_the_calendar_has_whole_titles_and_no_night_whose_plays_were_discarded(club: Club) -> None:
    table = club.start("any-other-game", ["Ann", "Bob"], {"name": "Catan: Cities"})
    table.write({"points": {"Ann": 1, "Bob": 0}})
    assert table.post("/end").status_code == 303
    gone = over(club)
    gone.post("/when", {"on": "2024-05-04"})
    gone.post("/discard", {"to": "on"})
    [event] = Calendar.from_ical(club.viewer.get(f"{club.url}/export/nights.ics").data).walk("VEVENT")
    assert (event["SUMMARY"], event["DESCRIPTION"]) == ("Catan: Cities", "Catan: Cities: Ann")


def test_a_finished_play_links_to_bg_stats(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob"])
    table.write({"tricks": {"Ann": 5}})
    assert "bgstatsapp" not in club.viewer.get(f"{table.url}/more").text
    assert table.post("/end").status_code == 303
    page = club.viewer.get(f"{table.url}/more").text
    link = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]+)"', page)
    assert link is not None
    told = json.loads(parse_qs(urlsplit(link[1]).query)["data"][0])
    assert told["sourcePlayId"] == table.key
    assert told["game"] == {"name": "Raise the Stakes", "sourceGameId": "raise-the-stakes", "highestWins": True,
                            "noPoints": False}  # fmt: skip
    assert [(one["name"], one["score"], one["winner"]) for one in told["players"]] == [
        ("Ann", table.state.totals["Ann"], True), ("Bob", table.state.totals["Bob"], False),
    ]  # fmt: skip
    other = over(club, ("Bob", "Cyd"))
    again = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]+)"', club.viewer.get(f"{other.url}/more").text)
    assert again is not None
    ids = {one["name"]: one["sourcePlayerId"] for one in told["players"]}
    others = json.loads(parse_qs(urlsplit(again[1]).query)["data"][0])["players"]
    assert {one["name"]: one["sourcePlayerId"] for one in others}["Bob"] == ids["Bob"]
    assert len({*ids.values(), *(one["sourcePlayerId"] for one in others)}) == 3


# The club's file.


def pages_of(phone: Phone, url: str, club: int, app: Flask) -> list[str]:
    """Return what the pages of a club show, without what differs between installations."""
    with app.app_context():
        found = [one.key for one in play_lists.recent_plays(club, 50)]
        db.session.remove()
    paths = ["", "/plays", "/house", "/house/raise-the-stakes", "/rulings", "/export"]
    for key in sorted(found):
        paths += [
            f"/plays/{key}{more}" for more in ("", "/changes", "/rounds/1", "/why/0", "/house", "/about", "/more")
        ]
    texts = []
    for path in paths:
        page = phone.get(url + path)
        assert page.status_code in (200, 404), path
        text = page.text.replace(url, "/CLUB")
        text = re.sub(r"(~\d+)(?=[\"/.?#])", "", text)
        text = re.sub(r'(value|data-mark|data-draft-mark|data-drafted|data-state)="[^"]*"', "", text)
        texts.append(re.sub(r'(client_id|csrf_token)"[^>]*', "", text))
    return texts


def test_an_exported_club_has_the_same_pages_after_import(club: Club) -> None:
    over(club)
    table = club.start("rage", ["Ann", "Cyd"])
    table.write(table.sampled(Random(4)))
    recorded(club)
    agreed(club)
    content, phone = file_of(club), club.stranger
    looked = looked_through(phone, content)
    assert looked.status_code == 200
    for words in ("2 games with 3 rounds", "Ann", "1 night", "1 ruling", "1 version of house rules"):
        assert words in looked.text
    done = brought_in(phone, looked)
    assert done.status_code == 303
    url = done.headers["Location"]
    with club.app.app_context():
        [(number,)] = db.session.execute(db.text(f"select id from club where key = '{url.rsplit('/', 1)[1]}'"))
        db.session.remove()
    assert "new codes" in phone.get(url).text
    club.organiser.get(club.url)  # flash messages are shown once
    there = pages_of(phone, url, number, club.app)
    for one, other in zip(there, pages_of(club.organiser, club.url, club.id, club.app), strict=True):
        assert one.splitlines() == other.splitlines()
    assert phone.get(f"{url}/export/club.json").data == content
    assert phone.get(f"{url}/invite").status_code == 200
    assert club.organiser.get(url).status_code == 404
    again = phone.post("/import/now", {"token": token_of(looked)})
    assert again.status_code == 422
    assert "waited too long" in problems(again)


@pytest.mark.parametrize(("content", "sentence"), BAD)
def test_a_file_that_is_no_club_is_refused_with_a_sentence(club: Club, content: bytes, sentence: str) -> None:
    answer = looked_through(club.stranger, content)
    assert answer.status_code == 422
    assert sentence in problems(answer)
    assert "Nothing was changed." in problems(answer)


def test_a_missing_file_is_reported(club: Club) -> None:
    assert "Choose a file first." in problems(club.stranger.post("/import", {}))
    assert club.stranger.post("/import/now", {"token": "../../secret_key"}).status_code == 422
    assert club.stranger.post("/import/now", {}).status_code == 422


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the body is not read to its end
def test_a_file_above_the_limit_is_refused_with_a_sentence(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 300_000)
    answer = looked_through(club.stranger, b"x" * 290_000)
    assert answer.status_code == 422
    answer = send(club.stranger, "/import", b"x" * 900_000)
    assert answer.status_code == 413
    assert "The file is larger than" in answer.text
    assert send(club.stranger, "/join", b"x" * 290_000).status_code == 413
    gc.collect()


def test_only_the_latest_waiting_files_are_kept(club: Club) -> None:
    tokens = []
    for number in range(uploads.MOST_UPLOADS + 2):
        club.organiser.post(f"{club.url}/name", {"name": f"Thursday {number}"})
        tokens.append(token_of(looked_through(club.stranger, file_of(club))))
    folder = club.app.config["COMPANION"].instance / uploads.UPLOAD_FOLDER
    with club.app.app_context():
        lock = uploads.lock_path().name
    waiting = {path.name.removesuffix(uploads.STATUS_SUFFIX) for path in folder.iterdir()} - {lock}
    assert waiting == set(tokens[-uploads.MOST_UPLOADS :])
    assert folder.stat().st_mode & 0o077 == 0


@pytest.fixture
def held_up(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, Event]]:
    """Block the check of a file half-way until these events are set; ``looks``: how often it began."""
    half_way, go_on = Event(), Event()

    def look(file: IO[bytes], *, progress: Callable[[int, int], object]) -> CheckedClub:
        looks.append(1)
        file.seek(-(-file.seek(0, SEEK_END) // 2))
        progress(1, 2)
        half_way.set()
        assert go_on.wait(60)
        return check_file(file)

    looks.clear()
    monkeypatch.setattr(views, "check_file", look)
    monkeypatch.setattr(long_work, "SECONDS_TO_JOIN", 0)
    yield half_way, go_on
    go_on.set()


looks: list[int] = []


def test_a_second_file_is_refused_during_a_check_and_the_same_file_joins_the_first(
    club: Club, held_up: tuple[Event, Event]
) -> None:
    half_way, go_on = held_up
    first, other = club.stranger, Phone(club.app)
    content = file_of(club)
    club.organiser.post(f"{club.url}/name", {"name": "Thursday"})
    another = file_of(club)
    page = send(first, "/import", content)
    assert (page.status_code, page.headers["Refresh"][:6]) == (200, "2; url")
    assert "Checking the file" in page.text
    assert half_way.wait(60)
    turned_away = send(other, "/import", another)
    assert turned_away.status_code == 503
    assert int(turned_away.headers["Retry-After"])
    assert "Another file is being processed." in turned_away.text
    assert "50 %" in send(other, "/import", content).text
    assert club.viewer.get(club.url).status_code == 200
    go_on.set()
    assert "Bring it in" in gone_on(first, page).text
    assert "Bring it in" in looked_through(other, content).text
    assert looks == [1]
    assert "Thursday" in looked_through(other, another).text


def test_confirming_an_import_twice_makes_one_club(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "SECONDS_TO_JOIN", 0)
    looked = looked_through(club.stranger, file_of(club))
    go_on = Event()

    def bring(*given: Any, **more: Any) -> str:
        assert go_on.wait(60)
        return import_club(*given, **more)

    monkeypatch.setattr(views, "import_club", bring)
    before = club.stranger.get("/").text.count("/clubs/")
    taps = [club.stranger.post("/import/now", {"token": token_of(looked)}) for _ in range(2)]
    assert ["Importing the club" in tap.text for tap in taps] == [True, True]
    go_on.set()
    assert gone_on(club.stranger, taps[0]).status_code == 303
    assert club.stranger.get("/").text.count("/clubs/") == before + 1


def test_work_interrupted_by_the_end_of_its_process_starts_again(club: Club) -> None:
    token = token_of(looked_through(club.stranger, file_of(club)))
    with club.app.app_context():
        uploads.set_status(token, {"at": 40})
    assert "Bring it in" in gone_on(club.stranger, club.stranger.get(f"/import/{token}")).text


def test_an_internal_error_is_reported_and_others_can_go_on(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "check_file", None)
    answer = looked_through(club.stranger, file_of(club))
    assert answer.status_code == 422
    assert "That should not have happened. Nothing was changed." in problems(answer)
    monkeypatch.undo()
    assert "Bring it in" in looked_through(club.stranger, file_of(club)).text


def test_a_file_that_takes_too_long_is_given_up(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    over(club)
    monkeypatch.setattr(long_work, "LONGEST_SECONDS", -1)
    answer = looked_through(club.stranger, file_of(club))
    assert answer.status_code == 422
    assert "It takes too long." in problems(answer)


def test_the_number_of_files_from_an_address_is_limited(club: Club) -> None:
    answers = [send(club.stranger, "/import", b"x").status_code for _ in range(rate_limits.FILES.rates[0].amount + 1)]
    assert answers[-1] == 429
    assert 429 not in answers[:-1]
    assert send(club.scorer, "/import", b"x").status_code == 422


def test_long_requests_leave_threads_to_others(club: Club) -> None:
    with ExitStack() as busy, club.app.app_context():
        for _ in range(club.app.config["COMPANION"].threads // 2):
            busy.enter_context(long_work.long_work())
        refused = club.organiser.get(f"{club.url}/export/club.json")
        assert refused.status_code == 503
        assert refused.headers["Retry-After"]
        assert "Companion is busy" in refused.text
        assert f'href="{club.url}/export/club.json">Try again</a>' in refused.text
        assert club.viewer.get(club.url).status_code == 200
    assert club.organiser.get(f"{club.url}/export/club.json").status_code == 200


# BG Stats.


def handed_in(club: Club, *given: dict[str, Any], **more: Any) -> TestResponse:
    return send(club.scorer, f"{club.url}/export/bgstats", body(export(given, **more)), "BGStatsExport.json")


def test_plays_of_bg_stats_are_imported_once(club: Club) -> None:
    given = (
        play(4, 1, [score(1, "40", winner=True), score(2, "-3", startPlayer=True)], comments="Late."),
        play(5, 2, [score(1, "7"), score(3, "5")], scoresheet=sheet([1, 3], [[3, 5], [4, 0]]), ignored=True),
        play(6, 5, [score(1, 1), score(2, 2)]),
    )
    over(club)
    looked = handed_in(club, *given)
    assert looked.status_code == 200
    for words in ("2 games, 4 May 2026 to 5 May 2026", "1 of them round by round", "Already known here: ",
                  "New here: ", "all play together against the game"):  # fmt: skip
        assert words in re.sub(r"</?bdi>", "", looked.text), words
    done = club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token_of(looked)})
    assert done.status_code == 303
    assert "2 games imported from BG Stats." in club.scorer.get(club.url).text
    with club.app.app_context():
        found = {one.title: commands.load_play(club.id, one.key) for one in play_lists.recent_plays(club.id, 9)}
        db.session.remove()
    rage, skat = found["Rage"], found["Skat"]
    assert rage is not None
    assert skat is not None
    assert (rage.game.slug, dict(rage.totals), rage.winners) == ("rage", {"Ann": 40, "Bob": -3}, ("Ann",))
    assert rage.has_only_totals
    assert rage.counts
    assert rage.setup.dealer == "Ann"
    assert rage.details.remark == "Late. At Ann’s kitchen"
    assert (rage.played_at.isoformat(), rage.until.isoformat()) == (
        "2026-05-04T20:30:00+00:00", "2026-05-04T20:30:00+00:00",
    )  # fmt: skip
    assert (skat.game.slug, len(skat.slots), skat.over, skat.counts) == ("any-other-game", 2, True, False)
    assert (skat.until - skat.played_at).total_seconds() == 45 * 60
    again = handed_in(club, *given)
    assert "2 games are here already" in again.text
    assert "Nothing new" in again.text


def test_teams_are_imported_as_sides(club: Club) -> None:
    teams = [score(number, points, team=team) for number, points, team in
             ((1, "500", "A"), (2, "500", "A"), (3, "300", "B"), (4, "300", "B"))]  # fmt: skip
    looked = handed_in(club, play(1, 6, teams, usesTeams=1))
    assert club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token_of(looked)}).status_code == 303
    with club.app.app_context():
        [found] = play_lists.recent_plays(club.id, 9)
        db.session.remove()
    assert found.players == ("Ann", "Cyd", "Bob", "Dee")
    assert found.totals == {"Ann & Bob": 500, "Cyd & Dee": 300}


def test_plays_of_bg_stats_name_people_as_the_club_does_and_ignore_house_rules(club: Club) -> None:
    over(club, ("ANN", "Robert"))
    over(club, ("ANN", "Bob"))
    with club.app.app_context():
        ids = dict(db.session.execute(db.text(f"select name, id from player where club_id = {club.id}")).all())
        db.session.remove()
    club.scorer.post(f"{club.url}/people/{ids['Bob']}/merge", {"into": ids["Robert"], "client_id": "merge"})
    house = f"{club.url}/house/any-other-game"
    assert club.organiser.post(f"{house}/new", {"better": "high", "target": "5"}).status_code == 303
    with club.app.app_context():
        [proposal] = all_versions(club.id)
    assert club.organiser.post(f"{house}/{proposal.key}/agree", {"agreed": ["ANN"]}).status_code == 303
    teams = [score(number, points, team=team) for number, points, team in
             ((1, "50", "A"), (2, "50", "A"), (3, "30", "B"), (4, "30", "B"))]  # fmt: skip
    by_rounds = play(5, 2, [score(1, "10"), score(2, "13")], scoresheet=sheet([1, 2], [[10, 10], [0, 3]]))
    looked = handed_in(club, by_rounds, play(6, 6, teams, usesTeams=1))
    done = club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token_of(looked)})
    assert done.status_code == 303, problems(done)
    with club.app.app_context():
        found = [one.totals for one in play_lists.recent_plays(club.id, 9)][-2:]
    assert found == [{"ANN & Robert": 50, "Cyd & Dee": 30}, {"ANN": 10, "Robert": 13}]


def test_many_plays_are_imported_in_several_steps(club: Club) -> None:
    rounds = [[number, 1] for number in range(100)]
    total = sum(range(100))
    many = [play(day, 2, [score(1, total), score(2, 100)], scoresheet=sheet([1, 2], rounds)) for day in range(1, 8)]
    looked = handed_in(club, *many)
    token, taps = token_of(looked), 0
    while True:
        taps += 1
        answer = club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token})
        if answer.status_code == 303:
            break
        assert "tap once more" in answer.text
    assert taps == 3
    with club.app.app_context():
        assert len(play_lists.recent_plays(club.id, 20)) == 7


def test_a_play_in_the_future_is_not_imported(club: Club) -> None:
    looked = handed_in(club, play(4, 2, [score(1, 1), score(2, 2)], playDate="2199-01-01 20:00:00"))
    assert "that is in the future" in looked.text
    assert "Nothing new" in looked.text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"hello", "not a file of BG Stats"), (b"{}", "no list of games"),
     (b'{"format":"companion-club","version":1}', "a club of Companion"), (b"PK\x03\x04x", "damaged")],
)  # fmt: skip
def test_a_file_that_is_not_from_bg_stats_is_refused(club: Club, content: bytes, sentence: str) -> None:
    answer = send(club.scorer, f"{club.url}/export/bgstats", content)
    assert answer.status_code == 422
    assert sentence in problems(answer)


# Deletions.


def test_a_club_can_be_deleted_after_its_export(club: Club) -> None:
    over(club)
    club.organiser.post(f"{club.url}/name", {"name": "Thursday"})
    page = f"{club.url}/delete"
    right = {"name": "Thursday", "sure": "1"}
    answer = club.organiser.post(page, right)
    assert answer.status_code == 422
    assert "Export it first" in problems(answer)
    content = file_of(club)
    assert "has downloaded the club’s file" in club.organiser.get(page).text
    assert "Type the name as above: Thursday." in problems(club.organiser.post(page, {**right, "name": "x"}))
    assert "have downloaded the file" in problems(club.organiser.post(page, {"name": "Thursday"}))
    over(club)
    assert "Export it first" in problems(club.organiser.post(page, right))
    content = file_of(club)
    answer = club.organiser.post(page, right)
    assert answer.status_code == 303
    assert "Thursday is deleted" in club.organiser.get("/").text
    assert club.organiser.get(club.url).status_code == 404
    assert brought_in(club.organiser, looked_through(club.organiser, content)).status_code == 303


def test_a_name_can_be_removed(club: Club) -> None:
    table = over(club, ("Ann", "Bob"))
    page = f"{club.url}/export/name"
    assert "Choose somebody" in problems(club.organiser.post(page, {"who": "Nobody\0"}))
    assert "Type exactly this name: Ann." in problems(club.organiser.post(page, {"who": "Ann", "again": "ann"}))
    answer = club.organiser.post(page, {"who": "Ann", "again": "Ann"})
    assert answer.status_code == 303
    assert "Somebody 1" in club.viewer.get(table.url).text
    assert "Ann" not in without_tokens(club.viewer.get(table.url).text)


def test_a_removed_name_is_found_by_no_search(club: Club) -> None:
    over(club, ("Ann", "Bob"))
    recorded(club, question="Ann’s zither fell on the table.")
    asked = f"{club.url}/search?q=zither"
    assert "Ann’s" in club.viewer.get(asked).text
    assert club.organiser.post(f"{club.url}/export/name", {"who": "Ann", "again": "Ann"}).status_code == 303
    found = club.viewer.get(asked).text
    assert "Somebody 1’s" in found
    assert "Ann’s" not in found
