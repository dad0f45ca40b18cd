"""Euchre: what the table agrees on goes to the other side."""

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import default_options, judge_admitted
from companion.games import game_of

GAME = game_of("euchre")

FOUR = ["Ann", "Bob", "Cyd", "Dee"]


def test_a_renege_that_is_agreed_on_pays_the_other_side_of_those_who_play() -> None:
    known = {"players": FOUR, "sides": ["Us", "Them"], "alone": True}
    verdict = judge_admitted(GAME, situation_of(GAME.situations, "renege"), default_options(GAME), "Bob", known)
    assert verdict.verdict == "Bob reneged. Us get 4 points."
    assert [(effect.name, effect.points) for effect in verdict.effects] == [("Us", 4)]
    assert verdict.basis == "book"
