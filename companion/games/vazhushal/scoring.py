"""Scoring of Vazhushal: a game to the player who goes out, or to the best count once the stock is used up."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from companion.cards.notation import RANKS
from companion.core.common import endings
from companion.core.common.worths import card_worths
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, IN_GAMES, Game, Notice, Scoring
from companion.core.game.ranking import leaders
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Table
from companion.core.phrases import amounts_phrase, cards_each_text, packs_text
from companion.core.referee.facts import WENT_OUT
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import signed
from companion.games.vazhushal.melds import points_of

P = RuleIds("vazhushal")

HAND_SIZE = 13
"""Cards dealt to each player."""

MOST_POINTS = 450
"""A bound for what melds or a hand of one pack are worth, wild cards counted as what they stand for."""

WORTHS = card_worths(RANKS, lambda rank: points_of(f"{rank}s"))
"""The values of the cards, offered while melds or hands are counted. Source: vazhushal/scoring.values."""

LEAST_MELD = 9
"""What the cheapest first meld, 2-3-4, is worth. Source: vazhushal/play.first-meld."""


Counts: TypeAlias = Mapping[str, int]
"""What the game remembers: each player's counts, added up over all games that the stock ended, in seat order."""


def packs_for(players: int) -> int:
    """Return how many packs are shuffled together. Source: vazhushal/need.packs."""
    return 1 if players == 2 else 2


OUT = ask.player(
    "went_out", "Went out", nobody="Nobody: the stock ran out", required=True,
    help="Who melded all cards but one and discarded that one.",
)  # fmt: skip
IF_COUNTED: dict[str, Any] = {"group": "Counts", "shown_when": ((OUT, (None,)),)}
MELD_POINTS = ask.points_of_each(
    "melds", "Melds", 0, help="Points of the cards melded, last melds included.", **IF_COUNTED
)
HELD_POINTS = ask.points_of_each(
    "hand", "Hand", 0, help="Points of the cards still held; jokers count 0.", **IF_COUNTED
)


@fields_by(lambda table: (table.players,))
def fields(players: tuple[str, ...]) -> tuple[f.Question, ...]:
    """Return the fields of a game: who went out; if nobody did, the points melded and held by each player."""
    counted: dict[str, Any] = {"names": players, "most": MOST_POINTS * packs_for(len(players)), "worths": WORTHS}
    return OUT.of(names=players), MELD_POINTS.of(**counted), HELD_POINTS.of(**counted)


def check(table: Table[Counts], entry: Record) -> Iterator[Problem]:
    """Check that melds and hands are counted if and only if nobody went out, and that nobody melded too little.

    Source: vazhushal/scoring.stock.
    """
    out = entry[WENT_OUT]
    if out is not None:
        for key in (MELD_POINTS, HELD_POINTS):
            if entry.names_given(key):
                yield Problem(key, f"{out} went out, so nothing is counted: leave the {key} out.")
        return
    for key, what in ((MELD_POINTS, "melded"), (HELD_POINTS, "still holds")):
        text = f"The stock ran out: count what {{name}} {what}."
        yield from refuse_each(key, table.players, entry.names_given(key), text)
    for name, points in entry[MELD_POINTS].items():
        message = f"{name} melded {points}; the cheapest first meld, 2-3-4, is worth {LEAST_MELD}."
        yield from refuse(MELD_POINTS, message, name, when=0 < points < LEAST_MELD)


def score(table: Table[Counts], entry: Record) -> Scored[Counts]:
    """Score the game for the player who went out; if nobody did, for all with the best count."""
    out = entry[WENT_OUT]
    if out is not None:
        return Scored((Line(out, 1, P.scoring.out, "went out"),), table.state)
    melds, hand = entry[MELD_POINTS], entry[HELD_POINTS]
    counts = {name: melds[name] - hand[name] for name in table.players}
    best = leaders(counts)
    rule, text = (P.scoring.stock, "best count") if len(best) == 1 else (P.scoring.level, "level on the best count")
    lines = tuple(Line(name, 1, rule, f"{text}, {signed(counts[name])}") for name in best)
    notes = tuple(f"{name} counts {signed(counts[name])}: {melds[name]} melded, {hand[name]} held." for name in counts)
    return Scored(lines, {name: total + counts[name] for name, total in table.state.items()}, notes)


GAME = Game[Counts](
    name="Vazhushal",
    summary="Meld all cards but one, drawing from the stock or an open line of discards; going out wins the game.",
    kind="rummy",
    seats=Seats(2, 6),
    totals=IN_GAMES,
    # Source: vazhushal/ending.games.
    ending=endings.GAMES_WON,
    options=(endings.GAMES_OPTION,),
    start=lambda setup: dict.fromkeys(setup.players, 0),
    scoring=Scoring(fields, score, check),
    carry=(Notice("points", lambda table: dict(table.state), amounts_phrase("counts so far")),),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", lambda _: HAND_SIZE, cards_each_text),
        Notice("decks", lambda table: packs_for(len(table.players)), packs_text),
    ),
)
