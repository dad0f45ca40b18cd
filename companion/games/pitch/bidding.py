"""The bidding of Pitch: whose turn it is, which bids are legal, and who becomes the pitcher."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.entry import fields as f
from companion.core.entry.fields import Value
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.auction import Auction, AuctionState, first_illegal_call
from companion.core.game.seating import from_left_of
from companion.core.game.situation import Verdict, situation
from companion.core.referee import facts
from companion.core.referee.facts import BIDS as BIDS_FACT
from companion.core.referee.facts import DEALER, EARLY, PLAYER, PLAYERS
from companion.core.referee.reasons import Reasons
from companion.core.words import listed
from companion.games.pitch.scoring import BID, BIDS, GAME, PITCHER, SMUDGE, P

SEATS = 4
NO_BID = "pass"
LADDER: tuple[Value, ...] = (2, 3, 4, SMUDGE)
"""Bids, from the lowest to the highest. Source: pitch/play.bidding."""

CALLED: dict[str, Value] = {str(bid): bid for bid in (NO_BID, *LADDER)}
"""The bid, or the pass, that each call of the auction stands for."""


def _bids_so_far(given: Record) -> list[Value]:
    """Return the bids and passes so far, in their order."""
    return [row[BID] or NO_BID for row in given[BIDS_FACT]]


def _legal_bids(before: Sequence[Value], is_dealer: bool) -> list[Value]:
    """Return the bids that are open to the next bidder after the calls ``before``.

    The dealer may repeat the highest bid, and may not pass if all others have.
    """
    best = max((LADDER.index(bid) for bid in before if bid != NO_BID), default=-1)
    lowest = best if is_dealer and best >= 0 else best + 1
    forced = is_dealer and best < 0
    return [*(() if forced else (NO_BID,)), *LADDER[lowest:]]


def bidding(_: Record, bidders: Sequence[str], calls: Sequence[str]) -> AuctionState:
    """Return who bids next and what is open to them, or who is the pitcher with which bid."""
    bids = [CALLED[call] for call in calls]
    if len(bids) < SEATS:
        legal = _legal_bids(bids, len(bids) == SEATS - 1)
        return AuctionState(bidders[len(bids)], {str(bid): "Pass" if bid == NO_BID else f"Bid {bid}" for bid in legal})
    high = max((bid for bid in bids if bid != NO_BID), key=LADDER.index)
    # The last player with the high bid: only the dealer can repeat a bid, and steals it by that.
    pitcher = bidders[SEATS - 1 - bids[::-1].index(high)]
    settled: dict[str, Any] = {PITCHER: pitcher, BID: high}
    return AuctionState("", settled=settled, result=f"{pitcher} is the pitcher with a bid of {high}.")


AUCTION = Auction(
    lambda table: from_left_of(table.players, table.dealer),
    bidding,
    lambda spoken: {BIDS_FACT: [{"player": name, "bid": CALLED[call]} for name, call in spoken]},
)


def _check_bid(options: Record, given: Record) -> Iterator[Problem]:
    """Check that everybody bids in turn and high enough, and that a bid out of turn came too early."""
    order, bids = from_left_of(given[PLAYERS], given.who(DEALER)), _bids_so_far(given)
    calls = [(row.who(PLAYER), str(bid)) for row, bid in zip(given[BIDS_FACT], bids, strict=True)]
    illegal = first_illegal_call(bidding, options, order, calls)
    if illegal:
        number, now = illegal
        name, turn, bid = calls[number - 1][0], now.speaker, bids[number - 1]
        text = f"It is {turn}'s turn to speak, not {name}'s: leave that bid out, and say who spoke out of turn."
        if name == turn:
            text = _illegal_bid_text(name, bid, [CALLED[call] for call in now.legal], turn == order[-1])
        yield Problem(BIDS_FACT, text, name, number)
        return
    early = given[EARLY]
    if early and early not in order[len(bids) + 1 :]:
        yield Problem(EARLY, f"{early} has spoken already or has the turn now, so was not too early.", early)


def _illegal_bid_text(name: str, bid: Value, legal: Sequence[Value], is_dealer: bool) -> str:
    """Return the message for a bid that is not legal. ``legal``: the bids that are."""
    if bid == NO_BID:
        return f"{name} deals and all others passed, so {name} has to bid."
    may = f"{name} may {_choices_text(legal)}."
    return f"{name} cannot bid {bid}: {'the highest bid is more' if is_dealer else 'a bid has to be higher'}. {may}"


def _choices_text(legal: Sequence[Value]) -> str:
    """Return the legal bids in words that can follow “may”: ``pass, or bid 3 or 4``."""
    if legal == [NO_BID]:
        return "only pass"
    return f"{'pass, or ' if NO_BID in legal else ''}bid {_bids_text(legal)}"


def _bids_text(legal: Sequence[Value]) -> str:
    """List the legal bids, without the pass: ``3, 4 or smudge``."""
    return listed([str(bid) for bid in legal if bid != NO_BID], "or")


def _offer_bid(table: Any, entry: Record) -> str:
    """Suggest asking whose bid it was if the dealer is the pitcher, who may have been forced or have stolen the bid."""
    return f"{table.dealer} deals and made the high bid." if entry[PITCHER] == table.dealer else ""


@situation("bid", "What may be bid now, and who is the pitcher?", (
    facts.players(GAME.seats), DEALER,
    facts.calls(
        BIDS_FACT, "Bids", f.choice(BID, "Bid", {NO_BID: "Pass", **BIDS}, required=True), most=SEATS,
        help="Those so far, from the dealer's left; empty if nobody has spoken.",
    ),
    f.player(
        EARLY, "Spoke out of turn", nobody="Nobody", takes="player", aside=True,
        help="Leave that bid out of the others.",
    ),
), check=_check_bid, offer_before=_offer_bid)  # fmt: skip
def bid_situation(options: Record, given: Record) -> Verdict:
    """Judge whose turn it is and what may be bid; once all have spoken, who is the pitcher."""
    order, bids = from_left_of(given[PLAYERS], given.who(DEALER)), _bids_so_far(given)
    now = bidding(options, order, [str(bid) for bid in bids])
    turn, legal, high = now.speaker, [CALLED[call] for call in now.legal], now.settled.get(BID)
    best = max((bid for bid in bids[: SEATS - 1] if bid != NO_BID), key=LADDER.index, default=None)
    forced = len(bids) >= SEATS - 1 and best is None
    stolen = not turn and best is not None and bids[-1] == best
    why, early = Reasons(), given[EARLY]
    out_of_turn = f"{early} spoke out of turn: we let that bid wait, and it counts later if it is high enough."
    why.say(out_of_turn, P.play.out_of_turn, when=early)
    _explain_bidding(why, order, bids, best)
    whose = f", stolen from {order[bids.index(best)]}" if stolen and best else ""
    why.say(f"The highest bid is {high}{whose}.", P.play.pitcher, when=not turn)
    may = f"must bid {_bids_text(legal)}" if forced else f"may {_choices_text(legal)}"
    return why.verdict(
        f"{turn} {may}." if turn else now.result, turn=turn or None, legal=legal, pitcher=now.settled.get(PITCHER),
        bid=high, forced=forced, stolen=stolen,
    )  # fmt: skip


def _explain_bidding(why: Reasons, order: Sequence[str], calls: Sequence[Value], best: Value | None) -> None:
    """Explain the bidding so far and what binds the next bidder. ``best``: the highest bid before the dealer's."""
    dealer, at_dealer = order[-1], len(calls) >= SEATS - 1
    dealer_bid = calls[-1] if len(calls) == SEATS else None
    forced, steals = at_dealer and best is None, at_dealer and best is not None and dealer_bid in (None, best)
    why.cite(P.play.forced, when=forced)
    why.cite(P.play.stealing, when=steals)
    why.say(f"{dealer} deals, so {order[0]} speaks first and {dealer} last.", P.play.bidding)
    so_far = [f"{name} {'passed' if bid == NO_BID else f'bid {bid}'}" for name, bid in zip(order, calls, strict=False)]
    why.say(f"{listed(so_far)}." if so_far else "Nobody has spoken yet.")
    why.say("A bid has to be higher than all before it; the order is 2, 3, 4, smudge.", when=not at_dealer)
    why.say(f"All others passed, so {dealer}, who deals, must bid.", when=forced)
    text = "The book speaks of a bid of 2 here; we allow more."
    why.say(text, P.play.forced_more, when=forced and dealer_bid != LADDER[0])
    why.say(f"Only the dealer may bid the same as the highest, {best}: that steals it.", when=steals)
    text = "In the book the dealer matches the player just before; we let the dealer match the highest bid."
    why.say(text, P.play.stealing_from, when=steals and calls[SEATS - 2] != best)
    why.cite(P.play.stealing_smudge, when=steals and best == SMUDGE)
