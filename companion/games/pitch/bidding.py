"""The bidding of Pitch: what is open to whom, and whose the high bid is."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record, Rows
from companion.core.facts import PLAYER, PLAYERS
from companion.core.fields import Value
from companion.core.keys import Key
from companion.core.problems import Problem
from companion.core.seating import from_left_of
from companion.core.situation import Basis, Situation, Verdict, once_each
from companion.core.words import listed
from companion.games.pitch.scoring import BID, BIDS, PITCHER, SMUDGE

DEALER: Key[str | None] = Key("dealer")
BIDS_FACT: Key[Rows] = Key("bids")

SEATS = 4
NO_BID = "pass"
LADDER: tuple[Value, ...] = (2, 3, 4, SMUDGE)
"""Bids, from the lowest to the highest. Source: pitch/play.bidding."""


def _bid_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.players(SEATS, SEATS),
        f.player(DEALER, "Dealer", facts.WHOEVER, required=True, takes="player"),
        f.rows(
            BIDS_FACT, "Bids",
            (
                f.player(PLAYER, "Player", facts.WHOEVER, required=True, takes="player"),
                f.choice(BID, "Bid", {NO_BID: "Pass", **BIDS}, required=True),
            ),
            most=SEATS, ordered=True, sentences=(("", "{player}: {bid}"),),
            help="Those so far, from the dealer's left; empty where nobody has spoken.",
        ),
    )  # fmt: skip


def _said(given: Record) -> list[Value]:
    """What was said so far."""
    return [row[BID] or NO_BID for row in given[BIDS_FACT]]


def _legal_bids(before: Sequence[Value], is_dealer: bool) -> list[Value]:
    """What is open to who speaks after these. Source: pitch/play.bidding, pitch/play.stealing, pitch/play.forced."""
    best = max((LADDER.index(bid) for bid in before if bid != NO_BID), default=-1)
    lowest = best if is_dealer and best >= 0 else best + 1
    forced = is_dealer and best < 0
    return [*(() if forced else (NO_BID,)), *LADDER[lowest:]]


def _check_bid(_: Record, given: Record) -> Iterator[Problem]:
    """Everybody speaks in turn, and high enough."""
    order, said = from_left_of(given[PLAYERS], given.who(DEALER)), _said(given)
    for number, (row, bid, turn) in enumerate(zip(given[BIDS_FACT], said, order, strict=False), start=1):
        name, is_dealer = row.who(PLAYER), turn == order[-1]
        if name != turn:
            yield Problem(BIDS_FACT, f"It is {turn}'s turn to speak, not {name}'s.", name, number)
            return
        legal = _legal_bids(said[: number - 1], is_dealer)
        if bid not in legal:
            yield Problem(BIDS_FACT, _too_low(name, bid, legal, is_dealer), name, number)
            return


def _too_low(name: str, bid: Value, legal: Sequence[Value], is_dealer: bool) -> str:
    if bid == NO_BID:
        return f"{name} deals and all others passed, so {name} has to bid."
    may = f"{name} may {_choices_told(legal)}."
    return f"{name} cannot bid {bid}: {'the highest bid is more' if is_dealer else 'a bid has to be higher'}. {may}"


def _choices_told(legal: Sequence[Value]) -> str:
    """What is open to somebody, after “may”."""
    bids = [str(bid) for bid in legal if bid != NO_BID]
    if not bids:
        return "only pass"
    return f"{'pass, or ' if NO_BID in legal else ''}bid {listed(bids, 'or')}"


def _judge_bid(_: Record, given: Record) -> Verdict:
    """Source: pitch/play.bidding, pitch/play.stealing, pitch/play.forced."""
    order, said = from_left_of(given[PLAYERS], given.who(DEALER)), _said(given)
    turn = order[len(said)] if len(said) < SEATS else None
    before = said[: SEATS - 1]
    best = max((bid for bid in before if bid != NO_BID), key=LADDER.index, default=None)
    at_dealer = len(said) >= SEATS - 1
    forced = at_dealer and best is None
    stolen = turn is None and best is not None and said[-1] == best
    high = max((bid for bid in said if bid != NO_BID), key=LADDER.index, default=None)
    # Whoever said it last: a bid can be said twice only by the dealer, who steals it.
    pitcher = None if high is None else order[len(said) - 1 - said[::-1].index(high)]
    legal = _legal_bids(before, at_dealer) if turn else []
    rules, basis, because = _why_bid(order, said, best, turn)
    if turn:
        verdict = f"{turn} speaks next, and may {_choices_told(legal)}."
        if forced:
            verdict = f"{turn} has to bid: {listed([str(bid) for bid in legal], 'or')}."
    else:
        verdict = f"{pitcher} is the pitcher with a bid of {high}."
        whose = f"and {pitcher} has it from {order[said.index(best)]}" if stolen and best else f"by {pitcher}"
        because.append(f"The highest bid is {high}, {whose}.")
        rules.append("pitch/play.pitcher")
    return Verdict(
        verdict=verdict,
        outcome={
            "turn": turn, "legal": legal, "pitcher": None if turn else pitcher, "bid": None if turn else high,
            "forced": forced, "stolen": stolen,
        },
        basis=basis, rules=once_each(rules), because=tuple(because),
    )  # fmt: skip


def _why_bid(
    order: Sequence[str], said: Sequence[Value], best: Value | None, turn: str | None
) -> tuple[list[str], Basis, list[str]]:
    """The rules on which the bidding rests as it stands, whether the book has them, and the steps."""
    basis: Basis = "book"
    dealer, rules = order[-1], ["pitch/play.bidding"]
    because = [f"{dealer} deals, so {order[0]} speaks first and {dealer} last."]
    so_far = [f"{name} {'passed' if bid == NO_BID else f'bid {bid}'}" for name, bid in zip(order, said, strict=False)]
    because.append(f"{listed(so_far)}." if so_far else "Nobody has spoken yet.")
    if len(said) < SEATS - 1:
        because.append("A bid has to be higher than all before it; the order is 2, 3, 4, smudge.")
        return rules, "book", because
    own = said[-1] if turn is None else None
    if best is None:
        rules = ["pitch/play.forced", *rules]
        because.append(f"All others passed, so {dealer}, who deals, has to bid.")
        if own != LADDER[0]:
            rules.append("pitch/play.forced-more")
            because.append("The book speaks of a bid of 2 here; that it may be more is our reading.")
            basis = "open"
    elif own is None or own == best:
        rules = ["pitch/play.stealing", *rules]
        because.append(f"The dealer alone may also say what the highest bid is already, {best}, and so steal it.")
        if said[SEATS - 2] != best:
            rules.append("pitch/play.stealing-from")
            because.append("The book lets a dealer match the player just before; we take that for whoever bid highest.")
            basis = "open"
        if best == SMUDGE:
            rules.append("pitch/play.stealing-smudge")
    return rules, basis, because


def _offer_bid(table: Any, entry: Record) -> str:
    """A dealer who is the pitcher: forced, stolen, or higher."""
    return f"{table.dealer} deals and made the high bid." if entry[PITCHER] == table.dealer else ""


BID_SITUATION = Situation(
    key="bid", title="What may be bid now, and who is the pitcher?", facts=_bid_facts, check=_check_bid,
    judge=_judge_bid, offered_before=_offer_bid,
)  # fmt: skip
