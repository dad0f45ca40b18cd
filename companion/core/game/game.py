"""What a game is: a frozen record of pure functions over a frozen table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple

from companion.core.entry.fields import Field
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, no_problems
from companion.core.entry.record import Record
from companion.core.game.ranking import Better
from companion.core.game.seating import Seats, left_of, next_among
from companion.core.game.situation import Situation
from companion.core.game.table import Call, Progress, S, Scored, Settled, Setup, Table
from companion.core.game.terms import COMMON, GameTerms
from companion.core.phrases import no_text
from companion.core.rules.rules import Rules, load_rules

STACK: Key[int] = Key("stack")
PLAY_NAME: Key[str | None] = Key("name")
BETTER: Key[str | None] = Key("better")
"""Keys of options with one meaning in all games: chips at the start, the name of a play, and which totals win."""


Unit = Literal["points", "chips", "tokens", "games"]
Json = Mapping[str, Any]
GameKind = Literal["trick-taking", "rummy", "layout", "betting", "banking", "other"]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """How options and rounds saved under one version of the rules are converted for the next; all as JSON."""

    options: Callable[[Json], Json] = lambda options: options
    """Converts all options of a play."""

    entry: Callable[[Json, Json], Json] = lambda _options, entry: entry
    """Converts a round, given the options in the form of the older version."""


def zero(_: Any) -> int:
    """Return 0: for totals that start at 0, for pots that are empty between rounds, and for what is unknown."""
    return 0


def starting_stack(setup: Setup) -> int:
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
    """The players in the coming round, in seat order; they become the table's ``asked``, which is still empty here."""

    check_before: Callable[[Table[S], Record], Iterable[Problem]] = no_problems
    """All problems with the fields of phase 1. Called when they are locked, and again with the whole entry."""

    calls: Callable[[Table[S], Record], Iterable[Call]] | None = None
    """What was put down before the hand, and how it turned out; None: derived from the fields of phase 1."""

    next_dealer: Callable[[Table[S], Record, S], str] = lambda table, *_: left_of(table.players, table.dealer)
    """The next dealer, given the table before the round, the entry and the state after scoring. A player who is not
    asked then is skipped."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What the totals of a game are."""

    unit: Unit = "points"
    opening: Callable[[Setup], int] = zero
    """The initial value of each total."""

    pot: Callable[[Table[Any]], int] | None = None
    """What lies on the table between rounds and belongs to nobody. Together with all totals it stays the same, except
    for adjustments. None if rounds do not move chips, but give and take points."""

    most_gained: Callable[[Table[Any]], int] | None = None
    """The most that the coming round can add to a total, if totals cannot fall below 0; None if they can. No adjustment
    may then take a total below 0, or be for a player who has fallen to 0 and is out."""


IN_CHIPS = Totals("chips", starting_stack, zero)
"""Totals of chips: whatever a player wins in a round, others lose in it, so that no pot remains."""

IN_GAMES = Totals("games")
"""Totals that count the games won."""


class Gains(NamedTuple):
    """The least and the most that a round can add to a total, without adjustments."""

    least: int
    most: int


GainsOf = Callable[[Table[Any]], Gains]
"""Return the bounds of the coming round, given its table."""


@dataclass(frozen=True, slots=True)
class Outlook(Generic[S]):
    """What is known of the coming rounds; ``core.play.outlook.chances`` derives from it who can still win."""

    gains: Callable[[Table[S]], Gains]
    """Bounds of the coming round, given the table. If the last round is known, they may depend only on the number of
    the round and the options."""

    last: Callable[[Table[S]], int] = zero
    """The number of the last round, after which the best total wins; 0 if unknown."""

    target: Callable[[Table[S]], int] = zero
    """The total at which the play ends; 0 if there is none. If high is better, nobody wins with less."""


class Weight(NamedTuple):
    """A loss that counts as several games, such as a skunk."""

    games: int
    """2 or 3."""

    text: str
    """How it came about, without a full stop: ``Ann skunks Bob``."""


@dataclass(frozen=True, slots=True)
class Ending(Generic[S]):
    """When a play is over, and who wins it."""

    when: str
    """When it is over, as a short phrase for the table of games."""

    settle: Callable[[Table[S], Record, S, Mapping[str, int]], Settled[S]]
    """Decides whether the play is over, given the table before the round, the entry, the state after scoring and the
    totals after adjustments."""

    progress: Callable[[Table[S]], Progress | None]
    """How near the end is; None if that cannot be measured."""

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

    text: Callable[[Any], str] = no_text
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

    start: Callable[[Setup], S] = lambda _setup: None  # type: ignore[assignment, return-value] # S is None here
    """What the game remembers before the first round."""

    scoring: Scoring[S]
    carry: tuple[Notice, ...] = ()
    """What the table carries from round to round, such as a pot."""

    next: tuple[Notice, ...] = ()
    """What players need to know before the coming round, beyond its number and dealer."""

    loser_deals: bool = False
    """Whether the player in the last place commonly deals first when the same people play again."""

    upgrades: Mapping[int, Upgrade] = field(default_factory=dict)
    """The upgrades by version of the rules: one from each version whose options or rounds have another form than those
    of the next. Saved plays pass through all of them, so never change an existing one."""

    situations: tuple[Situation, ...] = ()
    """The questions that its referee answers, in the order of the game's own description; the catalogue sets them."""

    package: str = ""
    """The package of the game, with its ``rules.toml``; the catalogue sets it."""

    @cached_property
    def slug(self) -> str:
        """Its name in addresses, from its folder: ``open-face-chinese-poker``."""
        return self.package.rpartition(".")[2].replace("_", "-")

    @cached_property
    def rules(self) -> Rules:
        """The rules text, loaded on first use."""
        return load_rules(self.package, self.slug)

    @cached_property
    def notice_texts(self) -> Mapping[str, Callable[[Any], str]]:
        """The wording of each notice, by key."""
        return {one.key: one.text for one in (*self.carry, *self.next)}

    def carry_json(self, table: Table[S]) -> dict[str, Any]:
        """Return what the table carries from round to round, as JSON; at the end, also what is known only then."""
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

    def better_under(self, options: Record | Json) -> Better:
        """Return whether high or low totals win with these options; those that are left out have their default."""
        if not self.has_option(BETTER):
            return self.ending.better
        return "low" if (options.get(BETTER) or self.ending.better) == "low" else "high"

    def better_for(self, setup: Setup) -> Better:
        """Return whether high or low totals win in a play with this setup."""
        return self.better_under(setup.options)

    def title_for(self, setup: Setup) -> str:
        """Return the title of a play: the name that the table gave it, or that of the game."""
        return (setup.options.text(PLAY_NAME) if self.has_option(PLAY_NAME) else "") or self.name

    def options_for(self, players: tuple[str, ...]) -> tuple[Field, ...]:
        """Return all options of a play with these players."""
        return self.options + (self.player_options(players) if self.player_options else ())
