"""Scoring of Aggravation: a game to the player who calls without a card left."""

from collections.abc import Mapping
from typing import Any

from companion.core import endings
from companion.core import fields as f
from companion.core.endings import GAMES
from companion.core.entry import Record
from companion.core.facts import WINNER
from companion.core.game import ONE_GAME, Game, Line, Scored, Table, fields_by
from companion.core.phrases import dealt_each

HALF = 26
"""Cards dealt to each. Source: aggravation/deal.halves."""

OPTIONS = (f.count(GAMES, "Games to win", 100, default=1, help="Games that win the play; 0: until the table stops."),)


@fields_by(lambda table: (table.players,))
def fields(players: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Who won, and nothing else."""
    return (
        f.player(
            WINNER, "Winner", players, nobody="Dead heat", required=True,
            help="Who called “Aggravation!” with no cards left.",
        ),
    )  # fmt: skip


def score(table: Table[None], entry: Record) -> Scored[None]:
    """One game for the winner; a dead heat is played again. Source: aggravation/scoring.dead-heat."""
    winner = entry[WINNER]
    if winner is None:
        return Scored((), None, ("A dead heat: nobody scores, and the game is replayed.",))
    return Scored((Line(winner, 1, "aggravation/scoring.winner", "out of cards and called"),), None)


def coming(_: Table[None]) -> Mapping[str, Any]:
    """Half the pack each. Nobody leads: both turn up their first card together. Source: aggravation/play.first."""
    return {"cards": HALF}


GAME = Game[None](
    slug="aggravation",
    name="Aggravation",
    summary="Spot equal cards and cover them faster than the other; calling without a card left wins the game.",
    ends="after one game won, or as many as agreed",
    kind="other",
    fewest=2,
    most=2,
    unit="games",
    is_race=True,
    terms=ONE_GAME,
    options=OPTIONS,
    start=lambda _: None,
    fields=fields,
    score=score,
    settle=endings.games_won,  # Source: aggravation/ending.games
    next=coming,
    says={"cards": dealt_each},
    progress=endings.games_so_far,
    package=__package__ or "companion.games.aggravation",
)
