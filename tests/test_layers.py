"""Imports point inward: web → store → games → core → cards. Ruff bans imports by folder; this checks the rest.

Folders and modules stay small.
"""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import companion
from companion.games import SLUGS, folder_of
from companion.resources import STATIC, TEMPLATES

PACKAGE = Path(companion.__file__).parent
PURE = sorted(path for layer in ("cards", "core", "games") for path in (PACKAGE / layer).rglob("*.py"))
FORBIDDEN = ("flask", "flask_sqlalchemy", "sqlalchemy", "random", "secrets", "time", "datetime", "os", "pathlib", "io")
STORE = sorted((PACKAGE / "store").rglob("*.py"))
FILES = [
    path
    for folder, pattern in (
        (PACKAGE, "*.py"),
        (Path(__file__).parent, "*.py"),
        (TEMPLATES, "*.html"),
        (STATIC, "*.[jt]s"),
        (STATIC, "*.css"),
    )
    for path in sorted(folder.rglob(pattern))
    if path.stem.strip("_") != "init"
]
"""All modules, tests, templates, scripts and style sheets."""

STORE_FOLDERS = (
    "database", "names", "access", "club", "log", "house", "plays", "rulings", "screens", "people", "nights", "money",
    "erasing", "files", "migrations",
)  # fmt: skip
"""The folders of the store; each imports only from those before it."""

MOST_FILES = 12
MOST_LINES = 400


@cache
def code(path: Path) -> list[ast.AST]:
    """Return all nodes of a file."""
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


def imports(path: Path) -> Iterator[str]:
    """Return the dotted names that a file imports: ``random.Random`` for ``from random import Random``."""
    for node in code(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def in_package(path: Path) -> str:
    """Return a file as messages name it."""
    return path.relative_to(PACKAGE).as_posix()


def test_scoring_imports_no_web_no_database_no_clock_and_no_randomness() -> None:
    dates = {"datetime.date", "datetime.datetime", "datetime.timedelta"}  # dates that it is given
    paths = (
        "core/house/house_rules.py",
        "core/statistics/numbers.py",
        "core/statistics/play_facts.py",
        "core/statistics/numbers_json.py",
    )
    given = dict.fromkeys(paths, dates)
    for path in PURE:
        name = in_package(path)
        found = {one for one in imports(path) if one.split(".")[0] in FORBIDDEN}
        assert found <= ({"random.Random"} if path.name == "sample.py" else given.get(name, set())), name
        if name in given:
            asked = {node.attr for node in code(path) if isinstance(node, ast.Attribute)}
            assert not asked & {"today", "now", "utcnow", "fromtimestamp"}, name


def test_one_module_reads_data_files() -> None:
    for path in PURE:
        called = {node.func.id for node in code(path) if is_call(node)}
        assert not called & {"open", "eval", "exec", "__import__"}, in_package(path)
        if in_package(path) != "core/data_files.py":
            assert not [one for one in imports(path) if one.startswith("importlib.resources")], in_package(path)


def test_the_store_uses_flask_only_for_its_models() -> None:
    banned = ("flask", "flask_migrate", "click", "wtforms")
    for path in STORE:
        assert not {one for one in imports(path) if one.split(".")[0] in banned}, in_package(path)


def is_call(node: ast.AST) -> bool:
    """Whether a node calls a function by its bare name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def test_folders_of_core_import_in_one_direction() -> None:
    imported: dict[str, set[str]] = {}
    for path in (PACKAGE / "core").glob("*/*.py"):
        names = [name.split(".") for name in imports(path) if name.startswith("companion.core.")]
        imported.setdefault(path.parent.name, set()).update(name[2] for name in names)
    TopologicalSorter({folder: found - {folder} for folder, found in imported.items()}).prepare()


def test_folders_of_the_store_import_in_one_direction() -> None:
    for path in (PACKAGE / "store").glob("*/**/*.py"):
        folder = path.relative_to(PACKAGE / "store").parts[0]
        imported = {name.split(".")[2] for name in imports(path) if name.startswith("companion.store.")}
        assert imported <= {*STORE_FOLDERS[: STORE_FOLDERS.index(folder) + 1]}, in_package(path)


def part_of_web(name: str) -> str:
    """Return the folder of a module or name of the web layer, with two exceptions.

    Who is asking (``guard`` and ``cookies``) is a part of its own, below all others. Plays, rulings and the referee are
    one: in the middle of a round, each of them shows the others.
    """
    folder, module = [*name.split(".")[2:], ""][:2]
    if folder == "access" and module in ("guard", "cookies"):
        return module
    return "plays" if folder in ("rulings", "referee") else folder


def test_folders_of_the_web_layer_import_in_one_direction() -> None:
    imported: dict[str, set[str]] = {}
    for path in (PACKAGE / "web").glob("*/**/*.py"):
        part = part_of_web(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
        found = {part_of_web(name) for name in imports(path) if name.startswith("companion.web.")}
        imported.setdefault(part, set()).update(found - {part})
    assert imported["support"] <= {"guard", "cookies"}
    assert imported["access"] <= {"guard", "cookies", "support"}
    TopologicalSorter(imported).prepare()


def test_modules_do_not_import_one_another_in_a_circle() -> None:
    """Also in functions, or for the type checker alone."""
    modules = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in PACKAGE.rglob("*.py")
    }
    imported: dict[str, set[str]] = {}
    for module, path in modules.items():
        found = {name if name in modules else name.rpartition(".")[0] for name in imports(path)}
        imported[module] = found & modules.keys() - {module}
    TopologicalSorter(imported).prepare()


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_imports_another(slug: str) -> None:
    own = f"companion.games.{folder_of(slug)}"
    for path in (PACKAGE / "games" / folder_of(slug)).rglob("*.py"):
        others = [name for name in imports(path) if name.startswith("companion.games")]
        assert all(name == own or name.startswith(f"{own}.") for name in others), path


def test_every_layer_bans_imports() -> None:
    for layer in ("cards", "core", "exports", "games", "search", "store"):
        assert "banned-api" in (PACKAGE / layer / "ruff.toml").read_text("utf-8")


def test_importing_all_games_imports_no_web_and_no_database() -> None:
    script = (
        "import sys, companion.games as games; games.all_games(); "
        "print([name for name in ('flask', 'sqlalchemy', 'click', 'waitress') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300)
    assert answer.stdout.strip() == "[]"


def test_a_folder_has_few_files() -> None:
    """Migrations have numbers instead of names, and nobody has to choose among them."""
    found = Counter(path.parent for path in FILES if not path.stem[0].isdigit())
    assert not {str(folder): number for folder, number in found.items() if number > MOST_FILES}


def test_a_file_has_few_lines() -> None:
    found = {str(path): len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert not {path: number for path, number in found.items() if number > MOST_LINES}
