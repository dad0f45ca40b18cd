"""A game for tests: the scores of Reversis over the tricks of Hearts, without a known leader."""

from dataclasses import replace
from typing import Any

from companion.cards.notation import suit_of
from companion.cards.tricks import plain_suits
from companion.cards.turns import PlayedCard, Stage, Turn, must_not_play
from companion.core.entry import fields as f
from companion.core.game.game import Game
from companion.core.game.situation import one_deck
from companion.core.referee.facts import BROKEN, FIRST
from companion.core.tricks.records import Reneges, SuitRules, Trump, trump_fact
from companion.core.tricks.trick_questions import Tricks
from companion.games import game_of
from companion.games.reversis.referee import DECK, ORDER

HEART_LED = "No heart is led before one has fallen."
POINTS_FIRST = "No heart is thrown on the first trick."


def leads_early(turn: Turn, card: str) -> bool:
    return turn.leads and not turn.stage.broken and suit_of(card) == "h"


def thrown_early(turn: Turn, card: str) -> bool:
    return turn.stage.first and not turn.leads and not turn.follows(card) and suit_of(card) == "h"


def after_card(stage: Stage, play: PlayedCard) -> Stage:
    return stage._replace(broken=stage.broken or suit_of(play.card) == "h")


RULES = plain_suits(
    ORDER,
    must_not_play("early", leads_early, HEART_LED, "reversis/play.lead"),
    must_not_play("first", thrown_early, POINTS_FIRST, "reversis/play.off-suit"),
    after_card=after_card,
)
PLAY = Tricks(
    most=4,
    hand=11,
    decks=one_deck(DECK),
    rules=lambda _: RULES,
    length=lambda _: 11,
    entry_part=lambda *_: {},
    by_suit=SuitRules(
        wins=("reversis/play.follow", "reversis/need.ranks"),
        off_suit="reversis/play.off-suit",
        lead=("reversis/play.lead",),
        follow=("reversis/play.follow",),
    ),
    reneges=Reneges(
        rules=("reversis/play.follow",), penalty="reversis/play.renege", no_penalty="Tables differ about the penalty"
    ),
    asks=(f.flag(FIRST, "First trick"), f.flag(BROKEN, "Hearts broken")),
    stage=lambda given, stage: stage._replace(first=given[FIRST], broken=given[BROKEN]),
)


def hearts(trump: bool = False) -> Game[Any]:
    """Return the game; with ``trump`` the table names one."""
    play = replace(PLAY, trump=Trump(trump_fact(), ("reversis/need.ranks",), binds=True)) if trump else PLAY
    return replace(game_of("reversis"), situations=play.situations(), next=())


HAND = (
    "2c 3c 5c 4c", "Ah Qc Kh 9h", "Jh 2s 5d 4h", "Ad 7d Jd Kd", "3h 9s Qh 6h", "Jc 6c 2h 8c", "7h Kc 8h 7s",
    "8d Qd 6d 10c", "4d Ac Js 9d", "10d 2d 9c 5s", "Qs Ks 3s 8s", "As 4s 6s 3d", "10s 10h 7c 5h",
)  # fmt: skip
"""Bob leads the first trick, and the winner of each the next. Dee leads a heart too early; Bob does not follow one."""
