"""The form that starts a play, as its view reads it."""

import pytest
from flask import Flask

from companion.games import game_of
from companion.web.start.pages import ChosenGame
from tests.web.pages import words
from tests.web.phones import Club
from tests.web.start.starts import ANN_AND_BOB, seats, submitted

FOUR = ("Ann", "Bob", "Cyd", "Dee")
SIDES = {"side.0": "We", "side.1": "They"}


@pytest.mark.parametrize(
    ("slug", "names", "sides", "count"),
    [
        ("samba", FOUR, {}, 2),
        ("samba", FOUR[:3], {}, 3),
        ("any-other-game", FOUR, SIDES, 2),
        ("any-other-game", FOUR, {"side.0": "We"}, 4),
        ("any-other-game", FOUR, {}, 4),
        ("any-other-game", (*FOUR[:3], "", "Eve"), SIDES, 2),
        ("any-other-game", FOUR[:3], SIDES, 3),
        ("any-other-game", (*FOUR, "Eve"), SIDES, 5),
        ("rage", FOUR, SIDES, 4),
    ],
)
def test_a_stake_by_place_needs_an_amount_for_each_side_or_player(
    app: Flask, slug: str, names: tuple[str, ...], sides: dict[str, str], count: int
) -> None:
    assert submitted(app, {**seats(*names), **sides}).total_count(game_of(slug)) == count


@pytest.mark.parametrize(
    ("dealer", "name", "seat"),
    [("", None, 0), ("0", None, 0), ("1", "Ann", 0), ("2", None, 0), ("3", "Bob", 1), ("4", "Cyd", 2), ("12", None, 0)],
)
def test_the_first_dealer_is_counted_without_empty_seats(app: Flask, dealer: str, name: str | None, seat: int) -> None:
    form = submitted(app, {**seats("", "Ann", "", "Bob", "Cyd"), "dealer": dealer})
    assert (form.first_dealer, form.dealer_seat) == (name, seat)


def test_only_games_with_sides_take_their_names(app: Flask, club: Club) -> None:
    form = submitted(app, SIDES)
    assert [form.sides(game_of(slug)) for slug in ("samba", "any-other-game", "rage")] == [["We", "They"]] * 2 + [None]
    assert submitted(app, {"side.1": "They"}).sides(game_of("samba")) is None
    assert club.start("rage", FOUR, {"side.0": "We"}).state.setup.sides == (), "Rage has no sides that lack a name"


def test_every_error_is_displayed_beside_its_field_and_above_the_form(club: Club) -> None:
    sent = {"game": "rage", **ANN_AND_BOB, "first_hand": "11", "last_hand": "x"}
    page = words(club.scorer.post(f"{club.url}/plays/new", sent).text)
    assert page.count("Not started yet: please look at what is marked.") == 1
    assert page.count("First hand: 11 is too high, 10 is the most.") == 2
    assert page.count("Last hand: “x” is not a whole number.") == 2


@pytest.mark.parametrize(
    ("sent", "slug", "like", "asks"),
    [
        ({"game": "rage"}, "rage", "", True),
        ({"game": "any-other-game:abc"}, "any-other-game", "abc", True),
        ({"game": "bridge:abc"}, "", "", True),
        ({"game": "rage", "shown": "rage"}, "rage", "", True),
        ({"game": "rage", "shown": "toepen"}, "rage", "", False),
        ({"game": "rage", "shown": ""}, "rage", "", False),
    ],
)
def test_the_options_are_those_of_the_game_that_the_page_showed(
    app: Flask, sent: dict[str, str], slug: str, like: str, asks: bool
) -> None:
    form = submitted(app, sent)
    assert (form.slug, form.like, form.showed_game) == (slug, like, asks)


def test_a_game_to_choose_has_the_name_that_the_table_gave_it(club: Club) -> None:
    table = club.start("any-other-game", ["Ann", "Bob"], {"name": "Mau-Mau"})
    other, own = ChosenGame(game_of("any-other-game")), ChosenGame(game_of("any-other-game"), table.state)
    assert (other.value, other.title, other.is_nameless, other.options) == (
        "any-other-game", "Any other game", True, {},
    )  # fmt: skip
    assert (own.value, own.title, own.is_nameless) == (f"any-other-game:{table.key}", "Mau-Mau", False)
    assert own.options == table.state.options
    assert own.description == "The highest total wins."
    assert other.description == game_of("any-other-game").summary
    samba = ChosenGame(game_of("samba"))
    assert [samba.fits(players) for players in range(6)] == [True, True, False, False, True, False]
