"""Which files a page loads by what its templates name, and which of them wait for a fold to be opened."""

import pytest
from flask import Flask

from companion.web.support.static.page_files import PageFiles, folded, load, page_files

ENTRY, LIVE, ROWS, START = "forms/entry/entry.js", "plays/live/live.js", "forms/fields/rows.js", "start/start.js"


def loaded(*names: str, is_folded: object = False) -> str:
    """Load files in a part of a page."""
    return folded(is_folded, lambda: load(*names) or "part")


def test_a_page_loads_its_styles_by_name_and_its_scripts_after_those_that_they_import(app: Flask) -> None:
    with app.test_request_context():
        load("start/start.css", START, "money/money.css")
        load(LIVE, "start/start.css", "app.js")
        assert page_files() == PageFiles(["money/money.css", "start/start.css"], [ENTRY, LIVE, START], [])
        assert page_files() == PageFiles([], [], []), "they belong to the page that was rendered"


def test_scripts_of_folded_parts_wait_unless_the_page_needs_them_anyway(app: Flask) -> None:
    with app.test_request_context():
        assert loaded(ROWS, "forms/rows.css", is_folded="yes") == "part"
        assert page_files() == PageFiles(["forms/rows.css"], [], [ENTRY, ROWS])
        load(START)
        loaded(ROWS, START, is_folded=True)
        assert page_files() == PageFiles([], [ENTRY, START], [ROWS])
        loaded(ROWS, is_folded=True)
        loaded(ROWS, is_folded=False)
        loaded(ROWS, is_folded=True)
        assert page_files() == PageFiles([], [ENTRY, ROWS], [])


def test_what_is_open_within_a_folded_part_waits_with_it_and_what_follows_does_not(app: Flask) -> None:
    with app.test_request_context():
        folded(True, lambda: loaded(ROWS, is_folded=False) + (load(LIVE) or ""))
        load(START)
        assert page_files() == PageFiles([], [ENTRY, START], [LIVE, ROWS])


def test_a_part_that_cannot_be_rendered_folds_nothing_after_it(app: Flask) -> None:
    with app.test_request_context():
        with pytest.raises(ZeroDivisionError):
            folded(True, lambda: str(1 // 0))
        load(START)
        assert page_files().scripts == [ENTRY, START]
