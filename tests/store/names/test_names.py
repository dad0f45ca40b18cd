"""Names of people: references to them in the log, today's names, and names that nobody can have."""

from typing import Any

import pytest

from companion.core.entry.fields import count, player, text
from companion.core.entry.keys import Key
from companion.store.names import names, new_people
from companion.store.names.names import People, Person
from companion.store.people import edit_people
from tests.store.people.players import merge, number
from tests.store.tables import Club, Table

SIDES = ("Ann", "Bob & Dee")
"""The first side has the name of a player."""

PEOPLE = People({1: "Ann", 2: "Bob", 3: "Cyd", 4: "Dee"}, SIDES)
FIELDS = (
    count(Key("tricks"), "Tricks", per="player"),
    count(Key("melds"), "Melds", per="side"),
    player(Key("out"), "Who went out"),
    player(Key("side"), "Who won", names=SIDES),
    text(Key("note"), "Note", 40),
)


def test_the_log_has_references_instead_of_names() -> None:
    raw: dict[str, Any] = {
        "tricks": {"Ann": 1, "Bob": 2, "Zoe": 3, "@1": 4}, "melds": {"Ann": 5, "Bob & Dee": 6, "Cyd": 7},
        "out": "Ann", "side": "Ann", "note": "@2 or Bob", "@else": ["@1", "Ann"],
    }  # fmt: skip
    stored = {
        "tricks": {"@1": 1, "@2": 2, "Zoe": 3, "@@1": 4}, "melds": {"@side-0": 5, "@side-1": 6, "@3": 7},
        "out": "@1", "side": "@side-0", "note": "@@2 or Bob", "@@else": ["@@1", "Ann"],
    }  # fmt: skip
    assert PEOPLE.to_log(FIELDS, raw) == stored
    assert PEOPLE.from_log(stored) == raw
    assert (PEOPLE.reference_to("Cyd"), PEOPLE.reference_to_side("Bob & Dee")) == ("@3", "@side-1")
    later = People({1: "Anna", 2: "Bob"}, ("Anna & Cyd", "Bob & Dee"))
    assert later.from_log({"@1": "@side-0", "@3": ["@2", 5, None, True]}) == {
        "Anna": "Anna & Cyd",
        "@3": ["Bob", 5, None, True],
    }


def test_a_name_means_whom_its_field_allows() -> None:
    mixed = player(Key("mixed"), "Who dealt", names=("Ann", "Cyd"))
    assert PEOPLE.to_log((*FIELDS, mixed), {"mixed": "Ann", "out": "Bob & Dee"}) == {"mixed": "@1", "out": "@side-1"}


def test_spellings_of_a_name_have_one_key_that_stays_the_same() -> None:
    composed = "zo\N{LATIN SMALL LETTER E WITH ACUTE}"
    assert [names.name_key(name) for name in ("ZOE\N{COMBINING ACUTE ACCENT}", composed.upper())] == [composed] * 2
    assert names.name_key("STRAẞE") == names.name_key("Straße") == "strasse"
    assert [names.name_key("ﬃ" * letters) for letters in (40, 41)] == ["ffi" * 40] * 2


def test_without_sides_a_name_means_a_player() -> None:
    assert People({1: "Ann"}).to_log(FIELDS, {"side": "Ann", "melds": {"Bob": 1}}) == {
        "side": "@1",
        "melds": {"Bob": 1},
    }


def test_names_are_those_that_people_have_today(club: Club) -> None:
    table, there = Table(club.scorer, players=("Ann", "Bob", "Cyd")), club.scorer.club_id
    other = Table(club.scorer, players=("Dee", "Bobby", "Ann"))
    Table(Club().scorer, players=("Eve", "Fay"))
    bob, bobby = number(club, "Bob"), number(club, "Bobby")
    merge(club, "Bobby", "Bob")
    edit_people.rename(club.scorer, bob, "Robert", "tap")
    assert names.known_names(there) == {"ann": "Ann", "robert": "Robert", "cyd": "Cyd", "bobby": "Robert", "dee": "Dee"}
    assert names.club_spellings(there, [" BOBBY", "ann ", " Zoe "]) == ["Robert", "Ann", "Zoe"]
    assert names.names_of([bob, bobby, 0]) == {bob: "Robert", bobby: "Robert"}
    assert names.names_of([]) == {}
    assert names.merged_people(there)[bobby] == names.merged_people(there)[bob] == Person(bob, "Robert")
    own = {number(club, one) for one in ("Ann", "Robert", "Cyd", "Dee")}
    assert names.merged_people(there).keys() == {*own, bobby}
    assert names.names_in_seat_order(table.id) == ["Ann", "Robert", "Cyd"]
    assert names.names_in_seat_order(other.id) == ["Dee", "Robert", "Ann"]


def test_people_who_are_neither_hidden_nor_merged_are_sorted_whatever_their_capitals(club: Club) -> None:
    Table(club.scorer, players=("Zoe", "bob", "Ann", "Anne", "Cyd"))
    Table(club.scorer, players=("Bobby", "Zoe"))
    Table(Club().scorer, players=("Eve", "Fay"))
    merge(club, "Bobby", "bob")
    edit_people.set_listed(club.scorer, number(club, "Cyd"), is_listed=False, client_id="tap")
    expected = [Person(number(club, name), name) for name in ("Ann", "Anne", "bob", "Zoe")]
    assert names.unhidden_people(club.scorer.club_id) == expected


@pytest.mark.parametrize(("name", "fault"), [("", "is empty"), ("x" * 41, "is longer than 40 letters")])
def test_an_invalid_name_is_refused_with_a_sentence(name: str, fault: str) -> None:
    assert new_people.name_problem(name) == f"The name {fault}."
    assert new_people.name_problem("Ann") == ""
    [problem] = new_people.kitty_faults(["Ann", "KITTY"])
    assert (problem.field, problem.name) == ("players", "KITTY")
    assert problem.message == new_people.name_problem("KITTY")
    assert problem.message == "KITTY is what the club's common money is called; take another name."
