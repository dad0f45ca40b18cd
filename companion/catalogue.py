"""What README.md says of the games, made of the games themselves: ``python -m companion.catalogue``."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.core.words import listed
from companion.games import all_games, folder_of

CHECKOUT = Path(__file__).parent.parent
README = CHECKOUT / "README.md"
COMMAND = "python -m companion.catalogue --write"

BEGIN = f"<!-- The table of games: `{COMMAND}` -->"
END = "<!-- The end of the table of games -->"
REFEREES = "<!-- Games with a referee -->", "<!-- so many -->"
"""Between what the table of games stands, and the list of those that have a referee."""

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
    """The same text with the table, and the list of referees, as they are now between their marks.

    :raises ValueError: the marks are not there, once each and in order.
    """
    judged = listed(game.name for game in all_games() if game.situations)
    return _with(_with(text, BEGIN, END, f"\n\n{table_of_games()}\n\n"), *REFEREES, judged)


def _with(text: str, begin: str, end: str, content: str) -> str:
    before, _, rest = text.partition(begin)
    _, found, after = rest.partition(end)
    if not found or begin in rest or end in before + after:
        raise ValueError(f"What is made of the games stands between “{begin}” and “{end}”, once each.")
    return f"{before}{begin}{content}{end}{after}"


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
