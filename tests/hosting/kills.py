"""Kill processes of the app, PostgreSQL and Valkey while clubs save, and check that nothing is lost or written twice.

Three processes of gunicorn answer over PostgreSQL and Valkey, all at 127.0.0.1 and in folders of their own. Each club
sends a form until it is answered, as a page does. Then the log holds each form that was answered exactly once, and no
other.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from companion.web.support.requests.overload import OVERLOADED
from tests.bench.phone import LOST, PLAYERS, Answer, Phone, new_id
from tests.bench.plays import forms
from tests.bench.server import free_port
from tests.hosting.gunicorn import Gunicorn, pids_below
from tests.hosting.load import new_club
from tests.hosting.postgresql import HERE, OwnServer, found_program, own_server, programs, wait_for

MOST_TIMES, MOST_CLUBS, PROCESSES = 5000, 30, 3
PATIENCE = 120
"""Time-out in seconds."""

WEIGHTS = {"process": 45, "connection": 25, "valkey": 15, "postgresql": 8, "server": 7}
"""How often each is killed: a process of gunicorn, a connection of PostgreSQL (it then recovers as after a crash),
Valkey, all of PostgreSQL, all of gunicorn."""

PAUSE = 0.1
"""Seconds until a form that was not answered is sent again."""


@dataclass
class Writer:
    """A club that saves one round after the other, each until it is answered."""

    phone: Phone
    play: str
    done: int = 0
    answered: list[str] = field(default_factory=list)
    """The client ids of the rounds that were answered."""

    started: list[str] = field(default_factory=list)
    """The plays that were, too."""

    met: Counter[str] = field(default_factory=Counter)
    """What came besides: other answers, and lost connections."""

    def save_until(self, stopped: Event, pause: float = 0) -> None:
        """Save rounds, and start another game after the last one. ``pause``: seconds between two rounds."""
        while not stopped.wait(pause):
            if self.done == len(forms()):
                self.play, self.done = self._start(), 0
            name = new_id()
            carried = [("base", self.done + 1), ("client_id", name), ("slot", self.done + 1)]
            self._send(f"{self.play}/rounds", [*carried, *forms()[self.done]])
            self.done += 1
            self.answered.append(name)

    def _start(self) -> str:
        seats = [(f"seat.{number}", name) for number, name in enumerate(PLAYERS)]
        fields = [("game", "rage"), ("dealer", 0), ("client_id", new_id()), *seats]
        play = self._send(f"{self.phone.club}/plays/new", fields).location
        self.started.append(play)
        return play

    def _send(self, path: str, fields: Sequence[tuple[str, Any]]) -> Answer:
        """Send a form until it is answered.

        :raises RuntimeError: it was refused, or has not been answered for too long.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = self.phone.post(path, fields)
            except LOST as fault:
                self.met[type(fault).__name__] += 1
            else:
                if answer.status == 303:
                    return answer
                self.met[OVERLOADED.lower() if OVERLOADED in answer.headers else str(answer.status)] += 1
                if answer.status < 500:
                    answer.expect(303)
            time.sleep(PAUSE)
        raise RuntimeError(f"{path} was not answered for {PATIENCE} seconds: {dict(self.met)}")


