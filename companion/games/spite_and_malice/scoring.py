"""Scoring of Spite and Malice: the player who empties the talon, or has fewer cards in it at the end, wins a game."""

from collections.abc import Iterator

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, IN_GAMES, Game, Notice, Scoring
from companion.core.game.ranking import leaders
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Table
from companion.core.game.terms import ONE_GAME
from companion.core.phrases import cards_each_text, count_phrase
from companion.core.referee.facts import WINNER
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted

P = RuleIds("spite-and-malice")

HAND_SIZE, TALON_SIZE = 5, 20
"""Cards dealt to the hand and to the talon of each player."""

STOCK_TIE = ask.choice(
    "stock_tie", "Equal talons", {"nobody": "Nobody wins", "share": "Both win"}, default="nobody",
    help="Who wins a game when the stock has run out and both talons are equal.",
)  # fmt: skip
KING_STARTS = ask.flag(
    "king_starts", "King starts a pile", default=True,
    help="Whether a king may stand for the ace that a build pile begins with.",
)  # fmt: skip
TURN_ENDS = ask.choice(
    "turn_ends", "End of the turn", {"put": "Card put on a discard pile", "played": "Card played from one"},
    default="put", help="What ends a turn at once.",
)  # fmt: skip
TALON_CARDS = ask.count_of_each(
    "talon", "Talon", TALON_SIZE, usual=(1, 2, 3, 4), help="Cards left in it; needed only if the stock ran out.",
)  # fmt: skip
FIELDS = (
    f.player(WINNER, "Winner", nobody="Nobody: the stock ran out", required=True, help="Who emptied their talon."),
    TALON_CARDS,
)


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that only the winner has an empty talon, and that both talons are counted if the stock ran out.

    Source: spite-and-malice/scoring.winner, spite-and-malice/scoring.stock.
    """
    winner, given = entry[WINNER], entry.names_given(TALON_CARDS)
    for name, cards in entry[TALON_CARDS].items() if winner is None or given else ():
        if name == winner:
            if cards:
                yield Problem(TALON_CARDS, f"{name} won with an empty talon, not with {counted(cards, 'card')}.", name)
        elif name not in given:
            yield Problem(TALON_CARDS, f"Count the talon of {name}.", name)
        elif not cards:
            yield Problem(TALON_CARDS, f"{name} has an empty talon, which wins the game.", name)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score a game for the winner; cards left are only noted. Source: spite-and-malice/scoring.cards-left."""
    talon, lines = entry[TALON_CARDS], _lines(table, entry)
    left = [f"{name} {cards}" for name, cards in talon.items() if cards]
    notes = [f"Cards left in the talon: {', '.join(left)}."] if left else []
    if not lines:
        notes.append("Equal talons: nobody wins, deal again.")
    return Scored(lines, None, tuple(notes))


def _lines(table: Table[None], entry: Record) -> tuple[Line, ...]:
    """Return a line for each winner of the game; none if equal talons win nothing."""
    winner, talon = entry[WINNER], entry[TALON_CARDS]
    if winner is not None:
        return (Line(winner, 1, P.scoring.winner, "emptied the talon"),)
    best = leaders(talon, "low")
    if len(best) == 1:
        return (Line(best[0], 1, P.scoring.stock, f"the smaller talon, {counted(talon[best[0]], 'card')}"),)
    shared = table.options.text(STOCK_TIE) == "share"
    return tuple(Line(name, 1, P.scoring.level, "equal talons") for name in best if shared)


GAME = Game[None](
    name="Spite and Malice",
    summary="Build shared piles from ace to queen and be first to empty your talon; that wins the game.",
    kind="layout",
    seats=Seats(2, 2),
    totals=IN_GAMES,
    # Source: spite-and-malice/ending.games.
    ending=endings.GAMES_WON,
    terms=ONE_GAME,
    options=f.fields_of(endings.GAMES_OPTION, STOCK_TIE, KING_STARTS, TURN_ENDS),
    scoring=Scoring(RoundFields(lambda _: FIELDS), score, check),
    # Source: spite-and-malice/play.first.
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", lambda _: HAND_SIZE, cards_each_text),
        Notice("talon", lambda _: TALON_SIZE, count_phrase("card", "in each talon")),
    ),
)
