"""Seats and the first dealer that are drawn by lot."""

import re
from html import unescape
from typing import Any

import pytest

from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club
from tests.web.start.starts import started

FOUR = {"seat.0": "Ann", "seat.1": "Bob", "seat.2": "Cyd", "seat.3": "Dee"}


def drawn(club: Club, form: dict[str, Any], status: int = 200) -> str:
    """Return the page after a draw, which starts nothing."""
    answer = club.scorer.post(f"{club.url}/plays/new", form)
    assert answer.status_code == status
    assert started(club) == []
    return answer.text


def told(page: str) -> str:
    """Return the text about the draw."""
    found = re.search(r'id="told"[^>]*>(.*?)</p>', page)
    return unescape(found[1]) if found else ""


def seats_in(page: str) -> list[str]:
    """Return the seats on the page."""
    form = sent_by(page, "start")
    return [values[0] for name, values in form.items() if name.startswith("seat.") and values[0]]


def test_drawn_seats_are_announced_and_keep_the_chosen_dealer(club: Club) -> None:
    orders = set()
    for _ in range(40):
        page = drawn(club, {**FOUR, "draw": "seats", "dealer": "1", "game": "rage"})
        order = seats_in(page)
        assert sorted(order) == ["Ann", "Bob", "Cyd", "Dee"]
        assert told(page) == f"Drawn: {order[0]}, {order[1]}, {order[2]} and {order[3]}, clockwise."
        form = sent_by(page, "start")
        assert order[int(form["dealer"][0])] == "Bob"
        assert form["game"] == ["rage"]
        orders.add(tuple(order))
    assert len(orders) > 5


def test_drawn_partners_sit_opposite(club: Club) -> None:
    found = set()
    for _ in range(40):
        page = drawn(club, {**FOUR, "draw": "partners", "game": "pitch"})
        order = seats_in(page)
        assert order[0] == "Ann"
        assert told(page) == f"Drawn: Ann & {order[2]} play against {order[1]} & {order[3]}."
        found.add(order[2])
    assert found == {"Bob", "Cyd", "Dee"}


def test_the_first_dealer_can_be_drawn_and_a_second_draw_says_so(club: Club) -> None:
    form: dict[str, Any] = {**FOUR, "draw": "dealer"}
    dealers = set()
    for number in range(1, 30):
        page = drawn(club, form)
        form = {**sent_by(page, "start"), "draw": ["dealer"]}
        dealer = seats_in(page)[int(form["dealer"][0])]
        again = {1: "", 2: " again, draw 2", 29: " again, draw 29"}
        if number in again:
            assert told(page) == f"Drawn{again[number]}: {dealer} deals first."
        dealers.add(dealer)
    assert len(dealers) >= 3, "all four but for one run in a thousand"
    page = drawn(club, {**form, "draw": "seats"})
    assert told(page).startswith("Drawn: "), "seats are drawn for the first time"


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        (
            {"seat.0": "Ann", "seat.1": "", "seat.2": "Cyd", "draw": "seats"},
            "Seat 2 is empty: type a name there, or close the gap, then draw.",
        ),
        (
            {"seat.1": "Bob", "seat.3": "Dee", "draw": "dealer"},
            "Seats 1 and 3 are empty: type a name there, or close the gap, then draw.",
        ),
        ({"seat.0": "Ann", "draw": "dealer"}, "Type at least two names, then draw."),
        ({"draw": "seats"}, "Type at least two names, then draw."),
        (
            {"seat.0": "Ann", "seat.1": "ann", "draw": "seats"},
            "ann is there twice: give everybody a different name, then draw.",
        ),
        (
            {"seat.0": "Ann", "seat.1": "Bob", "seat.2": "Cyd", "draw": "partners"},
            "Partners are drawn among four players, not 3.",
        ),
    ],
)
def test_an_impossible_draw_is_refused_and_changes_nothing(club: Club, form: dict[str, str], fault: str) -> None:
    page = drawn(club, form, 422)
    assert fault in unescape(page)
    assert told(page) == ""
    assert {name: text for name, [text] in sent_by(page, "start").items() if text and name.startswith("seat.")} == {
        name: text for name, text in form.items() if text and name.startswith("seat.")
    }
