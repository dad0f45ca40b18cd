"""What tests of the referee share: a question whose verdict shows what was read of the facts, and a renege."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.cards.tricks import Renege
from companion.cards.turns import PlayedCard, must_follow
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.situation import Situation, Verdict
from companion.core.play.scoring_api import NotPlayable
from companion.core.referee.judge_request import judge_request
from companion.core.referee.reasons import Reasons
from companion.games import game_of

NOTE = f.text("note", "Note", 10)
WHO = f.player("who", "Who", (), required=True)
TALLY = f.count("tally", "Tally", 9, per="player", required=True)
RENEGE = Renege("Ann", 1, "As", 3, "Kh", PlayedCard("Bob", "Ah"), must_follow(), "follow suit")


def told(_: Record, given: Record) -> Verdict:
    """Return a verdict that shows what was read."""
    why = Reasons()
    why.say("So it was.")
    why.add_effect("Ann", -1)
    why.add_effect("Bob", 0)
    return why.verdict("So it is.", read=read(given))


def read(given: Record) -> Any:
    return {key: given[key] for key in given._values}


def no_blanks(_: Record, given: Record) -> Iterator[Problem]:
    if given.has("note") and given.text("note") == "blank":
        yield Problem("note", "Not this one.")


def ask(fields: tuple[f.Field, ...], request: dict[str, Any], slug: str = "rage") -> Any:
    """Return what was read of the facts."""
    situation = Situation(key="thing", title="What?", facts=lambda _: fields, check=no_blanks, judge=told)
    return judge_request(game_of(slug), situation, request).outcome["read"]


def faults(fields: tuple[f.Field, ...], request: dict[str, Any], slug: str = "rage") -> list[tuple[str, str]]:
    with pytest.raises(NotPlayable) as refusal:
        ask(fields, request, slug)
    assert refusal.value.problem_json()["title"] == "This cannot be judged"
    assert refusal.value.problem_json()["round"] is None
    return [(problem.field, problem.message) for problem in refusal.value.problems]
