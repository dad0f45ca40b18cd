"""Names in the facts of a question: whose they may be, and how they are read."""

from typing import Any

import pytest

from companion.cards.decks import standard_deck
from companion.core.entry import fields as f
from companion.core.game.seating import Seats
from companion.core.referee import facts
from tests.core.referee.asking import TALLY, WHO, ask, faults

PACK = standard_deck("the pack")


def test_without_a_table_any_name_is_a_player() -> None:
    assert ask((WHO,), {"facts": {"who": " Zoe "}}) == {"who": "Zoe"}
    assert ask((TALLY,), {"facts": {"tally": {"Zoe": 1, "Yan ": 2}}}) == {"tally": {"Zoe": 1, "Yan": 2}}
    assert ask((WHO, TALLY), {"facts": {"who": "Ann", "tally": {"Zoe": 1}}})["tally"] == {"Zoe": 1}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Who: a name is empty."),
        ("x" * 41, f"Who: the name “{'x' * 39}…” is longer than 40 letters."),
        ("a\x00b", "Who: the name “a\N{REPLACEMENT CHARACTER}b” has letters that cannot be shown."),
        (5, "Who: 5 is not a name."),
        (["Ann"], "Who: ['Ann'] is not a name."),
        (None, "“Who” is missing."),
    ],
)
def test_an_invalid_name_is_refused(name: Any, message: str) -> None:
    assert faults((WHO,), {"facts": {"who": name}}) == [("who", message)]


def test_too_many_names_are_refused() -> None:
    assert len(ask((TALLY,), {"facts": {"tally": {f"P{number}": 1 for number in range(200)}}})["tally"]) == 200
    crowd = {f"P{number}": 1 for number in range(201)}
    assert faults((TALLY,), {"facts": {"tally": crowd}}) == [("tally", "Tally: 201 names are far too many.")]


def test_with_a_table_names_must_be_its_players() -> None:
    fields = (facts.players(Seats(2, 4)), WHO, TALLY)
    good = {"players": ["Ann", "Bob"], "who": "Bob", "tally": {"Ann": 1, "Bob": 0}}
    assert ask(fields, {"facts": good})["who"] == "Bob"
    assert faults(fields, {"facts": {**good, "who": "Zoe"}}) == [("who", "Who: Zoe is not one of Ann or Bob.")]
    assert faults(fields, {"facts": {**good, "tally": {"Ann": 1}}}) == [("tally", "“Tally” is missing for Bob.")]
    wrong = {**good, "tally": {"Ann": 1, "Bob": 1, "Zoe": 1}}
    assert faults(fields, {"facts": wrong}) == [("tally", "Tally: leave out Zoe; it is only for Ann and Bob.")]
    assert faults(fields, {"facts": {**good, "players": ["Ann", "Ann", "Bob"]}}) == [
        ("players", "Players: Ann is named twice.")
    ]
    assert faults(fields, {"facts": {**good, "players": ["Ann", "Bob", "C", "D", "E"]}})[0] == (
        "players", "Players: at most 4 names, not 5.",
    )  # fmt: skip


def test_sides_are_given_or_made_of_players_who_sit_opposite() -> None:
    side = f.count("tally", "Tally", 9, per="side", required=True)
    pairs = f.players("sides", "Sides", ())
    players = ["Ann", "Bob", "Cyd", "Dee"]
    found = {"Ann & Cyd": 1, "Bob & Dee": 2}
    assert (
        ask((facts.players(Seats(2, 4)), side), {"facts": {"players": players, "tally": found}}, "samba")["tally"]
        == found
    )
    named = {"We": 1, "They": 2}
    given = {"players": players, "sides": ["We", "They"], "tally": named}
    assert ask((facts.players(Seats(2, 4)), pairs, side), {"facts": given})["tally"] == named
    assert ask((side,), {"facts": {"tally": named}})["tally"] == named
    long = {"We": 1, "x" * 100: 2}
    assert ask((side,), {"facts": {"tally": long}})["tally"] == long
    assert faults((side,), {"facts": {"tally": {"x" * 101: 1}}}) == [
        ("tally", f"Tally: the name “{'x' * 39}…” is longer than 100 letters."),
    ]
    assert ask((pairs,), {"facts": {"sides": ["We", "x" * 100]}})["sides"] == ("We", "x" * 100)
    assert (
        faults((facts.players(Seats(2, 4)), side), {"facts": {"players": players, "tally": named}}, "samba")[0][0]
        == "tally"
    )


def test_a_side_is_refused_in_games_without_sides() -> None:
    given = {"facts": {"players": ["Ann", "Bob", "Cyd", "Dee"], "who": "Ann & Cyd"}}
    assert faults((facts.players(Seats(2, 4)), WHO), given) == [
        ("who", "Who: Ann & Cyd is not one of Ann, Bob, Cyd or Dee.")
    ]
    assert ask((facts.players(Seats(2, 4)), WHO), given, "samba")["who"] == "Ann & Cyd"


