"""Names of people: references to them in the log, today's names, and names that nobody can have."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.core.entry.fields import count, player, text
from companion.core.entry.keys import Key
from companion.store.access import devices
from companion.store.database.base import db
from companion.store.database.models import Play, Player
from companion.store.database.writing import writing
from companion.store.erasing.erase_name import erase_name
from companion.store.names import names, new_people
from companion.store.names.names import IS_LISTED, NAMES_MARK, People, Person
from companion.store.people import edit_people
from companion.store.plays.play_details import DISCARDED
from companion.store.plays.play_lists import club_mark
from tests.store.people.players import merge, number
from tests.store.tables import Club, Table, done, tricks

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
    alone = count(Key("alone"), "Left", per="player", names=("Ann",))
    assert PEOPLE.to_log((alone,), {"alone": {"Ann": 1}}) == {"alone": {"@1": 1}}
    assert PEOPLE.to_log(FIELDS, {"out": " Cyd ", "side": " Bob & Dee"}) == {"out": "@3", "side": "@side-1"}


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


def test_people_are_known_or_added_by_name(club: Club) -> None:
    there = club.scorer.club_id
    Table(club.scorer, players=("Ann", "Bob"))
    Table(club.scorer, players=("Bobby", "Cyd"))
    merge(club, "Bobby", "Bob")
    ids, before = {name: number(club, name) for name in ("Ann", "Bob")}, club_mark(there).club
    with writing() as connection:
        assert new_people.player_ids(connection, there, ["Ann", "BOBBY"]) == {"Ann": ids["Ann"], "BOBBY": ids["Bob"]}
    assert club_mark(there).club == before
    with writing() as connection:
        found = new_people.player_ids(connection, there, ["Zoë", "ZOË", "Ann", "Dee"])
        assert names.known_names(there, connection)["zoë"] == "Zoë"
        assert names.names_of([found["ZOË"]], connection) == {found["Zoë"]: "Zoë"}
        assert names.merged_people(there, connection)[found["Dee"]] == Person(found["Dee"], "Dee")
        assert names.club_spellings(there, ["DEE"], connection) == ["Dee"]
    assert {"Zoë": number(club, "Zoë"), "ZOË": number(club, "Zoë"), "Ann": ids["Ann"], "Dee": number(club, "Dee")} == (
        found
    )
    assert club_mark(there).club == before + 1, "lists of people have more names"


def listed(club: Club) -> list[str]:
    db.session.rollback()
    shown = select(Player.name).where(Player.club_id == club.scorer.club_id, IS_LISTED)
    return sorted(db.session.scalars(shown))


def test_people_are_listed_unless_they_are_hidden_merged_or_only_in_discarded_plays(club: Club) -> None:
    table, other = Table(club.scorer), Table(club.scorer, players=("Ann", "Dee"))
    assert listed(club) == ["Ann", "Bob", "Cyd", "Dee"]
    table.write(tricks(5))
    done(table.take("Cyd", "Eve"))
    done(other.edit_details(**{DISCARDED: True}))
    assert listed(club) == ["Ann", "Bob", "Cyd", "Eve"], "Cyd handed on a seat"
    devices.set_owner(club.scorer, number(club, "Dee"))
    assert listed(club) == ["Ann", "Bob", "Cyd", "Dee", "Eve"], "Dee owns a phone"
    edit_people.set_listed(club.scorer, number(club, "Ann"), is_listed=False, client_id="tap")
    done(table.edit_details(**{DISCARDED: True}))
    assert listed(club) == ["Dee"]
    third = Table(club.scorer, players=("Eva", "Fay"))
    merge(club, "Eve", "Eva")
    assert listed(club) == ["Dee", "Eva", "Fay"]
    done(third.edit_details(**{DISCARDED: True}))
    with writing() as connection:
        new_people.player_ids(connection, club.scorer.club_id, ["Gil"])
    assert listed(club) == ["Dee", "Gil"], "Gil is new"


def test_the_mark_of_names_grows_with_every_renaming_and_every_erasure(own_app: Flask) -> None:
    club, other = Club(), Club()
    table, theirs = Table(club.scorer), Table(other.scorer)

    def mark() -> int:
        db.session.rollback()
        return db.session.execute(select(NAMES_MARK).where(Play.id == table.id)).scalar_one()

    marks = [mark()]
    edit_people.rename(club.scorer, number(club, "Ann"), "Anna", "tap")
    marks.append(mark())
    edit_people.rename(other.scorer, number(other, "Ann"), "Anna", "tap")
    assert mark() == marks[-1], "of another club"
    erase_name(other.organiser, theirs.state.seats[0].player_id)
    marks.append(mark())
    assert marks == sorted(set(marks))


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
