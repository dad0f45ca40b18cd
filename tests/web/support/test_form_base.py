"""What all forms share; and any input to any form is accepted or refused, never an internal error."""

import io
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, ClassVar

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule
from wtforms.form import Form
from wtforms.validators import Optional

from companion.core.entry.problems import Problem
from companion.games import all_games
from companion.store.database.base import db
from companion.store.log.write_results import Stale
from companion.store.nights.night_state import night_of_play
from companion.web.access.forms import ClubNameForm
from companion.web.house.forms import AgreeForm, ProposalForm
from companion.web.plays.forms import SitDownForm
from companion.web.referee.forms import EffectsForm
from companion.web.rulings.forms import RulingForm
from companion.web.start.forms import StartForm
from companion.web.support.form_base import (
    DayField,
    FormRefusedError,
    InputRowsField,
    MultiCheckboxField,
    NameValidator,
    NumberedField,
    PageForm,
    StringField,
    SwitchForm,
    WholeField,
    choices_of,
    game_choices,
    names_in,
)
from tests.laws.strategies import few
from tests.web.access.urls import rules
from tests.web.forms.forms_of_pages import sent_by
from tests.web.house.versions import proposed
from tests.web.phones import Club, Table
from tests.web.rulings.book import recorded

MARKUP = '"><script>alert(1)</script>'


class GuestForm(PageForm):
    """A form with a field of each kind that reads more than a text."""

    field_names: ClassVar[Mapping[str, str]] = {"person": "name"}
    name = StringField("Name", [NameValidator()])
    nick = StringField("Nickname", [Optional(), NameValidator(5)])
    age = WholeField("Age", most=99, otherwise="{} is no age.")
    size = WholeField("Size", most=9)
    day = DayField("Day")
    ways = MultiCheckboxField("Ways", choices={"in": "In", "out": "Out"})
    seat = NumberedField("Seats", count=2)


GUEST: dict[str, Any] = {
    "name": "Ann", "nick": "", "age": None, "size": None, "day": None, "ways": [], "seat": ["", ""],
}  # fmt: skip
READ: list[tuple[dict[str, Any], dict[str, Any], dict[str, list[str]]]] = [
    ({}, {}, {}),
    ({"name": " Ann "}, {"name": "Ann"}, {}),
    ({"name": ""}, {"name": ""}, {"name": ["The name is empty."]}),
    ({"name": "x" * 41}, {"name": "x" * 41}, {"name": ["The name is longer than 40 letters."]}),
    ({"nick": "Annie"}, {"nick": "Annie"}, {}),
    ({"nick": "Annika"}, {"nick": "Annika"}, {"nick": ["The name is longer than 5 letters."]}),
    ({"age": " 99 "}, {"age": 99}, {}),
    ({"age": "100"}, {}, {"age": ["100 is no age."]}),
    ({"age": ["7", "8"]}, {"age": 7}, {}),
    ({"size": "9"}, {"size": 9}, {}),
    ({"size": "10"}, {}, {}),
    ({"day": "2026-02-28"}, {"day": date(2026, 2, 28)}, {}),
    ({"day": "2026-02-30"}, {}, {"day": ["2026-02-30 is no day of the calendar."]}),
    ({"day": "20260228"}, {}, {"day": ["20260228 is no day of the calendar."]}),
    ({"day": " "}, {}, {}),
    ({"ways": ["out", " ", "x"]}, {"ways": ["out", "x"]}, {}),
    ({"seat.1": " Bob ", "seat.2": "Cyd"}, {"seat": ["", "Bob"]}, {}),
]


