"""A game for tests with several versions of its rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.core.common.endings import ending_at_target
from companion.core.entry import fields as f
from companion.core.game.game import Game, Scoring, Upgrade
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored
from companion.store.database.runtime import runtime
from companion.store.house import house_rules
from companion.store.plays import play_lists, play_state, starting

SLUG = "any-other-game"
"""The game has the slug and the rules text of a real game."""

RENAMED = Upgrade(
    options=lambda options: {"extra" if key == "bonus" else key: value for key, value in options.items()},
    entry=lambda options, entry: {"taken" if key == "made" else key: value for key, value in entry.items()},
)
"""From the first version to the second: option ``bonus`` becomes ``extra``, field ``made`` becomes ``taken``."""


def version(number: int, *, worth: int = 1, upgrades: Mapping[int, Upgrade] | None = None) -> Game[None]:
    """Return a version of the game: ``worth`` for each point made, the bonus with any; up to a target."""
    bonus, made = ("bonus", "made") if number == 1 else ("extra", "taken")

    def score(table: Any, entry: Any) -> Scored[None]:
        extra = table.options[bonus]
        lines = [Line(who, worth * n + extra, f"{SLUG}/scoring.round", "made") for who, n in entry[made].items()]
        return Scored(tuple(line for line in lines if line.points > extra), None)

    game = Game[None](
        name="Counting", summary="", kind="other", seats=Seats(2, 4, come_and_go=True),
        options=(f.points("target", "Target", 999, default=20), f.points(bonus, "Bonus", 99, default=0)),
        scoring=Scoring(lambda table: (f.points(made, "Made", 99, per="player", names=table.asked),), score),
        ending=ending_at_target(""), package="companion.games.any_other_game",
        upgrades={1: RENAMED} if upgrades is None else upgrades,
    )  # fmt: skip
    game.__dict__["rules"] = replace(game.rules, version=number)
    return game


def play_by(patch: pytest.MonkeyPatch, game: Game[None]) -> None:
    """Replace the version of the game in the app, as an update does, and empty its cache."""
    for module in (play_state, starting, play_lists, house_rules):
        patch.setattr(module, "game_of", lambda _: game)
    runtime().cache.clear()
