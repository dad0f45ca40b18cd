"""Each template begins with a comment on what it shows and what it is given, and is indented as its blocks nest."""

import ast
import re
from pathlib import Path

import pytest

import companion.web
from companion import resources

TEMPLATES = sorted(path for path in resources.TEMPLATES.rglob("*") if path.suffix in (".html", ".svg"))
SAID = re.compile(r"\{# \S.{8,}?\.(?: |\n| #\})", re.DOTALL)

TAG = re.compile(r"\{%-? *(\w+)(?:[^%]|%(?!\}))*%\}")
BLOCKS = {"block", "call", "filter", "for", "if", "macro", "set"}
"""The tags that begin a block; ``set`` only without a value."""


def test_each_template_begins_with_a_comment() -> None:
    texts = {path: path.read_text("utf-8") for path in TEMPLATES}
    assert [path.name for path, text in texts.items() if not SAID.match(text)] == []


def passed_variables() -> dict[str, set[str]]:
    """Return the variables that views pass by name to each template, without ``member``, which all templates have."""
    passed: dict[str, set[str]] = {}
    for path in Path(companion.web.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("render_template", "partial"):
                for name in [str(given.value) for given in call.args if isinstance(given, ast.Constant)]:
                    if name.endswith(".html"):
                        passed.setdefault(name, set()).update(item.arg for item in call.keywords if item.arg)
    return {name: variables - {"member"} for name, variables in passed.items()}


def test_the_first_comment_of_a_template_names_the_variables_of_its_view() -> None:
    passed = passed_variables()
    assert len(passed) > 60
    for name, variables in passed.items():
        comment, _, _ = (resources.TEMPLATES / name).read_text("utf-8").partition("#}")
        assert [variable for variable in sorted(variables) if f"``{variable}``" not in comment] == [], name


def indentation_faults(text: str) -> list[int]:
    """Return the lines that end a block, or begin its alternative, with another indentation than its first line."""
    open_blocks: list[str] = []
    faults = []
    for tag in TAG.finditer(text):
        line = text[text.rfind("\n", 0, tag.start()) + 1 : tag.end()]
        is_end, is_alternative = tag[1].startswith("end"), tag[1] in ("else", "elif")
        if tag[1] in BLOCKS and not (tag[1] == "set" and "=" in tag[0]):
            open_blocks.append(line)
        elif is_end or is_alternative:
            first = open_blocks.pop() if is_end else open_blocks[-1]
            both_begin_lines = line.lstrip().startswith(tag[0]) and first.lstrip().startswith("{%")
            if both_begin_lines and indent_of(line) != indent_of(first):
                faults.append(text.count("\n", 0, tag.start()) + 1)
    return faults


def indent_of(line: str) -> int:
    """Return by how many spaces a line is indented."""
    return len(line) - len(line.lstrip())


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_blocks_are_indented_as_they_are_nested(path: Path) -> None:
    assert indentation_faults(path.read_text("utf-8")) == []
