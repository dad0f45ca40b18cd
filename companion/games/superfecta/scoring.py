"""Scoring of Superfecta: tickets into three pools, each pool to the players who foresaw the race."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from companion.cards.notation import SYMBOLS
from companion.core import endings
from companion.core import fields as f
from companion.core.chips import CHIPS, MIN_BET
from companion.core.endings import names_in
from companion.core.entry import Record, Rows
from companion.core.facts import PLAYER
from companion.core.game import (
    STACK,
    Call,
    Ending,
    Game,
    GameTerms,
    Line,
    Notice,
    Scored,
    Scoring,
    Settled,
    Table,
    Totals,
    fields_by,
    starting_with_stack,
)
from companion.core.keys import Key
from companion.core.phrases import amount, amounts
from companion.core.problems import Problem
from companion.core.ranking import leaders
from companion.core.seating import Seats, but
from companion.core.words import begun, counted, listed, shown

TICKETS: Key[Rows] = Key("tickets")
BET: Key[str | None] = Key("bet")
HORSES_KEY: Key[str | None] = Key("horses")
FINISH: Key[str | None] = Key("finish")
LAST_RACE: Key[bool] = Key("last_race")
RACES: Key[int] = Key("races")

HORSES = "DCHS"
"""Diamonds, clubs, hearts, spades."""

PLACES = {"win": 1, "exa": 2, "sfc": 4}
"""Kind of bet to the number of horses that it names, from the first home on."""

POOLS = {"win": "win", "exa": "exacta", "sfc": "superfecta"}
"""Kind of bet to the name of its pool."""

NEEDS = {"win": "one horse", "exa": "two different horses", "sfc": "all four horses, each once"}

LONGEST = 20
"""Letters of an order of horses, with room for spaces."""

MOST_BET = 1_000_000
"""The most chips on a line."""

OPTIONS = (
    f.count(MIN_BET, "Least bet", 10_000, minimum=1, default=1, help="Every line is a multiple of it."),
    f.count(RACES, "Races", 100, minimum=1, default=12, help="Races after which the game ends."),
    f.count(STACK, "Starting chips", 100_000, default=0, help="For each player; 0: totals are what was won or lost."),
)


@dataclass(frozen=True, slots=True)
class Pools:
    """What the table holds between races."""

    chips: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(POOLS, 0))
    """Kind of bet to the chips in its pool."""

    undivided: int = 0
    """What did not divide after the last race."""


BET_FIELD = f.choice(
    BET, "Kind", {"win": "Win", "exa": "Exacta", "sfc": "Superfecta"}, required=True,
    help="Win: the first horse. Exacta: the first two. Superfecta: all four.",
)  # fmt: skip
SIGNS = tuple((letter, SYMBOLS[letter.lower()]) for letter in HORSES)
HORSES_FIELD = f.text(
    HORSES_KEY, "Horses", LONGEST, required=True, help="Tap the horses in finishing order, or type D/C.",
    letters=f.Letters(SIGNS, tuple((places, bet) for bet, places in PLACES.items()), tells="bet"),
)  # fmt: skip
FINISH_FIELD = f.text(
    FINISH, "Finish", LONGEST, required=True, help="Tap all four horses in finishing order, or type D/C/H/S.",
    letters=f.Letters(SIGNS, ((len(HORSES), None),)),
)  # fmt: skip


def tickets_field(names: tuple[str, ...], least: int) -> f.Field:
    """Return the tickets of a race, a row for each line."""
    return f.rows(
        TICKETS, "Ticket line",
        (
            f.player(PLAYER, "Player", names, required=True, prefill=f.Prefill(keeps=True)),
            f.chips(
                CHIPS, "Bet", MOST_BET, minimum=least, step=least, required=True, prefill=f.Prefill(keeps=True),
                quick=(least, 2 * least, 3 * least, 5 * least),
            ),
            BET_FIELD,
            HORSES_FIELD,
        ),
        phase=1, most=200, sentences=(("", "{player}: {chips} on {horses} ({bet})"),),
        help="A ticket with three lines is three entries.",
    )  # fmt: skip


@fields_by(lambda table: (table.asked, table.options[MIN_BET]))
def fields(names: tuple[str, ...], least: int) -> tuple[f.Field, ...]:
    """Return the tickets, then how the horses came in."""
    return (
        tickets_field(names, least),
        FINISH_FIELD,
        f.flag(LAST_RACE, "Last race", aside=True, help="The table stops after this race; the pools are divided."),
    )


@lru_cache(maxsize=1024)
def horses_in(text: str, places: int) -> str:
    """Return the letters of so many different horses, in order: ``d/c`` gives ``DC``; empty for anything else."""
    letters = [part.strip() for part in text.upper().split("/")]
    named = len(letters) == len(set(letters)) == places and all(len(one) == 1 and one in HORSES for one in letters)
    return "".join(letters) if named else ""


def horses_fault(text: str, bet: str) -> str:
    """Return what is wrong with the horses of a line, without its full stop; empty: nothing."""
    if horses_in(text, PLACES[bet]):
        return ""
    written = text.upper()
    strange = [letter for letter in dict.fromkeys(written) if letter not in f"{HORSES}/" and not letter.isspace()]
    letters = "".join(letter for letter in written if letter in HORSES)
    if strange:
        none = "is no horse" if len(strange) == 1 else "are no horses"
        return f"{listed(map(shown, strange))} {none}; the horses are {listed(HORSES)}"
    if horses_in("/".join(letters), PLACES[bet]):
        return f"write {'/'.join(letters)}, with a stroke between the horses"
    return f"{begun(POOLS[bet])} names {NEEDS[bet]}, not {shown(text)}"


@lru_cache(maxsize=1024)
def bet_told(bet: str, letters: str) -> str:
    """Return a line of a ticket without its chips: ``exacta bet on ♦/♣``."""
    return f"{POOLS[bet]} bet on {pretty_horses(letters)}"


@lru_cache(maxsize=1024)
def pretty_horses(letters: str) -> str:
    """Horses as people write them: ``DC`` gives ``♦/♣``."""
    return "/".join(SYMBOLS[letter.lower()] for letter in letters)


class Bet(NamedTuple):
    """A line of a ticket."""

    name: str
    chips: int
    kind: str
    horses: str
    """As they were written down."""

    @property
    def letters(self) -> str:
        """The letters of its horses, as many as its kind needs; empty: they are not named."""
        return horses_in(self.horses, PLACES[self.kind])

    def came_home(self, finish: str) -> bool:
        """Return whether it names what happened. ``finish``: four letters."""
        return self.letters == finish[: PLACES[self.kind]]


def bets_of(entry: Record) -> list[Bet]:
    """Return the lines of all tickets, in their order."""
    return [Bet(row.who(PLAYER), row[CHIPS], row.word(BET), row.word(HORSES_KEY)) for row in entry[TICKETS]]


def line_faults(entry: Record) -> Iterator[Problem]:
    """Yield every line names as many horses as its kind needs."""
    for number, bet in enumerate(bets_of(entry), start=1):
        fault = horses_fault(bet.horses, bet.kind)
        if fault:
            yield Problem(TICKETS, f"Line {number} of the tickets ({bet.name}): {fault}.", bet.name, number)


def check_before(table: Table[Pools], entry: Record) -> Iterator[Problem]:
    """Check that every line names its horses; tickets can be paid."""
    yield from line_faults(entry)
    spent = prices(entry)
    for name in table.asked if table.options[STACK] else ():
        if spent[name] > max(0, table.totals[name]):
            held = counted(table.totals[name], "chip")
            yield Problem(TICKETS, f"The ticket of {name} costs {spent[name]}, but {name} holds {held}.", name)


def prices(entry: Record) -> Counter[str]:
    """Return what the ticket of each costs, of those who have one."""
    spent = Counter[str]()
    for bet in bets_of(entry):
        spent[bet.name] += bet.chips
    return spent


def check(_: object, entry: Record) -> Iterator[Problem]:
    """Check that the finish names all four horses, of a race or of facts."""
    if not finish_of(entry):
        fault = f"The finish names {NEEDS['sfc']}, joined by /, such as D/C/H/S; {shown(entry.word(FINISH))} does not."
        yield Problem(FINISH, fault)


def finish_of(entry: Record) -> str:
    """Return the letters of the horses as they came home; empty: they are not all named."""
    return horses_in(entry.word(FINISH), len(HORSES))


@dataclass(frozen=True, slots=True)
class Paid:
    """What becomes of a pool after a race."""

    pool: int
    """The chips in it, those of this race among them."""

    winners: tuple[str, ...]
    """Who has a winning line, in the order of the tickets."""

    @property
    def each(self) -> int:
        """What each of them gets."""
        return self.pool // len(self.winners) if self.winners else 0

    @property
    def left(self) -> int:
        """What stays in it."""
        return self.pool - self.each * len(self.winners)


def paid_pools(carried: Mapping[str, int], bets: Sequence[Bet], finish: str) -> dict[str, Paid]:
    """Kind of bet to what becomes of its pool. ``finish``: four letters.

    Source: superfecta/scoring.ticket, superfecta/scoring.share, superfecta/scoring.even, superfecta/scoring.carried.
    """
    paid = {}
    for kind, before in carried.items():
        of_kind = [bet for bet in bets if bet.kind == kind]
        winners = names_in(bet.name for bet in of_kind if bet.came_home(finish))
        paid[kind] = Paid(before + sum(bet.chips for bet in of_kind), winners)
    return paid


def score(table: Table[Pools], entry: Record) -> Scored[Pools]:
    """Tickets into the pools, the pools to their winners, and after the last race the rest to everybody."""
    finish = finish_of(entry)
    bets, notes = bets_of(entry), [f"The finish: {pretty_horses(finish)}."]
    lines = [Line(bet.name, -bet.chips, "superfecta/scoring.ticket", bet_told(bet.kind, bet.letters)) for bet in bets]
    paid = paid_pools(table.state.chips, bets, finish)
    for kind, one in paid.items():
        if one.winners:
            shared = f", shared by {len(one.winners)}" if len(one.winners) > 1 else ""
            text = f"{POOLS[kind]} pool of {one.pool:,}{shared}"
            lines.extend(Line(name, one.each, "superfecta/scoring.share", text) for name in one.winners)
        if one.pool:
            notes.append(pool_told(kind, one))
    without = but(table.asked, {bet.name for bet in bets})
    if without:
        notes.append(f"{listed(without)} did not bet.")
    pools = {kind: one.left for kind, one in paid.items()}
    if not is_last(table, entry):
        return Scored(tuple(lines), Pools(pools), tuple(notes))
    left = sum(pools.values())
    each, undivided = divmod(left, len(table.asked))
    if each:
        text = f"share of the {left:,} left in the pools"
        lines.extend(Line(name, each, "superfecta/ending.pools", text) for name in table.asked)
    if left:
        were_left = counted(left, "chip was", "chips were")
        notes.append(f"{were_left} left in the pools: {each:,} each, {undivided} undivided.")
    return Scored(tuple(lines), Pools(undivided=undivided), tuple(notes))


def pool_told(kind: str, paid: Paid) -> str:
    """Return who won a pool, and what stays in it. Source: superfecta/scoring.carried."""
    stays = f"{counted(paid.left, 'chip stays', 'chips stay')} in it."
    if not paid.winners:
        return f"Nobody won the {POOLS[kind]} pool: {stays}"
    each = f", {paid.each:,} each" if len(paid.winners) > 1 else ""
    told = f"The {POOLS[kind]} pool of {paid.pool:,} goes to {listed(paid.winners)}{each}."
    return f"{told} {stays}" if paid.left else told


def calls(table: Table[Pools], entry: Record) -> Iterator[Call]:
    """Yield the ticket of everybody, line by line, and whether one of its lines came home."""
    finish, bets = finish_of(entry), bets_of(entry)
    for name in table.asked:
        ticket = [bet for bet in bets if bet.name == name]
        if ticket:
            told = listed(f"{bet.chips:,} on {pretty_horses(bet.letters)}" for bet in ticket)
            yield Call(name, f"bet {told}", "won" if any(bet.came_home(finish) for bet in ticket) else "lost")


def is_last(table: Table[Pools], entry: Record) -> bool:
    """Return whether this race is the last. Source: superfecta/ending.races."""
    return entry[LAST_RACE] or table.number >= table.options[RACES]


def settle(table: Table[Pools], entry: Record, state: Pools, totals: Mapping[str, int]) -> Settled[Pools]:
    """End the play after the last race; most chips wins, level ones share. Source: superfecta/ending.winner."""
    if not is_last(table, entry):
        return Settled(state)
    return Settled(state, over=True, winners=leaders(totals))


IN_POOLS = Notice(
    "pools",
    lambda table: dict(table.state.chips),
    lambda pools: amounts("pools")({POOLS[kind]: chips for kind, chips in pools.items()}),
)

GAME = Game[Pools](
    module=__name__,
    name="Superfecta",
    summary="Bet on the order in which four aces run home; most chips after the last race wins.",
    kind="betting",
    seats=Seats(2, 12, come_and_go=True),
    totals=Totals("chips", starting_with_stack, lambda table: sum(table.state.chips.values()) + table.state.undivided),
    ending=Ending("after 12 races", settle, lambda table: endings.rounds_played(table, table.options[RACES], "race")),
    terms=GameTerms("race", "races", pot="pools", lock="Close betting"),
    options=OPTIONS,
    start=lambda _: Pools(),
    scoring=Scoring(fields, score, check, check_before=check_before, calls=calls),
    carry=(IN_POOLS, Notice("undivided", lambda table: table.state.undivided, at_end=True)),
    next=(
        IN_POOLS,
        Notice("min_bet", lambda table: table.options[MIN_BET], amount("least bet")),
        Notice("races_left", lambda table: table.options[RACES] - table.number + 1),
    ),
)
