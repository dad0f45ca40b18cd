"""Uploaded files that are kept on disk for up to an hour, until the next step of the import."""

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
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from companion.exports.open_upload import UnreadableFileError, too_large_message
from companion.store.files.read_club_file import MOST_BYTES
from companion.web.support.requests.errors import http_error
from companion.web.support.requests.rate_limits import FILES, rate_limits

UPLOAD_FOLDER = "arrived"
KEPT_SECONDS = 3600
"""For how many seconds a file is kept."""
MOST_UPLOADS = 6
"""How many files are kept at once; another one replaces the oldest."""

REST_OF_REQUEST_BYTES = 64 * 1024
"""Allowance for the rest of the request beside its file, in bytes."""

UPLOAD_ENDPOINTS = ("exports.upload_file", "bgstats.upload_bgstats_file")
"""The endpoints that accept uploads."""

EXPIRED_TEXT = "The file waited too long. Choose it again."

STATUS_SUFFIX = ".json"
"""The suffix of the JSON file with the progress of the work on an uploaded file."""

_TOKEN = re.compile(r"[0-9a-f]{64}")


def allow_upload() -> None:
    """Raise the size limit of a request that uploads a file."""
    if request.method == "POST" and request.endpoint in UPLOAD_ENDPOINTS:
        request.max_content_length = MOST_BYTES + REST_OF_REQUEST_BYTES


def refuse_too_large(error: RequestEntityTooLarge) -> ResponseReturnValue:
    """Return the page for a request that is too large; if it uploads a file, the page says how large that may be."""
    is_upload = request.endpoint in UPLOAD_ENDPOINTS
    return http_error(error, f"{too_large_message(MOST_BYTES)} Nothing was changed." if is_upload else "")


def save_upload() -> str:
    """Save the uploaded file and return its token: a hash of its content, so that the same file is saved once.

    :raises UnreadableFileError: no file was sent, or it is too large.
    :raises TooManyRequests: too many files have come from this address.
    """
    rate_limits().check(FILES)
    rate_limits().count(FILES)
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        raise UnreadableFileError("Choose a file first.")
    folder = _upload_folder()
    arriving = folder / f".{secrets.token_hex(8)}"
    try:
        sent.save(arriving)
        if arriving.stat().st_size > MOST_BYTES:
            raise UnreadableFileError(too_large_message(MOST_BYTES))
        with arriving.open("rb") as file:
            token = hashlib.file_digest(file, "sha256").hexdigest()
        if is_upload_kept(token):
            (folder / token).touch()
        else:
            _delete_old_uploads(folder)
            arriving.replace(folder / token)
    finally:
        arriving.unlink(missing_ok=True)
    return token


def is_upload_kept(token: str) -> bool:
    """Return whether a file with this token is kept."""
    return bool(_TOKEN.fullmatch(token)) and (_upload_folder() / token).is_file()


@contextmanager
def open_upload(token: str) -> Iterator[IO[bytes]]:
    """Open a kept file.

    :raises UnreadableFileError: the file is no longer kept.
    """
    if not is_upload_kept(token):
        raise UnreadableFileError(EXPIRED_TEXT)
    with (_upload_folder() / token).open("rb") as file:
        yield file


def delete_upload(token: str) -> None:
    """Delete a kept file and its status."""
    if _TOKEN.fullmatch(token):
        (_upload_folder() / token).unlink(missing_ok=True)
        set_status(token, None)


# The status of the work on a file.


def read_status(work: str) -> Mapping[str, Any] | None:
    """Return the last status of some work on a file; None if there is none. All processes with this folder share it.

    ``work``: the key of the work: the file's token, or this token followed by a hyphen and any text.
    """
    if not _TOKEN.fullmatch(work.partition("-")[0]):
        return None
    try:
        status: Mapping[str, Any] = json.loads((_upload_folder() / f"{work}{STATUS_SUFFIX}").read_text("utf-8"))
    except FileNotFoundError:
        return None
    return status


def set_status(work: str, status: Mapping[str, Any] | None) -> None:
    """Save the status of some work on a file; None deletes it. ``work``: as for ``read_status``."""
    path = _upload_folder() / f"{work}{STATUS_SUFFIX}"
    if status is None:
        path.unlink(missing_ok=True)
        return
    fresh = path.with_name(f".{secrets.token_hex(8)}")
    fresh.write_text(json.dumps(status), "utf-8")
    fresh.replace(path)


def lock_path() -> Path:
    """Return the path of the lock file for work on uploaded files."""
    return _upload_folder() / ".lock"


def _upload_folder() -> Path:
    """Return the folder of kept files, which is created if necessary."""
    folder: Path = current_app.config["COMPANION"].instance / UPLOAD_FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _delete_old_uploads(folder: Path) -> None:
    """Delete outdated files, and the oldest ones with their status if there is no room for another."""
    ages = {path: _seconds_since_written(path) for path in folder.iterdir() if path != lock_path()}
    waiting = sorted((path for path in ages if _TOKEN.fullmatch(path.name)), key=ages.__getitem__)
    too_many = waiting[MOST_UPLOADS - 1 :]
    too_old = [path for path, age in ages.items() if age > KEPT_SECONDS]
    for path in {*too_many, *(path.with_name(f"{path.name}{STATUS_SUFFIX}") for path in too_many), *too_old}:
        with suppress(OSError):
            path.unlink()


def _seconds_since_written(path: Path) -> float:
    """Return the seconds since a file was last written; 0 if it is gone."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0
