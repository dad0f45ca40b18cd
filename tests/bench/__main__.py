"""Measure the cost of saves, sheets, watchers, rules, search, large forms, scoring and a club’s file.

Exit code 1 where a target is missed.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from urllib.parse import urlencode

from companion.core.play.fold import extend_sheet, fold
from companion.core.play.setups import read_setup
from companion.core.words import counted
from companion.games import SLUGS, all_games, game_of
from companion.games.rage.sample import sample_round
from companion.store.database.caches.poll_cache import QUICK
from tests.bench.clubs import written_and_read
from tests.bench.folds import ROUNDS, slowest
from tests.bench.forms import read_and_shown
from tests.bench.phone import PLAYERS, Phone, new_id
from tests.bench.server import Server, bare, companion, warm
from tests.bench.years import FEW, MANY, OF_NUMBERS, PAGES, YearsOfPlay, years_of_play
from tests.search.test_questions import questions

PARTS = ("save", "sheet", "watch", "poll", "rules", "search", "years", "form", "core", "file")
GAME = "rage"
BATCHES = 5
"""Number of alternating measurements of each kind; the median counts."""

WARM_UP = 30
"""Warm-up requests of each connection."""

MOST_SAVE, MOST_SHEET = 3.0, 4.0
"""Targets: a save as a multiple of the bare INSERT, and a page seen before as a multiple of the bare page."""

MOST_BOTH, MOST_ANEW = 4.0, 10.0
"""Targets: a save and the sheet after it, in multiples of the bare INSERT and page; that sheet alone, in multiples of
the bare page."""

WATCHERS, MOST_WATCHED = 500, 0.2
"""Watchers of one play during a round, and the part of a core that they may take together."""

POLLED, MOST_POLL = 1000, 1.0
"""Number of open plays, and the target for a poll of one of them in milliseconds: each time another one, too
late to be answered from memory."""

WRITTEN_EVERY = 20
"""Seconds between two changes meanwhile, which all watchers load."""

MOST_RULES = 2.0
"""The longest rules page, as multiples of the bare page of 30 KB."""

MOST_WIRE = 40.0
"""The longest rules page over the wire, in KB."""

MOST_SEARCH = 10.0
"""Target for an answer of the search with its page, in milliseconds."""

MOST_READ, MOST_SHOWN = 2.0, 15.0
"""Target for a form with eight players and five fields for each, in milliseconds."""

MOST_SLOWER, MOST_PAGE = 1.3, 10.0
"""A page of a club with 2,000 plays, as multiples of the same with 20, and, a page of statistics, of the bare page of
10 KB. What is filtered has the second bound only."""

MOST_FILE = 30.0
"""A club of 2,000 plays and 20,000 rounds, written into a file or brought in from one, in seconds."""

MOST_MEMORY = 150.0
MOST_FOLD, MOST_RAGE = 2.0, 1.0
"""In milliseconds."""

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


class Table:
    """A phone with its own club, and plays that wait for rounds."""

    def __init__(self, port: int) -> None:
        self.phone = Phone(port)
        self.phone.start_club()
        self.plays: list[str] = []
        self.done = 0
        """Rounds written down in the first of the plays."""

    def prepare(self, saves: int) -> None:
        """Start enough plays for so many saves."""
        while len(self.plays) * ROUNDS - self.done < saves:
            self.plays.append(self.phone.start_play(GAME))

    def save(self) -> None:
        """Save a round, as the page does."""
        carried = [("base", self.done + 1), ("client_id", new_id()), ("slot", self.done + 1)]
        self.phone.post(f"{self.plays[0]}/rounds", [*carried, *forms()[self.done]]).expect(303)
        self.done += 1
        if self.done == ROUNDS:
            self.plays.pop(0)
            self.done = 0

    def save_and_look(self) -> None:
        """Save a round and load the sheet, as the page does."""
        play = self.plays[0]
        self.save()
        self.phone.get(play).expect(200)

    def reader(self, path: str) -> Request:
        """Return a function that loads this page."""

        def load() -> None:
            self.phone.get(path).expect(200)

        return load


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


class Reader:
    """A reader of all rules who asks one question after another."""

    def __init__(self, port: int) -> None:
        self.phone = Phone(port)
        self.asked = cycle(question for _, question, _ in questions())
        sizes = {slug: self.phone.get(f"/rules/{slug}").expect(200).size for slug in SLUGS}
        self.longest = max(sizes, key=lambda slug: sizes[slug])
        self.size = sizes[self.longest]

    def read(self) -> None:
        """Load the longest rules page."""
        self.phone.get(f"/rules/{self.longest}").expect(200)

    def ask(self) -> None:
        """Ask the next question."""
        self.phone.get(f"/rules/search?{urlencode({'q': next(self.asked)})}").expect(200)


@cache
def forms() -> Sequence[Sequence[tuple[str, int]]]:
    """Return the inputs of ten random rounds."""
    game, dice = game_of(GAME), Random(GAME)
    setup, _ = read_setup(game, {"players": list(PLAYERS)})
    assert setup is not None
    sheet, found = fold(game, setup, []), []
    for _ in range(ROUNDS):
        entry = sample_round(sheet.table, dice)
        sheet = extend_sheet(sheet, [entry])
        found.append([
            (f"{key}.{number}", values[name])
            for key, values in entry.items()
            for number, name in enumerate(PLAYERS)
            if name in values
        ])  # fmt: skip
    return found


def cost(server: Server, requests: Iterable[Request], each: int) -> float:
    """Return the milliseconds of CPU for a request, with so many on each connection."""

    def work(request: Request) -> None:
        for _ in range(each):
            request()

    requests = list(requests)
    before = server.cpu_seconds()
    with ThreadPoolExecutor(len(requests)) as pool:
        list(pool.map(work, requests))
    return (server.cpu_seconds() - before) / (each * len(requests)) * 1000


def measure_saves(report: Report, app: Server, simple: Server, connections: int, saves: int) -> None:
    """Measure saves, also with the sheets after them, beside INSERTs and pages of the bare app."""
    each = max(ROUNDS, saves // (BATCHES + 1) // connections // 2)
    tables = [Table(app.port) for _ in range(connections)]
    bares = [Bare(simple.port) for _ in range(connections)]
    inserted, saved, loaded, both = [], [], [], []
    for batch in range(BATCHES + 1):
        count = each if batch else WARM_UP
        for table in tables:
            table.prepare(2 * count)
        inserted.append(cost(simple, [one.insert for one in bares], count))
        saved.append(cost(app, [one.save for one in tables], count))
        loaded.append(cost(simple, [one.load for one in bares], count))
        both.append(cost(app, [one.save_and_look for one in tables], count))
    plain = [sum(pair) for pair in zip(inserted, loaded, strict=True)]
    anew = [one - other for one, other in zip(both, saved, strict=True)]
    _compare(report, ("bare INSERT", inserted), ("saved round", saved), MOST_SAVE, connections)
    _compare(report, ("bare INSERT and page", plain), ("saved round and its sheet", both), MOST_BOTH, connections)
    _compare(report, ("bare page", loaded), ("sheet rendered anew", anew), MOST_ANEW, connections)


def measure_sheets(report: Report, app: Server, simple: Server, connections: int, loads: int) -> None:
    """Measure pages seen before beside bare ones: two sheets, and the club's page, nights and people."""
    each = max(ROUNDS, loads // BATCHES // connections)
    tables = [Table(app.port) for _ in range(connections)]
    bares = [Bare(simple.port) for _ in range(connections)]
    readers: dict[str, list[Request]] = {}
    for table in tables:
        table.prepare(2 * ROUNDS)
        over, still_open = table.plays
        for _ in range(2 * ROUNDS - 1):
            table.save()
        nights = f"{table.phone.club}/nights"
        night = re.search(f'"({nights}/[^"?]+)"', table.phone.get(nights).text)
        assert night is not None
        for name, path in (
            ("sheet, ten rounds", over), ("sheet, nine rounds and the form", still_open),
            ("page of the club", table.phone.club), ("nights", nights), ("a night", night[1]),
            ("people", f"{table.phone.club}/people"),
        ):  # fmt: skip
            readers.setdefault(name, []).append(table.reader(path))
    plain: list[float] = []
    found: dict[str, list[float]] = {name: [] for name in readers}
    for batch in range(BATCHES + 1):
        count = each if batch else WARM_UP
        plain.append(cost(simple, [one.load for one in bares], count))
        for name, requests in readers.items():
            found[name].append(cost(app, requests, count))
    for name, costs in found.items():
        _compare(report, ("bare page", plain), (name, costs), MOST_SHEET, connections)


def measure_watchers(report: Report, app: Server, connections: int, loads: int) -> None:
    """Measure watchers of one play: screens, and phones of the club."""
    each = max(ROUNDS, loads // BATCHES // connections)
    table = Table(app.port)
    table.prepare(ROUNDS)
    play = table.plays[0]
    for _ in range(ROUNDS - 1):
        table.save()
    table.phone.post(f"{play}/screen", [("to", "on"), ("client_id", new_id())]).expect(303)
    found = re.search(r'href="http://[^"/]+(/s/[^"]+)"', table.phone.get(f"{play}/screen").expect(200).text)
    assert found is not None
    seen = {"screens": (found[1], found[1]), "phones": (play, f"{play}/state")}
    phones = [table.phone.twin() for _ in range(connections)]
    for name, (page, asked) in seen.items():
        mark = table.phone.get(page).expect(200).attribute("data-mark")

        def poll(phone: Phone, asked: str = asked, mark: str = mark) -> None:
            phone.get(f"{asked}?mark={mark}").expect(204)

        def load(phone: Phone, page: str = page) -> None:
            phone.get(page).expect(200)

        polled, loaded = [], []
        for batch in range(BATCHES + 1):
            count = each if batch else WARM_UP
            polled.append(cost(app, [partial(poll, one) for one in phones], count))
            loaded.append(cost(app, [partial(load, one) for one in phones], count))
        beside = counted(connections, "connection")
        asking, showing = median(polled[1:]), median(loaded[1:])
        report.line(f"{name}: nothing new", asking, "ms", beside=beside)
        report.line(f"{name}: shown anew", showing, "ms", beside=beside)
        cores = WATCHERS * (asking / QUICK + showing / 1000 / WRITTEN_EVERY)
        report.line(f"  {WATCHERS} {name} of one play, of a core", cores, "", MOST_WATCHED)


def measure_polls(report: Report, app: Server) -> None:
    """Measure polls of many unchanged plays, each polled again after a while."""
    table = Table(app.port)
    plays = [table.phone.start_play(GAME) for _ in range(POLLED)]
    marks = [table.phone.get(play).expect(200).attribute("data-mark") for play in plays]
    asked = cycle(f"{play}/state?mark={mark}" for play, mark in zip(plays, marks, strict=True))

    def poll() -> None:
        table.phone.get(next(asked)).expect(204)

    found = [cost(app, [poll], POLLED) for _ in range(BATCHES)]
    report.line(f"a poll of one of {POLLED:,} plays", median(found), "ms", MOST_POLL)


def measure_rules(report: Report, app: Server, simple: Server, connections: int, loads: int) -> None:
    """Measure the longest rules page beside a bare page of 30 KB."""
    each = max(ROUNDS, loads // BATCHES // connections)
    readers = [Reader(app.port) for _ in range(connections)]
    plain, read = _in_turn(
        (simple, [Bare(simple.port).load_long for _ in readers]), (app, [one.read for one in readers]), each
    )
    _compare(report, ("bare page of 30 KB", plain), (f"rules of {readers[0].longest}", read), MOST_RULES, connections)
    report.line("  over the wire", readers[0].size / 1024, "KB", MOST_WIRE)


def measure_search(report: Report, app: Server, simple: Server, connections: int, loads: int) -> None:
    """Measure answers of the search in all rules beside a bare page of 30 KB."""
    each = max(ROUNDS, loads // BATCHES // connections)
    readers = [Reader(app.port) for _ in range(connections)]
    plain, asked = _in_turn(
        (simple, [Bare(simple.port).load_long for _ in readers]), (app, [one.ask for one in readers]), each
    )
    beside = counted(connections, "connection")
    report.line("a question answered", median(asked[1:]), "ms", MOST_SEARCH, beside)
    times = [one / other for one, other in zip(asked[1:], plain[1:], strict=True)]
    report.line("  times the bare page of 30 KB", median(times), "")


def _in_turn(
    one: tuple[Server, list[Request]], other: tuple[Server, list[Request]], each: int
) -> tuple[list[float], list[float]]:
    """Return the costs of both kinds of requests, measured in alternating batches after a warm-up."""
    counts = [WARM_UP, *[each] * BATCHES]
    pairs = [(cost(*one, count), cost(*other, count)) for count in counts]
    return [first for first, _ in pairs], [second for _, second in pairs]


def _compare(
    report: Report, simple: tuple[str, list[float]], real: tuple[str, list[float]], most: float, connections: int
) -> None:
    beside = counted(connections, "connection")
    low, high = simple[1][1:], real[1][1:]  # the first batch only warmed up
    report.line(simple[0], median(low), "ms", beside=beside)
    report.line(real[0], median(high), "ms", beside=beside)
    times = [one / other for one, other in zip(high, low, strict=True)]  # of neighbours in time
    report.line(f"  times the {simple[0]}", median(times), "", most)


def measure_years(report: Report, simple: Server, folder: Path, loads: int) -> None:
    """Measure pages of a club with 20 plays and of one with 2,000, alternating with the bare page."""
    each = max(ROUNDS, loads // BATCHES // len(PAGES) // 2)
    plain = Bare(simple.port)
    with years_of_play(folder) as (few, many):
        for page in PAGES:
            costs: list[tuple[float, float, float]] = []
            for batch in range(BATCHES + 1):
                count = each if batch else WARM_UP
                costs.append((
                    cost(simple, [plain.load], count),
                    cost(few.server, [_loader(few, page)], count),
                    cost(many.server, [_loader(many, page)], count),
                ))  # fmt: skip
            measured = costs[1:]  # the first batch only warmed up
            slower = median(high / low for _, low, high in measured) if "filtered" not in page else None
            report.line(f"{page}, {MANY:,} plays", median(high for _, _, high in measured), "ms")
            bound = MOST_PAGE if page in OF_NUMBERS else None
            report.line("  times the bare page", median(high / bare for bare, _, high in measured), "", bound)
            if slower is not None:
                report.line(f"  times the same with {FEW} plays", slower, "", MOST_SLOWER)


def _loader(club: YearsOfPlay, page: str) -> Request:
    return lambda: club.load(page)


def measure_form(report: Report) -> None:
    """Measure the form of a round with eight players and five fields for each."""
    read, shown = read_and_shown()
    report.line("form of 8 players, 5 fields, read", read, "ms", MOST_READ)
    report.line("form of 8 players, 5 fields, shown", shown, "ms", MOST_SHOWN)


def measure_core(report: Report) -> None:
    """Measure the scoring of a play of each game."""
    value, _ = slowest(game_of(GAME), len(PLAYERS))
    report.line(f"{GAME}, {len(PLAYERS)} players, scored", value, "ms", MOST_RAGE, f"{ROUNDS} rounds")
    for game in all_games():
        value, rounds = slowest(game)
        report.line(f"{game.slug}, folded", value, "ms", MOST_FOLD, counted(rounds, "round"))


def measure_file(report: Report) -> None:
    """Measure the export and import of a large club."""
    written, read, plays, rounds = written_and_read()
    beside = f"{counted(plays, 'play')}, {counted(rounds, 'round')}"
    report.line("a club exported", written, "s", MOST_FILE, beside)
    report.line("a club imported", read, "s", MOST_FILE, beside)


def main() -> int:
    """Run the measurements that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--saves", type=int, default=10_000, help="rounds to save in all (default: 10000)")
    parser.add_argument("--loads", type=int, default=8_000, help="pages of each sort to load in all (default: 8000)")
    parser.add_argument(
        "--connections", type=int, nargs="+", default=[1, 16], metavar="NUMBER", help="at once (default: 1 16)"
    )
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS, help="what to measure (default: all)")
    given = parser.parse_args()
    report = Report()
    if set(given.only) - {"form", "core", "file"}:
        if not Path("/proc/self/stat").exists():
            print(
                "CPU time and memory of a server are read from /proc, which only Linux has; try --only form core file."
            )
            return 2
        _measure_servers(report, given)
    if "form" in given.only:
        measure_form(report)
    if "core" in given.only:
        measure_core(report)
    if "file" in given.only:
        measure_file(report)
    print(f"{report.missed or 'no'} target{'s' if report.missed != 1 else ''} missed")
    return 1 if report.missed else 0


def _measure_servers(report: Report, given: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if "years" in given.only:
            simple = bare(Path(folder))
            try:
                measure_years(report, simple, Path(folder) / "years", given.loads)
            finally:
                simple.stop()
        if not set(given.only) & {"save", "sheet", "watch", "poll", "rules", "search"}:
            return
        companion(Path(folder)).stop()  # the first start creates the database; only later ones are measured
        app, simple = warm(companion(Path(folder))), bare(Path(folder))
        try:
            for connections in given.connections:
                if "save" in given.only:
                    measure_saves(report, app, simple, connections, given.saves // len(given.connections))
                if "sheet" in given.only:
                    measure_sheets(report, app, simple, connections, given.loads // len(given.connections))
                if "watch" in given.only:
                    measure_watchers(report, app, connections, given.loads // len(given.connections))
                if "rules" in given.only:
                    measure_rules(report, app, simple, connections, given.loads // len(given.connections))
                if "search" in given.only:
                    measure_search(report, app, simple, connections, given.loads // len(given.connections))
            if "poll" in given.only:
                measure_polls(report, app)
            if "save" in given.only:
                report.line("memory of the server", app.memory(), "MB", MOST_MEMORY, f"after {given.saves:,} saves")
        finally:
            app.stop()
            simple.stop()


if __name__ == "__main__":
    sys.exit(main())
