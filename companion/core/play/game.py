"""What a game is: a frozen record of pure functions over a frozen table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from companion.core.entry.entry import Record
from companion.core.entry.fields import Field, Question, fields_of
from companion.core.entry.keys import Key
from companion.core.entry.kinds import KINDS
from companion.core.entry.problems import Problem, no_problems
from companion.core.phrases import silent
from companion.core.play.ranking import Better
from companion.core.play.seating import Seats, holders, left_of, next_among
from companion.core.referee.situation import Situation
from companion.core.rules.rules import Rules, load_rules
from companion.core.words import listed

STACK: Key[int] = Key("stack")
PLAY_NAME: Key[str | None] = Key("name")
BETTER: Key[str | None] = Key("better")
"""Keys of options with one meaning in all games: chips at the start, the name of a play, and which totals win."""

S = TypeVar("S")
"""What a game remembers between rounds beyond the totals: a frozen value."""

Unit = Literal["points", "chips", "tokens", "games"]
Json = Mapping[str, Any]
GameKind = Literal["trick-taking", "rummy", "layout", "betting", "banking", "other"]


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The words of a game for what every game has, if the common word would mislead its players."""

    round: str = "round"
    rounds: str = "rounds"
    dealer: str = "dealer"
    deals: str = "deals"
    dealt: str = "dealt"
    pot: str = "pot"
    lock: str = ""
    """The button that locks the bids or bets of a round; empty: “Lock bids”, by the field's label."""


COMMON = GameTerms()
"""The words of most games."""

HAND = GameTerms("hand", "hands")
"""The words of games in which a round is a hand, because “round” means a turn of betting."""

ONE_GAME = GameTerms("game", "games")
"""The words of games in which each round is a game that somebody wins."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is decided when a play starts and does not change during it."""

    players: tuple[str, ...]
    """In seat order, clockwise."""

    sides: tuple[str, ...]
    """The two partnerships; empty if each plays alone."""

    dealer: str
    """The first dealer."""

    options: Record

    @property
    def names(self) -> tuple[str, ...]:
        """The names that hold scores: sides in a partnership game, otherwise players."""
        return self.sides or self.players

    @property
    def holders(self) -> Mapping[str, str]:
        """Each player with the name that holds their score, in seat order."""
        return dict(zip(self.players, holders(self.players, self.sides), strict=True))


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """A play before a round: everything that scoring the round may use."""

    setup: Setup
    number: int
    """The number of the coming round, from 1."""

    dealer: str
    """The dealer of the coming round, who takes part in it."""

    totals: Mapping[str, int]
    """Name to running total (in chip games the chips held), in seat order."""

    state: S
    absent: tuple[str, ...] = ()
    """Who sits out the coming round."""

    asked: tuple[str, ...] = ()
    """The players in the coming round, in seat order: neither absent nor out of the play."""

    over: bool = False
    winners: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """All players, in seat order."""
        return self.setup.players

    @property
    def names(self) -> tuple[str, ...]:
        """The names that hold scores: sides or players."""
        return self.setup.names

    @property
    def options(self) -> Record:
        """All options of the play."""
        return self.setup.options

    @property
    def present(self) -> tuple[str, ...]:
        """All players who are not absent, in seat order."""
        return tuple(name for name in self.setup.players if name not in self.absent)


