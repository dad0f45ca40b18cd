"""Saved rounds, and pages of plays that were seen before."""

import re
from collections.abc import Sequence
from functools import cache
from random import Random

from companion.core.play.fold import extend_sheet, fold
from companion.core.play.setups import read_setup
from companion.games import game_of
from companion.games.rage.sample import sample_round
from tests.bench.costs import BATCHES, WARM_UP, Bare, Report, Request, compare, cost
from tests.bench.folds import ROUNDS
from tests.bench.phone import PLAYERS, Phone, new_id
from tests.bench.server import Server

GAME = "rage"

MOST_SAVE, MOST_SHEET = 2.5, 3.0
"""Targets: a save as a multiple of the bare INSERT, and a page seen before as a multiple of the bare page."""

MOST_BOTH, MOST_ANEW = 4.0, 10.0
"""Targets: a save and the sheet after it, in multiples of the bare INSERT and page; that sheet alone, in multiples of
the bare page."""


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
    compare(report, ("bare INSERT", inserted), ("saved round", saved), MOST_SAVE, connections)
    compare(report, ("bare INSERT and page", plain), ("saved round and its sheet", both), MOST_BOTH, connections)
    compare(report, ("bare page", loaded), ("sheet rendered anew", anew), MOST_ANEW, connections)


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
        compare(report, ("bare page", plain), (name, costs), MOST_SHEET, connections)
