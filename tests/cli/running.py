"""The app as a process of its own, as somebody starts it at home."""

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer

from tests.database import put_empty_database

STARTED = "Stop with Ctrl+C"
"""Text of the line after which the app answers."""

PATIENCE = 300
"""Time-out in seconds, long enough for a busy machine."""


def clean_environment(**more: str) -> dict[str, str]:
    """Return this process's environment without settings of the app, and with ``more``."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")} | more


class Running:
    """A started app and its output."""

    def __init__(self, process: subprocess.Popen[str], printed: str) -> None:
        self.process = process
        self.printed = printed
        found = re.search(r"On this computer\s+http://(\S+):(\d+)", printed)
        assert found, printed
        self.host, self.port = found[1], int(found[2])
        self.address = f"http://127.0.0.1:{self.port}"

    def get(self, path: str = "/") -> tuple[int, str]:
        """Return status and body of a page."""
        status, body = self.fetch(path)
        return status, body.decode()

    def fetch(self, path: str) -> tuple[int, bytes]:
        """Return status and body of a file that is no text, such as a picture."""
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            return answer.status, answer.read()

    def wait(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and the rest of the output."""
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, rest


@contextmanager
def running(
    *options: str, folder: Path, environment: Mapping[str, str] | None = None, port: str = "0", is_first: bool = False
) -> Iterator[Running]:
    """Start ``companion`` with its instance in a folder, on any free port; kill it at the end if it still runs.

    ``is_first``: the app creates the folder and the database; otherwise they are there, which saves a third of the
    start.
    """
    if not (is_first or (folder / "instance").exists()):
        put_empty_database(folder / "instance")
    command = [sys.executable, "-m", "companion", "--instance", str(folder / "instance"), "--port", port, *options]
    with subprocess.Popen(
        command, cwd=folder, env=clean_environment() if environment is None else dict(environment), text=True,
        encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        try:
            yield Running(process, _until_started(process))
        finally:
            with suppress(ProcessLookupError):
                process.kill()


def _until_started(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    printed = ""
    bell = Timer(PATIENCE, process.kill)
    bell.start()
    try:
        while line := process.stdout.readline():
            printed += line
            if STARTED in line:
                return printed
    finally:
        bell.cancel()
    raise AssertionError(f"the app did not start:\n{printed}")
