"""What a game leaves to the table: sides or none, which totals win, the name of a play."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.game.game import (
    BETTER,
    DEALERS_LEFT_LEADS,
    IN_CHIPS,
    IN_GAMES,
    NOBODY_LEADS,
    PLAY_NAME,
    STACK,
    Ending,
    Gains,
    Notice,
    Outlook,
    Scoring,
    Totals,
    Upgrade,
)
from companion.core.game.seating import PARTNERS, Seats
from companion.core.game.table import Settled
from companion.core.game.terms import COMMON, HAND, ONE_GAME
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
    few = [("sides", "Two sides take four players, not 3.")]
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
    assert [OWN.better_under({"better": given}) for given in ("low", "high", "")] == ["low", "high", "high"]


def test_a_play_has_the_name_of_its_game_unless_the_table_names_it() -> None:
    assert RAGE.title_for(read(RAGE)[0]) == "Rage"
    assert OWN.title_for(read(OWN)[0]) == OWN.name
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
    assert seats.number_text == told.partition(";")[0].partition(",")[0].replace("–", " to ")


def test_seats_know_who_can_play() -> None:
    seats = Seats(3, 5)
    assert [seats.allows(number) for number in (2, 3, 5, 6)] == [False, True, True, False]
    assert [seats.nearest_allowed(number) for number in (2, 4, 6)] == [3, 4, 5]
    assert seats.placeholder_names() == ("Player 1", "Player 2", "Player 3")
    assert seats.placeholder_names(2) == ("Player 1", "Player 2")
    sides: tuple[Any, ...] = ("never", "may", "always")
    kinds = [Seats(4, 4, one) for one in sides]
    assert [(one.is_in_sides, one.is_optionally_in_sides, one.can_be_in_sides) for one in kinds] == [
        (False, False, False), (False, True, True), (True, False, True),
    ]  # fmt: skip
    for few_or_many in ((2, 3), (5, 6)):
        with pytest.raises(ValueError, match="only where four can play"):
            Seats(*few_or_many, "may")
    for not_four in ((4, 5), (3, 4)):
        with pytest.raises(ValueError, match="partnership games are for four"):
            Seats(*not_four, "always")


NOTICES = (
    Notice("pot", lambda table: table.number, "{} chips".format),
    Notice("left", lambda _: 3, "{} left".format, at_end=True),
)


def test_the_table_carries_notices_some_of_them_only_at_the_end() -> None:
    game = replace(RAGE, carry=NOTICES, next=(Notice("leads", lambda _: "Ann", "{} leads".format),))
    table = score_request(RAGE, {"players": FOUR}).table
    assert game.carry_json(table) == {"pot": 1}
    assert game.carry_json(replace(table, over=True)) == {"pot": 1, "left": 3}
    assert {key: text(5) for key, text in game.notice_texts.items()} == {
        "pot": "5 chips", "left": "5 left", "leads": "5 leads",
    }  # fmt: skip
    asked = replace(table, asked=("Ann", "Dee"), dealer="Bob")
    assert (DEALERS_LEFT_LEADS.key, DEALERS_LEFT_LEADS.value(asked), NOBODY_LEADS.value(asked)) == (
        "leads",
        "Dee",
        None,
    )


def test_keys_and_words_that_all_games_share() -> None:
    assert (STACK, PLAY_NAME, BETTER) == ("stack", "name", "better")
    assert (IN_CHIPS.unit, IN_GAMES.unit, Totals().unit) == ("chips", "games", "points")
    assert (COMMON.lock, HAND.lock, ONE_GAME.lock) == ("", "", "")
    terms = {(one.round, one.rounds, one.dealer, one.deals, one.dealt, one.pot) for one in (COMMON, HAND, ONE_GAME)}
    assert terms == {
        (*words, "dealer", "deals", "dealt", "pot")
        for words in (("round", "rounds"), ("hand", "hands"), ("game", "games"))
    }
    assert NOBODY_LEADS.key == DEALERS_LEFT_LEADS.key == "leads"


def test_players_start_with_the_stack_in_games_of_chips_and_with_nothing_in_others() -> None:
    setup, _ = read(game_of("razz"), options={"stack": 30})
    table = score_request(game_of("razz"), {"players": FOUR, "options": {"stack": 30}}).table
    assert (IN_CHIPS.opening(setup), Totals().opening(setup), IN_GAMES.opening(setup)) == (30, 0, 0)
    assert (table.totals, IN_CHIPS.pot and IN_CHIPS.pot(table)) == (dict.fromkeys(FOUR, 30), 0)


def test_everybody_present_plays_and_the_deal_goes_to_the_left_unless_the_game_says_more() -> None:
    scoring: Scoring[Any] = Scoring(fields=RAGE.scoring.fields, score=RAGE.scoring.score)
    table = replace(score_request(RAGE, {"players": FOUR, "dealer": "Ann"}).table, absent=("Cyd",), dealer="Bob")
    assert scoring.asked(table) == ("Ann", "Bob", "Dee")
    assert scoring.next_dealer(table, table.options, None) == "Cyd", "who sits out is skipped later"
    assert (scoring.check(table, table.options), scoring.check_before(table, table.options)) == ((), ())
    assert RAGE.start(table.setup) is None


def test_an_ending_goes_by_the_highest_total_unless_the_game_says_more() -> None:
    table = score_request(RAGE, {"players": FOUR}).table
    ending: Ending[Any] = Ending("some time", RAGE.ending.settle, RAGE.ending.progress)
    assert (ending.better, ending.is_race, ending.weigh(table)) == ("high", False, {})
    outlook: Outlook[Any] = Outlook(lambda _: Gains(0, 1))
    assert (outlook.last(table), outlook.target(table)) == (0, 0)
    assert Notice("pot", lambda _: 3).text(3) == ""
    settled: Settled[Any] = Settled(None)
    assert (settled.over, settled.winners, settled.notes, settled.lines) == (False, (), (), ())


def test_winners_come_before_better_totals() -> None:
    table = replace(score_request(RAGE, {"players": FOUR}).table, totals={"Ann": 3, "Bob": 9, "Cyd": 3, "Dee": 4})
    assert RAGE.ranking(table) == {"Ann": (True, -3), "Bob": (True, -9), "Cyd": (True, -3), "Dee": (True, -4)}
    low = replace(RAGE, ending=replace(RAGE.ending, better="low"))
    found = sorted(low.ranking(replace(table, winners=("Bob",))).items(), key=lambda one: one[1])
    assert [name for name, _ in found] == ["Bob", "Ann", "Cyd", "Dee"]
    ranked = replace(RAGE, ending=replace(RAGE.ending, rank=lambda table: {"Ann": table.number}))
    assert ranked.ranking(table) == {"Ann": 1}


def test_a_game_has_the_slug_and_the_rules_of_its_folder() -> None:
    fresh = replace(game_of("any-other-game"))
    assert (fresh.slug, fresh.rules.slug) == ("any-other-game", "any-other-game")
    assert fresh.rules.paragraphs == OWN.rules.paragraphs
    by_player = replace(RAGE, options=RAGE.options[:1], player_options=lambda names: (RAGE.options[1].of(names=names),))
    assert [item.names for item in by_player.options_for(("Ann",))] == [(), ("Ann",)]
    assert RAGE.options_for(("Ann",)) == RAGE.options


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
