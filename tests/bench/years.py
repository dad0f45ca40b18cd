"""Two clubs of the same forty people, with 20 and with 2,000 plays: which pages get slower over the years."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.phone import Phone
from tests.bench.server import ROOT, Server, companion, warm

FEW, MANY = 20, 2_000
SEED = 5
AN_HOUR = 3_600

PAGES = {
    "club": "",
    "nights": "/nights",
    "a night": "/nights/{night}",
    "people and games": "/people",
    "a person": "/people/{person}",
    "a person, filtered": "/people/{person}?from=2020-01-01&players=4",
    "a game": "/games/rage",
    "a game, filtered": "/games/rage?from=2020-01-01&players=4",
    "the year": "/years/{year}",
}
"""Paths of the measured pages, by name."""

OF_NUMBERS = frozenset(PAGES) - {"club", "nights", "a night"}
"""Pages of statistics, which are compared with the bare page, too."""


def filled(folder: Path, plays: int) -> str:
    """Create a club of so many plays in a folder; return the path of the link that opens it."""
    command = [sys.executable, "-m", "companion", "demo", "--plays", str(plays), "--seed", str(SEED)]
    made = subprocess.run(
        [*command, "--instance", str(folder)], cwd=ROOT, capture_output=True, text=True, check=True, timeout=AN_HOUR
    )
    found = re.search(r"/recover/\S+", made.stdout)
    if found is None:
        raise RuntimeError(f"the demo printed no link: {made.stdout}")
    return found[0]


class YearsOfPlay:
    """A phone in one of these clubs."""

    def __init__(self, server: Server, link: str) -> None:
        self.server = server
        self.phone = Phone(server.port)
        self.phone.come_back(link)
        index = self.phone.get(f"{self.phone.club}/people").expect(200).text
        people, years = (re.findall(rf'/{kind}/(\d+)"', index) for kind in ("people", "years"))
        nights = re.findall(r'/nights/([\w-]{12})"', self.phone.get(f"{self.phone.club}/nights").expect(200).text)
        self.values = {"person": people[0], "year": years[0], "night": nights[0]}

    def load(self, page: str) -> None:
        """Load one of the pages."""
        self.phone.get(self.phone.club + PAGES[page].format(**self.values)).expect(200)


@contextmanager
def years_of_play(folder: Path) -> Iterator[tuple[YearsOfPlay, YearsOfPlay]]:
    """Start the two clubs, each on its own server."""
    links = {plays: filled(folder / str(plays), plays) for plays in (FEW, MANY)}
    few, many = (warm(companion(folder / str(plays))) for plays in (FEW, MANY))
    try:
        yield YearsOfPlay(few, links[FEW]), YearsOfPlay(many, links[MANY])
    finally:
        few.stop()
        many.stop()
