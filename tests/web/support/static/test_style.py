"""The style sheets: sizes of letters, corners and spaces are steps of scales, and every variable is used."""

import re

import pytest

from companion.resources import STATIC
from tests.web.phones import Club
from tests.web.support.static.selectors import COMMENT, selector_names

SHEETS = {path.name: COMMENT.sub("", path.read_text("utf-8")) for path in sorted(STATIC.rglob("*.css"))}
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


def test_a_selector_needs_all_of_its_classes_and_ids() -> None:
    sheet = (
        "/* .a {} */ .board:not(.n2) .card, #play p { gap: 0 } @media print { .b.c:has(> .d) { top: 0 } p { top: 0 } }"
    )
    needed = ({".board", ".card"}, {"#play"}, {".b", ".c", ".d"})
    assert set(selector_names(sheet)) == set(map(frozenset, needed))


def test_a_page_loads_the_style_sheets_of_its_elements(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    for path, needed in {
        "/join": set(),
        "/rules/rage": {"referee", "rules"},
        "/rules/rage/sheet": {"blank_sheet"},
        table.url: set(),
        f"{club.url}/plays/new": {"start"},
        f"{club.url}/nights": {"nights"},
        f"{club.url}/money": {"money"},
        f"{club.url}/house/rage": {"house"},
    }.items():
        found = re.findall(r'<link rel="stylesheet" href="[^"]+/(?!app\.)(\w+)\.css">', club.organiser.get(path).text)
        assert set(found) == needed, path


def test_the_blank_sheet_uses_its_own_classes() -> None:
    others = "".join(sheet for name, sheet in SHEETS.items() if name not in ("blank_sheet.css", "screens/screen.css"))
    assert set(FIRST_CLASS.findall(others)) & set(FIRST_CLASS.findall(SHEETS["blank_sheet.css"])) == set()
