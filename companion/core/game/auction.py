"""Auctions: who calls in turn before a hand, what may be called, and who declares in the end."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.entry.keys import Names
from companion.core.entry.record import Record


class AuctionState(NamedTuple):
    """The state of an auction after some calls."""

    speaker: str
    """Who makes the next call; empty once the auction is settled."""

    legal: Mapping[str, str] = {}
    """The calls that the speaker may make, the usual ones first, each with its label: ``{"pass": "Pass"}``."""

    others: Mapping[str, str] = {}
    """What the table may enter instead of a call, as sentences without full stop: ``{"alone": "Ann plays alone"}``."""

    settled: Mapping[str, Any] = {}
    """What follows from the calls, as raw JSON by fields of the entry and facts: ``{"maker": "Ann", "trump": "h"}``."""

    sits_out: tuple[str, ...] = ()
    """The players who play no cards in this hand."""

    result: str = ""
    """The outcome as a sentence, once it is settled."""

    def text(self, call: str) -> str:
        """Return the text of a call, or of what can be entered instead of one: ``Bob: Pass``, ``Ann plays alone``.

        :raises KeyError: it can be neither made nor entered now.
        """
        return f"{self.speaker}: {self.legal[call]}" if call in self.legal else self.others[call]


AuctionRules = Callable[[Record, Sequence[str], Sequence[str]], AuctionState]
"""Return the state of an auction, given the options, the bidders from the dealer's left on, and the calls."""


@dataclass(frozen=True, slots=True)
class Auction:
    """The auction of a game, which the table can enter call by call before the cards are played."""

    bidders: Callable[[Any], tuple[str, ...]]
    """Who may bid in the coming round, from the dealer's left on, given its table."""

    rules: AuctionRules
    facts: Callable[[Sequence[tuple[str, str]]], Mapping[str, Any]]
    """The facts of the referee's questions that follow from the calls so far, as raw JSON, given speaker and call."""


def auction_states(
    rules: AuctionRules, options: Record, bidders: Sequence[str], calls: Sequence[str]
) -> list[AuctionState]:
    """Return the state of an auction before each of these calls, and the one after the last.

    :raises ValueError: a call could not be made at that point.
    """
    found = [rules(options, bidders, ())]
    for number, call in enumerate(calls, start=1):
        if call not in found[-1].legal and call not in found[-1].others:
            raise ValueError(f"call {number} could not be made: {call}")
        found.append(rules(options, bidders, calls[:number]))
    return found


def first_illegal_call(
    rules: AuctionRules, options: Record, bidders: Names, calls: Iterable[tuple[str, str]], begun: Sequence[str] = ()
) -> tuple[int, AuctionState] | None:
    """Return the first of these calls that its player could not make: its number, from 1, and the state before it.

    None if all are legal. ``calls``: player and call; ``begun``: the calls made before them.
    """
    made = list(begun)
    for number, (player, call) in enumerate(calls, start=1):
        state = rules(options, bidders, made)
        if player != state.speaker or call not in state.legal:
            return number, state
        made.append(call)
    return None
