"""The table of games that README.md holds, made of the games themselves: ``python -m companion.catalogue``."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.games import all_games, folder_of

CHECKOUT = Path(__file__).parent.parent
README = CHECKOUT / "README.md"
COMMAND = "python -m companion.catalogue --write"

BEGIN = f"<!-- The table of games: `{COMMAND}` -->"
END = "<!-- The end of the table of games -->"
HEAD = ("| Game | Players | Counted | Kind | Ends | Tests |", "| --- | --- | --- | --- | --- | ---: |")


def table_of_games() -> str:
    """All games as a table in Markdown."""
    return "\n".join((*HEAD, *map(_row, all_games())))


def _row(game: Game[Any]) -> str:
    counted = "games won" if game.unit == "games" else game.unit
    tests = number_of_tests(game)
    return f"| {game.name} | {game.player_range} | {counted} | {game.kind} | {game.ends} | {tests or '–'} |"


def number_of_tests(game: Game[Any]) -> int:
    """How many worked examples and recorded plays the game is held to; 0 outside a checkout."""
    files = (CHECKOUT / "tests" / "games" / folder_of(game.slug)).glob("*.json")
    return sum(len(json.loads(file.read_text("utf-8"))) for file in files)


def with_table(text: str) -> str:
    """The same text with the table as it is now between its two marks.

    :raises ValueError: the marks are not there, once each and in order.
    """
    before, _, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end or BEGIN in rest or END in before + after:
        raise ValueError(f"The table of games stands between “{BEGIN}” and “{END}”, once each.")
    return f"{before}{BEGIN}\n\n{table_of_games()}\n\n{END}{after}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, or write it into README.md."""
    parser = argparse.ArgumentParser(prog="python -m companion.catalogue", description="The table of games.")
    parser.add_argument("--write", action="store_true", help="put it into README.md instead of printing it")
    if not parser.parse_args(arguments).write:
        print(table_of_games())
        return
    try:
        README.write_text(with_table(README.read_text("utf-8")), "utf-8")
    except (OSError, ValueError) as fault:
        parser.exit(1, f"{fault}\n")


if __name__ == "__main__":
    main()
