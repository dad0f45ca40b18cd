"""Scoring of Spite and Malice: a game to whoever empties the talon, or has fewer cards in it at the end."""

from collections.abc import Iterator

from companion.core import endings
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import WINNER
from companion.core.game import (
    DEALERS_LEFT_LEADS,
    IN_GAMES,
    ONE_GAME,
    Game,
    Line,
    Notice,
    Scored,
    Scoring,
    Table,
    fields_by,
)
from companion.core.keys import Key, PerName
from companion.core.phrases import dealt_each, so_many
from companion.core.problems import Problem
from companion.core.ranking import leaders
from companion.core.seating import Seats
from companion.core.words import counted

KING_STARTS: Key[bool] = Key("king_starts")
TURN_ENDS: Key[str | None] = Key("turn_ends")
TALON_KEY: Key[PerName[int]] = Key("talon")
STOCK_TIE: Key[str | None] = Key("stock_tie")

HAND = 5
TALON = 20

OPTIONS = (
    endings.GAMES_OPTION,
    f.choice(
        STOCK_TIE, "Equal talons", {"nobody": "Nobody wins", "share": "Both win"}, default="nobody",
        help="Who wins a game when the stock has run out and both talons are equal.",
    ),
    f.flag(
        KING_STARTS, "King starts a pile", default=True,
        help="Whether a king may stand for the ace that a build pile begins with.",
    ),
    f.choice(
        TURN_ENDS, "End of the turn", {"put": "Card put on a discard pile", "played": "Card played from one"},
        default="put", help="What ends a turn at once.",
    ),
)  # fmt: skip


@fields_by(lambda table: (table.players,))
def fields(players: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return who won, and what is left in the talons."""
    return (
        f.player(
            WINNER, "Winner", players, nobody="Nobody: the stock ran out", required=True,
            help="Who emptied their talon.",
        ),
        f.count(
            TALON_KEY, "Talon", TALON, per="player", names=players,
            usual=(1, 2, 3, 4),
            help="Cards left in it; needed only where the stock ran out.",
        ),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that an empty talon is the winner's; both are counted where the stock ran out.

    Source: spite-and-malice/scoring.winner, spite-and-malice/scoring.stock.
    """
    winner, given = entry[WINNER], entry.given(TALON_KEY)
    for name, cards in entry[TALON_KEY].items() if winner is None or given else ():
        if name == winner:
            if cards:
                yield Problem(TALON_KEY, f"{name} won with an empty talon, not with {counted(cards, 'card')}.", name)
        elif name not in given:
            yield Problem(TALON_KEY, f"Count the talon of {name}.", name)
        elif not cards:
            yield Problem(TALON_KEY, f"{name} has an empty talon, which wins the game.", name)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score one game for the winner; cards left only make a note. Source: spite-and-malice/scoring.cards-left."""
    talon, lines = entry[TALON_KEY], _lines(table, entry)
    left = [f"{name} {cards}" for name, cards in talon.items() if cards]
    notes = [f"Cards left in the talon: {', '.join(left)}."] if left else []
    if not lines:
        notes.append("Equal talons: nobody wins, deal again.")
    return Scored(lines, None, tuple(notes))


def _lines(table: Table[None], entry: Record) -> tuple[Line, ...]:
    """Return the game won; none where equal talons win nothing."""
    winner, talon = entry[WINNER], entry[TALON_KEY]
    if winner is not None:
        return (Line(winner, 1, "spite-and-malice/scoring.winner", "emptied the talon"),)
    best = leaders(talon, "low")
    if len(best) == 1:
        text = f"the smaller talon, {counted(talon[best[0]], 'card')}"
        return (Line(best[0], 1, "spite-and-malice/scoring.stock", text),)
    shared = table.options.word(STOCK_TIE) == "share"
    return tuple(Line(name, 1, "spite-and-malice/scoring.level", "equal talons") for name in best if shared)


GAME = Game[None](
    module=__name__,
    name="Spite and Malice",
    summary="Build shared piles from ace to queen and be first to empty your talon; that wins the game.",
    kind="layout",
    seats=Seats(2, 2),
    totals=IN_GAMES,
    # Source: spite-and-malice/ending.games.
    ending=endings.GAMES_WON,
    terms=ONE_GAME,
    options=OPTIONS,
    scoring=Scoring(fields, score, check),
    # Source: spite-and-malice/play.first.
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", lambda _: HAND, dealt_each),
        Notice("talon", lambda _: TALON, so_many("card", "in each talon")),
    ),
)
