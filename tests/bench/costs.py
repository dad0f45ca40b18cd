"""What requests cost a server, beside requests of the bare app."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from companion.core.words import counted
from tests.bench.phone import Phone, new_id
from tests.bench.server import Server

BATCHES = 5
"""Number of alternating measurements of each kind; the median counts."""

WARM_UP = 30
"""Warm-up requests of each connection."""

Request = Callable[[], None]


class Report:
    """The table of results, and the number of missed targets."""

    def __init__(self) -> None:
        self.missed = 0

    def line(self, name: str, value: float, unit: str, most: float | None = None, beside: str = "") -> None:
        """Print a value, and whether it meets its target."""
        verdict = ""
        if most is not None:
            self.missed += value > most
            verdict = f"{'PASS' if value <= most else 'FAIL'}, at most {most:g}"
        print(f"{name:<46}{value:>8.2f} {unit:<3} {verdict:<18} {beside}".rstrip(), flush=True)


class Bare:
    """A phone of the bare app."""

    def __init__(self, port: int) -> None:
        self.phone = Phone(port)

    def insert(self) -> None:
        """Insert one row."""
        self.phone.post("/entry", [("text", "2 bid, 2 taken"), ("client_id", new_id())]).expect(200)

    def load(self) -> None:
        """Load the page of 10 KB."""
        self.phone.get("/page").expect(200)

    def load_long(self) -> None:
        """Load the page of 30 KB."""
        self.phone.get("/long").expect(200)


def cost(server: Server, requests: Iterable[Request], each: int) -> float:
    """Return the milliseconds of CPU that a request takes. ``each``: how many are sent on each connection."""

    def work(request: Request) -> None:
        for _ in range(each):
            request()

    requests = list(requests)
    before = server.cpu_seconds()
    with ThreadPoolExecutor(len(requests)) as pool:
        list(pool.map(work, requests))
    return (server.cpu_seconds() - before) / (each * len(requests)) * 1000


def in_turn(
    one: tuple[Server, list[Request]], other: tuple[Server, list[Request]], each: int
) -> tuple[list[float], list[float]]:
    """Return the costs of both kinds of requests, measured in alternating batches after a warm-up."""
    counts = [WARM_UP, *[each] * BATCHES]
    pairs = [(cost(*one, count), cost(*other, count)) for count in counts]
    return [first for first, _ in pairs], [second for _, second in pairs]


def compare(
    report: Report, simple: tuple[str, list[float]], real: tuple[str, list[float]], most: float, connections: int
) -> None:
    """Report both costs, and the real one as multiples of the simple one."""
    beside = counted(connections, "connection")
    low, high = simple[1][1:], real[1][1:]  # the first batch only warmed up
    report.line(simple[0], median(low), "ms", beside=beside)
    report.line(real[0], median(high), "ms", beside=beside)
    times = [one / other for one, other in zip(high, low, strict=True)]  # of neighbours in time
    report.line(f"  times the {simple[0]}", median(times), "", most)
