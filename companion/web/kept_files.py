"""Files that were handed in and wait for the tap that brings them in: on the disk, for an hour."""

import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import IO

from flask import current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.exports.packed import UnreadableFileError, too_large
from companion.store.club_file import MOST_BYTES

FOLDER = "arrived"
SECONDS = 3600
MOST = 6
"""How many wait at once; the oldest goes for another."""

AROUND = 64 * 1024
"""What a form has beside its file, in bytes."""

TAKES_FILES = ("exports.bring_in", "exports.from_bgstats")
"""Where large files may be sent."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,40}")

one_at_a_time = Lock()
"""Looking through a file takes memory: never two at once."""


def let_files_in() -> None:
    """Before every request: where files are taken, a body may be as large as one."""
    if request.method == "POST" and request.endpoint in TAKES_FILES:
        request.max_content_length = MOST_BYTES + AROUND


def is_file_too_large(error: object) -> bool:
    """Whether a request was refused because of a file that is too large."""
    return isinstance(error, RequestEntityTooLarge) and request.endpoint in TAKES_FILES


def keep() -> str:
    """Keep the file that was sent; gives the token by which it is found.

    :raises UnreadableFileError: none was sent, or it is too large.
    """
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        raise UnreadableFileError("Choose the file first.")
    folder = _folder()
    _clear(folder)
    token = secrets.token_urlsafe(18)
    with (folder / token).open("wb") as kept:
        left = MOST_BYTES + 1
        while left and (some := sent.stream.read(min(1 << 20, left))):
            kept.write(some)
            left -= len(some)
    if not left:
        drop(token)
        raise UnreadableFileError(too_large(MOST_BYTES))
    return token


@contextmanager
def opened(token: str) -> Iterator[IO[bytes]]:
    """A file that waits.

    :raises UnreadableFileError: it waits no more.
    """
    path = _folder() / token
    if not _TOKEN.fullmatch(token) or not path.is_file():
        raise UnreadableFileError("The file has waited for too long. Choose it once more.")
    with path.open("rb") as file:
        yield file


def drop(token: str) -> None:
    """Let a file go."""
    if _TOKEN.fullmatch(token):
        (_folder() / token).unlink(missing_ok=True)


def _folder() -> Path:
    folder: Path = current_app.config["COMPANION"].instance / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _clear(folder: Path) -> None:
    """Let the files go that nobody wants any more."""
    waiting = sorted((path for path in folder.iterdir() if path.is_file()), key=lambda path: path.stat().st_mtime)
    for number, path in enumerate(waiting):
        if number < len(waiting) - MOST + 1 or time.time() - path.stat().st_mtime > SECONDS:
            with suppress(OSError):
                path.unlink(missing_ok=True)
