"""Names in CONTRIBUTING and the architecture page exist; no two classes share a name."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.games import SLUGS, folder_of
from tests.conftest import has_games

PACKAGE = Path(companion.__file__).parent
FLASK_WTF = "Meta"
"""How a form of Flask-WTF is set up: a class inside each that has to be called so."""


def section(title: str, page: str = "CONTRIBUTING.md") -> str:
    """Return the text under a heading."""
    text = (PACKAGE.parent / page).read_text("utf-8")
    return text.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def is_dotted(text: str) -> bool:
    return bool(re.fullmatch(r"[a-z_]+(\.\w+)+", text)) and find_spec(f"companion.{text.split('.')[0]}") is not None


def names_on_the_way() -> list[str]:
    """Return the functions that the page names, in its order."""
    page = section("The life of one bid", "docs/architecture.md")
    return [text for text in re.findall(r"`([^`\n]+)`", page) if is_dotted(text)]


def named(dotted: str) -> Any:
    """Return what a dotted name of the package refers to."""
    parts = ["companion", *dotted.split(".")]
    for end in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise AssertionError(dotted)


def classes() -> Iterator[tuple[str, str]]:
    """Return all classes of the package, with the folder that they belong to; every game has its own."""
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).parts
        home = "/".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else "companion"
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and "migrations" not in parts:
                yield node.name, home


def test_every_function_on_the_way_of_a_bid_exists() -> None:
    names = names_on_the_way()
    assert len(names) > 30
    for name in names:
        named(name)


def test_every_code_word_of_the_glossary_is_a_class() -> None:
    known = {name for name, _ in classes()}
    words = re.findall(r"`((?:[a-z_]+\.)*[A-Z]\w+)`", section("Words"))
    assert len(words) > 20
    assert [word for word in words if word.rpartition(".")[2] not in known] == []
    for word in words:
        if "." in word:
            named(word)


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for name, home in classes():
        homes[name].append(home)
    twice = {name: found for name, found in homes.items() if len(found) > 1 and name != FLASK_WTF}
    # Games know nothing of one another, so two may use the same word; none uses a word of the house for something else.
    assert {name: found for name, found in twice.items() if "companion" in found or len(set(found)) < len(found)} == {}


def test_tests_of_a_game_are_found_by_its_name(request: pytest.FixtureRequest) -> None:
    """``-k oh_hell`` does not read files without a list of games: no test of a game may be in one of them."""
    folders = set(map(folder_of, SLUGS))
    found = {
        (item.path, folder)
        for item in request.session.items
        if hasattr(item, "callspec") and item.path.parent.name not in folders
        for folder in folders.intersection(item.callspec.id.split("-"))
    }
    assert not [f"{path}: {folder}" for path, folder in found if not has_games(path, folder)]
