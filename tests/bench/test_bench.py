"""Measurements that are otherwise run by hand still run: each in its smallest size, whatever it finds."""

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.commands.demo import fill_demo_of_years
from companion.settings import DATABASE
from tests.bench import __main__ as bench
from tests.bench import clubs, costs, folds, forms, plays, watching, years
from tests.bench.server import Server, bare, companion, warm
from tests.database import put_empty_database
from tests.hosting import kills, load
from tests.hosting.proxies import Proxy

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="CPU time is read from Linux's /proc")

FEWEST_PLAYS = 12
"""The smallest demo of years."""


@dataclass
class Lent:
    """A server that a measurement must not stop."""

    server: Server

    @property
    def port(self) -> int:
        return self.server.port

    def cpu_seconds(self) -> float:
        return self.server.cpu_seconds()

    def memory(self) -> float:
        return self.server.memory()

    def stop(self) -> None:
        pass


@dataclass
class Served:
    """The app with a small club of years, and the bare app."""

    app: Lent
    bare: Lent
    recovery: str
    folder: Path


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("bench")
    put_empty_database(folder)
    recovery = years.filled(folder, FEWEST_PLAYS)
    app, simple = companion(folder), bare(folder)
    try:
        yield Served(Lent(warm(app)), Lent(simple), recovery, folder)
    finally:
        app.stop()
        simple.stop()


@pytest.fixture(autouse=True)
def _closed_connections(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close connections that measurements keep open until the process ends."""
    opened: list[HTTPConnection] = []

    class Noted(HTTPConnection):
        def connect(self) -> None:
            super().connect()
            opened.append(self)

    monkeypatch.setattr("tests.bench.phone.HTTPConnection", Noted)
    yield
    for connection in opened:
        connection.close()


def test_everything_is_measured(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (bench, costs, plays, watching):
        monkeypatch.setattr(module, "BATCHES", 1)
        monkeypatch.setattr(module, "WARM_UP", 1)
    for module, name, few in (
        (watching, "POLLED", 2),
        (forms, "REPEATS", 1), (folds, "REPEATS", 1), (folds, "SAMPLES", 1), (clubs, "PLAYS", 1), (clubs, "ROUNDS", 1),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, few)
    monkeypatch.setattr(clubs, "fill_demo", lambda dice, tell: fill_demo_of_years(dice, FEWEST_PLAYS, tell))
    monkeypatch.setattr(bench, "companion", lambda _: served.app)
    monkeypatch.setattr(bench, "bare", lambda _: served.bare)
    club = years.YearsOfPlay(served.app, served.recovery)  # type: ignore[arg-type] # like a server
    monkeypatch.setattr(bench, "years_of_play", lambda _: nullcontext((club, club)))
    monkeypatch.setattr(sys, "argv", ["bench", "--saves", "1", "--loads", "1", "--connections", "1"])
    assert bench.main() in (0, 1), "a target may be missed in so few requests"
    output = capsys.readouterr().out
    for line in (
        "saved round and its sheet", "sheet, nine rounds and the form", "phones: shown anew", "a poll of one of 2",
        "over the wire", "a question answered", "the year, 2,000 plays", "form of 8 players, 5 fields, shown",
        "rage, folded", "a club imported", "memory of the server",
    ):  # fmt: skip
        assert line in output


def test_a_server_is_loaded(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Leave out PostgreSQL and the proxy: the measuring itself does not depend on them."""
    here = Proxy(served.app.port, os.getpid())
    monkeypatch.setattr(load, "programs", lambda: Path("/"))
    monkeypatch.setattr(load, "found_program", lambda _: "/")
    monkeypatch.setattr(load, "own_server", lambda: nullcontext(kills.OwnServer("", os.getpid(), Path("/"), print)))
    monkeypatch.setattr(load, "Gunicorn", lambda *_, **__: served.app)
    monkeypatch.setitem(load.PROXIES, "nginx", lambda *_: nullcontext(here))
    small = ["--clubs", "1", "--phones", "2", "--processes", "1", "--seconds", "1", "--every", "0.3"]
    monkeypatch.setattr(sys, "argv", ["load", *small])
    code = load.main()
    output = capsys.readouterr().out
    assert code == 0, output
    assert "errors: none" in output
    assert "clubs use 60% of" in output


def test_answered_saves_are_compared_with_the_log(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill nothing: ``tests/hosting/test_kills.py`` tests that, at night."""
    database = kills.OwnServer(f"sqlite:///{served.folder / DATABASE}", os.getpid(), served.folder, print)
    killed = []

    @dataclass
    class Unharmed:
        app: Lent
        postgresql: kills.OwnServer

        def kill(self, what: str) -> None:
            killed.append(what)

    monkeypatch.setattr(kills, "hosted", lambda _: nullcontext(Unharmed(served.app, database)))
    found = kills.kill_under_load(2, clubs=2, seed=1, tell=lambda _: None)
    assert len(killed) == found.killed.total() == 2
    assert found.answered >= 2
    assert not found.lost
    assert {name for name in found.twice if not name.startswith("demo ")} == set()
    assert found.unknown, "the rounds of the demo"
    assert "2 kills in" in str(found)
