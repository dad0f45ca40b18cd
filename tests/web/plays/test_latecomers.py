"""Players who join late or sit rounds out, and names of any kind."""

import pytest

from companion.store.database.base import db
from companion.store.plays.coming_round import drafts
from tests.web.phones import Club, Table, problems
from tests.web.plays.typed_values import MARKUP, NAMES


def test_players_can_join_late_and_sit_rounds_out(table: Table) -> None:
    assert table.post("/players", {"name": " Dee "}).status_code == 303
    assert table.state.setup.players[-1] == "Dee"
    slot = str(table.state.next_slot)
    assert table.post("/draft", {"slot": slot, "who": "1", "present": ["0", "3"]}).status_code == 303
    page = table.phone.get(table.url).text
    assert page.count('name="absent"') == 2
    assert table.post("/rounds", {"absent": ["1", "2"], "tricks.0": "2", "tricks.1": "3"}).status_code == 303
    assert table.state.sheet.table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0, "Dee": 2}
    assert table.post("/rounds/2/edit", {"absent": ["1", "2"], "tricks.0": "3", "tricks.1": "2"}).status_code == 303
    assert table.state.sheet.table.totals == {"Ann": 5, "Bob": 0, "Cyd": 0, "Dee": 0}


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "Ann", "ann", "a\0b", "x" * 9999])
def test_a_player_with_an_invalid_name_cannot_join(table: Table, name: str) -> None:
    answer = table.post("/players", {"name": name})
    assert answer.status_code == 422
    assert problems(answer)
    assert table.state.revision == 2


@pytest.mark.parametrize("present", [[], ["0"], ["9", "8"], ["x"], ["9" * 50]])
def test_a_round_needs_two_players(table: Table, present: list[str]) -> None:
    table.post("/draft", {"slot": "2", "who": "1", "present": present})
    with table.club.app.app_context():
        draft = drafts.draft_of(table.state)
        db.session.remove()
    assert draft is None
    assert "At least two players must be in the round." in table.phone.get(table.url).text


def test_of_two_players_who_sit_down_at_once_the_second_has_to_tap_again(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd", "Dee", "Eve"])
    assert table.state.game.seats.most == 7
    base = table.state.revision
    assert table.post("/players", {"name": "Gus"}).status_code == 303
    late = table.post("/players", {"name": "Hal", "base": base})
    assert late.status_code == 409
    assert problems(late).startswith(
        "Somebody else changed the sheet (A device: new player), so your change was not saved. Tap again if the player"
        " still joins."
    )
    assert 'value="Hal"' in late.text
    assert table.post("/players", {"name": "Hal"}).status_code == 303
    full = table.post("/players", {"name": "Ida", "base": base})
    assert full.status_code == 409
    assert (
        "Somebody else changed the sheet meanwhile (A device: new player). This is the present sheet; your change "
        "was not saved." in problems(full)
    )
    assert "Who plays" not in full.text.partition("<h1>")[2].partition("</h1>")[0], "the table is full: its sheet"
    assert 'id="newcomer"' not in table.phone.get(f"{table.url}/players").text
    table.post("/end")
    assert table.phone.get(f"{table.url}/players").headers["Location"] == table.url
    assert table.post("/players", {"name": "Ida"}).status_code == 422


def test_any_name_can_be_played_under(club: Club) -> None:
    table = club.start("raise-the-stakes", NAMES)
    for form in ({"tricks.0": "5"}, {"tricks.1": "3", "tricks.4": "2", "raised_by": "0", "folded": "3"}):
        assert table.post("/rounds", form).status_code == 303
    adjust = {"adjust.0.player": "4", "adjust.0.points": "-3", "adjust.0.reason": MARKUP}
    assert table.post("/rounds/1/edit", {"tricks.4": "5", **adjust}).status_code == 303
    assert table.state.setup.players == tuple(NAMES)
    assert table.state.sheet.table.totals["0"] in (-1, 0)
    paths = ["", "/changes", "/rounds/1", "/rounds/2", "/rounds/1/edit", "/why/0", "/why/4"]
    pages = [table.phone.get(table.url + path) for path in paths]
    pages += [club.scorer.get(club.url + path) for path in ("", "/plays", "/plays/new")]
    for page in pages:
        assert page.status_code == 200
        assert MARKUP not in page.text
        assert "<b onclick" not in page.text


def test_a_total_of_a_seat_that_is_not_there_is_404(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    assert [table.phone.get(f"{table.url}/why/{seat}").status_code for seat in (2, 3, 99)] == [200, 404, 404]
