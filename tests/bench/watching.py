"""Watchers of one play, and polls of many."""

import re
from functools import partial
from itertools import cycle
from statistics import median

from companion.core.words import counted
from companion.store.database.caches.poll_cache import QUICK
from tests.bench.costs import BATCHES, WARM_UP, Report, cost
from tests.bench.folds import ROUNDS
from tests.bench.phone import Phone, new_id
from tests.bench.plays import GAME, Table
from tests.bench.server import Server

WATCHERS, MOST_WATCHED = 500, 0.2
"""Watchers of one play during a round, and the part of a core that they may take together."""

POLLED, MOST_POLL = 1000, 1.0
"""Number of open plays, and the target for a poll of one of them in milliseconds. Each poll is of another play, and so
late after the last one of that play that it cannot be answered from memory."""

WRITTEN_EVERY = 20
"""Seconds between two changes meanwhile, which all watchers load."""


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
