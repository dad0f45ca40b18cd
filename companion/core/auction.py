"""Auctions: who calls in turn before a hand, what may be called, and who declares in the end."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.entry import Record


class AuctionState(NamedTuple):
    """How an auction stands after some calls."""

    speaker: str
    """Who makes the next call; empty once the auction is settled."""

    legal: Mapping[str, str] = {}
    """The calls open to the speaker, the usual ones first, each with its label: ``{"pass": "Pass"}``."""

    others: Mapping[str, str] = {}
    """What the table may enter besides, each as a sentence without a full stop: ``{"alone": "Ann plays alone"}``."""

    settled: Mapping[str, Any] = {}
    """What follows from the calls, as raw JSON by fields of the entry and facts: ``{"maker": "Ann", "trump": "h"}``."""

    sits_out: tuple[str, ...] = ()
    """Who plays no cards because of it."""

    result: str = ""
    """The outcome as a sentence, once it is settled."""

    def text(self, call: str) -> str:
        """Return an open call as a list of calls shows it: ``Bob: Pass``, ``Ann plays alone``.

        :raises KeyError: the call is not open.
        """
        return f"{self.speaker}: {self.legal[call]}" if call in self.legal else self.others[call]


AuctionRules = Callable[[Record, Sequence[str], Sequence[str]], AuctionState]
"""Return how an auction stands, given the options, the bidders from the dealer's left on, and legal calls in order."""


@dataclass(frozen=True, slots=True)
class Auction:
    """The auction of a game, as the table can follow it call by call before the cards."""

    bidders: Callable[[Any], tuple[str, ...]]
    """Who may bid in the coming round, from the dealer's left on, given its table."""

    rules: AuctionRules
    facts: Callable[[Sequence[tuple[str, str]]], Mapping[str, Any]]
    """What the calls so far answer of the referee's questions, as raw JSON, given each call with its speaker."""


class IllegalCall(NamedTuple):
    """A call that was not its player's, or not open."""

    number: int
    """From 1."""

    before: AuctionState


def states(rules: AuctionRules, options: Record, bidders: Sequence[str], calls: Sequence[str]) -> list[AuctionState]:
    """Return how an auction stood before each of these calls, and how it stands after the last.

    :raises ValueError: a call was not open.
    """
    found = [rules(options, bidders, ())]
    for number, call in enumerate(calls, start=1):
        if call not in found[-1].legal and call not in found[-1].others:
            raise ValueError(f"call {number} was not open: {call}")
        found.append(rules(options, bidders, calls[:number]))
    return found


def first_illegal(
    rules: AuctionRules,
    options: Record,
    bidders: Sequence[str],
    calls: Iterable[tuple[str, str]],
    begun: Sequence[str] = (),
) -> IllegalCall | None:
    """Return the first of these calls that its player could not make; None: all are legal.

    ``calls``: player and call; ``begun``: what was entered before them.
    """
    made = list(begun)
    for number, (player, call) in enumerate(calls, start=1):
        state = rules(options, bidders, made)
        if player != state.speaker or call not in state.legal:
            return IllegalCall(number, state)
        made.append(call)
    return None
