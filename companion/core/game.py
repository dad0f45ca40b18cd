"""What a game is: a frozen record of pure functions over a frozen table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from companion.core.entry import Record
from companion.core.fields import Field, Question, fields_of
from companion.core.keys import Key
from companion.core.kinds import KINDS
from companion.core.phrases import silent
from companion.core.problems import Problem
from companion.core.ranking import Better
from companion.core.rules import Rules, load_rules
from companion.core.seating import Seats, holders, left_of, next_among
from companion.core.situation import Situation

STACK: Key[int] = Key("stack")
PLAY_NAME: Key[str | None] = Key("name")
BETTER: Key[str | None] = Key("better")
"""Options that mean the same wherever a game has them: chips at the start, what a play is called, which totals win."""

S = TypeVar("S")
"""What a game itself remembers between rounds, beyond the totals: a frozen value."""

Unit = Literal["points", "chips", "tokens", "games"]
Json = Mapping[str, Any]
GameKind = Literal["trick-taking", "rummy", "layout", "betting", "banking", "other"]


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What players of a game call what every game has, where the common word would mislead them."""

    round: str = "round"
    rounds: str = "rounds"
    dealer: str = "dealer"
    deals: str = "deals"
    dealt: str = "dealt"
    pot: str = "pot"
    lock: str = ""
    """What closes the bids or bets of a round, as a button says it; empty: “Lock bids”, by what is asked."""


COMMON = GameTerms()
"""The words of most games."""

HAND = GameTerms("hand", "hands")
"""Where a round of a hand is a turn of betting."""

ONE_GAME = GameTerms("game", "games")
"""Where each round is a game that somebody wins."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled when a play starts and does not change in it."""

    players: tuple[str, ...]
    """Seat order, clockwise."""

    sides: tuple[str, ...]
    """The two partnerships, empty in games of each for themselves."""

    dealer: str
    """The first dealer."""

    options: Record

    @property
    def names(self) -> tuple[str, ...]:
        """Who holds scores: the sides of a partnership game, else the players."""
        return self.sides or self.players

    @property
    def holders(self) -> Mapping[str, str]:
        """Each player with who holds their score, in seat order."""
        return dict(zip(self.players, holders(self.players, self.sides), strict=True))


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """A play as it stands before a round: all that scoring the round may look at."""

    setup: Setup
    number: int
    """The number of the coming round, from 1."""

    dealer: str
    """Who deals the coming round; already passed over those who are not in it."""

    totals: Mapping[str, int]
    """Name to running total (chip games: chips held), in seat order."""

    state: S
    absent: tuple[str, ...] = ()
    """Who sits the coming round out."""

    asked: tuple[str, ...] = ()
    """Who is in the coming round, in seat order: neither absent nor out of the play."""

    over: bool = False
    winners: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, in seat order."""
        return self.setup.players

    @property
    def names(self) -> tuple[str, ...]:
        """Who holds scores: sides or players."""
        return self.setup.names

    @property
    def options(self) -> Record:
        """The options of the play, all of them."""
        return self.setup.options

    @property
    def present(self) -> tuple[str, ...]:
        """Everybody but the absent, in seat order."""
        return tuple(name for name in self.setup.players if name not in self.absent)


class Line(NamedTuple):
    """Points that somebody gained or lost in a round, with the rule that gives them."""

    name: str
    points: int
    rule: str
    """The id of a paragraph: ``rage/scoring.tricks``."""

    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a play is to its end."""

    done: int
    whole: int
    text: str
    """As a person says it: ``Ben 3 of 20 points``."""


class Call(NamedTuple):
    """What somebody had put down before the hand, and what came of it."""

    name: str
    """Whose column it stands in: a player or a side."""

    text: str
    """``bid 2, took 1``."""

    came: str = ""
    """``made``, ``missed``, ``won``, ``lost``; empty where there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class Scored(Generic[S]):
    """What a round gave: its lines, its notes, and what the game remembers after it."""

    lines: tuple[Line, ...]
    state: S
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled(Generic[S]):
    """How the table stands once a round's totals are known, the referee's adjustments included."""

    state: S
    over: bool = False
    winners: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    """What the end itself gives, which only the totals tell: bonuses of the round that ends the play."""


def same_options(options: Json) -> Json:
    """For versions between which no option changed."""
    return options


def same_entry(_: Json, entry: Json) -> Json:
    """For versions between which rounds are written down alike."""
    return entry


@dataclass(frozen=True, slots=True)
class Upgrade:
    """How what was written down under one version of the rules reads under the next one; all of it as JSON."""

    options: Callable[[Json], Json] = same_options
    """All options of a play, as the next version has them."""

    entry: Callable[[Json, Json], Json] = same_entry
    """A round as the next version writes it down, given the options as this version had them."""


def no_problems(*_: Any) -> Iterable[Problem]:
    """For games without such a check."""
    return ()


def nothing_remembered(_: Setup) -> Any:
    """For games in which nothing but the totals lasts from round to round."""
    return None


def all_present(table: Table[Any]) -> tuple[str, ...]:
    """Return everybody who is not absent."""
    return table.present


def dealers_left(table: Table[Any], _entry: Record, _state: Any) -> str:
    """Return the next dealer: the player on the dealer's left."""
    return left_of(table.players, table.dealer)


