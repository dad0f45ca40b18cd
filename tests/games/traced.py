"""Which code of a game its examples run: rules cited by lines, refusals, ways to end."""

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, TypeVar

import pytest

import companion.games
from companion.core.common import endings
from companion.core.entry.problems import Problem
from companion.core.game.table import Settled
from companion.core.play.scoring_api import NotPlayable, score_request
from companion.games import folder_of, game_of
from tests.games.examples import all_cases, all_questions, judged
from tests.laws import drawn

SHARED_ENDS = {
    name
    for name, one in vars(endings).items()
    if inspect.isfunction(one) and "Settled" in str(one.__annotations__.get("return"))
}
"""Names of shared functions that return an end."""

REFUSALS = {"Problem", "refuse", "refuse_each", "check_sum"}
"""Names of what makes a problem."""

T = TypeVar("T")
Line = tuple[str, int]
"""A file of a game's folder, and a line in it."""


@dataclass(frozen=True, order=True)
class Place:
    """A call in the code of a game."""

    file: str
    first: int
    last: int
    text: str = field(compare=False)
    """As it is written."""

    def __str__(self) -> str:
        return f"{self.file}, line {self.first}: {self.text}"


@dataclass
class Touched:
    """What the examples of a game run."""

    refusals: set[Line] = field(default_factory=set)
    """Where something was refused."""

    ends: set[Line] = field(default_factory=set)
    """Where a play was over."""


def home_of(slug: str) -> Path:
    """Return the folder of a game's code."""
    return Path(companion.games.__file__).parent / folder_of(slug)


def left_out(places: set[Place], touched: set[Line]) -> list[str]:
    """Return the places that no example runs."""
    return [
        str(place)
        for place in sorted(places)
        if not any(file == place.file and place.first <= line <= place.last for file, line in touched)
    ]


# All code of a game.


def calls_of(slug: str) -> Iterator[tuple[str, ast.Call]]:
    """Return every call in the code of a game, with its file."""
    for path in sorted(home_of(slug).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield path.name, node


def place_of(file: str, call: ast.Call) -> Place:
    """Return the place of a call."""
    return Place(file, call.lineno, call.end_lineno or call.lineno, " ".join(ast.unparse(call).split()))


def called(call: ast.Call) -> str:
    """Return what is called, without its module."""
    what = call.func.value if isinstance(call.func, ast.Subscript) else call.func
    return what.attr if isinstance(what, ast.Attribute) else what.id if isinstance(what, ast.Name) else ""


def refusals_of(slug: str) -> set[Place]:
    """Return all problems that the game can report."""
    return {place_of(file, call) for file, call in calls_of(slug) if called(call) in REFUSALS}


def ends_of(slug: str) -> set[Place]:
    """Return all ways in which a play can end, without those that its referee mentions."""
    return shared_end_of(slug) | {
        place_of(file, call) for file, call in calls_of(slug) if file != "referee.py" and ends(call)
    }


def shared_end_of(slug: str) -> set[Place]:
    """Return the shared ending of a game that has no code for it."""
    return {
        Place(file, one.value.lineno, one.value.end_lineno or one.value.lineno, ast.unparse(one.value))
        for file, call in calls_of(slug)
        for one in call.keywords
        if one.arg == "ending" and "settle" not in ast.unparse(one.value)
    }


def ends(call: ast.Call) -> bool:
    """Whether a call can end a play."""
    over = next((one.value for one in call.keywords if one.arg == "over"), None)
    settles = called(call) in ("Settled", "replace") and over is not None and ast.unparse(over) != "False"
    return settles or called(call) in SHARED_ENDS


# Code that examples run.


@cache
def touched_by_examples(slug: str) -> Touched:
    """Return what all examples of a game run."""
    game, home, found = game_of(slug), str(home_of(slug)), Touched()
    refusals: list[tuple[Problem, Line | None]] = []
    ended: list[tuple[Settled[Any], Line | None]] = []
    told: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        note(patch, Problem, home, refusals)
        note(patch, Settled, home, ended)
        for case in (case for other, _, case in all_cases() if other == slug):
            try:
                score_request(game, case["request"])
            except NotPlayable as refusal:
                told |= {problem.message for problem in refusal.problems}
        for case in (case for other, case in all_questions() if other == slug and "refused" in case):
            try:
                judged(slug, case)
            except NotPlayable as refusal:
                told |= {problem.message for problem in refusal.problems}
    found.refusals |= {place for problem, place in refusals if place and problem.message in told}
    shared = {(place.file, place.first) for place in shared_end_of(slug)}
    for settled, place in ended:
        if settled.over:
            found.ends |= {place} if place else shared
    return found


def note(patch: pytest.MonkeyPatch, kind: type[T], home: str, made: list[tuple[T, Line | None]]) -> None:
    """Note every object of a class that is created in a folder."""
    make: Any = kind.__init__

    def init(self: T, *given: Any, **named: Any) -> None:
        make(self, *given, **named)
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and not frame.f_code.co_filename.startswith(home):
            frame = frame.f_back
        made.append((self, (Path(frame.f_code.co_filename).name, frame.f_lineno) if frame else None))

    patch.setattr(kind, "__init__", init)


def rules_by_chance(slug: str, plays: int = 15) -> set[str]:
    """Return the rules of a game that lines of random plays cite."""
    game, dice = game_of(slug), Random(5)
    sheets = (drawn.played(game, dice, rounds=3).sheet for _ in range(plays))
    return {line.rule for sheet in sheets for one in sheet.rounds for line in one.lines if line.rule.startswith(slug)}


def rules_expected(slug: str) -> set[str]:
    """Return the rules that the lines of examples must cite."""
    rounds = (
        one for other, _, case in all_cases() if other == slug for one in case.get("expect", {}).get("rounds", ())
    )
    return {line["rule"] for one in rounds for line in one.get("lines", ()) if "rule" in line}
