"""Load gunicorn over PostgreSQL behind a proxy with clubs whose phones poll and save, for a limited time.

Prints how long requests took under load, milliseconds of CPU for a save, a sheet and a poll, what 2,000 clubs take of a
core, and how many clubs so many cores carry.
"""

import argparse
import heapq
import os
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Lock

from companion.core.words import counted
from companion.store.database.caches.poll_cache import LIVELY, QUICK, USUAL
from tests.bench.phone import LOST, Answer, Phone, new_id
from tests.bench.plays import forms
from tests.bench.server import free_port
from tests.hosting.gunicorn import Gunicorn, postgresql_seconds, session_seconds
from tests.hosting.postgresql import found_program, own_server, programs
from tests.hosting.proxies import PROXIES

MOST_CLUBS, MOST_PHONES, MOST_SECONDS = 2000, 10, 300
HANDS = 16
"""Number of concurrent requests of this client."""

FEW_HANDS = 4
"""The same where the cost of requests is measured, so that none of them waits long."""

PAUSE = 0.1
"""Seconds until a form that was refused for overload is sent again."""

GOAL_CLUBS, GOAL_PHONES, GOAL_EVERY = 2000, 5, 180
"""The goal: number of clubs, phones in each, and seconds between two rounds of a club."""

SAVES, POLLS = 3, 5
"""How many of each a club and a phone send where their cost is measured."""

BUSY = 0.6
"""The share of its cores that a server is meant to use, so that a busy minute finds the rest."""


@dataclass
class Club:
    """A club with a play and its phones; the first of them writes."""

    phones: list[Phone]
    play: str
    done: int = 0

    def save(self) -> Answer:
        """Save the next round; after the last one, the first of another game."""
        if self.done == len(forms()):
            self.play, self.done = self.phones[0].start_play("rage"), 0
        carried = [("base", self.done + 1), ("client_id", new_id()), ("slot", self.done + 1)]
        answer = self.phones[0].post(f"{self.play}/rounds", [*carried, *forms()[self.done]])
        self.done += answer.status == 303
        return answer


@dataclass
class Watching:
    """A phone that polls its club's play."""

    club: Club
    phone: Phone
    is_writer: bool
    mark: str = ""
    lock: Lock = field(default_factory=Lock)