def nothing(_: Any) -> int:
    """For totals that start at 0, and pots that are empty between rounds."""
    return 0


def starting_with_stack(setup: Setup) -> int:
    """Return opening totals: the option ``stack``, the chips each player begins with."""
    return setup.options[STACK]


@dataclass(frozen=True, slots=True)
class Scoring(Generic[S]):
    """What is written down for a round, and what that gives.

    In this order: ``asked``, (adjustments in play are added), ``fields``, (the entry is read), ``check_before``,
    ``check``, ``score``, (the other adjustments are added), the ending's ``settle``, ``deals``.
    """

    fields: Callable[[Table[S]], tuple[Field, ...]]
    """What is written down for the coming round, in the order of the table's life. What it does not ask under these
    options but under others counts as absent where it is given empty."""

    score: Callable[[Table[S], Record], Scored[S]]
    """What an entry without problems gives."""

    check: Callable[[Table[S], Record], Iterable[Problem]] = no_problems
    """What is wrong with a well-formed entry, beyond ``check_before``; all of it at once."""

    asked: Callable[[Table[S]], tuple[str, ...]] = all_present
    """Who is in the coming round, in seat order (the table's ``asked`` is not set yet)."""

    check_before: Callable[[Table[S], Record], Iterable[Problem]] = no_problems
    """What is wrong with what is put down before the hand, the fields of phase 1; all of it at once. Asked when that is
    settled, and again with the whole entry."""

    calls: Callable[[Table[S], Record], Iterable[Call]] | None = None
    """What was put down before the hand and what came of it; None: as the fields of phase 1 say it themselves."""

    deals: Callable[[Table[S], Record, S], str] = dealers_left
    """Who deals next, given the table before the round, the entry and the state after scoring. Who is not asked then is
    passed over."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What the totals of a game are."""

    unit: Unit = "points"
    opening: Callable[[Setup], int] = nothing
    """What each total starts at."""

    pot: Callable[[Table[Any]], int] | None = None
    """What lies on the table between rounds and is nobody's, where rounds only move what there is: it and the totals
    then always add up to the same, but for adjustments. None: rounds give and take points."""

    most_gained: Callable[[Table[Any]], int] | None = None
    """The most that the coming round can add to anybody's total, where 0 is the least: no adjustment takes anybody
    below it, nor reaches who has come down to it and is not asked any more. None: there is no least."""


IN_CHIPS = Totals("chips", starting_with_stack, nothing)
"""Chips that all who lose them lose to others in the same round."""

IN_GAMES = Totals("games")
"""A game won, and nothing else, counts."""


