"""Whatever the options and whoever sits there, a round can be followed card by card, and the cards count for it."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.core.entry import read_record
from companion.core.fall import Fall, Umpire
from companion.core.fields import Field
from companion.core.fold import opening_table
from companion.core.game import Table
from companion.games import all_games, game_of
from tests.laws import drawn
from tests.laws.strategies import DICE, tried

FOLLOWED = [game.slug for game in all_games() if any(one.by_tricks for one in game.situations)]


@pytest.mark.parametrize("slug", FOLLOWED)
@tried(25)
@given(dice=DICE)
def test_rounds_can_be_followed_under_all_options(slug: str, dice: Random) -> None:
    game = game_of(slug)
    _, setup, _ = drawn.agreed(game, dice)
    table, umpire = opening_table(game, setup), Umpire(game, setup.options)
    fall = Fall(table.asked, table.dealer)
    if umpire.trump is not None:
        fall = taken(umpire.say_trump(fall, trump_of(umpire.trump, dice)), fall)
        assert fall.asked_trump
    for _ in range(dice.choice((3, 12, 40))):
        fall = one_more(umpire, table, fall, dice)
    course = umpire.follow(table, fall)
    assert sum(course.taken.values()) == len([trick for trick in course.won if trick.winner])
    fields = {field.key: field for field in game.fields(table)}
    entry = umpire.counted(table, fields.values(), fall)
    _, problems = read_record([fields[key].of(required=False) for key in entry], entry)
    assert not problems, "what the cards settle can be written down"


def trump_of(field: Field, dice: Random) -> Any:
    """A trump that the table can name."""
    return dice.choice([choice.value for choice in field.choices] or ["red", "green"])


def one_more(umpire: Umpire, table: Table[Any], fall: Fall, dice: Random) -> Fall:
    """The fall with a card more by whose turn it is, or with something else done to it."""
    course = umpire.follow(table, fall)
    if course.over or drawn.likely(0.1, dice):
        other = dice.choice((umpire.back, lambda now: umpire.leave(table, now, dice.choice(fall.players))))
        return taken(other(fall), fall)
    lying = course.current.plays if course.current else ()
    return taken(umpire.play(table, fall, course.turn, dice.choice(umpire.offered(lying))), fall)


def taken(answer: Any, before: Fall) -> Fall:
    """The fall after what was done, as it was before where that was refused in sentences."""
    if isinstance(answer, Fall):
        return answer
    assert answer
    assert all(problem.message.endswith(".") for problem in answer), answer
    return before
