"""Scoring of Polignac: a point for each jack captured, and two for the Polignac, the jack of spades."""

from collections.abc import Iterator

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, check_sum
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Gains, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Table, note_on_others
from companion.core.phrases import cards_each_text
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted

P = RuleIds("polignac")

JACK_COUNT = 3
"""The number of jacks other than the Polignac. Source: polignac/scoring.all-captured."""

POLIGNAC_POINTS = 2

FEWEST, MOST = 3, 6

FULL_PACK, SHORT_PACK = 32, 30
"""The cards of the pack for four players, and for any other number. Source: polignac/need.black-sevens."""

LIMIT = ask.count("limit", "Limit", 200, 1, default=10, help="Points that end the game.")

JACKS = ask.count_of_each(
    "jacks", "Jacks", JACK_COUNT, sum=f.Sum(JACK_COUNT, ("jack", "jacks")),
    help="How many of J♥, J♦ and J♣ were captured; the J♠ is asked for below.",
)  # fmt: skip
TAKER = ask.player("polignac", "Polignac", required=True, help="Who captured the J♠.")


def pack_size(players: int) -> int:
    """Return the number of cards in the pack for so many players."""
    return FULL_PACK if players == 4 else SHORT_PACK


def hand_size(players: int) -> int:
    """Return the number of cards that each of so many players is dealt. Source: polignac/deal.cards."""
    return pack_size(players) // players


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the jacks beside the Polignac add up. Source: polignac/scoring.all-captured."""
    but = f"beside the Polignac {JACK_COUNT} are captured in each hand"
    yield from check_sum(JACKS, "Jacks", entry[JACKS], JACK_COUNT, but)


def lines_of(name: str, jacks: int, polignac: bool) -> Iterator[Line]:
    """Yield the lines for captured jacks. ``polignac``: whether the Polignac is among them; ``jacks``: the others."""
    if jacks:
        yield Line(name, jacks, P.scoring.jacks, counted(jacks, "jack"))
    if polignac:
        yield Line(name, POLIGNAC_POINTS, P.scoring.polignac, "the Polignac")


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score the jacks that each player captured, in seat order."""
    lines = [line for name, jacks in entry[JACKS].items() for line in lines_of(name, jacks, name == entry[TAKER])]
    return Scored(tuple(lines), None, note_on_others(table.asked, lines, "{names} took no jack."))


GAME = Game[None](
    name="Polignac",
    summary="Jacks captured count against you, the jack of spades twice; fewest points wins once someone has ten.",
    kind="trick-taking",
    seats=Seats(FEWEST, MOST),
    # Source: polignac/ending.limit, polignac/ending.level.
    ending=endings.ending_at_target(
        "when somebody has 10 points", LIMIT, better="low", gains=lambda _: Gains(0, JACK_COUNT + POLIGNAC_POINTS)
    ),
    options=f.fields_of(LIMIT),
    scoring=Scoring(RoundFields(lambda _: (JACKS, TAKER)), score, check),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", lambda table: hand_size(len(table.players)), cards_each_text),
        Notice("deck", lambda table: pack_size(len(table.players)), lambda cards: f"a pack of {cards}"),
    ),
)