class Gains(NamedTuple):
    """What a round can add to anybody's total, adjustments left out."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Outlook(Generic[S]):
    """What is known of the rounds to come; ``chances`` says by it who can still win."""

    gains: Callable[[Table[S]], Gains]
    """Bounds of the coming round, given the table. Where the last round is known, they follow from the number of the
    round and the options alone."""

    last: Callable[[Table[S]], int] = nothing
    """The number of the last round, after which the best total wins; 0: that is not known."""

    target: Callable[[Table[S]], int] = nothing
    """The total that ends the play: nobody wins below it, or the lowest wins where the lowest is best. 0: there is
    none."""


class Weight(NamedTuple):
    """A loss that counts as several games, such as a skunk."""

    games: int
    """2 or 3."""

    text: str
    """How it came about, without a full stop: ``Ann skunks Bob``."""


def all_count_once(_: Table[Any]) -> Mapping[str, Weight]:
    """Return no weights, for games in which every loss counts as one game."""
    return {}


@dataclass(frozen=True, slots=True)
class Ending(Generic[S]):
    """When a play is over, and who has won it then."""

    told: str
    """When it is over, as one short phrase for the table of games."""

    settle: Callable[[Table[S], Record, S, Mapping[str, int]], Settled[S]]
    """Whether the play is over, given the table before the round, the entry, the state after
    scoring and the totals after adjustments."""

    progress: Callable[[Table[S]], Progress | None]
    """How far to the end; None: it has no such measure."""

    better: Better = "high"
    """Which totals win; where there is an option ``better``, its default."""

    is_race: bool = False
    """Whether whoever is first at a total wins, even if others reach it later in the same round. An adjustment can
    then count before the round's own points (``in_play``)."""

    rank: Callable[[Table[S]], Mapping[str, Any]] | None = None
    """Sort keys of the standings, smaller is better, equal shares a place; None: by the total, at the end the winners
    first, whatever the totals."""

    outlook: Outlook[S] | None = None
    """What is known of the rounds to come; None: too little to say who can still win."""

    weigh: Callable[[Table[S]], Mapping[str, Weight]] = all_count_once
    """Return the losses that count as several games, by loser; called with the table at the end of a play."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What players need to know of the table before a round."""

    key: str
    """Under which the API has it."""

    value: Callable[[Table[Any]], Any]
    """As JSON."""

    told: Callable[[Any], str] = silent
    """A value that is not null as a person says it, empty for nothing."""

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
    """What its players call a round and the dealer."""

    totals: Totals = Totals()
    ending: Ending[S]
    options: tuple[Field, ...] = ()
    """House rules. ``stack``, ``name`` and ``better`` mean the same in all games."""

    player_options: Callable[[tuple[str, ...]], tuple[Field, ...]] | None = None
    """Options that name players, which depend on who plays; they come on top of ``options``."""

    check_setup: Callable[[Setup], Iterable[Problem]] = no_problems
    """What is wrong with the options together."""

    start: Callable[[Setup], S] = nothing_remembered
    """What the game remembers before the first round."""

    scoring: Scoring[S]
    carry: tuple[Notice, ...] = ()
    """What the table holds between rounds."""

    next: tuple[Notice, ...] = ()
    """What players need to know before the coming round, beyond its number and dealer."""

    upgrades: Mapping[int, Upgrade] = field(default_factory=dict)
    """For each version of the rules that wrote options or rounds down otherwise than the next one: how they read there.
    A play is brought over from version to version, so none of these is ever changed."""

    situations: tuple[Situation, ...] = ()
    """What its referee can be asked, in the order of the game's own description."""

    module: str
    """The module of its scoring, ``__name__``, in the game's own package beside ``rules.toml``."""

    @cached_property
    def slug(self) -> str:
        """What it is called in addresses, by its folder: ``open-face-chinese-poker``."""
        return self.module.split(".")[-2].replace("_", "-")

    @cached_property
    def rules(self) -> Rules:
        """The rules text, read on first use."""
        return load_rules(self.module.rpartition(".")[0], self.slug)

    @cached_property
    def says(self) -> Mapping[str, Callable[[Any], str]]:
        """How people say what is known of the table, by key."""
        return {one.key: one.told for one in (*self.carry, *self.next)}

    def carried(self, table: Table[S]) -> dict[str, Any]:
        """Return what the table holds between rounds, as JSON."""
        return {one.key: one.value(table) for one in self.carry if table.over or not one.at_end}

    def ranking(self, table: Table[S]) -> Mapping[str, Any]:
        """Sort keys of the standings: the game's own, or by the total."""
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
        """Return which totals win in such a play."""
        return self.better_by(setup.options)

    def title_for(self, setup: Setup) -> str:
        """Return what such a play is called: as the table says, else like the game."""
        return (setup.options.word(PLAY_NAME) if self.has_option(PLAY_NAME) else "") or self.name

    def options_for(self, players: tuple[str, ...]) -> tuple[Field, ...]:
        """Return all options of a play with these players."""
        return self.options + (self.player_options(players) if self.player_options else ())


Fields = tuple[Field, ...]


def fields_by(
    depends: Callable[[Table[Any]], tuple[Any, ...]],
) -> Callable[[Callable[..., Fields]], Callable[[Table[Any]], Fields]]:
    """Make the fields of a game, cached by what they depend on, as a decorator.

    ``depends``: the arguments of the decorated function, given the table.
    """

    def make(fields: Callable[..., Fields]) -> Callable[[Table[Any]], Fields]:
        made = lru_cache(maxsize=1024)(fields)
        return lambda table: made(*depends(table))

    return make


class RoundFields:
    """The fields of a round, made of what is asked under the options, as a decorator. Each is made once for a table."""

    def __init__(self, asked: Callable[[Record], Iterable[Question]]) -> None:
        self._asked = asked
        self._made = lru_cache(maxsize=1024)(self._named)

    def __call__(self, table: Table[Any]) -> Fields:
        """Return the fields of the coming round, with the names of those who are in it."""
        return self._made(table.asked, table.setup.sides, table.options)

    def facts(self, options: Record) -> Fields:
        """Return the same for a referee, who takes any names."""
        return fields_of(*self._asked(options))

    def _named(self, players: tuple[str, ...], sides: tuple[str, ...], options: Record) -> Fields:
        return tuple(_named(field, players, sides) for field in self.facts(options))


def _named(field: Field, players: tuple[str, ...], sides: tuple[str, ...]) -> Field:
    columns = tuple(_named(column, players, sides) for column in field.columns)
    if field.names or not (field.per != "table" or KINDS[field.type].is_name):
        return field.of(columns=columns)
    names = sides if "side" in (field.per, field.bounds.takes) else players
    return field.of(columns=columns, takes="", names=names)
