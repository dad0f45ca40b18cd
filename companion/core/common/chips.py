"""Games of chips: who can still play, what goes into pots, and when the play ends. Helpers to call.

They read the options ``stack`` (0: totals are winnings, so that everybody can play), ``hands`` and ``ante``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from companion.core.common import endings
from companion.core.entry import fields as f
from companion.core.entry.keys import Key, Names, PerName
from companion.core.entry.problems import Problem, check_sum, refuse
from companion.core.entry.record import Record, Rows
from companion.core.game.game import STACK, Ending
from companion.core.game.seating import from_left_of
from companion.core.game.table import Line, Settled, Setup, Table
from companion.core.referee.facts import WINNER
from companion.core.words import counted

ANTE: Key[int] = Key("ante")
PAID: Key[PerName[int]] = Key("paid")
CHIPS: Key[int] = Key("chips")
POTS: Key[Rows] = Key("pots")
MIN_BET: Key[int] = Key("min_bet")
MAX_BET: Key[int] = Key("max_bet")

STACK_OPTION = f.count(
    STACK, "Starting chips", 100_000, default=0, help="For each player; 0: totals are what was won or lost."
)
ANTE_OPTION = f.count(ANTE, "Ante", 10_000, least=1, default=1, help="Chips each player puts in before the deal.")
STACK_AND_HANDS = (STACK_OPTION, endings.HANDS_OPTION)
"""Options for the chips at the start and the number of hands."""

S = TypeVar("S")

MOST_PAID, MOST_IN_POT, MOST_POTS = 1_000_000, 10_000_000, 16
"""The most chips a player pays in a hand, the most chips in a pot, and the most pots."""


class Pot(str):
    """A pot that holds chips, as a player does. Its text is its name in a sentence; it never equals a player's name."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Whether it is the same object."""
        return self is other

    def __ne__(self, other: object) -> bool:
        """Whether it is another object."""
        return self is not other

    __hash__ = object.__hash__

    @property
    def key(self) -> str:
        """Its name in JSON: ``side-pot`` for the side pot."""
        return self.removeprefix("the ").replace(" ", "-")


THE_POT = Pot("the pot")


class ChipPayment(NamedTuple):
    """Chips that move from one player or pot to another."""

    payer: str
    to: str
    chips: int
    rule: str = ""
    why: str = ""
    """The reason in words, for the line on the sheet."""

    @property
    def text(self) -> str:
        """The payment as an item of a list: ``Ann pays Bob 3``."""
        return f"{self.payer} pays {self.to} {self.chips:,}"

    @property
    def json(self) -> dict[str, Any]:
        """The payment as JSON."""
        payer, to = (end.key if isinstance(end, Pot) else end for end in (self.payer, self.to))
        return {"from": payer, "to": to, "chips": self.chips}


def chip_changes(holders: Iterable[str], payments: Iterable[ChipPayment]) -> dict[str, int]:
    """Return how payments change the chips of each of these players and pots; chips of others are ignored."""
    changes = dict.fromkeys(holders, 0)
    for payer, to, chips, *_ in payments:
        for holder, change in ((payer, -chips), (to, chips)):
            if holder in changes:
                changes[holder] += change
    return changes


def check_stack(setup: Setup, least: int, what: str) -> Iterator[Problem]:
    """Check that the starting chips are at least ``least``, or 0, if totals are winnings.

    ``what``: what they must pay: “an ante of 5”.
    """
    stack = setup.options[STACK]
    yield from refuse(STACK, f"{counted(stack, 'chip')} for each player cannot pay {what}.", when=0 < stack < least)


def check_limits(given: Record, greatest: str) -> Iterator[Problem]:
    """Check that the largest bet, if there is one, is not below the smallest. ``greatest``: its name in the message."""
    if 0 < given[MAX_BET] < given[MIN_BET]:
        yield Problem(MAX_BET, f"{greatest} of {given[MAX_BET]:,} is below the least of {given[MIN_BET]:,}.")


def players_with_chips(least: Key[int] | None = None) -> Callable[[Table[Any]], tuple[str, ...]]:
    """Return a function that lists the present players with enough chips to play, in seat order.

    ``least``: the option with the chips that a player needs; None: one chip is enough.
    """

    def present_with_chips(table: Table[Any]) -> tuple[str, ...]:
        holding = names_with_chips(table.totals, table.options, least)
        return tuple(name for name in table.present if name in holding)

    return present_with_chips


def names_with_chips(totals: Mapping[str, int], options: Record, least: Key[int] | None) -> tuple[str, ...]:
    """Return the names with enough chips to play, in seat order; all names if totals are winnings instead of stacks.

    ``least``: the option with the chips that a player needs; None: one chip is enough.
    """
    chips = options[least] if least else 1
    return tuple(name for name, total in totals.items() if not options[STACK] or total >= chips)


