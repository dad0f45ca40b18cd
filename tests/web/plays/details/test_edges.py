"""Pages of a play at its edges: sides, many people, an ended or discarded game, and older rules."""

import re

import pytest

from companion.web.plays.picture import picture_of_play
from tests.web.older import finished_by_older_rules
from tests.web.pages import main_of, words
from tests.web.phones import Club, Table
from tests.web.start.starts import in_euros


def drawn(table: Table) -> str:
    """Return the picture of a play."""
    state = table.state
    with table.club.app.test_request_context():
        return picture_of_play(state, "1 Mar 2026")


def test_the_picture_of_partners_says_that_they_win(club: Club) -> None:
    table = club.start("spades", ["Ann", "Bob", "Cyd", "Dee"])
    first, second = table.state.setup.names
    bids = dict.fromkeys(table.state.setup.players, 3)
    table.write({"bid": bids, "tricks": {first: 5, second: 8}})
    table.post("/end")
    headline = next(text for text in re.findall(r"<text[^>]*>([^<]+)<", drawn(table)) if " win" in text)
    assert headline.startswith(f"{second} win, ".replace("&", "&amp;"))


def test_the_picture_of_a_game_of_older_rules_has_no_chart(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished_by_older_rules(club, monkeypatch)
    assert 'class="chart"' not in drawn(table)
    assert "Ann wins, 11 points ahead of Bob" in drawn(table)


def test_nobody_joins_a_discarded_or_an_ended_game(table: Table) -> None:
    assert table.phone.get(f"{table.url}/players").status_code == 200
    table.post("/discard", {"to": "on"})
    assert table.phone.get(f"{table.url}/players").headers["Location"] == table.url
    table.post("/discard", {"to": "off"})
    table.post("/end")
    answer = table.post("/players", {"name": "Eve"})
    assert answer.status_code == 422
    assert words(main_of(answer.text)).startswith("The game is over, so nobody can join. Raise the Stakes Our club")


def test_of_many_known_people_some_are_offered_for_a_seat_whose_rounds_can_be_chosen(club: Club) -> None:
    for letter in "XYZ":
        club.start("any-other-game", [f"{letter}{number}" for number in range(10)])
    table = club.start("any-other-game", ["Ann", "Bob"])
    for _ in range(10):
        table.write({"points": {"Ann": 1, "Bob": 0}})
    assert table.post("/seats/1", {"name": "Eve", "since": "10"}).status_code == 303
    page = table.phone.get(f"{table.url}/seats/1").text
    assert len(re.findall(r'name="tapped" value=', page)) == 24
    options = re.findall(r"<option[^>]*>(.*?)</option>", page)
    assert options == ["11, next", *map(str, range(10, 1, -1)), "1, as if Eve had never played"]


def test_a_latecomer_hands_on_the_seat_from_a_round_after_their_first(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob"])
    table.write({"tricks": {"Ann": 3, "Bob": 2}})
    assert table.post("/players", {"name": "Eve"}).status_code == 303
    for _ in range(2):
        table.write({"tricks": {"Ann": 3, "Bob": 2}})
    page = table.phone.get(f"{table.url}/seats/2").text
    assert re.findall(r"<option[^>]*>(.*?)</option>", page) == ["4, next", "3"]


def test_chips_bought_after_the_end_are_refused_on_the_sheet(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20"})
    table.post("/end")
    answer = table.post("/buy", {"player": "1", "points": "5"})
    assert answer.status_code == 422
    assert 'name="points"' not in answer.text
    assert table.phone.get(f"{table.url}/buy").headers["Location"] == table.url


def test_the_stake_by_place_says_who_gets_and_who_pays(club: Club) -> None:
    in_euros(club)
    stake = {"stake.kind": "places", "stake.place.0": "2", "stake.place.1": "0", "stake.place.2": "-2"}
    table = club.start("any-other-game", ["Ann", "Bob", "Cyd"], stake)
    assert "+€2.00, €0.00, −€2.00" in words(main_of(table.phone.get(table.url).text))


def test_a_correction_that_is_shown_again_keeps_what_was_typed(table: Table) -> None:
    answer = table.post("/rounds/1/edit", {"tricks.1": "5", "more": "preview"})
    assert answer.status_code == 200
    assert re.findall(r'name="tricks\.(\d)" value="(\d)" checked', answer.text) == [("1", "5")]
    assert (table.state.revision, table.state.totals["Ann"]) == (2, 3)


def test_a_correction_lacks_nothing_more_after_somebody_took_over_a_seat(table: Table) -> None:
    entry = {"tricks.1": "5"}
    before = words(table.post("/rounds/1/preview", entry).text)
    assert table.post("/seats/1", {"name": "Eve"}).status_code == 303
    assert words(table.post("/rounds/1/preview", entry).text) == before
    assert "Eve" not in before
