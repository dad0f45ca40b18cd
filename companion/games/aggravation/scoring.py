"""Scoring of Aggravation: a game to the player who calls without a card left."""

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry.record import Record
from companion.core.game.game import IN_GAMES, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Table
from companion.core.game.terms import ONE_GAME
from companion.core.phrases import cards_each_text
from companion.core.rules.rule_ids import RuleIds

P = RuleIds("aggravation")

HALF = 26
"""Cards dealt to each. Source: aggravation/deal.halves."""

WINNER = ask.player(
    "winner", "Winner", nobody="Dead heat", required=True, help="Who called “Aggravation!” with no cards left.",
)  # fmt: skip


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return one point for the winner, or a note that a dead heat is played again.

    Source: aggravation/scoring.dead-heat.
    """
    winner = entry[WINNER]
    if winner is None:
        return Scored((), None, ("A dead heat: nobody scores, and the game is replayed.",))
    return Scored((Line(winner, 1, P.scoring.winner, "out of cards and called"),), None)


GAME = Game[None](
    name="Aggravation",
    summary="Spot equal cards and cover them faster than the other; calling without a card left wins the game.",
    kind="other",
    seats=Seats(2, 2),
    totals=IN_GAMES,
    # Source: aggravation/ending.games.
    ending=endings.GAMES_WON,
    terms=ONE_GAME,
    options=(endings.GAMES_OPTION,),
    scoring=Scoring(RoundFields(lambda _: (WINNER,)), score),
    # Source: aggravation/play.first.
    next=(Notice("cards", lambda _: HALF, cards_each_text),),
)
