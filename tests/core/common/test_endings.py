"""Ways to end that many games share."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.common import endings
from companion.core.entry.keys import Key
from companion.core.entry.record import Record
from companion.core.game.game import Ending, Gains
from companion.core.game.table import Progress, Settled, Setup, Table
from tests.core.keys import misnamed_keys


def table(options: Mapping[str, int | str], totals: dict[str, int], number: int = 1) -> Table[None]:
    """Return a table with these totals, before the round with this number."""
    players = tuple(totals)
    return Table(Setup(players, (), players[0], Record(options, {})), number, players[0], totals, None)


def settled(ending: Ending[None], before: Table[None], totals: dict[str, int]) -> Settled[None]:
    """Return how a round with these totals leaves a play."""
    return ending.settle(before, Record({}, {}), None, totals)


@pytest.mark.parametrize(
    ("games", "totals", "far"),
    [
        (3, {"Ann": 2, "Bob": 1}, Progress(2, 3, "Ann 2 of 3 games")),
        (3, {"Ann": 2, "Bob": 2}, Progress(2, 3, "Ann and Bob 2 of 3 games")),
        (3, {"Ann": -1, "Bob": -2}, Progress(0, 3, "3 games to win")),
        (0, {"Ann": 2, "Bob": 1}, None),
    ],
)
def test_progress_shows_the_games_of_the_leader(games: int, totals: dict[str, int], far: Any) -> None:
    assert endings.GAMES_WON.progress(table({"games": games}, totals)) == far


@pytest.mark.parametrize(("hands", "far"), [(11, Progress(3, 11, "3 of 11 hands played")), (0, None)])
def test_progress_counts_hands_before_the_coming_one(hands: int, far: Any) -> None:
    assert endings.AGREED_HANDS.progress(table({"hands": hands}, {"Ann": 0, "Bob": 0}, number=4)) == far


@pytest.mark.parametrize(
    ("totals", "text"),
    [
        ({"Ann": 1, "Ben": 3, "Cyd": 0}, "Ben 3 of 20 points"),
        ({"Ann": 3, "Ben": 3, "Cyd": 3}, "3 players 3 of 20 points"),
        ({"Ann": 0, "Ben": -4}, "the game ends at 20 points"),
        ({"Ann": 21, "Ben": 1200}, "Ben 1,200 of 20 points"),
    ],
)
def test_progress_names_whoever_is_nearest_to_the_end(totals: dict[str, int], text: str) -> None:
    assert endings.nearest_progress(totals, 20).text == text


@pytest.mark.parametrize(
    ("out", "text"),
    [((), "nobody out yet"), (("Bob",), "Bob out, 2 still in"), (("Bob", "Cyd"), "Bob and Cyd out, 1 still in")],
)
def test_eliminated_players_are_named(out: tuple[str, ...], text: str) -> None:
    found = endings.players_out_progress(("Ann", "Bob", "Cyd"), out)
    assert (found.done, found.whole, found.text) == (len(out), 2, text)


def test_most_games_win_and_ties_share() -> None:
    two, endless = (table({"games": games}, {"Ann": 1, "Bob": 1, "Cyd": 1}) for games in (2, 0))
    assert settled(endings.GAMES_WON, two, {"Ann": 2, "Bob": 2, "Cyd": 1}).winners == ("Ann", "Bob")
    assert settled(endings.GAMES_WON, two, {"Ann": 3, "Bob": 2, "Cyd": 1}).winners == ("Ann",)
    assert not settled(endings.GAMES_WON, two, {"Ann": 1, "Bob": 0, "Cyd": 1}).over
    assert not settled(endings.GAMES_WON, endless, {"Ann": 9, "Bob": 0, "Cyd": 0}).over


def test_whoever_had_the_target_before_the_round_was_first() -> None:
    in_play, after = {"Ann": 20, "Bob": 12}, {"Ann": 20, "Bob": 20}
    settled = endings.end_at_first_to_target(table({}, in_play), after, 20, None)
    assert (settled.over, settled.winners) == (True, ("Ann",))
    assert settled.notes == ("Ann came to 20 in play, before the points of this round.",)
    assert endings.end_at_first_to_target(table({}, {"Ann": 18, "Bob": 12}), after, 20, None).winners == ("Ann", "Bob")


def test_of_several_who_came_to_the_target_in_play_the_best_total_then_wins() -> None:
    in_play = {"Ann": 1200, "Bob": 1300, "Cyd": 1300, "Dee": 40}
    after = {"Ann": 2000, "Bob": 1300, "Cyd": 1400, "Dee": 0}
    settled = endings.end_at_first_to_target(table({}, in_play), after, 1200, None)
    assert settled.winners == ("Bob", "Cyd")
    assert settled.notes == ("Ann, Bob and Cyd came to 1,200 in play, before the points of this round.",)
    low = endings.end_at_first_to_target(table({}, in_play), after, 1200, None, "low")
    assert low.winners == ("Ann",), "Dee has fewer, but did not come to the target in play"
    nobody_before = dict.fromkeys(after, 0)
    assert endings.end_at_first_to_target(table({}, nobody_before), after, 1200, None, "low").winners == ("Dee",)


def test_whoever_lost_the_target_again_was_not_first() -> None:
    settled = endings.end_at_first_to_target(table({}, {"Ann": 20, "Bob": 12}), {"Ann": 19, "Bob": 20}, 20, None)
    assert settled.winners == ("Bob",)


def test_a_play_of_rounds_ends_with_the_last_of_them() -> None:
    ending = endings.ending_after_rounds("after three rounds", lambda _: 3, better="low")
    totals = {"Ann": 1, "Bob": 2}
    assert [settled(ending, table({}, totals, number), totals).over for number in (2, 3, 4)] == [False, True, True]
    assert settled(ending, table({}, totals, 3), totals).winners == ("Ann",)
    assert settled(endings.ending_after_rounds("", lambda _: 3), table({}, totals, 3), totals).winners == ("Bob",)
    assert [endings.is_last(table({}, totals, number), last) for number, last in ((1, 1), (1, 0), (1, 2))] == [
        True, False, False,
    ]  # fmt: skip
    assert (ending.when, ending.better, ending.is_race, ending.outlook) == ("after three rounds", "low", False, None)
    assert ending.progress(table({}, totals, 2)) == Progress(1, 3, "1 of 3 rounds played")
    bounded = endings.ending_after_rounds("", lambda table: table.number + 1, "hand", gains=lambda _: Gains(-5, 10))
    assert bounded.outlook is not None
    assert (bounded.outlook.gains(table({}, totals)), bounded.outlook.last(table({}, totals, 4))) == (Gains(-5, 10), 5)
    assert bounded.progress(table({}, totals, 1)) == Progress(0, 2, "0 of 2 hands played")
    assert settled(ending, table({}, totals, 3), {"Ann": 5, "Bob": 4}).winners == ("Bob",)
    one = endings.ending_after_rounds("", lambda _: 1)
    assert one.progress(table({}, totals, 1)) == Progress(0, 1, "0 of 1 round played")
    long = endings.ending_after_rounds("", lambda _: 1000)
    assert long.progress(table({}, totals, 1)) == Progress(0, 1000, "0 of 1,000 rounds played")


def test_a_play_to_a_target_knows_who_can_still_win() -> None:
    ending = endings.ending_at_target("at 20", gains=lambda _: Gains(-5, 10), noun="hole", at_first="{whole} wait")
    before = table({"target": 20}, {"Ann": 0, "Bob": 0})
    assert ending.outlook is not None
    assert (ending.outlook.gains(before), ending.outlook.target(before)) == (Gains(-5, 10), 20)
    assert ending.progress(before) == Progress(0, 20, "20 holes wait")
    assert ending.progress(table({"target": 0}, {"Ann": 0})) is None
    assert (ending.when, ending.better, ending.is_race) == ("at 20", "high", False)


def test_the_option_that_sets_the_target_can_have_another_key_and_low_can_win() -> None:
    ending = endings.ending_at_target("at 9", Key("limit"), "low", is_race=True, gains=lambda _: Gains(0, 1))
    before = table({"limit": 9, "target": 99}, {"Ann": 1, "Bob": 8})
    found = settled(ending, before, {"Ann": 2, "Bob": 9})
    assert (found.over, found.winners, ending.better, ending.is_race) == (True, ("Ann",), "low", True)
    assert ending.progress(before) == Progress(8, 9, "Bob 8 of 9 points")
    assert ending.outlook is not None
    assert ending.outlook.target(before) == 9


@pytest.mark.parametrize(
    ("rule", "total", "over", "notes"),
    [
        ("reach", 20, True, ()), ("reach", 19, False, ()), ("exceed", 21, True, ()), ("exceed", 19, False, ()),
        ("exceed", 20, False, ("Ann stand at exactly 20, which must be exceeded.",)),
    ],
)  # fmt: skip
def test_some_tables_must_exceed_the_target(rule: str, total: int, over: bool, notes: tuple[str, ...]) -> None:
    ending = endings.ending_past_target("at the target")
    before = table({"target": 20, "target_rule": rule}, {"Ann": 0, "Bob": 0})
    found = settled(ending, before, {"Ann": total, "Bob": 3})
    assert (found.over, found.winners, found.notes) == (over, ("Ann",) if over else (), notes)
    assert ending.when == "at the target"


def test_each_side_that_stands_at_exactly_the_target_has_a_note() -> None:
    before = table({"target": 1500, "target_rule": "exceed"}, {"Ann": 0, "Bob": 0, "Cyd": 0})
    found = settled(endings.ending_past_target(""), before, {"Ann": 1500, "Bob": 3, "Cyd": 1500})
    assert found.notes == tuple(f"{name} stand at exactly 1,500, which must be exceeded." for name in ("Ann", "Cyd"))


def test_the_best_total_wins_at_the_target() -> None:
    totals = {"Ann": 25, "Bob": 3, "Cyd": 30}
    assert endings.end_at_target(totals, 30, None).winners == ("Cyd",)
    assert endings.end_at_target(totals, 30, None, "low").winners == ("Bob",)
    assert endings.end_at_target(totals, 31, None) == Settled(None)
    assert endings.end_if(True, totals, None).winners == ("Cyd",)
    assert endings.points_to_target(table({"target": 25}, totals)) == {"Ann": 0, "Bob": 22, "Cyd": 0}


def test_options_of_endings_say_what_they_do() -> None:
    target = endings.target_option(999, 1, 100, (50, 100), "Points that win.")
    options = (target, endings.HANDS_OPTION, endings.GAMES_OPTION)
    assert [(one.key, one.label, one.bounds.least, one.bounds.most, one.default, one.help) for one in options] == [
        ("target", "Target", 1, 999, 100, "Points that win."),
        ("hands", "Hands", 0, 1000, 0, "Hands after which the game ends; 0: until the table stops."),
        ("games", "Games to win", 0, 100, 1, "Games that win the match; 0: until the table stops."),
    ]
    assert target.hints.quick == (50, 100)


@pytest.mark.parametrize(
    ("default", "values"), [("reach", ["reach", "exceed"]), ("exceed", ["exceed", "reach"])]
)  # fmt: skip
def test_what_is_usual_about_the_target_is_offered_first(default: str, values: list[str]) -> None:
    rule = endings.target_rule_option(default, "At exactly the target.")
    assert (rule.key, rule.label, rule.default, rule.help) == (
        "target_rule", "Reaching the target", default, "At exactly the target.",
    )  # fmt: skip
    assert [choice.value for choice in rule.choices] == values
    assert {choice.value: choice.label for choice in rule.choices} == {
        "reach": "Is enough", "exceed": "Must be exceeded",
    }  # fmt: skip


def test_a_note_says_what_the_table_lends_to_a_stack_below_zero() -> None:
    before = {"Ann": 3, "Bob": 0, "Cyd": -1, "Dee": 2}
    after = {"Ann": 0, "Bob": -1, "Cyd": -5, "Dee": -1_200}
    assert settled(endings.AGREED_HANDS_ON_CREDIT, table({"hands": 0, "stack": 5}, before), after).notes == (
        "Bob is 1 short: the table lends it.", "Dee is 1,200 short: the table lends it.",
    )  # fmt: skip
    assert settled(endings.AGREED_HANDS_ON_CREDIT, table({"hands": 0, "stack": 0}, before), after).notes == ()
    last = settled(endings.AGREED_HANDS_ON_CREDIT, table({"hands": 2, "stack": 5}, before, number=2), after)
    assert (last.over, last.winners, len(last.notes)) == (True, ("Ann",), 2)
    not_yet = settled(endings.AGREED_HANDS_ON_CREDIT, table({"hands": 3, "stack": 5}, before, number=2), after)
    assert (not_yet.over, not_yet.winners) == (False, ())
    turned = settled(endings.AGREED_HANDS_ON_CREDIT, table({"hands": 1, "stack": 5}, before), {**after, "Cyd": 1})
    assert turned.winners == ("Cyd",), "by the totals after the hand"


def test_endings_say_when_a_play_is_over() -> None:
    assert [(one.when, one.is_race) for one in (endings.AGREED_HANDS, endings.GAMES_WON)] == [
        ("when the table stops, or after agreed hands", False), ("after one game won, or as many as agreed", True),
    ]  # fmt: skip


def test_options_of_endings_have_the_keys_of_their_names() -> None:
    assert misnamed_keys(endings) == {}
