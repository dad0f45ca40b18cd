"""Choose the fewest cases that cover a feature: by day a test takes these, at night all."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import fields as attributes_of
from functools import cache
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

from companion.core.entry.fields import Field
from companion.core.game.game import Game
from companion.core.game.situation import Situation, situation_of
from companion.core.referee.judge_request import default_options
from companion.games import SLUGS, all_games, game_of
from companion.web.forms.fields import field_class_for
from tests.games.examples import all_questions
from tests.games.playing import NAMES, coming
from tests.games.test_completeness import alike, told_in

T = TypeVar("T")


def enough_of(things: Iterable[T], pieces: Callable[[T], Iterable[Hashable]]) -> list[T]:
    """Return few of the things that together cover all pieces."""
    every = [(one, frozenset(pieces(one))) for one in things]
    missing = frozenset[Hashable]().union(*(has for _, has in every))
    found = []
    while missing:
        thing, has = max(every, key=lambda one: len(one[1] & missing))
        found.append(thing)
        missing -= has
    return found


def by_day(things: Iterable[T], pieces: Callable[[T], Iterable[Hashable]]) -> list[T]:
    """Return by day a few of the things that together cover all pieces, at night all of them."""
    every = list(things)
    return every if settings.get_current_profile_name() == "nightly" else enough_of(every, pieces)


def one_of_each(things: Iterable[T], pieces: Callable[[T], Iterable[Hashable]]) -> list[ParameterSet]:
    """Return test parameters: by day a few that together cover all pieces, the others at night only.

    A test that takes a tuple gets as many parameters as the tuple has items.
    """
    every = list(things)
    enough = enough_of(every, pieces)
    return [
        pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=() if one in enough else pytest.mark.nightly)
        for one in every
    ]


def pieces_of(fields: Iterable[Field]) -> Iterator[str]:
    """Return what the form of these fields is made of: its widgets, with their texts and attributes."""
    for item in fields:
        widget = field_class_for(item).widget.name
        yield f"{widget} of {'one' if item.per == 'table' else 'each'}"
        for record in (item.asking, item.hints):
            told = (one.name for one in attributes_of(record) if getattr(record, one.name) != one.default)
            yield from (f"{widget}, {name}" for name in told if name not in ("explained", "group"))
        yield from (f"{piece} in {item.type}" for piece in pieces_of(item.columns))


def pieces_of_round(slug: str) -> Iterator[str]:
    """Return what the form of the first round of a game is made of."""
    game = game_of(slug)
    return pieces_of(game.scoring.fields(coming(slug, players=NAMES[: game.seats.nearest_allowed(4)])))


def pieces_of_question(question: tuple[Game[Any], Situation]) -> Iterator[str]:
    """Return what the page of a question to the referee is made of."""
    game, situation = question
    return pieces_of(situation.facts(default_options(game)))


each_kind_of_round = pytest.mark.parametrize("slug", one_of_each(SLUGS, pieces_of_round))
"""Parameters of a test over games that is about the forms of their rounds."""

QUESTIONS = [(game, one) for game in all_games() for one in game.situations]
each_kind_of_question = pytest.mark.parametrize(("game", "situation"), one_of_each(QUESTIONS, pieces_of_question))
"""Parameters of a test over questions that is about their pages."""


@cache
def worked_questions(slug: str) -> list[dict[str, Any]]:
    """The worked questions of a game that what stands around its referee is tried with: all of them at night.

    By day they give each answer to each fact, and each option; the referee itself answers all of them in
    ``tests/games/test_examples.py``.
    """
    game, cases = game_of(slug), [case for other, case in all_questions() if other == slug]

    def told(case: dict[str, Any]) -> Iterator[Hashable]:
        key, facts = case["situation"], situation_of(game.situations, case["situation"]).facts(default_options(game))
        yield key, "refused" in case
        yield from ((key, option) for option in case.get("options", ()))
        yield from ((key, *alike(path, answer)) for path, answer in told_in(facts, case["facts"]))

    return by_day(cases, told)
