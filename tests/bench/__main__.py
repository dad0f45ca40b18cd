"""Measure the cost of saves, sheets, watchers, rules, search, large forms, scoring and a club's file.

The exit code is 1 if a target is missed.
"""

import argparse
import sys
import tempfile
from itertools import cycle
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from companion.core.words import counted
from companion.games import SLUGS, all_games, game_of
from tests.bench.clubs import written_and_read
from tests.bench.costs import BATCHES, WARM_UP, Bare, Report, Request, compare, cost, in_turn
from tests.bench.folds import ROUNDS, slowest
from tests.bench.forms import read_and_shown
from tests.bench.phone import PLAYERS, Phone
from tests.bench.plays import GAME, measure_saves, measure_sheets
from tests.bench.server import Server, bare, companion, warm
from tests.bench.watching import measure_polls, measure_watchers
from tests.bench.years import FEW, MANY, OF_NUMBERS, PAGES, YearsOfPlay, years_of_play
from tests.search.players_questions import questions

PARTS = ("save", "sheet", "watch", "poll", "rules", "search", "years", "form", "core", "file")

MOST_RULES = 2.0
"""Target for the longest rules page, as a multiple of the bare page of 30 KB."""

MOST_WIRE = 40.0
"""Target for the compressed size of that page, in KB."""

MOST_SEARCH = 10.0
"""Target for an answer of the search with its page, in milliseconds."""

MOST_READ, MOST_SHOWN = 2.0, 15.0
"""Target for a form with eight players and five fields for each, in milliseconds."""

MOST_SLOWER, MOST_PAGE = 1.3, 10.0
"""Targets for a page of a club with 2,000 plays: as a multiple of the same page with 20 and, for a page of statistics,
as a multiple of the bare page of 10 KB. Filtered pages have only the second target."""

MOST_FILE = 30.0
"""Target for the export and for the import of a club with 2,000 plays and 20,000 rounds, in seconds."""

MOST_MEMORY = 150.0
"""Target for the memory of the server, in MB."""
MOST_FOLD, MOST_RAGE = 2.0, 1.0
"""Targets for scoring ten rounds of any game, and of Rage with four players, in milliseconds."""


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


def measure_rules(report: Report, app: Server, simple: Server, connections: int, loads: int) -> None:
    """Measure the longest rules page beside a bare page of 30 KB."""
    each = max(ROUNDS, loads // BATCHES // connections)
    readers = [Reader(app.port) for _ in range(connections)]
    plain, read = in_turn(
        (simple, [Bare(simple.port).load_long for _ in readers]), (app, [one.read for one in readers]), each
    )
    compare(report, ("bare page of 30 KB", plain), (f"rules of {readers[0].longest}", read), MOST_RULES, connections)
    report.line("  over the wire", readers[0].size / 1024, "KB", MOST_WIRE)


def measure_search(report: Report, app: Server, simple: Server, connections: int, loads: int) -> None:
    """Measure answers of the search in all rules beside a bare page of 30 KB."""
    each = max(ROUNDS, loads // BATCHES // connections)
    readers = [Reader(app.port) for _ in range(connections)]
    plain, asked = in_turn(
        (simple, [Bare(simple.port).load_long for _ in readers]), (app, [one.ask for one in readers]), each
    )
    beside = counted(connections, "connection")
    report.line("a question answered", median(asked[1:]), "ms", MOST_SEARCH, beside)
    times = [one / other for one, other in zip(asked[1:], plain[1:], strict=True)]
    report.line("  times the bare page of 30 KB", median(times), "")


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
    """Run the chosen measurements; return the exit code."""
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