class Measured:
    """Latencies of requests by kind, and errors."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)
        self.wrong: dict[str, int] = defaultdict(int)
        self.late: list[float] = []
        """Seconds by which this client itself was behind."""

    def of(self, kind: str, ask: Callable[[], Answer], *expected: int) -> Answer | None:
        """Send a request, measure it, and return the response; None: it failed."""
        began = time.perf_counter()
        try:
            answer = ask()
        except LOST as fault:
            self.wrong[f"{kind}: {type(fault).__name__}"] += 1
            return None
        self.took[kind].append(time.perf_counter() - began)
        if answer.status in expected:
            return answer
        self.wrong[f"{kind}: {answer.status}"] += 1
        return None

    def report(self) -> None:
        """Print a line for each kind of request."""
        for kind, found in sorted(self.took.items()):
            cuts = quantiles(found, n=100) if len(found) > 1 else found * 99
            print(f"{kind:<8}{len(found):>8}   p50 {cuts[49] * 1000:>7.1f} ms   p99 {cuts[98] * 1000:>7.1f} ms")
        behind = sorted(self.late)[int(len(self.late) * 0.99)] * 1000 if self.late else 0
        print(f"the client itself was behind by {behind:.0f} ms (p99)")
        print("errors:", ", ".join(f"{what} × {number}" for what, number in sorted(self.wrong.items())) or "none")


def new_club(port: int, number: int, phones: int) -> Club:
    """Return a club with so many phones at a game of Rage, each phone with its own address."""
    first = Phone(port, f"127.1.{number // 250}.{number % 250 + 1}")
    first.start_club()
    play = first.start_play("rage")
    found = re.search(r'class="code-shown">([^<]+)<', first.get(f"{first.club}/invite").expect(200).text)
    assert found is not None
    others = [Phone(port, f"127.{2 + other}.{number // 250}.{number % 250 + 1}") for other in range(phones - 1)]
    for other in others:
        other.join(found[1])
    return Club([first, *others], play)


def watching_all(clubs: Sequence[Club]) -> list[Watching]:
    """Return all phones of these clubs."""
    return [Watching(club, phone, phone is club.phones[0]) for club in clubs for phone in club.phones]


def look(one: Watching, measured: Measured, *, first: bool = False) -> None:
    """Load the sheet."""
    answer = measured.of("first" if first else "sheet", lambda: one.phone.get(one.club.play), 200)
    if answer is not None:
        one.mark = answer.attribute("data-mark")


def poll(one: Watching, measured: Measured) -> float:
    """Poll, load the sheet if it has changed, and return the seconds until the next poll."""
    answer = measured.of("poll", lambda: one.phone.get(f"{one.club.play}/state?mark={one.mark}"), 200, 204)
    if answer is None:
        return 4.0
    if answer.status == 200:
        look(one, measured)
    return int(answer.headers.get("Ask-Again") or 4000) / 1000


def under_load(watching: Sequence[Watching], measured: Measured, every: float, seconds: int) -> None:
    """Let all phones poll as often as the app asks them to, and each club save a round now and then."""
    end = time.monotonic() + seconds
    due: list[tuple[float, int, Callable[[], float]]] = []
    dice, lock = random.Random(1), Lock()

    def polling(one: Watching) -> float:
        with one.lock:
            return poll(one, measured)

    def saving(one: Watching) -> float:
        with one.lock:
            measured.of("save", one.club.save, 303)
            look(one, measured)
        return every

    for one in watching:
        due.append((time.monotonic() + 4 * dice.random(), len(due), partial(polling, one)))
        if one.is_writer:
            due.append((time.monotonic() + every * dice.random(), len(due), partial(saving, one)))
    heapq.heapify(due)

    def work() -> None:
        while time.monotonic() < end:
            with lock:
                at, number, act = heapq.heappop(due) if due else (end, 0, None)
            wait = at - time.monotonic()
            time.sleep(max(0.0, min(wait, end - time.monotonic())))
            if act is None or time.monotonic() >= end:
                return
            measured.late.append(max(0.0, -wait))
            again = act()
            with lock:
                heapq.heappush(due, (max(at, time.monotonic()) + again, number, act))

    with ThreadPoolExecutor(HANDS) as pool:
        for done in [pool.submit(work) for _ in range(HANDS)]:
            done.result()


def costs(clubs: Sequence[Club], spent: Callable[[], float]) -> dict[str, float]:
    """Return the milliseconds of CPU for a save, a sheet with the poll before it, and a poll without news.

    PostgreSQL's are included. Several requests are under way at once, as under load.
    """

    def each(requests: Sequence[Callable[[], object]]) -> float:
        before = spent()
        with ThreadPoolExecutor(FEW_HANDS) as pool:
            for done in [pool.submit(request) for request in requests]:
                done.result()
        return (spent() - before) / len(requests) * 1000

    plain, watching = Measured(), watching_all(clubs)

    def save(club: Club) -> None:
        for _ in range(SAVES):
            while club.save().status == 503:
                time.sleep(PAUSE)

    def polls() -> float:
        return each([partial(poll, one, plain) for one in watching])

    each([partial(look, one, plain) for one in watching])
    saves = each([partial(save, club) for club in clubs]) / SAVES
    sheet = polls()
    for _ in range(POLLS):  # until each process knows each phone
        polls()
    return {"save": saves, "sheet": sheet, "poll": sum(polls() for _ in range(POLLS)) / POLLS}


def arithmetic(cost: dict[str, float], cores: int) -> None:
    """Print what the goal takes of a core, and how many clubs these cores carry."""
    phones = GOAL_CLUBS * GOAL_PHONES
    quick = min(LIVELY, GOAL_EVERY)
    polls_each = (quick / QUICK + (GOAL_EVERY - quick) / USUAL) * 1000
    rates = {
        "save": GOAL_CLUBS / GOAL_EVERY,
        "sheet": phones / GOAL_EVERY,
        "poll": phones * polls_each / GOAL_EVERY,
    }
    print(f"\n{GOAL_CLUBS:,} clubs with {GOAL_PHONES} phones each, a round every {GOAL_EVERY} seconds:")
    for kind, rate in rates.items():
        print(f"{kind:<8}{rate:>8.0f} a second × {cost[kind]:.2f} ms = {rate * cost[kind] / 1000:.2f} cores")
    taken = sum(rate * cost[kind] for kind, rate in rates.items()) / 1000
    carried = GOAL_CLUBS / taken * BUSY * cores
    print(f"together {taken:.2f} cores; {carried:,.0f} clubs use {BUSY:.0%} of {counted(cores, 'core')}")


@contextmanager
def on_cores(number: int) -> Iterator[None]:
    """Let processes that are started in this block run on the first cores only, so many of them."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:number])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def main() -> int:
    """Start the servers, load them, and print the result."""
    parser = argparse.ArgumentParser(prog="python -m tests.hosting.load", description=__doc__)
    parser.add_argument("--clubs", type=int, default=40, help=f"at most {MOST_CLUBS} (default: 40)")
    parser.add_argument("--phones", type=int, default=5, help=f"in each, at most {MOST_PHONES} (default: 5)")
    parser.add_argument("--cores", type=int, default=2, help="that the app and PostgreSQL run on (default: 2)")
    parser.add_argument("--processes", type=int, help="of gunicorn (default: one for each core)")
    parser.add_argument("--proxy", choices=PROXIES, default="nginx", help="in front (default: nginx)")
    parser.add_argument("--seconds", type=int, default=30, help=f"of load, at most {MOST_SECONDS} (default: 30)")
    parser.add_argument("--every", type=float, default=20, help="seconds between two rounds of a club (default: 20)")
    given = parser.parse_args()
    if programs() is None or found_program(given.proxy) is None or not Path("/proc/self/stat").exists():
        print(f"This takes PostgreSQL in /usr/lib/postgresql, {given.proxy}, and Linux.")
        return 2
    number, phones = min(given.clubs, MOST_CLUBS), min(given.phones, MOST_PHONES)
    cores = min(given.cores, len(os.sched_getaffinity(0)))
    processes = given.processes or cores
    with ExitStack() as running:
        folder = Path(running.enter_context(TemporaryDirectory()))
        folder.chmod(0o755)
        (folder / "proxy").mkdir(mode=0o755)
        with on_cores(cores):
            server = running.enter_context(own_server())
            apps = []
            for _ in range(processes):
                apps.append(Gunicorn(server.url, folder / "app", free_port(), COMPANION_CACHE_MB="64"))
                running.callback(apps[-1].stop)
        proxy = running.enter_context(PROXIES[given.proxy](folder / "proxy", *(app.port for app in apps)))
        with ThreadPoolExecutor(4) as pool:
            clubs = list(pool.map(lambda one: new_club(apps[one % processes].port, one, phones), range(number)))
        for phone in (phone for club in clubs for phone in club.phones):
            phone.close()
            phone.reach(proxy.port)
            running.callback(phone.close)
        print(
            f"{number} clubs × {phones} phones, {counted(processes, 'process', 'processes')}, {counted(cores, 'core')}"
        )

        def spent() -> tuple[float, float, float]:
            return sum(app.cpu_seconds() for app in apps), postgresql_seconds(server.pid), session_seconds(proxy.pid)

        measured, watching = Measured(), watching_all(clubs)
        with ThreadPoolExecutor(HANDS) as pool:
            list(pool.map(partial(look, measured=measured, first=True), watching))
        before, began = spent(), time.monotonic()
        under_load(watching, measured, given.every, min(given.seconds, MOST_SECONDS))
        took = time.monotonic() - began
        print(f"{took:.0f} seconds of load\n")
        measured.report()
        shares = [100 * (now - then) / took for now, then in zip(spent(), before, strict=True)]
        print("CPU of the app {:.0f} %, of PostgreSQL {:.0f} %, of the proxy {:.0f} % of a core\n".format(*shares))
        cost = costs(clubs, lambda: sum(spent()[:2]))
        for kind, value in cost.items():
            print(f"a {kind:<6}{value:>7.2f} ms of CPU, PostgreSQL's included")
        arithmetic(cost, cores)
    return 1 if measured.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
