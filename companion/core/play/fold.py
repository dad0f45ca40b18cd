"""Scoring as a fold: the score sheet follows from the opening table and the entries, scored in order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar

from companion.core.entry import fields as f
from companion.core.entry.fields import Field
from companion.core.entry.problems import Problem, Problems
from companion.core.entry.record import Record, Rows, is_absent, read_record, without_unasked
from companion.core.game.game import Game, Unit
from companion.core.game.ranking import Standing, standings
from companion.core.game.seating import first_from
from companion.core.game.table import Call, Line, Setup, Table, totals_with
from companion.core.game.terms import COMMON
from companion.core.play.adjustments import (
    ABSENT,
    ADJUST,
    ADJUSTMENT,
    BOUGHT,
    BUY,
    BUY_KEY,
    IN_PLAY,
    MOST_ADJUSTED,
    MOST_ADJUSTMENTS,
    PLAYER,
    POINTS,
    REASON,
    REASON_LETTERS,
    adjustment_row_fault,
    is_buy,
    is_in_play,
)
from companion.core.play.bids import calls_of
from companion.core.play.setups import other_options
from companion.core.words import signed

S = TypeVar("S")


NOTHING_SHARED = Record({"absent": (), "adjust": ()}, {})
"""The shared part of an entry without absent players and adjustments."""


@dataclass(frozen=True, slots=True)
class Round(Generic[S]):
    """A scored round, and the table after it."""

    number: int
    dealer: str
    absent: tuple[str, ...]
    entry: Record
    scores: Mapping[str, int]
    """The points of the round itself, for each name."""

    adjusted: Mapping[str, int]
    """The sum of the adjustments of each name that has any, chips bought included."""

    bought: Mapping[str, int]
    """The chips bought, for each name that bought any."""

    lines: tuple[Line, ...]
    calls: tuple[Call, ...]
    """What was put down before the hand, and how it turned out."""

    totals: Mapping[str, int]
    notes: tuple[str, ...]
    table: Table[S]
    """The table after this round."""

    def change_of(self, name: str) -> int:
        """Return by how much the round changed the total of a player or side, adjustments included."""
        return self.scores[name] + self.adjusted.get(name, 0)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a round cannot be scored."""

    number: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Sheet(Generic[S]):
    """The score sheet: the rounds that could be scored, and the table after them."""

    game: Game[S]
    opening: Table[S]
    rounds: tuple[Round[S], ...]
    refusal: Refusal | None = None
    """The first round that could not be scored; later rounds were not read."""

    @property
    def table(self) -> Table[S]:
        """The table after the last scored round."""
        return self.rounds[-1].table if self.rounds else self.opening

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places, best first."""
        table = self.table
        return standings(table.totals, self.game.ranking(table))


def opening_table(game: Game[S], setup: Setup) -> Table[S]:
    """Return the table before the first round."""
    totals = dict.fromkeys(setup.names, game.totals.opening(setup))
    return _prepare_table(game, Table(setup, 1, setup.dealer, totals, game.start(setup)))


def _prepare_table(game: Game[S], table: Table[S]) -> Table[S]:
    """Return the table for the coming round: who plays in it, and who deals.

    If the dealer of ``table`` does not play, the next player to the left who does deals instead. A table at which the
    play is over stays as it is.
    """
    if table.over:
        return table
    asked = game.scoring.asked(table)
    return replace(table, dealer=first_from(table.players, table.dealer, asked) if asked else table.dealer, asked=asked)


def with_absent(game: Game[S], table: Table[S], absent: Iterable[str]) -> Table[S]:
    """Return the table with these players sitting out the coming round."""
    gone = tuple(absent)
    return table if gone == table.absent else _prepare_table(game, replace(table, absent=gone, asked=()))


@lru_cache(maxsize=256)
def shared_fields(
    players: tuple[str, ...],
    holders: tuple[str, ...],
    come_and_go: bool,
    unit: Unit = "points",
    is_race: bool = False,
    round_name: str = COMMON.round,
) -> tuple[Field, ...]:
    """Return the fields that every entry may have beside the game's own: absent players and adjustments.

    If chips are counted, an adjustment may be chips bought, which need no reason. In a race, an adjustment may count
    before the round's own points. ``holders``: the players or sides whose totals can be adjusted; ``come_and_go``:
    whether players may sit out; ``round_name``: what the game calls a round.
    """
    chips, before = unit == "chips", f"It counts before the {round_name}'s own points."
    may_sit_out = players if come_and_go else ()
    absent = f.players(ABSENT, "Sitting out", may_sit_out, help=f"Players who sit this {round_name} out; they score 0.")
    adjust = f.rows(
        ADJUST,
        "Adjustment",
        (
            f.player(PLAYER, "Player", holders, required=True),
            f.points(POINTS, "Points", MOST_ADJUSTED, least=-MOST_ADJUSTED, required=True),
            f.text(REASON, "Reason", REASON_LETTERS, required=not chips, default="" if chips else None),
            *((f.flag(BUY_KEY, "Chips bought"),) if chips else ()),
            *((f.flag(IN_PLAY, "In play", help=before),) if is_race else ()),
        ),
        most=MOST_ADJUSTMENTS,
        help=f"{'Chips' if chips else 'Points'} on top of the {round_name}'s own score; with − in front they are taken "
        "away." + (" Chips bought need no reason." if chips else ""),
    )
    return (absent, adjust)


def shared_fields_of(game: Game[Any], table: Table[Any]) -> tuple[Field, ...]:
    """Return the fields that every entry of a game may have beside the game's own: see ``shared_fields``."""
    return shared_fields(
        table.players, table.names, game.seats.come_and_go, game.totals.unit, game.ending.is_race, game.terms.round
    )


