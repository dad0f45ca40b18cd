"""The table of games in README.md, generated from the games: ``python -m tests.games write``."""

import json
from pathlib import Path
from typing import Any

from companion.core.game.game import Game
from companion.games import all_games, folder_of

GAMES = Path(__file__).parents[1]
README = GAMES.parents[1] / "README.md"
COMMAND = "python -m tests.games write"

BEGIN = f"<!-- The table of games: `{COMMAND}` -->"
END = "<!-- The end of the table of games -->"
"""The lines before and after the table in README.md."""

HEAD = (
    "| Game | Players | Counted | Kind | Ends | Questions to the referee | Tests |",
    "| --- | --- | --- | --- | --- | --- | ---: |",
)


def table_of_games() -> str:
    """Return all games as a table in Markdown."""
    return "\n".join((*HEAD, *map(_table_row, all_games())))


def _table_row(game: Game[Any]) -> str:
    """Return the row of a game in the table."""
    counted = "games won" if game.totals.unit == "games" else game.totals.unit
    tests = number_of_tests(game)
    cells = game.name, game.seats.text, counted, game.kind, game.ending.when, _questions(game), str(tests or "–")
    return f"| {' | '.join(cells)} |"


def _questions(game: Game[Any]) -> str:
    """Return how many questions a game's referee answers, and whether it follows cards trick by trick."""
    by_tricks = any(situation.by_tricks for situation in game.situations)
    return f"{len(game.situations) or '–'}{', trick by trick' if by_tricks else ''}"


def number_of_tests(game: Game[Any]) -> int:
    """Return how many worked examples and recorded plays test a game."""
    return sum(len(json.loads(file.read_text("utf-8"))) for file in (GAMES / folder_of(game.slug)).glob("*.json"))


def replace_table(text: str) -> str:
    """Return a text with the table between ``BEGIN`` and ``END`` replaced by the present one.

    :raises ValueError: the text does not contain each of them once and in order.
    """
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found or BEGIN in rest or END in before + after:
        raise ValueError(f"The table of games must be between “{BEGIN}” and “{END}”, once each.")
    return f"{before}{BEGIN}\n\n{table_of_games()}\n\n{END}{after}"


def write_table() -> None:
    """Write the table of games into README.md."""
    README.write_text(replace_table(README.read_text("utf-8")), "utf-8")
