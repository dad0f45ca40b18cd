"""The file of a club, exported and imported."""

import gc
import os
import re
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from flask import Flask
from limits import parse_many
from werkzeug.test import TestResponse

from companion.exports.open_upload import UnreadableFileError
from companion.store.database.base import db
from companion.store.plays import play_lists
from companion.web.files import uploads, views
from companion.web.support.requests.rate_limits import Limit
from tests.exports.bgstats_samples import body, export
from tests.web.files.sending import brought_in, file_of, looked_through, over, send, token_of
from tests.web.house.versions import agreed
from tests.web.pages import main_of, words
from tests.web.phones import Club, Phone, problem_texts, problems
from tests.web.rulings.book import recorded

BAD = [
    (
        b"",
        "This is not a club exported by Companion. It is not JSON: Expecting value, line 1, column 1. Nothing was "
        "changed.",
    ),
    (
        b"hello",
        "This is not a club exported by Companion. It is not JSON: Expecting value, line 1, column 1. Nothing was "
        "changed.",
    ),
    (
        b'{"format":"companion-club","version":3}',
        "The file comes from a newer version of Companion. Update this one, then try again. Nothing was changed.",
    ),
    (
        b'{"format":"companion-club","version":1,\n',
        "The file is damaged or incomplete: line 2 was changed. Nothing was changed.",
    ),
    (b"PK\x03\x04broken", "The zip is damaged and cannot be opened. Nothing was changed."),
    (
        body(export([])),
        "This is not a club exported by Companion, but a file of BG Stats: import it inside a club. Nothing was "
        "changed.",
    ),
]


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
    assert re.sub(r"\d+ \w+ 20\d\d", "(day)", words(main_of(looked.text))) == (
        "Import a club A club without a name 2 games with 3 rounds, (day) 1 night 3 names: Ann, Bob and Cyd 1 version"
        " of house rules 1 ruling It becomes a new club with new codes, and this phone organises it. Other phones join"
        " it again. Import it Choose another file"
    )
    done = brought_in(phone, looked)
    assert done.status_code == 303
    url = done.headers["Location"]
    with club.app.app_context():
        [(number,)] = db.session.execute(db.text(f"select id from club where key = '{url.rsplit('/', 1)[1]}'"))
        db.session.remove()
    assert "The club is imported, with new codes. This phone is its organiser." in phone.get(url).text
    club.organiser.get(club.url)  # flash messages are shown once
    there = pages_of(phone, url, number, club.app)
    for one, other in zip(there, pages_of(club.organiser, club.url, club.id, club.app), strict=True):
        assert one.splitlines() == other.splitlines()
    assert phone.get(f"{url}/export/club.json").data == content
    assert phone.get(f"{url}/invite").status_code == 200
    assert club.organiser.get(url).status_code == 404
    again = phone.post("/import/now", {"token": token_of(looked)})
    assert again.status_code == 422
    assert "The file waited too long. Choose it again." in problems(again)


@pytest.mark.parametrize(("content", "sentence"), BAD)
def test_a_file_that_is_no_club_is_refused_with_a_sentence(club: Club, content: bytes, sentence: str) -> None:
    answer = looked_through(club.stranger, content)
    assert answer.status_code == 422
    assert sentence in problem_texts(answer)
    assert "Nothing was changed." in problems(answer)


@pytest.mark.parametrize("token", ["9", "9" * 300, "ab" * 32])
def test_an_address_of_no_file_asks_for_one(club: Club, token: str) -> None:
    assert "The file waited too long. Choose it again." in problems(club.organiser.get(f"/import/{token}"))


def test_a_missing_file_is_reported(club: Club) -> None:
    assert "Choose a file first." in problems(club.stranger.post("/import", {}))
    assert club.stranger.post("/import/now", {"token": "../../secret_key"}).status_code == 422
    assert club.stranger.post("/import/now", {}).status_code == 422


