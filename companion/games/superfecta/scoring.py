"""Scoring of Superfecta: tickets are paid into three pools, and each pool goes to the players who guessed right."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from companion.cards.notation import SYMBOLS
from companion.core.common import endings
from companion.core.common.chips import CHIPS, MIN_BET, STACK_OPTION
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.asking import Layout
from companion.core.entry.fields import FieldKey
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record, Rows
from companion.core.game.game import STACK, Ending, Game, Notice, Scoring, Totals, starting_stack
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats
from companion.core.game.table import Call, Line, Scored, Settled, Table, note_on_others
from companion.core.game.terms import GameTerms
from companion.core.phrases import amount_phrase, amounts_phrase
from companion.core.referee.facts import PLAYER
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import capitalized, counted, listed, quoted, with_verb

P = RuleIds("superfecta")

HORSES = "DCHS"
"""The letters of the horses: diamonds, clubs, hearts, spades."""

PLACES = {"win": 1, "exa": 2, "sfc": 4}
"""For each kind of bet, how many horses it names, from the first home on."""

POOLS = {"win": "win", "exa": "exacta", "sfc": "superfecta"}
"""For each kind of bet, the name of its pool."""

NEEDS = {"win": "one horse", "exa": "two different horses", "sfc": "all four horses, each once"}
"""For each kind of bet, what it has to name, in words."""

LONGEST = 20
"""The most letters of an order of horses, with room for spaces."""

MOST_BET = 1_000_000
"""The most chips on a line."""

RACES = ask.count("races", "Races", 100, least=1, default=12, help="Races after which the game ends.")
LEAST_BET = f.count(MIN_BET, "Least bet", 10_000, least=1, default=1, help="Every line is a multiple of it.")


@dataclass(frozen=True, slots=True)
class Pools:
    """What the game remembers between races."""

    chips: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(POOLS, 0))
    """The chips in the pool of each kind of bet."""

    undivided: int = 0
    """The chips that did not divide after the last race."""


BET = ask.choice(
    "bet", "Kind", {"win": "Win", "exa": "Exacta", "sfc": "Superfecta"}, required=True,
    help="Win: the first horse. Exacta: the first two. Superfecta: all four.",
)  # fmt: skip
SIGNS = tuple((letter, SYMBOLS[letter.lower()]) for letter in HORSES)
NAMED_HORSES = FieldKey[str | None](f.text(
    Key("horses"), "Horses", LONGEST, required=True, help="Tap the horses in finishing order, or type D/C.",
    letters=f.Letters(SIGNS, tuple((places, bet) for bet, places in PLACES.items()), tells="bet"),
))  # fmt: skip
FINISH = FieldKey[str | None](f.text(
    Key("finish"), "Finish", LONGEST, required=True, help="Tap all four horses in finishing order, or type D/C/H/S.",
    letters=f.Letters(SIGNS, ((len(HORSES), None),)),
))  # fmt: skip
LAST_RACE = ask.flag(
    "last_race", "Last race", aside=True, help="The table stops after this race; the pools are divided.",
)  # fmt: skip
TICKETS: Key[Rows] = Key("tickets")


def bet_field(unit: int, **more: Any) -> f.Field:
    """Return the field for the chips on a line. ``unit``: the least bet; ``more``: further settings."""
    quick = (unit, 2 * unit, 3 * unit, 5 * unit)
    return f.chips(CHIPS, "Bet", MOST_BET, required=True, quick=quick, **more)


def tickets_field(least: int) -> f.Field:
    """Return the field for the tickets of a race, a row for each line. ``least``: the least bet."""
    line = (f.player(PLAYER, "Player", required=True), bet_field(least, least=least, step=least), BET, NAMED_HORSES)
    return f.rows(
        TICKETS, "Ticket line", line, phase=1, most=200, layout=Layout(PLAYER, CHIPS, NAMED_HORSES),
        sentences=(("", "{player}: {chips} on {horses} ({bet})"),),
        help="Tap who bets, then each line; another tap on it adds chips.",
    )  # fmt: skip


FIELDS = RoundFields(lambda options: (tickets_field(options[MIN_BET]), FINISH, LAST_RACE))


@lru_cache(maxsize=1024)
def horses_in(text: str, places: int) -> str:
    """Read a text that names ``places`` different horses: ``DC`` for ``d/c``; an empty string if it does not."""
    letters = [part.strip() for part in text.upper().split("/")]
    named = len(letters) == len(set(letters)) == places and all(len(one) == 1 and one in HORSES for one in letters)
    return "".join(letters) if named else ""


def horses_fault(text: str, bet: str) -> str:
    """Return what is wrong with the horses of a line, without a full stop, or an empty string."""
    if horses_in(text, PLACES[bet]):
        return ""
    written = text.upper()
    strange = [letter for letter in dict.fromkeys(written) if letter.isalnum() and letter not in HORSES]
    letters = "".join(letter for letter in written if letter in HORSES)
    if strange:
        none = with_verb(map(quoted, strange), "is no horse", "are no horses")
        return f"{none}; the horses are {listed(HORSES)}"
    if horses_in("/".join(letters), PLACES[bet]):
        return f"write {'/'.join(letters)}{', with a / between the horses' if len(letters) > 1 else ''}"
    return f"{capitalized(POOLS[bet])} names {NEEDS[bet]}, not {quoted(text)}"


@lru_cache(maxsize=1024)
def pretty_horses(letters: str) -> str:
    """Return horses as people write them: ``♦/♣`` for ``DC``."""
    return "/".join(SYMBOLS[letter.lower()] for letter in letters)


class Bet(NamedTuple):
    """A line of a ticket."""

    name: str
    chips: int
    kind: str
    """A key of ``POOLS``."""

    horses: str
    """The horses as they were entered."""

    @property
    def letters(self) -> str:
        """The letters of its horses; empty if it does not name as many as its kind needs."""
        return horses_in(self.horses, PLACES[self.kind])

    def has_won(self, finish: str) -> bool:
        """Return whether the bet wins. ``finish``: the letters of the four horses in their order."""
        return self.letters == finish[: PLACES[self.kind]]


def bets_of(entry: Record) -> list[Bet]:
    """Return the bets on all tickets, in their order."""
    return [Bet(row.who(PLAYER), row[CHIPS], row.text(BET), row.text(NAMED_HORSES)) for row in entry[TICKETS]]


def check_lines(bets: Sequence[Bet]) -> Iterator[Problem]:
    """Check that every line names as many horses as its kind needs."""
    for number, bet in enumerate(bets, start=1):
        fault = horses_fault(bet.horses, bet.kind)
        yield from refuse(TICKETS, f"Line {number} of the tickets ({bet.name}): {fault}.", bet.name, number, when=fault)


def check_before(table: Table[Pools], entry: Record) -> Iterator[Problem]:
    """Check that every line names its horses, and that everybody can pay their ticket."""
    bets = bets_of(entry)
    yield from check_lines(bets)
    spent = prices(bets)
    for name in table.asked if table.options[STACK] else ():
        fault = f"The ticket of {name} costs {spent[name]:,}, but {name} holds {counted(table.totals[name], 'chip')}."
        yield from refuse(TICKETS, fault, name, when=spent[name] > max(0, table.totals[name]))


def prices(bets: Sequence[Bet]) -> Counter[str]:
    """Return the price of each player's ticket; players without one are left out."""
    spent = Counter[str]()
    for bet in bets:
        spent[bet.name] += bet.chips
    return spent


