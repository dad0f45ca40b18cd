"""Recorded plays keep their outcome when the rules change; none is ever changed or lost."""

from typing import Any

import pytest

from companion.games import SLUGS, game_of
from tests.golden import HERE, LATER, Play, digest, kept, outcome_json, plays_of, sheet_of, todays_outcome
from tests.golden.__main__ import written
from tests.older import SLUG, version

ALL = [(slug, number) for slug in SLUGS for number in range(len(plays_of(slug)))]


@pytest.mark.parametrize(("slug", "number"), ALL)
def test_a_recorded_play_has_its_outcome(slug: str, number: int) -> None:
    play, game = plays_of(slug)[number], game_of(slug)
    assert fault_of(game, play) == ""


def fault_of(game: Any, play: Play) -> str:
    """Return the difference between a play and its result by today's rules, unless it is recorded as intended."""
    found, unknown = todays_outcome(game, play), sheet_of(game, play)[1]
    if unknown:
        return f"today's rules do not know {unknown}: Game.upgrades should bring them over"
    later = play.get(LATER)
    if later is None:
        return "" if found == play["outcome"] else f"it gives {found} and not {play['outcome']}"
    if not later["why"] or not play["version"] < later["version"] <= game.rules.version:
        return "it does not say why and since which later version it gives something else"
    return "" if found == later["outcome"] != play["outcome"] else f"it gives {found} and not {later['outcome']}"


def test_no_recorded_play_was_changed_or_lost_and_all_are_listed() -> None:
    there = sorted(digest(slug, play) for slug in SLUGS for play in plays_of(slug))
    assert there == kept(), "never change or take away a golden play; python -m tests.golden adds new ones"
    assert {path.stem for path in HERE.glob("*.json")} == set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_plays_by_todays_rules(slug: str) -> None:
    game, plays = game_of(slug), plays_of(slug)
    todays = [play for play in plays if play["version"] == game.rules.version]
    options = [play["options"] for play in todays]
    assert len([one for number, one in enumerate(options) if one not in options[:number]]) > 1, (
        "python -m tests.golden records some"
    )
    assert any(not play["ended"] for play in todays), "one comes to its own end"
    entries = [entry for play in todays for entry in play["rounds"]]
    assert any("adjust" in entry for entry in entries)
    assert any("absent" in entry for entry in entries) == game.seats.come_and_go
    assert written(plays) == (HERE / f"{slug}.json").read_text("utf-8"), "as the command writes it"


PLAYED: Play = {
    "version": 1, "players": ["Ann", "Bob"], "dealer": "Ann", "sides": [], "options": {"target": 20, "bonus": 3},
    "rounds": [{"made": {"Ann": 17, "Bob": 1}}], "ended": False,
    "outcome": {"totals": {"Ann": 20, "Bob": 4}, "places": {"Ann": 1, "Bob": 2}, "winners": ["Ann"]},
}  # fmt: skip


def test_a_change_of_rules_needs_an_upgrade_or_a_recorded_difference() -> None:
    assert fault_of(version(1), PLAYED) == fault_of(version(2), PLAYED) == ""
    assert "do not know {'bonus': 3}" in fault_of(version(2, upgrades={}), PLAYED)
    assert "it gives" in fault_of(version(2, worth=2), PLAYED)
    later = {"version": 2, "why": "points count double", "outcome": {
        "totals": {"Ann": 37, "Bob": 5}, "places": {"Ann": 1, "Bob": 2}, "winners": ["Ann"]}}  # fmt: skip
    play = {**PLAYED, LATER: later}
    assert fault_of(version(2, worth=2), play) == ""
    assert digest(SLUG, play) == digest(SLUG, PLAYED) != digest(SLUG, {**PLAYED, "ended": True})
    assert "does not say why" in fault_of(version(2, worth=2), {**play, LATER: {**later, "why": ""}})
    assert "does not say why" in fault_of(version(1, worth=2), play)
    assert outcome_json(None) is None