def test_an_import_is_one_of_the_clubs_that_an_address_may_start(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    few = Limit("an import", parse_many("2/day"), "{most} clubs were started from here.")
    monkeypatch.setattr(views, "NEW_CLUBS", few)
    content, answers = file_of(club), []
    for file in (content, b"hello", content, content):
        looked = looked_through(club.stranger, file)
        answers.append(brought_in(club.stranger, looked) if looked.status_code == 200 else looked)
    assert [answer.status_code for answer in answers] == [303, 422, 303, 429]
    assert "2 clubs were started from here. Wait 24 hours" in words(answers[-1].text)


def test_a_phone_has_exported_a_club_until_something_is_written(club: Club) -> None:
    def is_exported() -> bool:
        page = words(main_of(club.organiser.get(f"{club.url}/delete").text))
        return "This phone has downloaded the club's file as it is now." in page

    writes: list[Callable[[], object]] = [
        lambda: club.start("rage", ["Ann", "Bob", "Cyd"]),
        lambda: club.start("toepen", ["Ann", "Bob", "Cyd"]),
        lambda: club.organiser.post(f"{club.url}/name", {"name": "Monday"}),
        lambda: club.organiser.post(f"{club.url}/money", {"kind": "iso", "code": "EUR"}),
    ]
    assert not is_exported()
    for write in writes:
        file_of(club)
        assert is_exported()
        write()
        assert not is_exported()


def test_the_chosen_file_is_imported_and_checked_again_unless_it_was_the_last_one_checked(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, check_file = [], views.check_file
    monkeypatch.setattr(views, "check_file", lambda *given, **more: checked.append(1) or check_file(*given, **more))

    def looked(name: str) -> TestResponse:
        club.organiser.post(f"{club.url}/name", {"name": name})
        return looked_through(club.stranger, file_of(club))

    def imported(answer: TestResponse) -> str:
        return words(club.stranger.get(brought_in(club.stranger, answer).headers["Location"]).text)

    first, last = looked("Monday"), looked("Tuesday")
    assert "Monday" in imported(first)
    assert len(checked) == 3
    assert "Friday" in imported(looked("Friday"))
    assert len(checked) == 4
    assert "Tuesday" in imported(last)
    assert len(checked) == 5


def test_an_import_that_was_refused_can_be_tried_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, import_club = looked_through(club.stranger, file_of(club)), views.import_club

    def refuse(*_: object) -> int:
        raise UnreadableFileError("The file is odd.")

    monkeypatch.setattr(views, "import_club", refuse)
    answer = brought_in(club.stranger, looked)
    assert answer.status_code == 422
    assert "The file is odd. Nothing was changed." in problem_texts(answer)
    monkeypatch.setattr(views, "import_club", import_club)
    assert brought_in(club.stranger, looked).status_code == 303


def test_a_checked_file_is_not_imported_where_visitors_start_no_clubs(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = looked_through(club.stranger, file_of(club))
    settings = replace(club.app.config["COMPANION"], new_clubs="nobody")
    monkeypatch.setitem(club.app.config, "COMPANION", settings)
    answer = brought_in(club.stranger, looked)
    assert answer.status_code == 403
    assert "On this server only the operator starts clubs." in words(answer.text)


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


def test_only_the_latest_six_files_of_the_last_hour_are_kept(club: Club) -> None:
    def sent(number: int) -> str:
        club.organiser.post(f"{club.url}/name", {"name": f"Thursday {number}"})
        return token_of(looked_through(club.stranger, file_of(club)))

    tokens = [sent(number) for number in range(8)]
    folder = club.app.config["COMPANION"].instance / uploads.UPLOAD_FOLDER
    with club.app.app_context():
        lock = uploads.lock_path().name

    def waiting() -> set[str]:
        return {path.name.removesuffix(uploads.STATUS_SUFFIX) for path in folder.iterdir()} - {lock}

    assert waiting() == set(tokens[-6:])
    assert folder.stat().st_mode & 0o077 == 0
    for token, minutes in ((tokens[-1], 59), (tokens[-2], 61)):
        for path in (folder / token, folder / f"{token}{uploads.STATUS_SUFFIX}"):
            if path.exists():
                os.utime(path, (time.time() - 60 * minutes,) * 2)
    last = sent(8)
    assert (tokens[-1] in waiting(), tokens[-2] in waiting(), last in waiting()) == (True, False, True)