def check(_: object, entry: Record) -> Iterator[Problem]:
    """Check that the finish names all four horses. The first argument is the table, or the options of a question."""
    fault = f"The finish names {NEEDS['sfc']}, joined by /, such as D/C/H/S; {quoted(entry.text(FINISH))} does not."
    yield from refuse(FINISH, fault, when=not finish_of(entry))


def finish_of(entry: Record) -> str:
    """Return the letters of the four horses in their order; empty if the finish does not name them all."""
    return horses_in(entry.text(FINISH), len(HORSES))


@dataclass(frozen=True, slots=True)
class PoolPayout:
    """How a pool is paid out after a race."""

    pool: int
    """The chips in the pool, with the bets on this race."""

    winners: tuple[str, ...]
    """The players with a winning line, in the order of the tickets."""

    @property
    def each(self) -> int:
        """The chips that each winner gets."""
        return self.pool // len(self.winners) if self.winners else 0

    @property
    def left(self) -> int:
        """The chips that stay in the pool."""
        return self.pool - self.each * len(self.winners)


def pool_payouts(carried: Mapping[str, int], bets: Sequence[Bet], finish: str) -> dict[str, PoolPayout]:
    """Return how the pool of each kind of bet is paid out.

    ``carried``: the chips that earlier races left in each pool; ``finish``: four letters.

    Source: superfecta/scoring.ticket, superfecta/scoring.share, superfecta/scoring.even, superfecta/scoring.carried.
    """
    paid = {}
    for kind, before in carried.items():
        of_kind = [bet for bet in bets if bet.kind == kind]
        winners = tuple(dict.fromkeys(bet.name for bet in of_kind if bet.name is not None and bet.has_won(finish)))
        paid[kind] = PoolPayout(before + sum(bet.chips for bet in of_kind), winners)
    return paid