@pytest.mark.parametrize(("sent", "data", "errors"), READ)
def test_fields_read_what_is_typed_and_say_what_is_wrong(
    app: Flask, sent: dict[str, Any], data: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    with app.test_request_context(method="POST", data={"name": "Ann", **sent}):
        form = GuestForm()
        assert form.validate_on_submit() == (not errors)
        assert (form.data, form.errors) == (GUEST | data, errors)


def test_problems_are_beside_their_fields_or_above_the_form(app: Flask) -> None:
    problems = [
        Problem("person", "Zoe is unknown."), Problem("age", "Too young."), Problem("x", "No."), Problem("age", "Far."),
    ]  # fmt: skip
    with app.test_request_context():
        form = GuestForm(blank=True)
        with pytest.raises(FormRefusedError):
            form.accept(problems)
        assert form.errors == {"name": ["Zoe is unknown."], "age": ["Too young.", "Far."], "": ["No."]}
        for outcome, field in ((problems[2:3], "day"), ("That is no day.", "day"), ("So be it.", "")):
            with pytest.raises(FormRefusedError):
                form.accept(outcome, field)
        assert (form.errors["day"], form.errors[""]) == (["No.", "That is no day."], ["No.", "So be it."])
        assert form.accept(7) == 7


def test_the_state_after_another_change_is_a_problem_of_the_form(app: Flask) -> None:
    with app.test_request_context():
        form = GuestForm(blank=True)
        with pytest.raises(FormRefusedError):
            form.accept(Stale(("age",)))
        assert form.errors == {"age": ["Somebody else has changed this meanwhile."]}


def test_faults_are_in_the_order_of_the_page_and_lead_to_its_elements(app: Flask) -> None:
    with app.test_request_context():
        form = GuestForm(blank=True)
        for name in ("name", "size", "day"):
            form.refuse(name, f"One about {name}.", "Another one.")
    found = [(fault.text, fault.element_id) for fault in form.faults({"day": "f-day", "size": "other"})]
    assert found[::2] == [("One about day.", "f-day"), ("One about size.", "other"), ("One about name.", "name")]
    assert found[1::2] == [("Another one.", element_id) for element_id in ("f-day", "other", "name")]
    assert [fault.element_id for fault in form.faults()][::2] == ["name", "size", "day"]


def test_what_was_typed_is_shown_again_and_what_was_not_sent_is_empty(app: Flask) -> None:
    with app.test_request_context(method="POST", data={"age": " x "}):
        form = GuestForm(name="Ann", age=7)
        assert (form.name.data, form.age.data, form.age._value()) == ("", None, "x")
        assert GuestForm(blank=True, name="Ann", age=7).data == GUEST | {"age": 7}


class StakeForm(PageForm):
    """A form with rows."""

    stakes = InputRowsField(type("Row", (Form,), {"name": StringField()}))


def test_rows_are_read_by_their_names_up_to_three_hundred(app: Flask) -> None:
    sent = {f"stakes.{number}.name": str(number) for number in range(301)}
    for data, names in (
        (sent, [str(number) for number in range(300)]),
        ({"stakes.7": "x", "stake.8.name": "x", "stakes.99999.name": "y", "stakes.100000.name": "x"}, ["y"]),
    ):
        with app.test_request_context(method="POST", data=data):
            assert [row["name"] for row in StakeForm().stakes.data] == names


@pytest.mark.parametrize(
    ("sent", "revision", "by_today", "is_on"),
    [({}, -1, False, False), ({"base": "0", "to": "on"}, 0, False, True), ({"base": "7", "to": "off"}, 7, False, False),
     ({"base": "x", "by_today": "1"}, -1, True, False)],
)  # fmt: skip
def test_a_change_is_based_on_the_revision_that_the_page_showed(
    app: Flask, sent: dict[str, str], revision: int, by_today: bool, is_on: bool
) -> None:
    with app.test_request_context(method="POST", data={**sent, "client_id": "tap"}):
        form = SwitchForm()
        assert form.rescore_args == {"base": revision, "client_id": "tap", "by_today": by_today}
        assert (form.edit_args, form.is_on) == ({"base": revision, "client_id": "tap"}, is_on)


def test_choices_are_in_the_order_of_names_and_games() -> None:
    assert choices_of(["Bob", "Ann", "Bob"]) == {"Bob": "Bob", "Ann": "Ann"}
    assert list(choices_of(["Bob"], nobody="–").items()) == [("", "–"), ("Bob", "Bob")]
    assert list(game_choices().items()) == [(game.slug, game.name) for game in all_games()]
    assert list(game_choices(["rage", "brag"], any_game="Any")) == ["", "brag", "rage"]


def test_the_csrf_token_is_checked_once_and_is_no_field(app: Flask, club: Club) -> None:
    with app.test_request_context(method="POST", data={"name": "Aces"}):
        form = ClubNameForm()
        assert form.validate_on_submit()
        assert "csrf_token" not in form
    page = club.organiser.get(f"{club.url}/devices").text
    assert page.count('name="csrf_token"') == page.count("<form ")
    assert club.organiser.open(f"{club.url}/name", "POST", data={"name": "Aces"}).status_code == 400


def test_json_and_files_are_no_form(app: Flask) -> None:
    for sent in ({"json": {"name": "Aces"}}, {"json": [1]}, {"data": {"name": (io.BytesIO(b"Aces"), "aces.txt")}}):
        with app.test_request_context(method="POST", **sent):
            form = ClubNameForm()
            assert form.validate_on_submit()
            assert form.name.data == ""


def test_a_form_that_is_only_displayed_reads_nothing_from_the_request(app: Flask) -> None:
    with app.test_request_context(method="POST", data={"name": MARKUP, "client_id": "x"}):
        assert SitDownForm(blank=True).name.data == ""
        assert SitDownForm().name.data == MARKUP


def test_typed_text_comes_back_shortened_to_a_bound(club: Club) -> None:
    answer = club.organiser.post("/join", {"code": "  " + "x" * 99})
    assert answer.status_code == 422
    assert f'value="{"x" * 60}"' in answer.text


def test_one_tap_has_one_id_and_a_form_without_an_id_gets_one(app: Flask) -> None:
    with app.test_request_context(method="POST", data={"client_id": "tap\0" + "x" * 99}):
        assert SitDownForm().client_id.data == "tap\N{REPLACEMENT CHARACTER}" + "x" * 36
    with app.test_request_context(method="POST", data={"client_id": " "}):
        assert SitDownForm().client_id.data != SitDownForm().client_id.data != ""


@pytest.mark.parametrize("base", ["", "-1", "x", "9" * 10, "9" * 5000, "²"])
def test_a_form_without_a_revision_saw_none(app: Flask, base: str) -> None:
    with app.test_request_context(method="POST", data={"base": base}):
        assert SitDownForm().revision == -1


def test_rows_keep_their_order_whatever_their_numbers(app: Flask) -> None:
    sent = {
        "amendment.7.text": "Seven", "amendment.2.text": "Two", "amendment.².text": "No", "amendment.-1.text": "No",
        f"amendment.{'9' * 5000}.text": "No", "amendmentX3.text": "No", "amendment.3": "No", "amendment.5.rule": "4.7",
    }  # fmt: skip
    with app.test_request_context(method="POST", data=sent):
        assert [row.text.data for row in ProposalForm().filled_rows] == ["Two", "Seven"]


@pytest.mark.parametrize(
    ("dealer", "name", "seat"), [("0", "Ann", 0), ("2", "Cyd", 1), ("1", None, 0), ("3", None, 0), ("", None, 0)]
)
def test_an_empty_seat_does_not_shift_the_dealer(app: Flask, dealer: str, name: str | None, seat: int) -> None:
    with app.test_request_context(method="POST", data={"seat.0": "Ann", "seat.2": "Cyd", "dealer": dealer}):
        form = StartForm()
        assert (form.players, form.first_dealer, form.dealer_seat) == (["Ann", "Cyd"], name, seat)


def test_agreed_names_are_the_tapped_and_the_typed_ones(app: Flask) -> None:
    sent = MultiDict([("agreed", "Ann"), ("agreed", " "), ("agreed", "Ann"), ("others", "Bob, Cyd")])
    with app.test_request_context():
        for form, names in ((RulingForm(sent), ["Ann", "Bob", "Cyd"]), (AgreeForm(sent), ["Ann", "Ann", "Bob", "Cyd"])):
            assert names_in(form.agreed, form.others) == names


def test_a_correction_needs_a_name_points_and_a_reason(app: Flask) -> None:
    for sent in ({}, {"player": "Ann", "points": "3"}, {"player": ["Ann"] * 2, "points": "3", "reason": "x"}):
        with app.test_request_context(method="POST", data=sent):
            form = EffectsForm()
            assert not form.validate_on_submit()
            assert form.player.errors == ["A correction needs a name, points and a reason."]


# Random input.


def kinds(form: type[PageForm]) -> Iterator[type[PageForm]]:
    """Return all forms of a base class."""
    for kind in form.__subclasses__():
        yield kind
        yield from kinds(kind)


def input_names(app: Flask) -> list[str]:
    """Return the names of all inputs of all forms, and some that no form has."""
    found = {"?", "", "csrf", "present", "adjust.0.player", "tricks.0", "amendment.²", "amendment.1.2.3", "seat.x"}
    with app.test_request_context():
        for kind in kinds(PageForm):
            for field in kind(blank=True):
                found.add(field.name)
                if isinstance(field, NumberedField | InputRowsField):
                    found |= {f"{field.name}.{number}" for number in range(3)}
                    found |= {f"{field.name}.{number}.{part}" for number in range(3) for part in ("text", "rule")}
    return sorted(found)


ODD = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", "0", "1", "-1", "9" * 5000, "²", "rage", "Ann", "on", "off", "organiser", "revoke", "book",
                     "2026-02-30", "0.10", "point", "EUR", "\0", "a,b;c", MARKUP, "x" * 9000]),
)  # fmt: skip


