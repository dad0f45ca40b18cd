"""What the forms for the details of a play say: final totals, corrected seats, and names of sides."""

import re

import pytest
from flask import Flask

from companion.web.plays.details.forms import CorrectSetupForm, TotalsForm
from tests.web.forms.forms_of_pages import sent_by
from tests.web.pages import words
from tests.web.phones import Club

THREE = ("Ann", "Bob", "Cyd")


def test_totals_are_read_with_blanks_and_either_minus_and_the_others_are_refused(app: Flask) -> None:
    typed = {"total.0": "1 000", "total.1": "\N{MINUS SIGN}3", "total.2": "1.5"}
    with app.test_request_context(method="POST", data=typed):
        form = TotalsForm()
        assert form.totals(THREE) == {"Ann": 1000, "Bob": -3}
        assert form.errors == {"total": ["Give the total of Cyd as a whole number."]}


@pytest.mark.parametrize(
    ("places", "order"),
    [
        ({}, ["Ann", "Bob", "Cyd"]),
        ({"place.0": "2"}, ["Ann", "Bob", "Cyd"]),
        ({"place.0": "3", "place.2": "1"}, ["Cyd", "Bob", "Ann"]),
        ({"place.0": "12", "place.1": "13"}, ["Bob", "Cyd", "Ann"]),
    ],
)
def test_seats_are_corrected_in_the_order_of_their_numbers(
    app: Flask, places: dict[str, str], order: list[str]
) -> None:
    with app.test_request_context(method="POST", data={"dealer": "1", "name.1": "Ben", **places}):
        form = CorrectSetupForm()
        corrected = form.corrected_seats(THREE)
        assert [seat.was for seat in corrected] == order
        assert [seat.name for seat in corrected] == ["Ben" if name == "Bob" else name for name in order]
        assert form.dealer_name(THREE) == "Ben"


@pytest.mark.parametrize(
    ("typed", "sides"), [(("Lions", "Tigers"), ["Lions", "Tigers"]), (("Lions", ""), None), (("", ""), None)]
)
def test_sides_are_named_both_or_not_at_all(app: Flask, typed: tuple[str, str], sides: list[str] | None) -> None:
    with app.test_request_context(method="POST", data=dict(zip(("side.0", "side.1"), typed, strict=True))):
        assert CorrectSetupForm().sides == sides


def test_the_page_shows_who_dealt_first_and_names_sides_anew(club: Club) -> None:
    named = {"dealer": "1", "side.0": "Lions", "side.1": "Tigers"}
    table = club.start("any-other-game", [*THREE, "Dee"], named)
    page = table.phone.get(f"{table.url}/setup").text
    assert re.findall(r'name="dealer" value="(\d)" checked', page) == ["1"]
    assert table.post("/setup", {"dealer": "1", "side.0": "Cats", "side.1": "Tigers"}).status_code == 303
    assert table.state.setup.sides == ("Cats", "Tigers")


def test_a_refused_option_is_named_above_the_form_and_beside_its_field(club: Club) -> None:
    table = club.start("raise-the-stakes", THREE)
    answer = table.post("/setup", {"dealer": "0", "target": "-4"})
    assert answer.status_code == 422
    assert words(answer.text).count("Target: −4 is too low, 1 is the least.") == 2


def test_refused_seats_come_back_with_the_options_that_were_chosen_and_the_play_as_it_is_now(club: Club) -> None:
    table = club.start("raise-the-stakes", THREE)
    sent = {"dealer": "0", "target": "-4", "hand_size": "6"}
    refused = sent_by(table.post("/setup", sent).text, action=f"{table.url}/setup")
    assert (refused["target"], refused["hand_size"], refused["base"]) == (["-4"], ["6"], ["1"])
    table.write({"tricks": {"Ann": 5}})
    late = table.post("/setup", {**sent, "target": "30", "base": "1"})
    again = sent_by(late.text, action=f"{table.url}/setup")
    assert (late.status_code, again["target"], again["base"]) == (409, ["30"], ["2"])


@pytest.mark.parametrize("slot", ["x", "0", "2", "1.0"])
def test_a_remark_on_a_round_that_is_not_there_is_none_on_the_play(club: Club, slot: str) -> None:
    table = club.start("raise-the-stakes", THREE)
    assert table.post("/remark", {"remark": "Late.", "slot": slot}).status_code == 404
    assert (table.state.details.remark, table.state.revision) == ("", 1)


def test_a_total_that_cannot_be_read_is_refused_once(club: Club) -> None:
    table = club.start("raise-the-stakes", THREE)
    answer = table.post("/totals", {"total.0": "3", "total.1": "x", "total.2": "4"})
    assert answer.status_code == 422
    said = words(answer.text)
    assert "Give the total of Bob as a whole number." in said
    assert said.count("Bob as a whole") == said.count("the total of"), "and nothing else"
    assert not table.state.over


def test_twelve_players_have_a_total_a_seat_and_the_deal(app: Flask) -> None:
    names = tuple(f"Player {number}" for number in range(12))
    typed = {f"total.{number}": str(number) for number in range(12)}
    with app.test_request_context(method="POST", data={**typed, "dealer": "11", "place.11": "1", "place.0": "12"}):
        assert TotalsForm().totals(names) == {name: number for number, name in enumerate(names)}
        form = CorrectSetupForm()
        assert form.dealer_name(names) == "Player 11"
        assert [seat.was for seat in form.corrected_seats(names)] == [names[11], *names[1:11], names[0]]
