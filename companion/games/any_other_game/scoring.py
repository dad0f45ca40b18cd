"""Scoring of any other game: adds up the points that the table writes down for each round."""

from collections.abc import Iterator, Mapping

from companion.core.common import endings
from companion.core.common.endings import TARGET
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key, Names
from companion.core.entry.problems import Problem, check_sum
from companion.core.entry.record import Record
from companion.core.game.game import BETTER, PLAY_NAME, Ending, Game, Scoring
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Progress, Scored, Settled, Setup, Table, note_on_others
from companion.core.referee.facts import POINTS
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import figure

P = RuleIds("any-other-game")

ROUND_SUM: Key[int | None] = Key("round_sum")

MOST_POINTS = 100_000
"""The most points that a round gives or takes."""

NEGATIVE = ask.flag("negative", "Points below 0", default=True, help="Whether a round can give fewer than 0 points.")
ROUNDS = ask.count(
    "rounds", "Rounds", 1000, default=0, in_front=True,
    help="Rounds after which the game ends; 0: until the table stops.",
)  # fmt: skip
OPTIONS = f.fields_of(
    f.text(PLAY_NAME, "Name", 40, default="", in_front=True, help="What your game is called."),
    f.choice(
        BETTER, "Best total", {"high": "Highest", "low": "Lowest"}, default="high", in_front=True,
        help="Which total wins.",
    ),
    f.points(
        TARGET, "Target", 1_000_000, default=0, in_front=True, quick=(50, 100, 500, 1000),
        help="The game ends when a total reaches it; 0: none.",
    ),
    ROUNDS,
    f.points(
        ROUND_SUM, "Sum of a round", MOST_POINTS, least=-MOST_POINTS, nobody="Any",
        help="What the points of all players add up to in every round; empty: anything.",
    ),
    NEGATIVE,
)  # fmt: skip


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that the options allow points below 0 if they say that rounds add up to less than 0.

    Source: any-other-game/scoring.round-sum.
    """
    total = setup.options[ROUND_SUM]
    if total is not None and total < 0 and not setup.options[NEGATIVE]:
        yield Problem(ROUND_SUM, f"A round cannot add up to {figure(total)} where no points are below 0.")


@fields_by(lambda table: (table.setup.sides, table.names, table.options[ROUND_SUM], table.options[NEGATIVE]))
def fields(sides: Names, names: Names, total: int | None, negative: bool) -> tuple[f.Field, ...]:
    """Return the field for the points of every player, or of both sides.

    ``total``: the sum of a round, if it is always the same; ``negative``: whether points may be below 0.
    """
    return (
        f.points(
            POINTS, "Points", MOST_POINTS, least=-MOST_POINTS if negative else 0, required=True,
            sum=None if total is None else f.Sum(total, ("point", "points")),
            per="side" if sides else "player", names=names,
        ),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the points of a round add up to the sum that the table has agreed on.

    Source: any-other-game/scoring.round-sum.
    """
    total = table.options[ROUND_SUM]
    if total is not None:
        agreed = f"in every round they must add up to {figure(total)}"
        yield from check_sum(POINTS, "Points", entry[POINTS], total, agreed)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return a line for each player or side with points, as the table counted them, and a note on the others."""
    points = entry[POINTS]
    rule, text = P.scoring.points, "as the table counted"
    lines = tuple(Line(name, number, rule, text) for name, number in points.items() if number)
    return Scored(lines, None, note_on_others(points, lines, "Nothing for {names}, as the table counted."))


def settle(table: Table[None], entry: Record, state: None, totals: Mapping[str, int]) -> Settled[None]:
    """End the play at the target or after the last round, whichever comes first; tied players share the win.

    Source: any-other-game/scoring.better, any-other-game/ending.target, any-other-game/ending.rounds,
    any-other-game/ending.winner.
    """
    target, last = table.options[TARGET], table.options[ROUNDS]
    over = 0 < target <= max(totals.values()) or endings.is_last(table, last)
    return endings.end_if(over, totals, state, GAME.better_for(table.setup))


def progress(table: Table[None]) -> Progress | None:
    """Return the progress towards the target or the last round, whichever is nearer; None if the play has neither."""
    target = table.options[TARGET]
    ends = (
        endings.nearest_progress(table.totals, target) if target else None,
        endings.rounds_progress(table, table.options[ROUNDS]),
    )
    return max((end for end in ends if end), key=lambda end: end.done / end.whole, default=None)


GAME = Game[None](
    name="Any other game",
    summary="A game of your own: write down what each round gives; the highest or the lowest total wins.",
    kind="other",
    seats=Seats(2, 12, sides="may"),
    ending=Ending("at a target, after a number of rounds, or when the table stops", settle, progress),
    options=OPTIONS,
    check_setup=check_setup,
    scoring=Scoring(fields, score, check),
)
