"""The golden list of every rule id that was ever published, sorted, one a line.

``python -m tests.games.lists.rule_ids`` adds those that are new. Nothing takes one off: sheets and rulings name them.
"""

from collections.abc import Container
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


def main(unfinished: Container[str] = ()) -> None:
    """Add the new ids. ``unfinished``: the slugs of games whose ids may still change."""
    known = set(published()) if GOLDEN.exists() else set()
    found = {rule for rule in there() if rule.partition("/")[0] not in unfinished}
    GOLDEN.write_text("".join(f"{rule}\n" for rule in sorted(known | found)), "ascii")
    print(f"{counted(len(found - known), 'rule id')} added, {len(known | found)} in all")


if __name__ == "__main__":
    main()
