"""A card or a bet out of turn."""

import pytest

from companion.core.game.situation import Situation
from companion.core.play.scoring_api import NotPlayable
from companion.core.referee.judge_request import default_options, judge_request
from companion.core.referee.turns import out_of_turn_situation
from companion.games import game_of

GAME = game_of("rage")


def bet() -> Situation:
    """Return the question of a game in which players bet."""
    return out_of_turn_situation("play.lead", what="bet", acted="bet")


def test_a_card_out_of_turn_is_taken_back_until_somebody_has_played() -> None:
    card = out_of_turn_situation()
    back = judge_request(GAME, card, {"facts": {"player": "Ann", "acted": None}})
    assert (back.verdict, back.outcome) == (
        "Ann takes the card back, at no cost. The player whose turn it is plays on.", {"stands": False},
    )  # fmt: skip
    assert (back.because, back.rules) == (
        ("Nobody has played after it, so it is not too late.",), ("customs/play.out-of-turn",),
    )  # fmt: skip
    stands = judge_request(GAME, card, {"facts": {"player": "Ann", "acted": "Bob"}})
    assert (stands.verdict, stands.outcome, stands.because) == (
        "The card stands: Bob has played after it.", {"stands": True},
        ("Once somebody has acted on it, it is too late to take it back.",),
    )  # fmt: skip


def test_the_words_for_a_bet_are_those_of_the_game() -> None:
    stands = judge_request(GAME, bet(), {"facts": {"player": "Ann", "acted": "Bob"}})
    assert (stands.verdict, stands.rules) == (
        "The bet stands: Bob has bet after it.", ("customs/play.out-of-turn", "rage/play.lead"),
    )  # fmt: skip
    back = judge_request(GAME, bet(), {"facts": {"player": "Ann"}})
    assert (back.verdict[:22], back.because[0]) == (
        "Ann takes the bet back", "Nobody has bet after it, so it is not too late.",
    )  # fmt: skip
    assert (bet().key, bet().title) == ("out-of-turn", "What becomes of a bet out of turn?")
    who, acted = bet().facts(default_options(GAME))
    assert (who.label, who.required, acted.label, acted.nobody, acted.help) == (
        "Came out of turn", True, "Bet after it", "Nobody", "Who came next.",
    )  # fmt: skip
    assert (who.bounds.takes, acted.bounds.takes) == ("player", "player")


def test_somebody_else_came_next() -> None:
    with pytest.raises(NotPlayable) as refusal:
        judge_request(GAME, bet(), {"facts": {"player": "Ann", "acted": "Ann"}})
    (problem,) = refusal.value.problems
    assert (problem.field, problem.message, problem.name) == (
        "acted", "Name another player, or nobody: this one was out of turn.", "Ann",
    )  # fmt: skip