class Evening:
    """A club with rows of every kind."""

    def __init__(self, app: Flask) -> None:
        self.club = Club(app)
        self.table: Table = self.club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
        self.table.write({"tricks": {"Ann": 5}})
        self.ruling = recorded(self.club).rsplit("/", 1)[1]
        self.version = proposed(self.club).key
        with app.app_context():
            night = night_of_play(self.table.state)
            assert night is not None
            db.session.remove()
        self.night = night.key
        sat = self.club.organiser.get(f"{self.club.url}/people").text
        self.people = sorted({*re.findall(r'/people/(\d+)"', sat)})
        assert len(self.people) == 3
        self.step = self.told()

    def told(self) -> str:
        """Change a detail of the night, which can be undone."""
        address = f"{self.club.url}/nights/{self.night}"
        page = self.club.organiser.get(f"{address}/edit").text
        said = {**sent_by(page, "night"), "name": "Ours"}
        said.pop("csrf_token")
        assert self.club.organiser.post(f"{address}/edit", said).status_code == 303
        [step] = re.findall(r"/steps/([^/]+)/back", self.club.organiser.get(f"{address}/edit").text)
        return str(step)

    def address(self, rule: Rule) -> str:
        """Return the URL of a rule in this club."""
        keys = {"rulings": self.ruling, "house": self.version, "plays": self.table.key, "people": self.people[0],
                "nights": self.night}  # fmt: skip
        values: dict[str, Any] = {
            "club": self.club.key, "key": keys.get(rule.rule.split("/")[3], "") if "key" in rule.arguments else "",
            "slug": "raise-the-stakes", "slot": 1, "membership": 1, "token": "x", "night": self.night,
            "what": rule.rule.partition("any(")[2].partition(",")[0], "step": self.step, "other": self.people[1],
            "seat": 0,
        }  # fmt: skip
        with self.club.app.test_request_context():
            built = rule.build({name: values[name] for name in rule.arguments}, append_unknown=False)
        assert built is not None
        return built[1]


