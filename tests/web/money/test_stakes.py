"""The stake of a play by place, of sides, and in the currency in which it was agreed."""

import re

import pytest

from companion.store.log.write_results import refusal
from companion.web.money import views
from tests.web.forms.forms_of_pages import sent_by
from tests.web.pages import words
from tests.web.phones import Club, Table, problem_texts
from tests.web.start.starts import in_euros


def typed(table: Table) -> dict[str, list[str]]:
    """Return what the form of the stake sends, apart from its hidden inputs."""
    page = table.phone.get(f"{table.url}/stake").text.replace(
        '<form method="post" class', '<form id="stake-form" class'
    )
    return {name: texts for name, texts in sent_by(page, "stake-form").items() if name.startswith("stake.")}


def test_amounts_by_place_are_saved_in_their_order_and_shown_again(table: Table) -> None:
    sent = {"stake.place.0": "-2", "stake.place.1": "0", "stake.place.2": "2"}
    assert table.post("/stake", {"stake.kind": "places", **sent}).status_code == 303
    assert table.state.stake == {"kind": "places", "amounts": [-200, 0, 200], "currency": "EUR"}
    assert typed(table) == {
        "stake.kind": ["places"], "stake.amount": [""],
        "stake.place.0": ["-2.00"], "stake.place.1": ["0.00"], "stake.place.2": ["2.00"],
    }  # fmt: skip


def test_a_game_in_sides_has_a_place_for_each_side(club: Club) -> None:
    in_euros(club)
    table = club.start("spades", ["Ann", "Bob", "Cyd", "Dee"])
    assert list(typed(table)) == ["stake.kind", "stake.amount", "stake.place.0", "stake.place.1"]
    sent = {"stake.kind": "places", "stake.place.0": "3", "stake.place.1": "-3"}
    assert table.post("/stake", sent).status_code == 303
    assert table.state.stake == {"kind": "places", "amounts": [300, -300], "currency": "EUR"}


def test_a_changed_stake_keeps_its_currency(table: Table) -> None:
    table.club.organiser.post(f"{table.club.url}/money", {"kind": "iso", "code": "JPY"})
    assert table.post("/stake", {"stake.kind": "fixed", "stake.amount": "1.50"}).status_code == 303
    assert table.state.stake == {"kind": "fixed", "amount": 150, "currency": "EUR"}


def test_why_a_stake_cannot_be_saved_stands_beside_its_kinds(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "edit_details", lambda *_, **__: refusal("about", "Not now."))
    answer = table.post("/stake", {"stake.kind": "fixed", "stake.amount": "3"})
    assert answer.status_code == 422
    assert set(problem_texts(answer)) == {"Not now."}
    assert re.findall(r'id="([^"]*)-problem"', answer.text) == ["stake"]


def test_without_a_currency_the_form_says_where_one_is_chosen(club: Club) -> None:
    """Otherwise “write a whole number” is all that somebody learns who plays for cents."""
    table = club.start("rage", ["Ann", "Bob"])
    choose = f'<a href="{club.url}/money">Choose a currency</a>'
    refused = table.post("/stake", {"stake.kind": "fixed", "stake.amount": "0.50"}, club.organiser)
    assert refused.status_code == 422
    assert choose in refused.text
    assert "An organiser can choose one, under More." in words(club.scorer.get(f"{table.url}/stake").text)
    in_euros(club)
    for phone in (club.organiser, club.scorer):
        assert "No currency is chosen" not in phone.get(f"{table.url}/stake").text