def score(table: Table[Pools], entry: Record) -> Scored[Pools]:
    """Score a race: tickets are paid, pools go to their winners, and after the last race everybody shares the rest."""
    finish = finish_of(entry)
    bets, notes = bets_of(entry), [f"The finish: {pretty_horses(finish)}."]
    lines = [
        Line(bet.name, -bet.chips, P.scoring.ticket, f"{POOLS[bet.kind]} bet on {pretty_horses(bet.letters)}")
        for bet in bets
    ]
    paid = pool_payouts(table.state.chips, bets, finish)
    for kind, payout in paid.items():
        if payout.winners:
            shared = f", shared by {len(payout.winners)}" if len(payout.winners) > 1 else ""
            text = f"{POOLS[kind]} pool of {payout.pool:,}{shared}"
            lines.extend(Line(name, payout.each, P.scoring.share, text) for name in payout.winners)
        if payout.pool:
            notes.append(pool_text(kind, payout))
    notes += note_on_others(table.asked, lines, "{names} did not bet.")
    pools = {kind: payout.left for kind, payout in paid.items()}
    if not is_last(table, entry):
        return Scored(tuple(lines), Pools(pools), tuple(notes))
    left = sum(pools.values())
    each, undivided = divmod(left, len(table.asked))
    if each:
        text = f"share of the {left:,} left in the pools"
        lines.extend(Line(name, each, P.ending.pools, text) for name in table.asked)
    if left:
        were_left = counted(left, "chip was", "chips were")
        shares = [f"{each:,} each"] * bool(each) + [f"{undivided} undivided"] * bool(undivided)
        notes.append(f"{were_left} left in the pools: {', '.join(shares)}.")
    return Scored(tuple(lines), Pools(undivided=undivided), tuple(notes))


def pool_text(kind: str, paid: PoolPayout) -> str:
    """Return a sentence on who won a pool, and what stays in it. Source: superfecta/scoring.carried."""
    stays = f"{counted(paid.left, 'chip stays', 'chips stay')} in it."
    if not paid.winners:
        return f"Nobody won the {POOLS[kind]} pool: {stays}"
    each = f", {paid.each:,} each" if len(paid.winners) > 1 else ""
    text = f"The {POOLS[kind]} pool of {paid.pool:,} goes to {listed(paid.winners)}{each}."
    return f"{text} {stays}" if paid.left else text


def calls(table: Table[Pools], entry: Record) -> Iterator[Call]:
    """Yield the ticket of each player, line by line, and whether one of its lines won."""
    finish, bets = finish_of(entry), bets_of(entry)
    for name in table.asked:
        if ticket := [bet for bet in bets if bet.name == name]:
            lines = listed(f"{bet.chips:,} on {pretty_horses(bet.letters)}" for bet in ticket)
            yield Call(name, f"bet {lines}", "won" if any(bet.has_won(finish) for bet in ticket) else "lost")


def is_last(table: Table[Pools], entry: Record) -> bool:
    """Return whether this race is the last. Source: superfecta/ending.races."""
    return entry[LAST_RACE] or table.number >= table.options[RACES]


def settle(table: Table[Pools], entry: Record, state: Pools, totals: Mapping[str, int]) -> Settled[Pools]:
    """End the play after the last race. The most chips win; tied players share. Source: superfecta/ending.winner."""
    return endings.end_if(is_last(table, entry), totals, state)


IN_POOLS = Notice(
    "pools",
    lambda table: dict(table.state.chips),
    lambda pools: amounts_phrase("pools")({POOLS[kind]: chips for kind, chips in pools.items()}),
)

GAME = Game[Pools](
    name="Superfecta",
    summary="Bet on the order in which four aces run home; most chips after the last race wins.",
    kind="betting",
    seats=Seats(2, 12, come_and_go=True),
    totals=Totals("chips", starting_stack, lambda table: sum(table.state.chips.values()) + table.state.undivided),
    ending=Ending("after 12 races", settle, lambda table: endings.rounds_progress(table, table.options[RACES], "race")),
    terms=GameTerms("race", "races", pot="pools", lock="Close betting"),
    options=f.fields_of(LEAST_BET, RACES, STACK_OPTION),
    start=lambda _: Pools(),
    scoring=Scoring(FIELDS, score, check, check_before=check_before, calls=calls),
    carry=(IN_POOLS, Notice("undivided", lambda table: table.state.undivided, at_end=True)),
    next=(
        IN_POOLS,
        Notice("min_bet", lambda table: table.options[MIN_BET], amount_phrase("least bet")),
        Notice("races_left", lambda table: table.options[RACES] - table.number + 1),
    ),
)
