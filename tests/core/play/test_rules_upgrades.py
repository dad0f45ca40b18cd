"""Plays of older rules: upgraded from version to version, with the result by today's rules beside."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.entry.problems import Problem
from companion.core.game.game import Upgrade
from companion.core.play.fold import Sheet, fold
from companion.core.play.outcome import Outcome, changed_outcome_text, outcome_of, places_without_record
from companion.core.play.rules_upgrades import AgreedOptions, setup_of_running_play, unknown_text
from companion.core.play.scoring_api import score_request
from companion.games import game_of
from tests.older import RENAMED, version

OPTIONS = {"target": 20, "bonus": 3}
PLAYED = {"players": ["Ann", "Bob"], "dealer": "Ann", "sides": []}


def sheet_by(number: int, *entries: dict[str, Any], **more: Any) -> Sheet[Any]:
    """Return the sheet, by another version, of rounds that the first version stored."""
    game = version(number, **more)
    agreed = AgreedOptions(game, 1, OPTIONS)
    setup, _ = setup_of_running_play(game, {**PLAYED, "options": agreed.current_options})
    return fold(game, setup, [agreed.upgrade_entry(1, entry) for entry in entries])


def made(ann: int, bob: int) -> dict[str, Any]:
    return {"made": {"Ann": ann, "Bob": bob}}


def test_options_and_rounds_are_upgraded() -> None:
    old, new = sheet_by(1, made(5, 0)), sheet_by(2, made(5, 0))
    assert old.table.totals == new.table.totals == {"Ann": 8, "Bob": 0}
    assert new.refusal is None


def test_each_round_is_upgraded_from_the_version_that_wrote_it() -> None:
    tenfold = Upgrade(
        lambda options: {**options, "extra": options["extra"] * 10},
        lambda options, entry: {"taken": {who: n * options["extra"] for who, n in entry["taken"].items()}},
    )
    agreed = AgreedOptions(version(3, upgrades={1: RENAMED, 2: tenfold}), 1, OPTIONS)
    assert agreed.current_options == {"target": 20, "extra": 30}
    assert agreed.upgrade_entry(1, made(5, 0)) == {"taken": {"Ann": 15, "Bob": 0}}
    assert agreed.upgrade_entry(2, {"taken": {"Ann": 5}}) == {"taken": {"Ann": 15}}
    assert agreed.upgrade_entry(3, {"taken": {"Ann": 5}}) == {"taken": {"Ann": 5}}


def test_what_is_no_longer_valid_is_a_problem_and_the_rest_holds() -> None:
    game = version(2)
    raw = {**PLAYED, "options": {"target": 5000, "extra": 4, "no_trump": True}}
    setup, unknown = setup_of_running_play(game, raw)
    assert (setup.options["target"], setup.options["extra"]) == (20, 4)
    assert unknown_text(unknown) == "no trump yes and target 5000"
    assert unknown_text({"moon": False, "miss": None, "who": "Ann"}) == "moon no, miss nothing and who Ann"
    assert unknown_text({"hands": 0}) == "hands 0"
    unseen = {**PLAYED, "players": ["Ann", "\u200b"], "options": {"x" * 60: 1}}
    setup, unknown = setup_of_running_play(game, unseen)
    assert (setup.players, unknown) == (("Ann", "\u200b"), {"x" * 60: 1})
    strict = replace(game, check_setup=lambda setup: [Problem("extra", "Not four.")] if setup.options["extra"] else [])
    setup, unknown = setup_of_running_play(strict, raw)
    assert unknown == {"target": 5000, "extra": 4, "no_trump": True}, "also what is only then found to be wrong"
    with pytest.raises(ValueError, match=r"^it cannot be set up: .*Counting is for 2 to 4 players, not 1"):
        setup_of_running_play(game, {**raw, "players": ["Ann"]})


def outcome(*entries: dict[str, Any]) -> Outcome:
    """Return how the play ended by the first version."""
    found = outcome_of(sheet_by(1, *entries), ended=True)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("entries", "number", "worth", "ended", "said"),
    [
        ([made(17, 0)], 2, 1, False, ""),
        ([made(17, 0)], 2, 2, False, "By today's rules Ann would have 37 instead of 20."),
        ([made(5, 9), made(12, 6)], 2, 2, False,
         "By today's rules it would have ended with round 1."),
        ([made(5, 4), made(0, 2)], 2, 2, True,
         "By today's rules Ann would have 13 instead of 8 and Bob would have 18 instead of 12."),
        ([made(17, 0)], 2, 0, False, "By today's rules it would not be over: Ann would have 0 instead of 20."),
    ],
)  # fmt: skip
def test_the_result_by_todays_rules_is_one_sentence(
    entries: list[dict[str, Any]], number: int, worth: int, ended: bool, said: str
) -> None:
    today = sheet_by(number, *entries, worth=worth)
    assert changed_outcome_text(outcome(*entries), today, ended) == said


def test_another_winner_and_a_round_that_does_not_fit_are_named() -> None:
    then, today = outcome(made(17, 0)), sheet_by(1, made(17, 0))
    assert changed_outcome_text(replace(then, winners=("Bob",)), today, False) == "By today's rules Ann would have won."
    assert (
        changed_outcome_text(replace(then, winners=("Ann", "Bob")), today, False)
        == "By today's rules only Ann would have won."
    )
    both = replace(then, winners=("Bob", "Ann"), places={"Ann": 1, "Bob": 1})
    last = replace(today.rounds[-1], table=replace(today.table, winners=("Ann", "Bob")))
    tied = replace(today, rounds=(last,))
    assert changed_outcome_text(both, tied, False) == "By today's rules others would stand level."
    rich = changed_outcome_text(
        replace(then, totals={"Ann": 1020, "Bob": 0}), sheet_by(1, made(97, 0), worth=20), False
    )
    assert rich == "By today's rules Ann would have 1,943 instead of 1,020."
    level = replace(then, places={"Ann": 1, "Bob": 1})
    assert changed_outcome_text(level, today, False) == "By today's rules others would stand level."
    misfit = sheet_by(2, made(17, 0), upgrades={})
    assert (
        changed_outcome_text(then, misfit, False)
        == "By today's rules it would stand still at round 1, which does not fit."
    )
    early = changed_outcome_text(outcome(made(5, 4)), sheet_by(1, made(5, 4)), False)
    assert early == "By today's rules it would not be over: the totals are the same."


def test_an_outcome_counts_as_many_games_as_its_heaviest_loss_and_agrees_whatever_the_version() -> None:
    one = Outcome(1, {"Ann": 9, "Bob": 4}, {"Ann": 1, "Bob": 1}, ("Ann", "Bob"))
    assert (one.games, replace(one, weights={"Ann": 2, "Bob": 3}).games) == (1, 3)
    assert one.agrees_with(replace(one, version=2, winners=("Bob", "Ann"), weights={"Bob": 2}))
    others = ({"totals": {"Ann": 9, "Bob": 5}}, {"places": {"Ann": 1, "Bob": 2}}, {"winners": ("Ann",)})
    assert not any(one.agrees_with(replace(one, **other)) for other in others)


def test_a_skunk_is_stored_with_the_outcome() -> None:
    request = {"players": ["Ann", "Bob"], "rounds": [{"board": {"Ann": 121, "Bob": 61}}]}
    found = outcome_of(score_request(game_of("cribbage"), request), ended=False)
    assert found is not None
    assert (found.winners, dict(found.weights), found.games) == (("Ann",), {"Bob": 2}, 2)


def test_an_outcome_names_winners_only_after_a_round() -> None:
    assert outcome_of(sheet_by(1, made(5, 4)), ended=False) is None
    early = outcome_of(sheet_by(1, made(5, 4)), ended=True)
    assert early is not None
    assert (early.version, early.winners, early.places) == (1, ("Ann",), {"Ann": 1, "Bob": 2})
    assert [(one.place, one.names, one.total) for one in early.standings] == [(1, ("Ann",), 8), (2, ("Bob",), 7)]
    sheet = sheet_by(1, made(17, 4))
    shared = replace(sheet.rounds[-1], table=replace(sheet.table, winners=("Ann", "Bob")))
    both = outcome_of(replace(sheet, rounds=(shared,)), ended=False)
    assert both is not None
    assert both.winners == ("Ann", "Bob"), "as the game says, whatever the totals"
    nothing = outcome_of(sheet_by(1), ended=True)
    assert nothing is not None
    assert nothing.winners == ()


def test_missing_places_are_derived_from_the_totals() -> None:
    sheet = sheet_by(1, made(17, 0))
    assert places_without_record({"Ann": 20, "Bob": 0}, ("Ann",), sheet) == {"Ann": 1, "Bob": 2}
    assert places_without_record({"Ann": 3, "Bob": 9}, ("Ann",), sheet) == {"Ann": 1, "Bob": 2}
    assert places_without_record({"Ann": 3, "Bob": 9}, (), sheet) == {"Ann": 2, "Bob": 1}
    assert places_without_record({"Ann": 3, "Bob": 9}, ("Ann", "Bob"), sheet) == {"Ann": 1, "Bob": 1}
    ranked = replace(sheet.game, ending=replace(sheet.game.ending, rank=lambda _: {"Ann": 2, "Bob": 1}))
    by_game = replace(sheet, game=ranked)
    assert places_without_record(sheet.table.totals, ("Ann",), by_game) == {"Ann": 2, "Bob": 1}
