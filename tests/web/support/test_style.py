"""The style sheets: sizes of letters, corners and spaces are steps of scales, and every variable is used."""

import re

import pytest

from companion.resources import static_dir
from companion.web.support.assets import STYLES

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHEETS = {path.name: COMMENT.sub("", path.read_text("utf-8")) for path in sorted(static_dir().rglob("*.css"))}
SAID = re.compile(r"[{;]\s*(--[\w-]+):")
SCALED = re.compile(
    r"[{;]\s*((?:font-size|font|border-radius|(?:margin|padding|gap)(?:-\w+)*):"
    r" [^;}]*?(?<![\w.-])\d*\.?\d+(?:rem|px)\b[^;}]*)"
)
"""A size, corner or space outside the scales. Print styles use points and millimetres."""

OWN = (
    "border-radius: 999px",  # as round as it gets
    "margin: -1px",  # hidden except for screen readers
    "padding: 1px var(--space-3)",  # a badge has tight padding
    "font: 14px var(--sans)", "font-size: 14px", "font-size: 9px",  # a picture has measures of its own
)  # fmt: skip
FIRST_CLASS = re.compile(r"(?:^|[{};,])\s*\.([\w-]+)(?=[^{};]*\{)")


@pytest.mark.parametrize("name", SHEETS)
def test_sizes_on_the_screen_are_steps_of_the_scales(name: str) -> None:
    found = [one for one in SCALED.findall(SHEETS[name]) if one not in OWN]
    assert [one for one in found if not re.search(r"calc\(var\(--space-\d+\) - 1px\)", one)] == []


def test_every_custom_property_is_used() -> None:
    sheets = "".join(SHEETS.values())
    assert {name for name in SAID.findall(sheets) if f"var({name}" not in sheets} == set()


def test_each_style_sheet_of_the_pages_is_bundled() -> None:
    assert {path.stem for path in (static_dir() / "css").glob("*.css")} == set(STYLES)


def test_the_blank_sheet_uses_its_own_classes() -> None:
    of_pages = "".join(SHEETS[f"{name}.css"] for name in STYLES)
    both = set(FIRST_CLASS.findall(of_pages)) & set(FIRST_CLASS.findall(SHEETS["blank_sheet.css"]))
    assert both == {"skip", "unseen"}  # which are not printed
