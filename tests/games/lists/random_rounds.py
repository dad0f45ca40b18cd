"""Random rounds of all games: the demo and the benchmark play with them.

``random_rounds.txt`` beside the tests of a game records some. ``python -m tests.games write`` updates it; read the
difference before you commit it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.core.play.scoring_api import score_request
from companion.games import SLUGS, folder_of, game_of
from tests.games.examples import all_cases
from tests.laws.drawn import sample

GAMES = Path(__file__).parents[1]
COMMAND = "python -m tests.games write"
FEWEST = 30
"""How many rounds of a game are recorded at least, except those that are alike."""


def file_of(slug: str) -> Path:
    """Return the file with random rounds of a game."""
    return GAMES / folder_of(slug) / "random_rounds.txt"


def text_of(slug: str) -> str:
    """Return random rounds of a game, each in a line."""
    return "".join(f"{line}\n" for line in dict.fromkeys(_rounds_of(slug)))


def _rounds_of(slug: str) -> Iterator[str]:
    """Return rounds after each example whose play goes on; the dice depend on its name alone."""
    game = game_of(slug)
    examples = [case for other, _, case in all_cases() if other == slug and "expect" in case]
    tables = {case["name"]: score_request(game, case["request"]).table for case in examples}
    playable = {name: table for name, table in tables.items() if not table.over}
    for name, table in playable.items():
        dice = Random(name)
        for _ in range(-(-FEWEST // len(playable))):
            yield json.dumps(sample(game, table, dice), ensure_ascii=False)


def write_rounds() -> None:
    """Write the files of all games."""
    for slug in SLUGS:
        file_of(slug).write_text(text_of(slug), "utf-8")
