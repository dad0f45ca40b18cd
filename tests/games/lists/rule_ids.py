"""The golden list of every rule id that was ever published, sorted, one a line.

``python -m tests.games.lists.rule_ids`` adds those that are new. Nothing takes one off: sheets and rulings name them.
"""

from pathlib import Path

from companion.core.rules.rules import CUSTOMS, TABLE_RULES
from companion.core.words import counted
from companion.games import all_games

GOLDEN = Path(__file__).parent / "rule_ids.txt"
ADD = "python -m tests.games.lists.rule_ids"


def published() -> list[str]:
    """Return the ids of the golden list, in its order."""
    return GOLDEN.read_text("ascii").splitlines()


def there() -> set[str]:
    """Return the ids of the present texts."""
    return {
        one.id for rules in (TABLE_RULES, CUSTOMS, *(game.rules for game in all_games())) for one in rules.paragraphs
    }


def main() -> None:
    """Add the new ids."""
    known = set(published()) if GOLDEN.exists() else set()
    GOLDEN.write_text("".join(f"{rule}\n" for rule in sorted(known | there())), "ascii")
    print(f"{counted(len(there() - known), 'rule id')} added, {len(known | there())} in all")


if __name__ == "__main__":
    main()
