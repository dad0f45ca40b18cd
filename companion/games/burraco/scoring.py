"""Scoring of Burraco: cards melded less cards in hand, burrachi, closing, and a pozzetto never taken."""

from collections.abc import Iterator
from typing import Any

from companion.cards.notation import JOKER, RANKS
from companion.core.common import canasta, endings
from companion.core.common.canasta import LEAST_CARD, LEAST_MELD, SharedLimit, line_for_each
from companion.core.common.worths import card_worths
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import Worth
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import PARTNERS
from companion.core.game.table import Line, Scored, Table
from companion.core.phrases import amounts_phrase
from companion.core.referee.facts import IN_HAND, MELDED
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted
from companion.games.burraco.melds import VALUES

P = RuleIds("burraco")

CLOSED: Key[str | None] = Key("closed")

PACK_POINTS = 1080
"""The points of all 108 cards together. Source: burraco/scoring.values."""

MOST_BURRACHI = 15
"""The most melds of seven cards that 108 cards can make."""

MOST_DIRTY = 12
"""The most dirty burrachi: each needs a wild card, and there are eight 2s and four jokers."""

WORTHS = (Worth("joker", VALUES[JOKER]), *card_worths(("2", *RANKS[:-1]), VALUES.__getitem__))
"""What the page offers for counting melds or hands card by card. Source: burraco/scoring.values."""

LEAST_POZZETTO = 55
"""The least worth of a pozzetto: eleven cards of 5 points."""

CLOSING_POINTS, POZZETTO_POINTS = 100, 100

POZZETTI = {"taken": "Taken", "unseen": "Taken, not seen", "not-taken": "Not taken"}
"""What can have happened to a side's pozzetto, with labels."""

OPTIONS = (
    endings.target_option(20_000, 100, 2000, (1000, 1500, 2000, 3000), "The points that end the game."),
    endings.target_rule_option("exceed", "Whether a side with exactly the target has to play on."),
)
CLEAN = ask.count_of_each("clean", "Clean", 14, help="Melds of seven cards or more without a wild card.")
DIRTY = ask.count_of_each("dirty", "Dirty", MOST_DIRTY, help="Melds of seven cards or more with a wild card.")
POZZETTO = ask.choice_of_each(
    "pozzetto", "Pozzetto", POZZETTI, default="taken", group="Pozzetti", per="side",
    help="The 11 cards kept for each side, for whoever first runs out of cards.",
    explained="Not seen: picked up face down, and the hand ended before it was looked at.",
)  # fmt: skip
FIELDS = RoundFields(lambda _: (
    canasta.going_out_field(CLOSED, "Closed by", "Who went out. Nobody: the stock or a stalemate ended the hand."),
    POZZETTO,
    *f.with_common(*f.fields_of(CLEAN, DIRTY), group="Burrachi", usual=(0, 1, 2, 3), per="side"),
    *f.with_common(
        f.points(
            MELDED, "Melded", PACK_POINTS, help="Value of the cards in all melds.",
            explained="Jokers 30, 2s 20, aces 15, kings to 8s 10, 7s to 3s 5.",
        ),
        f.points(
            IN_HAND, "In hand", PACK_POINTS, least=LEAST_CARD,
            help="Value of what both partners still hold, an unseen pozzetto too.",
        ),
        group="Cards", step=LEAST_CARD, required=True, worths=WORTHS, per="side",
    ),
))  # fmt: skip
"""The fields of a hand: how it ended, then pozzetto, burrachi and cards of each side."""

LIMITS = (
    SharedLimit(PACK_POINTS, (MELDED, IN_HAND), "All melds and hands make {sum}, but the whole pack is worth {most}."),
    SharedLimit(MOST_BURRACHI, (CLEAN, DIRTY), "The pack has cards for {most} burrachi at most, not {sum}."),
    SharedLimit(MOST_DIRTY, (DIRTY,), "There are {most} wild cards, so not {sum} dirty burrachi."),
)
"""Limits that the pack sets for both sides together."""


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the pack is large enough for everything, and that the figures of a side fit each other."""
    yield from canasta.limit_faults(entry, *LIMITS)
    for side in table.names:
        yield from _side_faults(side, entry)


def _side_faults(side: str, entry: Record) -> Iterator[Problem]:
    """Yield contradictions among the figures of one side. Source: burraco/play.closing, burraco/scoring.values."""
    melded, clean, dirty = (entry[key][side] for key in (MELDED, CLEAN, DIRTY))
    least = canasta.least_meld_worth(clean, dirty)
    if melded < least:
        message = f"{side} melded {melded}, but {clean} clean and {dirty} dirty burrachi are worth at least {least}."
        yield Problem(MELDED, message, side)
    elif 0 < melded < LEAST_MELD:
        yield Problem(MELDED, f"{side} melded {melded}, but the smallest meld is worth {LEAST_MELD}.", side)
    pozzetto, closed = entry[POZZETTO][side], side == entry[CLOSED]
    yield from refuse(CLOSED, f"{side} cannot have closed without a burraco.", side, when=closed and not clean + dirty)
    if closed and pozzetto == "not-taken":
        yield Problem(CLOSED, f"{side} cannot have closed without taking their pozzetto.", side)
    unseen = pozzetto == "unseen"
    least_held = LEAST_CARD * (1 if closed else 2) + (LEAST_POZZETTO - LEAST_CARD) * unseen
    why = "everybody except the player who closed still holds a card"
    why += ", and the unseen pozzetto has eleven" if unseen else ""
    if entry[IN_HAND][side] < least_held:
        yield Problem(IN_HAND, f"{side} must have at least {least_held} in hand: {why}.", side)


def _pozzetto_line(_: Table[Any], side: str, entry: Record) -> Line:
    """Return the penalty of a side that has not taken its pozzetto; a line without points if it has."""
    points = -POZZETTO_POINTS * (entry[POZZETTO][side] == "not-taken")
    return Line(side, points, P.scoring.pozzetto, "pozzetto not taken")


LINES = (
    *canasta.card_lines("burraco"),
    line_for_each(CLEAN, 200, P.scoring.clean, lambda number: counted(number, "clean burraco", "clean burrachi")),
    line_for_each(DIRTY, 100, P.scoring.dirty, lambda number: counted(number, "dirty burraco", "dirty burrachi")),
    canasta.line_if_named(CLOSED, CLOSING_POINTS, P.scoring.closing, "closed the hand"),
    _pozzetto_line,
)
"""The functions that make the lines of a side."""


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return the lines of both sides, and notes on what gave nothing."""
    notes: list[str] = []
    for side in table.names:
        if not entry[CLEAN][side] + entry[DIRTY][side]:
            notes.append(f"{side} made no burraco." if entry[MELDED][side] else f"{side} melded nothing.")
        if entry[POZZETTO][side] == "unseen":
            notes.append(f"{side} never looked at their pozzetto; its cards count as cards in hand, without a penalty.")
    nobody = canasta.note_if_nobody(entry[CLOSED], "closed")
    return Scored(canasta.hand_lines(table, entry, LINES), None, (*notes, *nobody))


GAME = Game[None](
    name="Burraco",
    summary="Partners meld sets and runs, best of all seven cards at a time; the first side past 2,000 points wins.",
    kind="rummy",
    seats=PARTNERS,
    # Source: burraco/ending.target.
    ending=endings.ending_past_target("above 2,000 points"),
    options=OPTIONS,
    scoring=Scoring(FIELDS, score, check),
    next=(DEALERS_LEFT_LEADS, Notice("target_left", endings.points_to_target, amounts_phrase("short of the target"))),
)
