"""Names of files, files that are kept, and links to BG Stats, without their pages."""

import io
import os
import time
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import RequestEntityTooLarge

from companion.exports.open_upload import UnreadableFileError
from companion.web.files import uploads
from companion.web.files.views import file_name, link_to_bgstats
from tests.web.files.sending import over
from tests.web.phones import Club


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Zoë’s 1. Abend!", "zoes-1-abend"), ("--Ours--", "ours"), ("🂡 ♠", "club"), ("", "club"), ("ﬁne", "fine"),
        ("../a\\b:c", "a-b-c"), ("x" * 41, "x" * 40), (f"{'x' * 39} y", f"{'x' * 39}-"),
    ],
)  # fmt: skip
def test_a_file_name_has_plain_letters_and_digits(text: str, name: str) -> None:
    assert file_name(text) == name


def test_only_a_finished_play_that_was_not_discarded_can_be_sent_to_bg_stats(club: Club) -> None:
    running, table = club.start("rage", ["Ann", "Bob"]), over(club)
    with club.app.app_context():
        assert link_to_bgstats(running.state) == ""
        assert link_to_bgstats(table.state).startswith("https://app.bgstatsapp.com/")
        table.post("/discard", {"to": "on"})
        assert link_to_bgstats(table.state) == ""


def sent(app: Flask, content: bytes) -> str:
    """Save a file as if it were uploaded; return its token."""
    data = {"file": FileStorage(io.BytesIO(content), "club.json")}
    address = {"REMOTE_ADDR": f"10.99.0.{len(content)}"}  # few files from each, as their number is limited
    with app.test_request_context("/import", method="POST", data=data, environ_base=address):
        return uploads.save_upload()


@pytest.fixture
def folder(app: Flask) -> Path:
    """Return the folder of kept files, emptied."""
    with app.app_context():
        folder = uploads.lock_path().parent
    for path in folder.iterdir():
        path.unlink()
    return folder


def age(folder: Path, name: str, seconds: int) -> None:
    """Let a kept file be written so many seconds ago."""
    os.utime(folder / name, (time.time() - seconds,) * 2)


def test_a_file_that_comes_again_is_kept_as_long_as_a_new_one(app: Flask, folder: Path) -> None:
    token = sent(app, b"one")
    age(folder, token, 3000)
    assert sent(app, b"one") == token
    assert time.time() - (folder / token).stat().st_mtime < 100
    assert [path.name for path in folder.iterdir()] == [token], "nothing that is arriving is left"


def test_the_oldest_of_six_files_makes_room_with_its_status_and_all_that_is_outdated_goes(
    app: Flask, folder: Path
) -> None:
    tokens = [sent(app, b"x" * length) for length in range(1, 7)]
    for number, token in enumerate(tokens):
        age(folder, token, 100 * (number + 1))
    with app.app_context():
        for token in tokens:
            uploads.set_status(token, {"at": 1})
        uploads.set_status("old", {"at": 1})
        age(folder, f"old{uploads.STATUS_SUFFIX}", uploads.KEPT_SECONDS + 60)
    uploads_lock = folder / ".lock"
    uploads_lock.touch()
    age(folder, ".lock", uploads.KEPT_SECONDS + 60)
    last = sent(app, b"last")
    kept = {last, *tokens[:5]}
    assert {path.name for path in folder.iterdir()} == {
        ".lock", *kept, *(f"{token}{uploads.STATUS_SUFFIX}" for token in tokens[:5]),
    }  # fmt: skip


def test_a_file_is_deleted_with_its_status_and_no_other_path_is_touched(app: Flask, folder: Path) -> None:
    token = sent(app, b"one")
    other = folder.parent / "arrived.txt"
    other.write_text("kept", "utf-8")
    with app.app_context():
        uploads.set_status(token, {})
        assert uploads.read_status(token) == {}, "an empty status is one"
        uploads.delete_upload("../arrived.txt")
        assert not uploads.is_upload_kept("../arrived.txt")
        uploads.delete_upload(token)
        assert uploads.read_status(token) is None
        with pytest.raises(UnreadableFileError, match="The file waited too long"), uploads.open_upload(token):
            pass
    assert other.exists()
    other.unlink()
    assert list(folder.iterdir()) == []


def test_a_file_may_have_the_largest_size_and_no_byte_more(
    app: Flask, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 3)
    token = sent(app, b"one")
    with pytest.raises(UnreadableFileError, match="The file is larger than"):
        sent(app, b"four")
    assert [path.name for path in folder.iterdir()] == [token]


@pytest.mark.parametrize(("path", "is_upload"), [("/import", True), ("/import/now", False)])
def test_a_request_that_is_too_large_says_what_a_file_may_have(app: Flask, path: str, is_upload: bool) -> None:
    with app.test_request_context(path, method="POST"):
        page, status, _ = uploads.refuse_too_large(RequestEntityTooLarge())
    assert status == 413
    assert ("The file is larger than" in page) == is_upload
    assert page.count("Nothing was changed.") == 1


def test_a_file_that_is_gone_already_can_be_deleted(app: Flask, folder: Path) -> None:
    with app.app_context():
        for _ in range(2):
            uploads.delete_upload("ab" * 32)
    assert list(folder.iterdir()) == []


def test_a_form_without_a_file_and_a_file_without_a_name_are_refused(app: Flask) -> None:
    for data in ({}, {"file": FileStorage(io.BytesIO(b"x"), "")}):
        with (
            app.test_request_context("/import", method="POST", data=data),
            pytest.raises(UnreadableFileError, match="Choose a file first"),
        ):
            uploads.save_upload()
