"""What is drawn, and why it cannot be: the form without its page."""

from collections.abc import Sequence

import pytest
from flask import Flask

from companion.web.start.drawing import draw_lots
from companion.web.start.forms import StartForm
from tests.web.start.starts import seats, submitted

FOUR = ["Ann", "Bob", "Cyd", "Dee"]


def draw(
    app: Flask, what: str, names: Sequence[str] = FOUR, in_sides: bool = False, **sent: str
) -> tuple[str, StartForm]:
    """Draw lots once; return what is announced, and the form with the result."""
    form = submitted(app, {**seats(*names), "draw": what, **sent})
    return draw_lots(form, in_sides), form


def test_every_order_of_seats_is_drawn_and_the_dealer_stays_the_same_person(app: Flask) -> None:
    orders = set()
    for _ in range(40):
        told, form = draw(app, "seats", FOUR[:3])
        first, second, third = form.players
        assert told == f"Drawn: {first}, {second} and {third}, clockwise."
        assert form.first_dealer == "Ann", "who sat first deals, as nobody was chosen"
        orders.add((first, second, third))
    assert len(orders) >= 5, "all six but for one run in two hundred"
    told, form = draw(app, "seats", ["Ann", "Bob"], dealer="1")
    assert form.first_dealer == "Bob"


def test_drawn_seats_name_the_partners_of_four_in_a_game_of_partners_alone(app: Flask) -> None:
    told, form = draw(app, "seats", in_sides=True)
    one, two, three, four = form.players
    assert told == (f"Drawn: {one}, {two}, {three} and {four}, clockwise: {one} & {three} play against {two} & {four}.")
    told, form = draw(app, "seats", in_sides=False)
    assert told.endswith(", clockwise.")
    told, form = draw(app, "seats", FOUR[:3], in_sides=True)
    assert told.endswith(", clockwise.")


def test_anybody_can_be_drawn_as_dealer_and_nobody_changes_seats(app: Flask) -> None:
    dealers = set()
    for _ in range(40):
        told, form = draw(app, "dealer", FOUR[:3])
        assert form.players == FOUR[:3]
        assert told == f"Drawn: {form.first_dealer} deals first."
        dealers.add(form.first_dealer)
    assert dealers == {"Ann", "Bob", "Cyd"}, "but for one run in three million"


def test_anybody_can_be_drawn_as_partner_and_the_others_keep_their_order(app: Flask) -> None:
    found = {tuple(draw(app, "partners")[1].players) for _ in range(40)}
    assert found == {
        ("Ann", "Cyd", "Bob", "Dee"), ("Ann", "Bob", "Cyd", "Dee"), ("Ann", "Bob", "Dee", "Cyd"),
    }  # fmt: skip


def test_draws_are_counted_for_each_kind(app: Flask) -> None:
    for before, again in (
        ("", ""),
        ("dealer", " again, draw 2"),
        ("dealer seats dealer", " again, draw 3"),
        ("seats", ""),
    ):
        told, form = draw(app, "dealer", drawn=before)
        assert told == f"Drawn{again}: {form.first_dealer} deals first."
        assert form.drawn.data == f"{before} dealer".strip()


def test_the_list_of_draws_ends_after_a_thousand_letters(app: Flask) -> None:
    told, form = draw(app, "dealer", drawn="dealer " * 200)
    assert form.drawn.data == ("dealer " * 200)[:1000]
    assert told.startswith("Drawn again, draw 143: ")


@pytest.mark.parametrize(
    ("what", "names", "faults"),
    [
        ("seats", ["Ann"], ["Type at least two names, then draw."]),
        ("seats", ["", "Ann"], ["Type at least two names, then draw."]),
        ("seats", ["ann", "Ann"], ["Ann is there twice: give everybody a different name, then draw."]),
        ("dealer", ["Ann", "Bob", "ann", "BOB"], [
            "ann is there twice: give everybody a different name, then draw.",
            "BOB is there twice: give everybody a different name, then draw.",
        ]),
        ("partners", [*FOUR, "Eve"], ["Partners are drawn among four players, not 5."]),
        ("partners", ["Ann", "", "Cyd"], [
            "Seat 2 is empty: type a name there, or close the gap, then draw.",
            "Partners are drawn among four players, not 2.",
        ]),
        ("seats", ["Ann", "", "", "Dee"], ["Seats 2 and 3 are empty: type a name there, or close the gap, then draw."]),
    ],
)  # fmt: skip
def test_an_impossible_draw_says_every_reason_and_keeps_the_seats(
    app: Flask, what: str, names: list[str], faults: list[str]
) -> None:
    told, form = draw(app, what, names)
    assert told == ""
    assert form.seat.errors == faults
    assert form.seat.data[: len(names)] == names
    assert form.drawn.data == ""