@pytest.fixture(scope="module")
def evening(app: Flask) -> dict[str, Evening]:
    """Return the club that all forms are sent to; a new one once its phone has left it."""
    return {"now": Evening(app)}


def test_every_form_is_tested(app: Flask, evening: dict[str, Evening]) -> None:
    addresses = {evening["now"].address(rule) for rule in rules(app, "POST")}
    assert len(addresses) == len([*rules(app, "POST")]) > 25
    assert {"code", "seat.2", "amendment.1.text", "stake.amount", "reason", "base"} <= {*input_names(app)}


@settings(max_examples=few(150))
@given(data=st.data())
def test_any_input_to_any_form_is_accepted_or_refused(
    app: Flask, evening: dict[str, Evening], data: st.DataObject
) -> None:
    now = evening["now"]
    if now.club.organiser.get(f"{now.club.url}/devices").status_code != 200:
        now = evening["now"] = Evening(app)
    path = now.address(data.draw(st.sampled_from([*rules(app, "POST")])))
    phone, names = now.club.organiser, input_names(app)
    form: dict[str, Any] = {"base": now.table.state.revision, "slot": str(now.table.state.next_slot)}
    form |= data.draw(st.dictionaries(st.sampled_from(names), st.lists(ODD, min_size=1, max_size=3), max_size=8))
    if data.draw(st.booleans()):
        form[data.draw(st.sampled_from(names))] = (io.BytesIO(b"a file"), "file.txt")
    answer = phone.post(path, form)
    assert answer.status_code < 500, (path, form)
    if answer.status_code >= 400:
        assert "<h1" in answer.text or answer.status_code == 409, path
    assert MARKUP not in answer.text
    thing = phone.open(path, "POST", json=data.draw(st.sampled_from([[1], {"name": 5}, "x", None, {"seat.0": [1]}])),
                       headers={"X-CSRFToken": phone.csrf})  # fmt: skip
    assert thing.status_code < 500, path


def test_on_a_page_of_several_forms_those_that_were_not_sent_have_the_values_of_the_page(app: Flask) -> None:
    with app.test_request_context(method="POST", data={"name": "typed"}):
        sent = ClubNameForm()
        assert ClubNameForm.sent_or_blank(sent, name="Ours") is sent
        assert ClubNameForm.sent_or_blank(None, name="Ours").name.data == "Ours"
        assert GuestForm.sent_or_blank(sent, name="Ann").name.data == "Ann"
