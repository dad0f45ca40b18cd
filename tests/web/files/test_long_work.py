"""Work on a file that takes long: joined, confirmed twice, interrupted, given up."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from os import SEEK_END
from threading import Event
from typing import IO, Any

import pytest

from companion.store.database.trouble import DatabaseBusyError
from companion.store.files.checking import CheckedClub
from companion.store.files.importing import check_file, import_club
from companion.web.files import file_work, uploads, views
from companion.web.support.requests import long_work, rate_limits
from tests.web.files.sending import file_of, gone_on, looked_through, over, send, token_of
from tests.web.phones import Club, Phone, problems


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
    monkeypatch.setattr(file_work, "SECONDS_TO_JOIN", 0)
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
    assert "Import it" in gone_on(first, page).text
    assert "Import it" in looked_through(other, content).text
    assert looks == [1]
    assert "Thursday" in looked_through(other, another).text


def test_confirming_an_import_twice_makes_one_club(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_work, "SECONDS_TO_JOIN", 0)
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
    assert "Import it" in gone_on(club.stranger, club.stranger.get(f"/import/{token}")).text


def test_an_internal_error_is_reported_and_others_can_go_on(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "check_file", None)
    answer = looked_through(club.stranger, file_of(club))
    assert answer.status_code == 422
    assert "That should not have happened. Nothing was changed. Try again." in problems(answer)
    monkeypatch.undo()
    assert "Import it" in looked_through(club.stranger, file_of(club)).text


def test_trouble_with_the_database_is_named(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> CheckedClub:
        raise DatabaseBusyError

    monkeypatch.setattr(views, "check_file", fail)
    assert "The database is busy: another program is using it. Nothing was changed. Try again." in problems(
        looked_through(club.stranger, file_of(club))
    )


def test_a_file_that_takes_too_long_is_given_up(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    over(club)
    monkeypatch.setattr(file_work, "LONGEST_SECONDS", -1)
    answer = looked_through(club.stranger, file_of(club))
    assert answer.status_code == 422
    given_up = "This file takes too long. Import it on the server with “companion import”. Nothing was changed."
    assert given_up in problems(answer)


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