def ending_without_opponents(least: Key[int] | None = None) -> Ending[Any]:
    """Return the ending after the agreed hands, or once fewer than two players have enough chips to play.

    The most chips win; tied players share the win. ``least``: the option with the chips that a player needs; None: one
    chip is enough.
    """

    def settle(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
        alone = len(names_with_chips(totals, table.options, least)) < 2
        return endings.end_if(alone or endings.is_last(table, table.options[endings.HANDS]), totals, state)

    return replace(endings.AGREED_HANDS, settle=settle)


def antes_paid(table: Table[Any]) -> tuple[int, ...]:
    """Return the ante of each player in the round, in seat order: all their chips if they have less."""
    ante = table.options[ANTE]
    return tuple(min(ante, table.totals[name]) if table.options[STACK] else ante for name in table.asked)


def players_all_in(table: Table[Any], entry: Record) -> list[str]:
    """Return the players who paid all their chips; none if totals are winnings instead of stacks."""
    return [name for name, chips in entry[PAID].items() if table.options[STACK] and chips == table.totals[name]]


def players_from_dealers_left(table: Table[Any]) -> tuple[str, ...]:
    """Return the players in the round, starting at the dealer's left."""
    return tuple(name for name in from_left_of(table.players, table.dealer) if name in table.asked)


def pot_fields(
    names: Names, antes: tuple[int, ...], order: Names, *, latest_first: bool = False, matched: bool = False
) -> tuple[f.Field, ...]:
    """Return the fields for what each player paid into the pots, and for who took which pot.

    ``antes``: the initial value of each name; ``order``, ``latest_first``: who gets the remainder of a pot;
    ``matched``: whether nobody wins more from a player than they paid themselves (see ``Shares``).
    """
    chips = f.chips(CHIPS, "Chips", MOST_IN_POT, least=1, required=True)
    return (
        f.chips(
            PAID, "Paid", MOST_PAID, per="player", names=names, required=True, starts=antes,
            help="All put into the pots in this hand, the ante included.",
        ),
        f.rows(
            POTS, "Pot", (chips, f.player(WINNER, "Winner", names, required=True)),
            least=1, most=MOST_POTS, required=True, sentences=(("", "{winner} took {chips}"),),
            shares=f.Shares(PAID, order, latest_first, matched),
            help="Who won the pot. The main pot first; if players share one, name each of them.",
        ),
    )  # fmt: skip


def check_pots(table: Table[Any], entry: Record) -> Iterator[Problem]:
    """Check that everybody pays the ante and no more than they hold, and that the pots add up to what was paid.

    In a game with stacks, a player with less than the ante may pay all their chips instead.
    """
    paid, ante = entry[PAID], table.options[ANTE]
    for (name, chips), least in zip(paid.items(), antes_paid(table), strict=True):
        held = table.totals[name]
        if chips < least == held < ante:
            everything = f"must put in everything, {counted(held, 'chip')}: the ante is {ante:,}."
            yield Problem(PAID, f"{name} paid {chips:,}, but {everything}", name)
        elif chips < least:
            yield Problem(PAID, f"{name} paid {chips:,}, but must pay at least {least:,} for the ante.", name)
        elif table.options[STACK] and chips > held:
            yield Problem(PAID, f"{name} paid {chips:,}, but holds only {counted(held, 'chip')}.", name)
    taken, total = sum(row[CHIPS] for row in entry[POTS]), sum(paid.values())
    yield from check_sum(POTS, "The pots", taken, total, f"{counted(total, 'chip was', 'chips were')} paid")


def pot_lines(entry: Record, paid_rule: str, pot_rule: str) -> tuple[Line, ...]:
    """Return the lines for what each player paid, in seat order, then those for the pots.

    ``paid_rule``, ``pot_rule``: ids of the game's paragraphs.
    """
    pots = entry[POTS]
    text = "the pot" if len(pots) == 1 else "from the pots"
    return (
        *(Line(name, -chips, paid_rule, "paid") for name, chips in entry[PAID].items() if chips),
        *(Line(row.who(WINNER), row[CHIPS], pot_rule, text) for row in pots),
    )


def divide_pots(paid: Mapping[str, int], best_first: Iterable[str]) -> list[dict[str, Any]]:
    """Divide what was paid in a made-up round of sample data into pots, as raw rows.

    Each player in turn takes what they could match. ``best_first``: the players who have not folded, best hand first.
    On the page of a round, a script does this (``forms/fields/shares.js``).
    """
    pots, taken = [], 0
    for winner in best_first:
        pot = sum(max(0, min(chips, paid[winner]) - taken) for chips in paid.values())
        if pot:
            pots.append({"chips": pot, "winner": winner})
        taken = max(taken, paid[winner])
    return pots
