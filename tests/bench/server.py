"""A server in a process of its own, its CPU time and its memory."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 300
"""Time-out of start and end in seconds."""


def free_port() -> int:
    """Return a port that stays free while the server is down: not one of those that the system assigns to clients."""
    for port in random.sample(range(20_000, 32_000), 1_000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("there is no free port")


class Server:
    """A server program that takes its port as last argument; it can be started, stopped and killed."""

    def __init__(self, *command: str) -> None:
        self.port = free_port()
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start, and wait until it accepts connections.

        :raises RuntimeError: it ends, or takes too long.
        """
        environment = {key: value for key, value in os.environ.items() if not key.startswith("COMPANION_")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", *self._command, "--port", str(self.port)],
            cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """Kill all its processes (SIGKILL), as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it with a signal, as Ctrl+C does."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, number)
            self._process.wait(PATIENCE)
            self._process = None

    def cpu_seconds(self) -> float:
        """Return the CPU seconds that all its processes have used so far, by Linux's clocks, which count nanoseconds.

        Their numbers are those of ``clock_getcpuclockid``, which Python has for threads only.
        """
        return sum(time.clock_gettime(~number << 3 | 2) for number, _ in self._stats())

    def memory(self) -> float:
        """Return the resident memory of all its processes, in MB."""
        return sum(int(stat[21]) for _, stat in self._stats()) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def _stats(self) -> Iterator[tuple[int, Sequence[str]]]:
        """Yield the id of each process of its session, with its ``/proc/<pid>/stat`` from the third field on."""
        assert self._process is not None
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            if int(fields[3]) == self._process.pid:
                yield int(path.parent.name), fields


def companion(instance: Path) -> Server:
    """Start ``companion serve`` with its instance in this folder."""
    return Server("companion", "serve", "--host", "127.0.0.1", "--instance", str(instance))


def warm(server: Server) -> Server:
    """Wait until the app has built its search indexes, shortly after its start: a search waits for them."""
    urlopen(f"http://127.0.0.1:{server.port}/rules/search?q=renege", timeout=PATIENCE).close()
    return server


def bare(instance: Path) -> Server:
    """Start the bare app on the same server."""
    return Server("tests.bench.bare", "--instance", str(instance))