def play_round(game: Game[S], table: Table[S], raw: object) -> Round[S] | Refusal:
    """Return the scored round for an entry, given as raw JSON, or all problems with it."""
    number = table.number
    if table.over:
        message = f"The game ended with round {number - 1}, so no more can be entered."
        return Refusal(number, (Problem("rounds", message),))
    if not isinstance(raw, dict):
        return Refusal(number, (Problem("rounds", "A round is an object with its fields."),))
    shared = NOTHING_SHARED
    if "absent" in raw or "adjust" in raw:
        shared, problems = _read_shared(game, table, raw)
        if shared[ABSENT] and not problems:
            table = with_absent(game, table, shared[ABSENT])
            if len(table.asked) < 2:
                problems = [Problem(ABSENT, "At least two players must be in the round.")]
        if problems:
            return Refusal(number, tuple(problems))
        table = _with_adjusted_in_play(game, table, shared[ADJUST])
        raw = {key: value for key, value in raw.items() if key not in ("absent", "adjust")}
    fields = game.scoring.fields(table)
    entry, problems = read_record(fields, raw)
    if problems:  # which may only be empty values of fields that other options add
        openings = (opening_table(game, setup) for setup in _other_setups(game, table.setup))
        entry, problems = read_record(fields, without_unasked(raw, fields, map(game.scoring.fields, openings)))
    problems = problems or [*game.scoring.check_before(table, entry), *game.scoring.check(table, entry)]
    return Refusal(number, tuple(problems)) if problems else _score_entry(game, table, entry, shared)


def _other_setups(game: Game[Any], setup: Setup) -> Iterator[Setup]:
    """Yield the setups that the game allows and that differ from this one in a single option."""
    for options in other_options(game, setup.options):
        other = replace(setup, options=options)
        if not any(game.check_setup(other)):
            yield other


def _read_shared(game: Game[Any], table: Table[Any], raw: Mapping[str, Any]) -> tuple[Record, Problems]:
    """Read the absent players and adjustments of an entry; return their record, or an empty one and the problems."""
    if not game.seats.come_and_go and not is_absent(raw.get("absent")):
        return NOTHING_SHARED, [Problem(ABSENT, f"Nobody can sit out a round of {game.name}.")]
    fields = shared_fields_of(game, table)
    record, problems = read_record(fields, {key: raw[key] for key in ("absent", "adjust") if key in raw})
    for number, row in enumerate(() if problems else record[ADJUST], start=1):
        fault = adjustment_row_fault(row, game)
        if fault:
            problems.append(Problem(ADJUST, fault, row[PLAYER], number))
    return (NOTHING_SHARED if problems else record), problems


def _with_adjusted_in_play(game: Game[S], table: Table[S], rows: Rows) -> Table[S]:
    """Return the table with those adjustments added that count before the round's own points."""
    totals = dict(table.totals)
    for row in rows:
        totals[row.who(PLAYER)] += row[POINTS] if is_in_play(row, game) else 0
    return replace(table, totals=totals)


def _score_entry(game: Game[S], table: Table[S], entry: Record, shared: Record) -> Round[S] | Refusal:
    """Return the scored round, or the problems with its adjustments.

    ``table`` includes the adjustments that count before the round's own points; ``shared`` has all of them.
    """
    scored = game.scoring.score(table, entry)
    scores = totals_with(dict.fromkeys(table.names, 0), scored.lines)
    first: list[Line] = []
    last: list[Line] = []
    adjusted, bought = Counter[str](), Counter[str]()
    for row in shared[ADJUST]:
        line = Line(row.who(PLAYER), row[POINTS], ADJUSTMENT, row.text(REASON))
        adjusted[line.name] += line.points
        if is_in_play(row, game):
            first.append(line)
        elif is_buy(row, game.totals.unit):
            bought[line.name] += line.points
            last.append(line._replace(rule=BUY, text=line.text or BOUGHT))
        else:
            last.append(line)
    lines, totals = (*first, *scored.lines, *last), totals_with(table.totals, (*scored.lines, *last))
    problems = _total_faults(game, table, adjusted, totals)
    if problems:
        return Refusal(table.number, tuple(problems))
    settled = game.ending.settle(table, entry, scored.state, dict(totals))
    scores, totals = totals_with(scores, settled.lines), totals_with(totals, settled.lines)
    dealer = game.scoring.next_dealer(table, entry, settled.state)
    after = Table(table.setup, table.number + 1, dealer, totals, settled.state, (), (), settled.over, settled.winners)
    return Round(
        table.number, table.dealer, table.absent, entry, scores, adjusted, bought, (*lines, *settled.lines),
        calls_of(game, table, entry), totals, (*scored.notes, *settled.notes), _prepare_table(game, after),
    )  # fmt: skip


