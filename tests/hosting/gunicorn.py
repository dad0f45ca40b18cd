"""Companion under gunicorn over PostgreSQL, as a server runs it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.request import urlopen

from tests.cli.running import clean_environment
from tests.hosting.postgresql import HERE, wait_for

ROOT = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 120


class Gunicorn:
    """Processes of the app behind one port, started and stopped like a service."""

    def __init__(self, url: str, folder: Path, port: int, processes: int = 1, **settings: str) -> None:
        self.port = port
        self._command = [
            sys.executable, "-m", "gunicorn", "--config", "contrib/gunicorn.conf.py", "--bind", f"{HERE}:{port}",
            "--workers", str(processes), "--log-level", "error", "companion.wsgi:app",
        ]  # fmt: skip
        self._environment = clean_environment(
            COMPANION_DATABASE_URL=url, COMPANION_INSTANCE=str(folder), COMPANION_SECRET_KEY="k" * 40,
            COMPANION_TRUSTED_PROXIES="1", **settings,
        )  # fmt: skip
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._process = subprocess.Popen(
            self._command, cwd=ROOT, env=self._environment, stdin=subprocess.DEVNULL, start_new_session=True
        )
        wait_for(self.port)

    def wait_until_ready(self) -> None:
        """Wait until its processes accept requests; until then they wait in the queue of the socket."""
        urlopen(f"http://{HERE}:{self.port}/readyz", timeout=PATIENCE).close()

    def stop(self) -> None:
        """Stop after open requests are finished."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)

    def workers(self) -> list[int]:
        """The worker processes."""
        return pids_below(self._process.pid)

    def kill(self) -> None:
        """Kill the master, and wait until its workers have ended."""
        workers = self.workers()
        self._process.kill()
        self._process.wait(PATIENCE)
        end = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < end:
            time.sleep(0.05)

    def cpu_seconds(self) -> float:
        """CPU seconds that all processes have used so far."""
        return session_seconds(self._process.pid)


def session_seconds(pid: int) -> float:
    """CPU seconds that the processes of a session have used so far."""
    return seconds_of(lambda fields: int(fields[3]) == pid)


def postgresql_seconds(pid: int) -> float:
    """Return the CPU seconds that a PostgreSQL has used so far, ended connections included."""
    own = (f for path in [Path(f"/proc/{pid}/stat")] for f in [path.read_text().rpartition(")")[2].split()])
    ended = sum(int(fields[13]) + int(fields[14]) for fields in own) / TICKS
    return ended + seconds_of(lambda fields: int(fields[1]) == pid)


def seconds_of(is_meant: Callable[[Sequence[str]], bool]) -> float:
    """Return the CPU seconds of processes chosen by ``/proc/<pid>/stat``, from its third field on."""
    return sum(int(fields[11]) + int(fields[12]) for fields in _stats() if is_meant(fields)) / TICKS


def pids_below(pid: int) -> list[int]:
    """Return the child processes of a process, and theirs."""
    found = [path for path in Path("/proc").glob("[0-9]*/stat") if _fields(path)[1:2] == [str(pid)]]
    return sorted(int(path.parent.name) for path in found)


def _fields(path: Path) -> Sequence[str]:
    """Return ``/proc/<pid>/stat`` from the third field on; nothing if the process has ended."""
    try:
        return path.read_text().rpartition(")")[2].split()
    except OSError:
        return ()


def _stats() -> Iterator[Sequence[str]]:
    return (fields for path in Path("/proc").glob("[0-9]*/stat") if (fields := _fields(path)))
