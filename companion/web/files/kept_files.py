"""Uploaded files that wait for a confirmation: on disk, for an hour."""

import hashlib
import json
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from flask import current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.exports.packed import UnreadableFileError, too_large
from companion.store.files.club_file import MOST_BYTES

FOLDER = "arrived"
SECONDS = 3600
MOST = 6
"""How many wait at once; the oldest goes for another."""

AROUND = 64 * 1024
"""What a form has beside its file, in bytes."""

TAKES_FILES = ("exports.bring_in", "bgstats.from_bgstats")
"""Where large files may be sent."""

GONE = "The file has waited for too long. Choose it once more."

STATUS = ".json"
"""How the name of a file ends that says how far the work on another one is."""

_TOKEN = re.compile(r"[0-9a-f]{64}")


def allow_upload() -> None:
    """Raise the size limit of requests that upload a file."""
    if request.method == "POST" and request.endpoint in TAKES_FILES:
        request.max_content_length = MOST_BYTES + AROUND


def is_upload_too_large(error: object) -> bool:
    """Return whether a request was refused because its file is too large."""
    return isinstance(error, RequestEntityTooLarge) and request.endpoint in TAKES_FILES


def keep() -> str:
    """Save the uploaded file and return its token: a hash, so that the same file is saved once.

    :raises UnreadableFileError: none was sent, or it is too large.
    """
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        raise UnreadableFileError("Choose the file first.")
    folder = _folder()
    arriving = folder / f".{secrets.token_hex(8)}"
    found = hashlib.sha256()
    try:
        with arriving.open("wb") as kept:
            left = MOST_BYTES + 1
            while left and (some := sent.stream.read(min(1 << 20, left))):
                kept.write(some)
                found.update(some)
                left -= len(some)
        if not left:
            raise UnreadableFileError(too_large(MOST_BYTES))
        token = found.hexdigest()
        if waits(token):
            (folder / token).touch()
        else:
            _clear(folder)
            arriving.replace(folder / token)
    finally:
        arriving.unlink(missing_ok=True)
    return token


def waits(token: str) -> bool:
    """Return whether a file with this token waits."""
    return bool(_TOKEN.fullmatch(token)) and (_folder() / token).is_file()


@contextmanager
def opened(token: str) -> Iterator[IO[bytes]]:
    """Open a file that waits.

    :raises UnreadableFileError: it waits no more.
    """
    if not waits(token):
        raise UnreadableFileError(GONE)
    with (_folder() / token).open("rb") as file:
        yield file


def drop(token: str) -> None:
    """Delete a file and its status."""
    if _TOKEN.fullmatch(token):
        (_folder() / token).unlink(missing_ok=True)
        set_status(token, None)


# How far the work on a file is.


def status(work: str) -> Mapping[str, Any] | None:
    """Return the last status of the work on a file; None: there is none. All processes with this folder share it."""
    try:
        told: Mapping[str, Any] = json.loads((_folder() / f"{work}{STATUS}").read_text("utf-8"))
    except FileNotFoundError:
        return None
    return told


def set_status(work: str, told: Mapping[str, Any] | None) -> None:
    """Set the status of the work on a file; None deletes it."""
    path = _folder() / f"{work}{STATUS}"
    if told is None:
        path.unlink(missing_ok=True)
        return
    fresh = path.with_name(f".{secrets.token_hex(8)}")
    fresh.write_text(json.dumps(told), "utf-8")
    fresh.replace(path)


def lock_path() -> Path:
    """Return the lock file for work on uploaded files."""
    return _folder() / ".lock"


def _folder() -> Path:
    folder: Path = current_app.config["COMPANION"].instance / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _clear(folder: Path) -> None:
    """Delete outdated files to make room for one more."""
    ages = {path: _age(path) for path in folder.iterdir() if path != lock_path()}
    waiting = sorted((path for path in ages if _TOKEN.fullmatch(path.name)), key=ages.__getitem__)
    too_many = waiting[MOST - 1 :]
    too_old = [path for path, age in ages.items() if age > SECONDS]
    for path in {*too_many, *(path.with_name(f"{path.name}{STATUS}") for path in too_many), *too_old}:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _age(path: Path) -> float:
    """Return the seconds since a file was last written; 0 if it is gone."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0
