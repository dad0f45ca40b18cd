"""Scoring of Hearts: a point against a player for each heart, 13 for the queen of spades, and what the moon gives."""

from collections.abc import Iterator

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, check_sum
from companion.core.entry.record import Record
from companion.core.game.game import Gains, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Table, note_on_others
from companion.core.phrases import cards_each_text
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted

P = RuleIds("hearts")

SEATS, HAND = 4, 13
ALL_HEARTS, QUEEN_POINTS, JACK_POINTS = 13, 13, -10
ALL_POINTS = ALL_HEARTS + QUEEN_POINTS
"""The points of all hearts and the Q♠ together: who takes them shoots the moon. Source: hearts/scoring.moon."""

PASSES = {"left": "pass left", "right": "pass right", "across": "pass across", "none": "no passing"}
"""Where cards are passed, from round to round, and how that reads. Source: hearts/deal.pass-turn."""

MOON = ask.choice(
    "moon", "Moon", {"others": "26 to each other player", "own": "26 off one's own"}, default="others",
    help="What all hearts and the Q♠ with one player give.",
)  # fmt: skip
JACK = ask.flag("jack", "J♦ counts −10", help="For whoever takes it.")
QUEEN_BREAKS = ask.flag("queen_breaks", "Q♠ breaks hearts", help="Once it has fallen, hearts may be led.")
POINTS_FIRST = ask.flag("points_first", "Points at once", help="Hearts and the Q♠ may be thrown on the first trick.")
TARGET = ask.count("target", "Target", 1000, 1, default=100, quick=(50, 100), help="Points that end the game.")

HEARTS = ask.count_of_each(
    "hearts", "Hearts", ALL_HEARTS, sum=f.Sum(ALL_HEARTS, ("heart", "hearts")), help="In the tricks taken."
)
QUEEN = ask.player("queen", "Q♠", required=True, help="Who took the queen of spades.")
JACK_TO = ask.player("jack", "J♦", required=True, help="Who took it.")
FIELDS = RoundFields(lambda options: (HEARTS, QUEEN, JACK_TO) if options[JACK] else (HEARTS, QUEEN))


def check_hearts(_: object, entry: Record) -> Iterator[Problem]:
    """Check that the hearts add up to 13. The referee checks its facts with it, too. Source: hearts/scoring.all."""
    yield from check_sum(HEARTS, "Hearts", entry[HEARTS], ALL_HEARTS, f"{ALL_HEARTS} are taken in each hand")


def shooter_of(entry: Record) -> str:
    """Return the player who took all hearts and the Q♠; empty if nobody did. Source: hearts/scoring.moon."""
    queen = entry[QUEEN] or ""
    return queen if entry[HEARTS].get(queen) == ALL_HEARTS else ""


def moon_lines(options: Record, players: tuple[str, ...], shooter: str) -> Iterator[Line]:
    """Yield the lines that a moon gives instead of the points of its cards.

    By the option the shooter loses 26 points, or each other player gets them.

    Source: hearts/scoring.moon, hearts/scoring.moon-own.
    """
    own, text = options[MOON] == "own", f"{shooter} took all hearts and the Q♠"
    for name in players:
        if (name == shooter) == own:
            yield Line(name, -ALL_POINTS if own else ALL_POINTS, P.scoring.moon_own if own else P.scoring.moon, text)


def lines_of(name: str, hearts: int, queen: bool, jack: bool = False) -> Iterator[Line]:
    """Yield the lines of a player for so many hearts, and for the Q♠ and the J♦ if they took them."""
    if hearts:
        yield Line(name, hearts, P.scoring.hearts, counted(hearts, "heart"))
    if queen:
        yield Line(name, QUEEN_POINTS, P.scoring.queen, "the Q♠")
    if jack:
        yield Line(name, JACK_POINTS, P.scoring.jack, "the J♦")


def point_lines(options: Record, entry: Record) -> tuple[Line, ...]:
    """Return the lines of a hand except the one for the J♦: for a moon, or for the cards that each player took."""
    shooter = shooter_of(entry)
    if shooter:
        return tuple(moon_lines(options, tuple(entry[HEARTS]), shooter))
    return tuple(line for name, taken in entry[HEARTS].items() for line in lines_of(name, taken, name == entry[QUEEN]))


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return the lines of a hand, and a note on who has none; the J♦ counts after a moon, too.

    Source: hearts/scoring.jack.
    """
    lines = point_lines(table.options, entry)
    if table.options[JACK]:
        lines = (*lines, *lines_of(entry.who(JACK_TO), 0, queen=False, jack=True))
    costs_others = shooter_of(entry) and table.options[MOON] == "others"
    text = "{names} shot the moon, which costs only the others." if costs_others else "{names} took no points."
    return Scored(lines, None, note_on_others(table.players, lines, text))


def pass_direction(number: int) -> str:
    """Return where cards are passed in a round, as a key of ``PASSES``. Source: hearts/deal.pass-turn."""
    return tuple(PASSES)[(number - 1) % len(PASSES)]


def gains(table: Table[None]) -> Gains:
    """Return the least and the most points that a player can get in a hand, which depends on moon and J♦."""
    own, jack = table.options[MOON] == "own", JACK_POINTS if table.options[JACK] else 0
    return Gains(jack - (ALL_POINTS if own else 0), ALL_POINTS)


GAME = Game[None](
    name="Hearts",
    summary="Every heart taken counts against you, the queen of spades 13; fewest points wins once someone has 100.",
    kind="trick-taking",
    seats=Seats(SEATS, SEATS),
    # Source: hearts/ending.target, hearts/ending.winner.
    ending=endings.ending_at_target("when somebody has 100 points", better="low", gains=gains),
    options=f.fields_of(TARGET, MOON, JACK, QUEEN_BREAKS, POINTS_FIRST),
    scoring=Scoring(FIELDS, score, check_hearts),
    next=(
        Notice("cards", lambda _: HAND, cards_each_text),
        Notice("pass", lambda table: pass_direction(table.number), PASSES.__getitem__),
    ),
)
