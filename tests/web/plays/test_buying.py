"""Rebuy: who, in one tap more, on the sheet of a game that counts chips."""

import pytest

from tests.web.pages import words
from tests.web.phones import Club, Table, problems

FOUR = ["Ann", "Bob", "<Cyd>", "Dee"]
HAND = {"paid": {"Ann": 20, "Bob": 20, "<Cyd>": 1, "Dee": 1}, "pots": [{"chips": 42, "winner": "Ann"}]}


@pytest.fixture
def table(club: Club) -> Table:
    """Return a play of Brag with 20 chips for each, in which Bob has none left."""
    table = club.start("brag", FOUR, {"stack": "20", "ante": "1"})
    table.write(HAND)
    return table


def test_a_rebuy_is_displayed_and_can_be_undone(table: Table) -> None:
    assert f'href="{table.url}/buy">Rebuy</a>' in table.phone.get(table.url).text
    page = table.phone.get(f"{table.url}/buy").text
    assert 'inputmode="numeric" maxlength="9" name="points" type="text" value="20"' in page
    answer = table.post("/buy", {"player": "1", "points": "20"})
    assert answer.status_code == 303
    assert table.state.totals["Bob"] == 20
    page = table.phone.get(answer.headers["Location"]).text
    assert "Bob buys 20 chips." in page
    assert "Undo: Bob buys 20" in page
    assert table.post("/undo").status_code == 303
    assert table.state.totals["Bob"] == 0


def test_a_rebuy_is_listed_in_its_round_with_its_rule(table: Table) -> None:
    table.post("/buy", {"player": "2", "points": "30"})
    page = table.phone.get(f"{table.url}/rounds/1").text
    assert "bought" in page
    assert "a player may buy more of them" in page
    assert "&lt;Cyd&gt;" in page
    form = table.phone.get(f"{table.url}/rounds/1/edit").text
    assert 'name="adjust.0.buy"' in form


def test_a_rebuy_before_the_first_round_can_be_removed(club: Club) -> None:
    table = club.start("brag", FOUR, {"stack": "20"})
    assert table.post("/buy", {"player": "0", "points": "5"}).status_code == 303
    page = words(table.phone.get(table.url).text)
    assert "Bought, for this hand" in page
    found = {"player": "Ann", "points": "5", "reason": "bought", "buy": "1"}
    assert table.post("/referee/drop", found).status_code == 303
    assert table.state.pending_findings == ()


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"points": "20"}, "Tap whoever buys."),
        ({"player": "", "points": "20"}, "Tap whoever buys."),
        ({"player": "1"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "x"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "0"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "-5"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "1.5"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "1234567890"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "²"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "9", "points": "20"}, "Adjustment, row 1: Player: 9 is not one of Ann, Bob, <Cyd> or Dee."),
        ({"player": "=1+1", "points": "20"}, "Adjustment, row 1: Player: =1+1 is not one of Ann, Bob, <Cyd> or Dee."),
        ({"player": "\0", "points": "20"}, "Adjustment, row 1: Player: � is not one of Ann, Bob, <Cyd> or Dee."),
    ],
)
def test_an_invalid_rebuy_changes_nothing(table: Table, form: dict[str, str], told: str) -> None:
    before = table.state.revision
    answer = table.post("/buy", form)
    assert answer.status_code == 422
    assert told in problems(answer)
    assert 'class="rebuy"' in answer.text
    assert table.state.revision == before


def test_a_viewer_cannot_rebuy(table: Table) -> None:
    assert table.post("/buy", {"player": "1", "points": "20"}, table.club.viewer).status_code == 403
    assert "Rebuy" not in table.club.viewer.get(table.url).text
    assert table.club.viewer.get(f"{table.url}/buy").status_code == 403


def test_games_without_chips_have_no_rebuy(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    assert "Rebuy" not in table.phone.get(table.url).text
    assert table.phone.get(f"{table.url}/buy").headers["Location"] == table.url
    answer = table.post("/buy", {"player": "1", "points": "20"})
    assert answer.status_code == 422
    assert "has no chips" in answer.text
