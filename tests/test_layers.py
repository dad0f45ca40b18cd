"""The arrows point inward: web → store → games → core → cards. Ruff bans imports by folder; this is the rest."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.games import SLUGS, folder_of

PACKAGE = Path(companion.__file__).parent
PURE = sorted(path for layer in ("cards", "core", "games") for path in (PACKAGE / layer).rglob("*.py"))
FORBIDDEN = ("flask", "flask_sqlalchemy", "sqlalchemy", "random", "secrets", "time", "datetime", "os", "pathlib", "io")
STORE = sorted((PACKAGE / "store").rglob("*.py"))
PURE_FILES = pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(PACKAGE).as_posix())


def imports(path: Path) -> Iterator[str]:
    """The dotted names that a file imports: ``random.Random`` for ``from random import Random``."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@PURE_FILES
def test_scoring_knows_no_web_no_rows_no_clock_and_no_chance(path: Path) -> None:
    allowed = {"random.Random"} if path.name == "sample.py" else set()
    if path.parent == PACKAGE / "core" and path.name in ("house.py", "numbers.py", "numbers_json.py"):
        allowed = {"datetime.date", "datetime.datetime", "datetime.timedelta"}  # days that it is given
        asked = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
        assert not asked & {"today", "now", "utcnow", "fromtimestamp"}
    found = {name for name in imports(path) if name.split(".")[0] in FORBIDDEN}
    assert found <= allowed


@PURE_FILES
def test_only_the_rules_texts_are_read_from_files(path: Path) -> None:
    called = {node.func.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if is_call(node)}
    assert not called & {"open", "eval", "exec", "__import__"}
    if path != PACKAGE / "core" / "rules.py":
        assert not [name for name in imports(path) if name.startswith("importlib.resources")]


@pytest.mark.parametrize("path", STORE, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_store_knows_flask_through_its_rows_only(path: Path) -> None:
    assert not {name for name in imports(path) if name.split(".")[0] in ("flask", "flask_migrate", "click", "wtforms")}


def is_call(node: ast.AST) -> bool:
    """Whether this calls something by its bare name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_imports_another(slug: str) -> None:
    own = f"companion.games.{folder_of(slug)}"
    for path in (PACKAGE / "games" / folder_of(slug)).rglob("*.py"):
        others = [name for name in imports(path) if name.startswith("companion.games")]
        assert all(name == own or name.startswith(f"{own}.") for name in others), path


def test_every_layer_has_its_banned_imports() -> None:
    for layer in ("cards", "core", "exports", "games", "search", "store"):
        assert "banned-api" in (PACKAGE / layer / "ruff.toml").read_text("utf-8")


def test_loading_all_games_loads_no_web_and_no_rows() -> None:
    script = (
        "import sys, companion.games as games; games.all_games(); "
        "print([name for name in ('flask', 'sqlalchemy', 'click', 'waitress') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300)
    assert answer.stdout.strip() == "[]"
