"""Work on uploaded files: what a phone reads meanwhile, and how the work ends."""

import io
from collections.abc import Iterator
from threading import Event
from threading import enumerate as enumerate_threads
from typing import IO

import pytest
from flask import Flask
from werkzeug.exceptions import ServiceUnavailable

from companion.exports.open_upload import UnreadableFileError
from companion.store.database.trouble import DatabaseBusyError
from companion.web.files import file_work
from companion.web.files.file_work import Progress, Status, work_on
from companion.web.files.uploads import save_upload


@pytest.fixture
def token(app: Flask) -> Iterator[str]:
    """Return the token of a file, in the context of a request."""
    with app.test_request_context("/import", method="POST", data={"file": (io.BytesIO(b"a club"), "club.json")}):
        yield save_upload()


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (UnreadableFileError("It is no club."), "It is no club. Nothing was changed."),
        (DatabaseBusyError(), "The database is busy: another program is using it. Nothing was changed. Try again."),
        (RuntimeError("secret"), "That should not have happened. Nothing was changed. Try again."),
    ],
)
def test_work_that_fails_says_why(token: str, fault: Exception, text: str, caplog: pytest.LogCaptureFixture) -> None:
    def act(_file: IO[bytes], _progress: Progress) -> Status:
        raise fault

    work = f"{token}-{type(fault).__name__}"
    assert work_on(token, work, act) == {"refused": text}
    assert work_on(token, work, lambda *_: {"done": 1}) == {"refused": text}, "it is not done again"
    logged = [] if isinstance(fault, UnreadableFileError) else ["The work on a file failed."]
    assert [record.getMessage() for record in caplog.records] == logged


def test_work_reads_the_file_saves_its_progress_and_is_joined(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_work, "SECONDS_TO_JOIN", 0)
    monkeypatch.setattr(file_work, "PROGRESS_EVERY", 60)
    half_way, go_on = Event(), Event()

    def act(file: IO[bytes], progress: Progress) -> Status:
        progress(40)
        progress(50)  # too soon after the last one to be saved
        half_way.set()
        assert go_on.wait(60)
        return {"read": file.read().decode()}

    assert file_work.is_under_way(work_on(token, f"{token}-slow", act))
    assert half_way.wait(60)
    assert work_on(token, f"{token}-slow", act) == {"at": 40}
    with pytest.raises(ServiceUnavailable) as refused:
        work_on(token, f"{token}-other", act)
    assert refused.value.description == "Another file is being processed. Try again in a moment."
    go_on.set()
    for thread in enumerate_threads():
        if thread.name == "companion-file":
            thread.join(60)
    found = work_on(token, f"{token}-slow", act)
    assert found == {"read": "a club"}
    assert not file_work.is_under_way(found)


def test_work_that_takes_too_long_is_given_up(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_work, "LONGEST_SECONDS", -1)

    def act(_file: IO[bytes], progress: Progress) -> Status:
        progress(1)
        return {}

    too_long = "This file takes too long. Import it on the server with “companion import”. Nothing was changed."
    assert work_on(token, f"{token}-long", act) == {"refused": too_long}