class Valkey:
    """A Valkey, or a Redis, without persistence."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://{HERE}:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [valkey() or "", "--bind", HERE, "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/")
        wait_for(self.port)

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.wait(PATIENCE)


def valkey() -> str | None:
    """Return the path of a Valkey or a Redis, if there is one."""
    return found_program("valkey-server") or found_program("redis-server")


needs_valkey = pytest.mark.skipif(valkey() is None, reason="there is no valkey-server and no redis-server")


@dataclass
class Hosted:
    """All servers, which can be killed."""

    app: Gunicorn
    postgresql: OwnServer
    valkey: Valkey
    dice: random.Random

    def kill(self, what: str) -> None:
        """Kill one of the servers, and restart it unless something else does."""
        getattr(self, f"_kill_{what}")()

    def _kill_process(self) -> None:
        self._kill_one_of(self.app.workers())  # gunicorn starts another one

    def _kill_server(self) -> None:
        self.app.kill()
        self.app.start()
        self.app.wait_until_ready()

    def _kill_connection(self) -> None:
        self._kill_one_of(pids_below(self.postgresql.postmaster()))
        self._wait_for_postgresql()

    def _kill_one_of(self, pids: Sequence[int]) -> None:
        with suppress(ProcessLookupError):  # it has ended meanwhile
            os.kill(self.dice.choice(pids), signal.SIGKILL)

    def _kill_postgresql(self) -> None:
        postmaster = self.postgresql.postmaster()
        below = pids_below(postmaster)
        os.kill(postmaster, signal.SIGKILL)
        _wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in below))
        self.postgresql.start()
        self._wait_for_postgresql()

    def _kill_valkey(self) -> None:
        self.valkey.kill()
        time.sleep(self.dice.random())
        self.valkey.start()

    def _wait_for_postgresql(self) -> None:
        engine = create_engine(self.postgresql.url)

        def answers() -> bool:
            try:
                with engine.connect() as connection:
                    return bool(connection.scalar(text("select 1")))
            except OperationalError:
                return False

        _wait_until(answers)
        engine.dispose()


def _wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            raise RuntimeError("it has not come back")
        time.sleep(0.05)


@contextmanager
def hosted(dice: random.Random) -> Iterator[Hosted]:
    """Start three processes of the app, PostgreSQL and Valkey."""
    limits = Valkey()
    try:
        with own_server() as server, TemporaryDirectory() as folder:
            app = Gunicorn(
                server.url, Path(folder), free_port(), PROCESSES, COMPANION_LIMITS_URL=limits.url,
                COMPANION_CODE_LETTERS="10",
            )  # fmt: skip
            try:
                yield Hosted(app, server, limits, dice)
            finally:
                app.stop()
    finally:
        limits.kill()


@dataclass
class Found:
    """The result of the comparison."""

    killed: Counter[str]
    seconds: float
    answered: int
    met: Counter[str]
    lost: set[str]
    """Forms that were answered and are not in the log."""

    twice: dict[str, int]
    """Forms that are in it more than once."""

    unknown: set[str]
    """Rounds that nobody has sent."""

    plays: tuple[int, int]
    """How many plays were started by answered forms, and how many there are."""

    @property
    def is_right(self) -> bool:
        """Whether nothing was lost and nothing written twice."""
        return not (self.lost or self.twice or self.unknown) and self.plays[0] == self.plays[1]

    def __str__(self) -> str:
        killed = ", ".join(f"{what} × {number}" for what, number in sorted(self.killed.items()))
        met = ", ".join(f"{what} × {number}" for what, number in sorted(self.met.items())) or "nothing"
        return (
            f"{self.killed.total()} kills in {self.seconds:.0f} seconds: {killed}\n"
            f"{self.answered} rounds answered, {self.plays[0]} games started; sent again after {met}\n"
            f"lost {len(self.lost)}, twice {len(self.twice)}, unknown {len(self.unknown)}, games {self.plays[1]}"
        )


def kill_under_load(times: int, clubs: int, seed: int, *, tell: Callable[[str], object] = print) -> Found:
    """Kill so often, each time after a club has saved; then compare the log with the answers."""
    dice = random.Random(seed)
    order = dice.choices(list(WEIGHTS), list(WEIGHTS.values()), k=times)
    killed: Counter[str] = Counter()
    with hosted(dice) as servers:
        joined = [new_club(servers.app.port, number, 1) for number in range(clubs)]
        writers = [Writer(club.phones[0], club.play) for club in joined]
        stopped, began = Event(), time.monotonic()

        def answered() -> int:
            return sum(len(one.answered) for one in writers)

        with ThreadPoolExecutor(clubs) as pool:
            saving = [pool.submit(writer.save_until, stopped) for writer in writers]
            try:
                for number, what in enumerate(order):
                    enough = answered() + 1
                    _wait_until(lambda enough=enough: answered() >= enough or _failed(saving))
                    if _failed(saving):
                        break
                    servers.kill(what)
                    killed[what] += 1
                    if (number + 1) % 50 == 0:
                        tell(f"{number + 1} kills, {answered()} rounds answered")
            finally:
                stopped.set()
            for one in saving:
                one.result()
        seconds = time.monotonic() - began
        for writer in writers:
            writer.phone.close()
        return _compared(servers.postgresql.url, writers, killed, seconds)


def _failed(saving: Sequence[Any]) -> bool:
    return any(one.done() for one in saving)


def _compared(url: str, writers: Sequence[Writer], killed: Counter[str], seconds: float) -> Found:
    """Compare the log with the answers."""
    engine = create_engine(url)
    with engine.connect() as connection:
        rounds = text("select client_id from event where kind = 'round'")
        written = Counter(str(name) for name in connection.scalars(rounds))
        plays = connection.scalar(text("select count(*) from play")) or 0
    engine.dispose()
    answered = {name for writer in writers for name in writer.answered}
    return Found(
        killed,
        seconds,
        len(answered),
        sum((writer.met for writer in writers), Counter()),
        answered - written.keys(),
        {name: number for name, number in written.items() if number > 1},
        written.keys() - answered,
        (len(writers) + sum(len(writer.started) for writer in writers), plays),
    )


def main() -> int:
    """Kill as often as asked, and print the result."""
    parser = argparse.ArgumentParser(prog="python -m tests.hosting.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=500, help=f"at most {MOST_TIMES} (default: 500)")
    parser.add_argument("--clubs", type=int, default=6, help=f"that save at once, at most {MOST_CLUBS} (default: 6)")
    parser.add_argument("--seed", type=int, default=1, help="what is killed when (default: 1)")
    given = parser.parse_args()
    if programs() is None or valkey() is None or not Path("/proc/self/stat").exists():
        print("This takes PostgreSQL in /usr/lib/postgresql, valkey-server or redis-server, and Linux.")
        return 2
    found = kill_under_load(min(given.times, MOST_TIMES), min(given.clubs, MOST_CLUBS), given.seed)
    print(found)
    return 0 if found.is_right else 1


if __name__ == "__main__":
    sys.exit(main())
