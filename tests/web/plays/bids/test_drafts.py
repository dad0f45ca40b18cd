"""Drafts of the coming round: bids that all phones see."""

import re
from collections.abc import Mapping

import pytest

from companion.store.database.base import db
from companion.store.plays.coming_round import drafts
from tests.web.phones import Club, Table, problems
from tests.web.plays.typed_values import BAD_NUMBERS, MARKUP


def test_what_is_typed_of_a_round_is_not_restored_for_the_one_before(table: Table) -> None:
    def kept() -> str:
        found = re.search(r'id="entry"[^>]* data-keep="([^"]*)"', table.phone.get(table.url).text)
        assert found is not None
        return found[1]

    typed = kept()
    table.post("/undo")
    assert kept() != typed
    table.post("/redo")
    assert kept() == typed
    assert table.post("/rounds/1/edit", table.inputs({"tricks": {"Bob": 5}})).status_code == 303
    assert kept() == typed


def test_bids_are_seen_by_all_phones_and_saved_with_the_round(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd"])
    bids = {"slot": "1", "bid.0": "4", "bid.1": "3", "bid.2": "3"}
    assert table.post("/draft", {**bids, "lock": "on"}).status_code == 303
    page = club.organiser.get(table.url).text
    assert "Ann 4, Bob 3, Cyd 3" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert "bid\N{NO-BREAK SPACE}4" in page, "beside the tricks of Ann"
    assert "Save round 1" in page
    assert table.post("/rounds", {**bids, "tricks.0": "4", "tricks.1": "3", "tricks.2": "3"}).status_code == 303
    assert table.state.sheet.table.totals == {"Ann": 14, "Bob": 13, "Cyd": 13}


@pytest.mark.parametrize(
    "form", [{}, {"bid.0": "11"}, {"bid.0": "x"}, {"bid.0": "-1", "bid.1": "1", "bid.2": "1"}, {"tricks.0": "1"}]
)
def test_invalid_or_missing_bids_are_not_locked(club: Club, form: Mapping[str, str]) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd"])
    answer = table.post("/draft", {"slot": "1", "lock": "on", **form})
    assert answer.status_code == 422
    assert problems(answer)
    with club.app.app_context():
        assert drafts.draft_of(table.state) is None
        db.session.remove()


@pytest.mark.parametrize("slot", ["", "0", "2", "-1", "x", "9" * 50])
def test_a_draft_of_another_round_is_not_saved(club: Club, slot: str) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    assert table.post("/draft", {"slot": slot, "bid.0": "1"}).status_code in (303, 409)
    with club.app.app_context():
        assert drafts.draft_of(table.state) is None
        db.session.remove()


def test_a_draft_with_any_values_can_be_displayed(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    for text in (*BAD_NUMBERS, MARKUP):
        assert table.post("/draft", {"slot": "1", "bid.0": text}).status_code in (303, 422)
        page = table.phone.get(table.url)
        assert page.status_code == 200
        assert MARKUP not in page.text
