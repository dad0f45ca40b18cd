"""What a game leaves to the table: sides or none, which totals win, the name of a play."""

from typing import Any

import pytest

from companion.core.game.game import Upgrade
from companion.core.game.seating import PARTNERS, Seats
from companion.core.play.scoring_api import score_json, score_request
from companion.core.play.setups import read_setup
from companion.games import game_of

OWN, RAGE, SAMBA = game_of("any-other-game"), game_of("rage"), game_of("samba")
FOUR = ["Ann", "Bob", "Cyd", "Dee"]


def read(game: Any, **request: Any) -> tuple[Any, list[tuple[str, str]]]:
    """Return the setup, and the problems as field and message."""
    setup, problems = read_setup(game, {"players": FOUR, **request})
    return setup, [(problem.field, problem.message) for problem in problems]


def test_given_sides_make_partners_of_four() -> None:
    setup, problems = read(OWN, sides=["We", "They"])
    assert not problems
    assert setup.sides == setup.names == ("We", "They")


@pytest.mark.parametrize("nothing", [None, [], {}])
def test_without_sides_everybody_plays_alone(nothing: Any) -> None:
    setup, problems = read(OWN, sides=nothing)
    assert not problems
    assert setup.sides == ()
    assert setup.names == tuple(FOUR)
    assert read(SAMBA, sides=nothing)[0].sides == ("Ann & Cyd", "Bob & Dee")


def test_sides_need_four_players_and_are_two() -> None:
    few = [("sides", "Two sides take four players; there are 3.")]
    assert read(OWN, players=FOUR[:3], sides=["We", "They"])[1] == few
    assert read(OWN, sides=["We"])[1] == [("sides", "There are two sides, not 1.")]
    assert read(OWN, sides=["We", "We"])[1][0][0] == "sides"
    assert [field for field, _ in read(SAMBA, players=FOUR[:3], sides=["We", "They"])[1]] == ["players"]
    assert [field for field, _ in read(RAGE, sides=["We", "They"])[1]] == ["sides"]


def test_four_can_be_two_sides_only_in_games_for_four() -> None:
    with pytest.raises(ValueError, match="only where four can play"):
        Seats(2, 3, "may")
    assert Seats(2, 8, "may").is_optionally_in_sides


def test_an_option_decides_which_totals_win() -> None:
    rounds = [{"points": {"Ann": 1, "Bob": 2, "Cyd": 3, "Dee": 4}}]
    for better, first in (("high", ["Dee"]), ("low", ["Ann"])):
        sheet = score_request(OWN, {"players": FOUR, "options": {"better": better}, "rounds": rounds})
        assert score_json(sheet)["standings"][0]["names"] == first
        assert OWN.better_for(sheet.table.setup) == better


def test_a_play_has_the_name_of_its_game_unless_the_table_names_it() -> None:
    assert RAGE.title_for(read(RAGE)[0]) == "Rage"
    assert OWN.title_for(read(OWN, options={"name": "Skat"})[0]) == "Skat"
    assert RAGE.better_for(read(RAGE)[0]) == "high"


def test_partners_need_four_players() -> None:
    with pytest.raises(ValueError, match="partnership games are for four"):
        Seats(4, 6, "always")


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (PARTNERS, "4, in two sides"), (Seats(2, 8), "2–8"), (Seats(4, 4), "4"),
        (Seats(2, 8, "may"), "2–8; 4 also in two sides"),
    ],
)  # fmt: skip
def test_the_message_names_the_possible_numbers_of_players(seats: Seats, told: str) -> None:
    assert seats.text == told


def test_an_upgrade_between_equal_versions_changes_nothing() -> None:
    options, entry = {"target": 30}, {"points": {"Ann": 3}}
    assert Upgrade().options(options) == options
    assert Upgrade().entry(options, entry) == entry


def test_the_pot_is_empty_between_rounds_that_only_move_chips() -> None:
    game = game_of("razz")
    rounds = [{"paid": {"Ann": 2, "Bob": 5}, "pots": [{"chips": 7, "winner": "Bob"}]}]
    table = score_request(game, {"players": FOUR[:2], "rounds": rounds}).table
    assert game.totals.pot is not None
    assert (table.totals, game.totals.pot(table)) == ({"Ann": -2, "Bob": 2}, 0)


def test_an_unknown_game_raises() -> None:
    with pytest.raises(LookupError, match="there is no game called snap"):
        game_of("snap")
