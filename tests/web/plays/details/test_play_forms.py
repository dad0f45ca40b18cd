"""What the forms of a play say: who is there, who takes a seat, how many chips, who plays again."""

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.core.entry.problems import Problem
from companion.store.log.write_results import Refused
from companion.web.plays.forms import BuyForm, DraftForm, PlayAgainForm, TakeSeatForm
from companion.web.plays.pages import refusal_text
from companion.web.support.form_base import names_in

THREE = ("Ann", "Bob", "Cyd")


def test_who_is_not_ticked_sits_the_round_out(app: Flask) -> None:
    with app.test_request_context(method="POST", data=MultiDict([("present", "2"), ("present", "0")])):
        assert DraftForm().absent(THREE) == ["Bob"]
    with app.test_request_context(method="POST", data={"who": "1"}):
        assert DraftForm().absent(THREE) == list(THREE)


def test_a_tapped_name_takes_the_seat_before_a_typed_one(app: Flask) -> None:
    for sent, name in [({"tapped": "Eve", "name": "Zed"}, "Eve"), ({"tapped": "", "name": "Zed"}, "Zed")]:
        with app.test_request_context(method="POST", data=sent):
            assert TakeSeatForm().new_name == name


@pytest.mark.parametrize(
    ("typed", "chips"), [("1", 1), ("100000", 100_000), ("0", 0), ("-1", 0), ("100001", 0), ("many", 0), ("", 0)]
)
def test_chips_are_bought_from_one_to_a_hundred_thousand(app: Flask, typed: str, chips: int) -> None:
    with app.test_request_context(method="POST", data={"player": "0", "points": typed}):
        form = BuyForm()
        form.validate()
        refused = [] if chips else ["Type how many chips are bought, from 1 to 100,000."]
        assert (form.chips, form.errors.get("points", [])) == (chips, refused)


@pytest.mark.parametrize(
    ("sent", "stays", "joins"),
    [
        ([], None, []),
        ([("stays", "1"), ("others", "Zed")], None, ["Zed"]),
        ([("who", "1")], [], []),
        ([("who", "1"), ("stays", "2"), ("stays", "0"), ("joins", "Fay"), ("others", "Dee, Eve"), ("joins", "Gus")],
         ["Ann", "Cyd"], ["Fay", "Gus", "Dee", "Eve"]),
    ],
)  # fmt: skip
def test_who_plays_again_is_ticked_and_then_typed(
    app: Flask, sent: list[tuple[str, str]], stays: list[str] | None, joins: list[str]
) -> None:
    with app.test_request_context(method="POST", data=MultiDict(sent)):
        form = PlayAgainForm()
        assert (form.who_stays(THREE), names_in(form.joins, form.others)) == (stays, joins)


def test_all_reasons_of_a_refusal_are_one_text() -> None:
    assert refusal_text(Refused((Problem("name", "Too long."), Problem("", "Too late.")))) == "Too long. Too late."
