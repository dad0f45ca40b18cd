"""Texts have one kind of apostrophe, the straight one, and one kind of quotes, the curly ones."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import companion
from companion.core.strict_json import texts_in
from companion.resources import STATIC, TEMPLATES

PACKAGE = Path(companion.__file__).parent
CURLY = re.compile("[‘’]")
READS_OR_MEASURES_LETTERS = {"blank_sheet.py", "charts.py", "currency.py", "lexicon.py", "typeface.py"}
"""The modules in which a curly apostrophe is a letter that people type, or that is drawn."""


def strings_of(path: Path) -> Iterator[str]:
    """Yield the strings of a module without its docstrings."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def without_comments(path: Path) -> str:
    """Return a template or script without its comments."""
    return re.sub(r"\{#.*?#\}|/\*.*?\*/|//.*?$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


def test_apostrophes_are_straight() -> None:
    modules = [path for path in PACKAGE.rglob("*.py") if path.name not in READS_OR_MEASURES_LETTERS]
    found = [text for path in modules for text in strings_of(path) if CURLY.search(text)]
    tables = [tomllib.loads(path.read_text("utf-8")) for path in PACKAGE.rglob("*.toml")]
    found += [text for table in tables for text in texts_in(table) if CURLY.search(text)]
    pages = [*TEMPLATES.rglob("*.html"), *STATIC.rglob("*.js")]
    assert found + [path.name for path in pages if CURLY.search(without_comments(path))] == []


def test_quotes_in_the_rules_are_curly() -> None:
    tables = [tomllib.loads(path.read_text("utf-8")) for path in PACKAGE.rglob("rules.toml")]
    assert [text for table in tables for text in texts_in(table) if '"' in text] == []