def _total_faults(game: Game[S], table: Table[S], adjusted: Mapping[str, int], totals: Mapping[str, int]) -> Problems:
    """Return a problem for each adjustment to below 0, if that is the minimum, or of a player who is out."""
    problems = _out_of_play_faults(game, table, adjusted)
    out = {problem.name for problem in problems}
    for name, points in adjusted.items() if game.totals.most_gained else ():
        if name not in out and totals[name] < 0:
            message = f"{signed(points)} takes {name} to {signed(totals[name])}; 0 is the least."
            problems.append(Problem(ADJUST, message, name))
    return problems


def _out_of_play_faults(game: Game[Any], table: Table[Any], names: Iterable[str]) -> Problems:
    """Return a problem for each of these names that is out of the play, so that it cannot be adjusted."""
    out = players_out_of_play(game, table)
    return [Problem(ADJUST, f"{one} is out of the game and cannot be adjusted.", one) for one in names if one in out]


def players_out_of_play(game: Game[Any], table: Table[Any]) -> tuple[str, ...]:
    """Return the players who have fallen to the minimum of 0 and take no part in rounds any more.

    Empty if the game has no such minimum, or is played in sides.
    """
    if not game.totals.most_gained or table.setup.sides:
        return ()
    waiting = [name for name in table.players if name not in (*table.asked, *table.absent)]
    return tuple(name for name in waiting if table.totals[name] <= 0)


def adjustment_faults(
    game: Game[Any], table: Table[Any], rows: object, pending: Sequence[Mapping[str, Any]] = ()
) -> Problems:
    """Return what is wrong with adjustments for the coming round, whose entry is not known yet.

    If the game has a minimum of 0, no adjustment may take a player below it even if the round goes as well as possible.
    ``pending``: the adjustments recorded for the round already.
    """
    shared, problems = _read_shared(game, table, {"adjust": rows})
    fresh = [(row.who(PLAYER), row[POINTS]) for row in shared[ADJUST]]
    names = tuple(dict.fromkeys(name for name, _ in fresh))
    problems = problems or _out_of_play_faults(game, table, names)
    if problems:
        return problems
    if len(fresh) + len(pending) > MOST_ADJUSTMENTS:
        message = f"A round holds at most {MOST_ADJUSTMENTS} corrections, and {len(pending)} wait for this one already."
        return [Problem(ADJUST, message)]
    if not game.totals.most_gained:
        return []
    gain, adjusted = game.totals.most_gained(table), Counter[str]()
    for name, points in (*fresh, *((row["player"], row["points"]) for row in pending)):
        adjusted[name] += points
    return [
        Problem(ADJUST, f"{signed(adjusted[name])} takes {name} below 0, however the round goes.", name)
        for name in names
        if table.totals[name] + gain + adjusted[name] < 0
    ]


def fold(game: Game[S], setup: Setup, rounds: Iterable[object]) -> Sheet[S]:
    """Return the sheet of a play: its entries scored in order, up to the first that cannot be scored."""
    return extend_sheet(Sheet(game, opening_table(game, setup), ()), rounds)


def extend_sheet(sheet: Sheet[S], rounds: Iterable[object]) -> Sheet[S]:
    """Return the sheet with these entries scored, too. A sheet with a refusal stays as it is."""
    if sheet.refusal is not None:
        return sheet
    game, table, done = sheet.game, sheet.table, list(sheet.rounds)
    for raw in rounds:
        result = play_round(game, table, raw)
        if isinstance(result, Refusal):
            return Sheet(game, sheet.opening, tuple(done), result)
        done.append(result)
        table = result.table
    return Sheet(game, sheet.opening, tuple(done))


def fields_before_hand(game: Game[S], table: Table[S]) -> tuple[Field, ...]:
    """Return the fields of the coming round that are filled in before its hand is played."""
    return tuple(item for item in coming_fields(game, table) if item.phase == 1)


def faults_before_hand(game: Game[S], table: Table[S], raw: Mapping[str, Any]) -> Problems:
    """Return what is wrong or missing in the fields filled in before the hand, in themselves and by the game's check.

    The game does not check if there are no such fields, as after the end of the play.
    """
    first = fields_before_hand(game, table)
    record, problems = read_record(first, raw)
    return problems or (list(game.scoring.check_before(table, record)) if first else [])


def coming_fields(game: Game[S], table: Table[S]) -> tuple[Field, ...]:
    """Return the fields of the coming round, the game's own; empty only if the play is over."""
    return () if table.over else game.scoring.fields(table)
