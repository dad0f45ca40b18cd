"""Paths and names in the documentation exist; no two classes share a name."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import companion
from companion.games import SLUGS, folder_of
from tests.conftest import HERE, LEFT_TO_CI, LONGEST, SLOW, has_games, marks_left_out, pytest_configure

PACKAGE = Path(companion.__file__).parent
FLASK_WTF = "Meta"
"""The class inside a Flask-WTF form that configures it; its name is fixed."""


ROOT = PACKAGE.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGES.md", *sorted(ROOT.glob("docs/**/*.md"))]
FOLDERS = ("", "companion", "companion/core", "companion/store", "companion/web", "templates", "static")
"""Folders from which a page may name a path."""

ELSEWHERE = re.compile(
    r"\.venv/|instance/|.*old_maid|rage/scoring\.|(app|deciding|screen|start)\.(css|js)|companion\.toml"
)
"""Paths of an installation, of the example in CONTRIBUTING and of generated bundles; rule ids."""


CACHES = re.compile(r"@(lru_)?cache\b|lru_cache\(|@cached\(|\bcache\.put\(")
"""What a module has that caches something."""


def section(title: str, page: str = "CONTRIBUTING.md") -> str:
    """Return the text under a heading."""
    text = (ROOT / page).read_text("utf-8")
    return text.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def is_dotted(text: str) -> bool:
    has_form = bool(re.fullmatch(r"[a-z_]+(\.\w+)+", text)) and not text.endswith(".py")
    return has_form and find_spec(f"companion.{text.split('.')[0]}") is not None


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


def code_words(page: Path) -> set[str]:
    """Return everything between backticks in the text of a page."""
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)))


def is_path(text: str) -> bool:
    return bool(re.fullmatch(r"[\w.-]+(/[\w.@-]*)+|[\w-]+\.(css|html|js|md|py|toml|yaml)", text))


def is_there(path: str) -> bool:
    """Whether a path exists, or, if it is a name without folder, a file or folder of this name."""
    if "/" in path.rstrip("/"):
        return any((ROOT / folder / path).exists() for folder in FOLDERS)
    places = ("companion", "templates", "static", "tests", "docs", "contrib")
    return (ROOT / path).exists() or any(next((ROOT / place).rglob(path.rstrip("/")), None) for place in places)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_link_and_dotted_name_in_the_documentation_exists(page: Path) -> None:
    words = code_words(page)
    paths = {word for word in words if is_path(word) and not is_dotted(word) and not ELSEWHERE.match(word)}
    assert [path for path in sorted(paths) if not is_there(path)] == []
    for name in filter(is_dotted, words):
        named(name)
    links = re.findall(r"\]\(([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_every_function_on_the_way_of_a_bid_exists() -> None:
    names = names_on_the_way()
    assert len(names) > 30
    for name in names:
        named(name)


def test_every_cache_is_in_the_table_of_caches() -> None:
    named = re.findall(r"`([a-z_.]+)`", section("Caches", "docs/architecture.md"))
    caching = (path for path in PACKAGE.rglob("*.py") if CACHES.search(path.read_text("utf-8")))
    for path in caching:
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
        assert any(f"{module}.".startswith(f"{name}.") or name.startswith(f"{module}.") for name in named), module


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
    # Games do not import one another, so two may use the same name, but not a name of core for something else.
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


def test_slow_places_exist() -> None:
    assert [place for place in (*SLOW, *LEFT_TO_CI, *LONGEST) if not (HERE / place).exists()] == []


@pytest.mark.parametrize(
    ("is_ci", "selection", "left_out"),
    [
        (False, {}, {"nightly", "ci"}),
        (True, {}, {"nightly"}),
        (False, {"file_or_dir": ["tests/hosting"]}, {"nightly"}),
        (False, {"markexpr": "browser"}, {"nightly"}),
        (False, {"keyword": "oh_hell"}, set()),
    ],
    ids=["all", "all in CI", "a folder", "a mark", "a game"],
)
def test_what_takes_long_is_left_to_ci_unless_it_is_asked_for(
    is_ci: bool, selection: dict[str, Any], left_out: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true" if is_ci else "")
    option = SimpleNamespace(**{"file_or_dir": [], "keyword": "", "markexpr": "", **selection})
    config: Any = SimpleNamespace(option=option)
    assert marks_left_out(config, "home") == left_out
    assert marks_left_out(config, "nightly") == set()


@pytest.mark.parametrize(
    ("asked", "keyword"), [(["tests/games/oh_hell"], "oh_hell"), (["tests/games"], ""), (["tests/games/lists"], "")]
)
def test_the_folder_of_a_game_stands_for_all_its_tests(asked: list[str], keyword: str) -> None:
    config: Any = SimpleNamespace(args=[str(ROOT / one) for one in asked], option=SimpleNamespace(keyword=""))
    pytest_configure(config)
    assert config.option.keyword == keyword
    assert config.args == [str(HERE)] if keyword else [str(ROOT / one) for one in asked]