class Line(NamedTuple):
    """Points gained or lost in a round, with the rule that gives them."""

    name: str
    points: int
    rule: str
    """The id of a paragraph: ``rage/scoring.tricks``."""

    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How near a play is to its end."""

    done: int
    whole: int
    text: str
    """The progress in words: ``Ben 3 of 20 points``."""


class Call(NamedTuple):
    """A bid of a player or side, and whether it was made: shown in their column of a round."""

    name: str
    """The player or side in whose column it is shown."""

    text: str
    """``bid 2, took 1``."""

    came: str = ""
    """``made``, ``missed``, ``won``, ``lost``; empty if there is no result."""


@dataclass(frozen=True, slots=True)
class Scored(Generic[S]):
    """The score of a round: its lines, its notes, and the game's state after it."""

    lines: tuple[Line, ...]
    state: S
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled(Generic[S]):
    """The table once the totals of a round are known, the referee's adjustments included."""

    state: S
    over: bool = False
    winners: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    """Bonuses of the round that ends the play, which depend on the totals."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """How options and rounds saved under one version of the rules are converted for the next; all as JSON."""

    options: Callable[[Json], Json] = lambda options: options
    """Converts all options of a play."""

    entry: Callable[[Json, Json], Json] = lambda _options, entry: entry
    """Converts a round, given the options in the form of the older version."""


def nothing(_: Any) -> int:
    """Return 0: for totals that start at 0, and pots that are empty between rounds."""
    return 0


def note_on_others(names: Iterable[str], lines: Iterable[Line], text: str) -> tuple[str, ...]:
    """Return the note of a round on the names without a line; none if each has one.

    ``text``: the note, with ``{names}``: ``{names} took no jack.``
    """
    met = {line.name for line in lines}
    others = [name for name in names if name not in met]
    return (text.format(names=listed(others)),) if others else ()


def starting_with_stack(setup: Setup) -> int:
    """Return the option ``stack``, the chips with which each player starts."""
    return setup.options[STACK]


@dataclass(frozen=True, slots=True)
class Scoring(Generic[S]):
    """What is entered for a round, and how it is scored.

    The order is: ``asked``, (adjustments in play are added), ``fields``, (the entry is read), ``check_before``,
    ``check``, ``score``, (the other adjustments are added), the ending's ``settle``, ``deals``.
    """

    fields: Callable[[Table[S]], tuple[Field, ...]]
    """The fields of the coming round, in the order of play. An empty value for a field that is only asked under other
    options is ignored."""

    score: Callable[[Table[S], Record], Scored[S]]
    """The score of an entry without problems."""

    check: Callable[[Table[S], Record], Iterable[Problem]] = no_problems
    """All problems with a well-formed entry, beyond those of ``check_before``."""

    asked: Callable[[Table[S]], tuple[str, ...]] = lambda table: table.present
    """The players in the coming round, in seat order (the table's ``asked`` is not set yet)."""

    check_before: Callable[[Table[S], Record], Iterable[Problem]] = no_problems
    """All problems with the fields of phase 1. Called when they are locked, and again with the whole entry."""

    calls: Callable[[Table[S], Record], Iterable[Call]] | None = None
    """What was put down before the hand, and how it turned out; None: derived from the fields of phase 1."""

    deals: Callable[[Table[S], Record, S], str] = lambda table, _entry, _state: left_of(table.players, table.dealer)
    """The next dealer, given the table before the round, the entry and the state after scoring. A player who is not
    asked then is skipped."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What the totals of a game are."""

    unit: Unit = "points"
    opening: Callable[[Setup], int] = nothing
    """The initial value of each total."""

    pot: Callable[[Table[Any]], int] | None = None
    """What lies on the table between rounds and belongs to nobody, if rounds only move chips: it and the totals then
    have a constant sum, adjustments aside. None if rounds give and take points."""

    most_gained: Callable[[Table[Any]], int] | None = None
    """The most that the coming round can add to a total, if totals cannot fall below 0: no adjustment may take anybody
    below it, or concern a player who has fallen to it and is no longer asked. None if there is no minimum."""


IN_CHIPS = Totals("chips", starting_with_stack, nothing)
"""Chips, each of which is lost to another player in the same round."""

IN_GAMES = Totals("games")
"""Games won, and nothing else."""


class Gains(NamedTuple):
    """What a round can add to a total, adjustments aside."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Outlook(Generic[S]):
    """What is known of the coming rounds; ``outlook.chances`` derives from it who can still win."""

    gains: Callable[[Table[S]], Gains]
    """Bounds of the coming round, given the table. If the last round is known, they depend only on the number of the
    round and the options."""

    last: Callable[[Table[S]], int] = nothing
    """The number of the last round, after which the best total wins; 0 if unknown."""

    target: Callable[[Table[S]], int] = nothing
    """The total that ends the play: nobody wins below it, or the lowest total wins if low is better. 0 if there is
    none."""


class Weight(NamedTuple):
    """A loss that counts as several games, such as a skunk."""

    games: int
    """2 or 3."""

    text: str
    """How it came about, without a full stop: ``Ann skunks Bob``."""


@dataclass(frozen=True, slots=True)
class Ending(Generic[S]):
    """When a play is over, and who has won then."""

    when: str
    """When it is over, as a short phrase for the table of games."""

    settle: Callable[[Table[S], Record, S, Mapping[str, int]], Settled[S]]
    """Decides whether the play is over, given the table before the round, the entry, the state after scoring and the
    totals after adjustments."""

    progress: Callable[[Table[S]], Progress | None]
    """How near the end is; None if there is no such measure."""

    better: Better = "high"
    """Which totals win; the default of the option ``better``, if there is one."""

    is_race: bool = False
    """Whether the first to reach a total wins, even if others reach it later in the same round. An adjustment can then
    count before the round's own points (``in_play``)."""

    rank: Callable[[Table[S]], Mapping[str, Any]] | None = None
    """Sort keys of the standings: smaller is better, equal keys share a place. None: by the total, and at the end
    winners first, whatever the totals."""

    outlook: Outlook[S] | None = None
    """What is known of the coming rounds; None if that is too little to derive who can still win."""

    weigh: Callable[[Table[S]], Mapping[str, Weight]] = lambda _table: {}
    """Return the losses that count as several games, by loser; called with the table at the end of a play."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What players need to know of the table before a round."""

    key: str
    """Its key in the API."""

    value: Callable[[Table[Any]], Any]
    """Its value, as JSON."""

    text: Callable[[Any], str] = silent
    """Describes a value that is not null; empty if there is nothing to show."""

    at_end: bool = False
    """Whether it is known only once the play is over."""


DEALERS_LEFT_LEADS = Notice("leads", lambda table: next_among(table.players, table.dealer, table.asked))
NOBODY_LEADS = Notice("leads", lambda _: None)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A title with rules, and the pure functions that score it."""

    name: str
    summary: str
    """One sentence for the catalogue: what is counted and who wins."""

    kind: GameKind
    seats: Seats
    terms: GameTerms = COMMON
    """The words of its players for a round and the dealer."""

    totals: Totals = Totals()
    ending: Ending[S]
    options: tuple[Field, ...] = ()
    """House rules. ``stack``, ``name`` and ``better`` mean the same in all games."""

    player_options: Callable[[tuple[str, ...]], tuple[Field, ...]] | None = None
    """Options that name players, and so depend on who plays; added to ``options``."""

    check_setup: Callable[[Setup], Iterable[Problem]] = no_problems
    """What is wrong with the combination of options."""

    start: Callable[[Setup], S] = lambda _setup: None  # type: ignore[assignment, return-value]
    """What the game remembers before the first round."""

    scoring: Scoring[S]
    carry: tuple[Notice, ...] = ()
    """What the table holds between rounds."""

    next: tuple[Notice, ...] = ()
    """What players need to know before the coming round, beyond its number and dealer."""

    upgrades: Mapping[int, Upgrade] = field(default_factory=dict)
    """The upgrade from each version of the rules whose options or rounds have another form than those of the next one.
    Saved plays pass through all of them, so never change an existing one."""

    situations: tuple[Situation, ...] = ()
    """The questions that its referee answers, in the order of the game's own description."""

    module: str
    """``__name__`` of its scoring module, in the game's package beside ``rules.toml``."""

    @cached_property
    def slug(self) -> str:
        """Its name in addresses, from its folder: ``open-face-chinese-poker``."""
        return self.module.split(".")[-2].replace("_", "-")

    @cached_property
    def rules(self) -> Rules:
        """The rules text, loaded on first use."""
        return load_rules(self.module.rpartition(".")[0], self.slug)

    @cached_property
    def says(self) -> Mapping[str, Callable[[Any], str]]:
        """The wording of each notice, by key."""
        return {one.key: one.text for one in (*self.carry, *self.next)}

    def carried(self, table: Table[S]) -> dict[str, Any]:
        """Return what the table holds between rounds, as JSON."""
        return {one.key: one.value(table) for one in self.carry if table.over or not one.at_end}

    def ranking(self, table: Table[S]) -> Mapping[str, Any]:
        """Return sort keys of the standings: the game's own, or by the total."""
        if self.ending.rank:
            return self.ending.rank(table)
        sign = -1 if self.better_for(table.setup) == "high" else 1
        return {name: (name not in table.winners, sign * total) for name, total in table.totals.items()}

    def has_option(self, key: Key[Any]) -> bool:
        """Return whether there is an option with this key."""
        return any(item.key == key for item in self.options)

    def better_by(self, options: Record) -> Better:
        """Return which totals win with these options."""
        if not self.has_option(BETTER):
            return self.ending.better
        return "low" if options[BETTER] == "low" else "high"

    def better_for(self, setup: Setup) -> Better:
        """Return which totals win in a play with this setup."""
        return self.better_by(setup.options)

    def title_for(self, setup: Setup) -> str:
        """Return the title of a play: the name that the table gave it, or that of the game."""
        return (setup.options.word(PLAY_NAME) if self.has_option(PLAY_NAME) else "") or self.name

    def options_for(self, players: tuple[str, ...]) -> tuple[Field, ...]:
        """Return all options of a play with these players."""
        return self.options + (self.player_options(players) if self.player_options else ())


Fields = tuple[Field, ...]


def fields_by(
    depends: Callable[[Table[Any]], tuple[Any, ...]],
) -> Callable[[Callable[..., Iterable[Question]]], Callable[[Table[Any]], Fields]]:
    """Make the fields of a game, cached by what they depend on, as a decorator.

    ``depends``: returns the arguments of the decorated function, given the table.
    """

    def make(fields: Callable[..., Iterable[Question]]) -> Callable[[Table[Any]], Fields]:
        made = lru_cache(maxsize=1024)(lambda *by: fields_of(*fields(*by)))
        return lambda table: made(*depends(table))

    return make


class RoundFields:
    """The fields of a round, made from what is asked under the options, as a decorator; cached for each table."""

    def __init__(self, asked: Callable[[Record], Iterable[Question]]) -> None:
        self._asked = asked
        self._made = lru_cache(maxsize=1024)(self._named)

    def __call__(self, table: Table[Any]) -> Fields:
        """Return the fields of the coming round, with the names of the players in it."""
        return self._made(table.asked, table.setup.sides, table.options)

    def facts(self, options: Record) -> Fields:
        """Return the same fields for a referee, who accepts any names."""
        return fields_of(*self._asked(options))

    def _named(self, players: tuple[str, ...], sides: tuple[str, ...], options: Record) -> Fields:
        return tuple(_named(field, players, sides) for field in self.facts(options))


def _named(field: Field, players: tuple[str, ...], sides: tuple[str, ...]) -> Field:
    columns = tuple(_named(column, players, sides) for column in field.columns)
    if field.names or not (field.per != "table" or KINDS[field.type].is_name):
        return field.of(columns=columns)
    names = sides if "side" in (field.per, field.bounds.takes) else players
    return field.of(columns=columns, takes="", names=names)