def test_names_are_found_in_rows_lists_and_objects() -> None:
    tricks = facts.tricks(PACK, 3, 4)
    given = [[{"player": "Ann", "card": "As"}, {"player": "Bob ", "card": "10♥"}], [{"player": "Cyd", "card": "2c"}]]
    found = ask((tricks,), {"facts": {"tricks": given}})["tricks"]
    assert [[(row.who("player"), row["card"]) for row in rows] for rows in found] == [
        [("Ann", "As"), ("Bob", "10h")], [("Cyd", "2c")],
    ]  # fmt: skip
    rows = f.parts("hand", "Hand", (WHO,), per="player")
    assert ask((rows,), {"facts": {"hand": {"Ann": {"who": "Bob"}}}})["hand"]["Ann"].who("who") == "Bob"
    given[0][0]["player"] = "x" * 41
    assert [field for field, _ in faults((tricks,), {"facts": {"tricks": given}})] == ["tricks"]
    assert faults(
        (facts.players(Seats(2, 4)), tricks), {"facts": {"players": ["Ann", "Bob"], "tricks": given[1:]}}
    ) == [("tricks", "Trick 1, row 1: Player: Cyd is not one of Ann or Bob.")]


PLAYERS = facts.players(Seats(2, 5))
SIDES = f.players("sides", "Sides", ())
BY_SIDE = f.count("by_side", "By side", 9, per="side", required=True)
FOUR = ["Ann", "Bob", "Cyd", "Dee"]


@pytest.mark.parametrize(
    ("slug", "given", "told"),
    [
        ("rage", {"players": ["Ann", "Bob"], "sides": ["We", "They"], "who": "We"}, []),
        ("samba", {"players": FOUR, "sides": ["We", "They"], "by_side": {"We": 1, "They": 2}}, []),
        ("samba", {"players": [*FOUR, "Eve"], "by_side": {"We": 1}}, ["By side: leave out We; nobody has one here."]),
        ("rage", {"players": FOUR, "by_side": {"We": 1}}, ["By side: leave out We; nobody has one here."]),
        ("any-other-game", {"players": FOUR, "by_side": {"Ann & Cyd": 1}}, ["“By side” is missing for Bob & Dee."]),
        ("rage", {"players": ["Ann", "Bob"], "sides": ["We", "We"], "who": "Ann"}, ["Sides: We is named twice."]),
    ],
)
def test_sides_are_those_listed_or_in_partnership_games_the_usual_ones(
    slug: str, given: dict[str, Any], told: list[str]
) -> None:
    fields = PLAYERS, SIDES, BY_SIDE if "by_side" in given else WHO
    if told:
        assert [message for _, message in faults(fields, {"facts": given}, slug)] == told
    else:
        read = ask(fields, {"facts": given}, slug)
        assert read == {**given, "players": tuple(given["players"]), "sides": tuple(given["sides"])}


def test_sides_that_nobody_asks_for_name_nobody() -> None:
    given = {"players": ["Ann", "Bob"], "sides": ["We", "They"], "who": "We"}
    assert faults((PLAYERS, WHO), {"facts": given}) == [
        ("sides", "There is nothing called “sides” here."), ("who", "Who: We is not one of Ann or Bob."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (5, ["Players: give a list of names."]),
        ("Ann", ["Players: give a list of names."]),
        (["Ann", "Ann", "Bob"], ["Players: Ann is named twice.", "Who: Zoe is not one of Ann or Bob."]),
        (["Ann", 5, "Bob"], ["Players: 5 is not one of Ann or Bob.", "Who: Zoe is not one of Ann or Bob."]),
        (["Ann", "  ", "Bob"], ["Players: a name is empty.", "Who: Zoe is not one of Ann or Bob."]),
        ([" Ann ", "Bob"], ["Who: Zoe is not one of Ann or Bob."]),
    ],
)
def test_an_unreadable_list_of_players_is_reported_with_the_names_in_it(players: Any, told: list[str]) -> None:
    found = faults((PLAYERS, WHO), {"facts": {"players": players, "who": "Zoe"}})
    assert [message for _, message in found] == told


def test_only_a_list_of_players_makes_a_table() -> None:
    number, name = f.count("players", "Players", 9), f.player("players", "Player")
    assert ask((number, WHO), {"facts": {"players": 3, "who": "Zoe"}}) == {"players": 3, "who": "Zoe"}
    assert ask((name, WHO), {"facts": {"players": "Ann", "who": "Zoe"}}) == {"players": "Ann", "who": "Zoe"}


def test_each_invalid_name_is_reported_once_in_every_fact() -> None:
    long = "x" * 41
    given = {"who": long, "tally": {"": 1, long: 1}, "plays": [{"player": "", "card": card} for card in ("As", "Ks")]}
    too_long = f"the name “{long[:39]}…” is longer than 40 letters."
    assert faults((WHO, TALLY, facts.plays(PACK, 4)), {"facts": given}) == [
        ("who", f"Who: {too_long}"), ("tally", "Tally: a name is empty."), ("tally", f"Tally: {too_long}"),
        ("plays", "Trick: a name is empty."),
    ]  # fmt: skip
    crowd = {f"P{number}": 1 for number in range(1000)}
    assert faults((TALLY,), {"facts": {"tally": crowd}}) == [("tally", "Tally: 1,000 names are far too many.")]
    assert faults((f.player("who", "Who", ("Ann", "Bob")),), {"facts": {"who": long}}) == [
        ("who", f"Who: {long[:39]}… is not one of Ann or Bob."),
    ]  # fmt: skip
