"""The bidding of Skat: middlehand bids to forehand, then rearhand to whoever is left."""

from collections.abc import Sequence
from typing import Any

from companion.core.entry import ask
from companion.core.entry.record import Record
from companion.core.game.auction import Auction, AuctionState
from companion.games.skat.game_value import BID, POSSIBLE
from companion.games.skat.scoring import DECLARER, players_from_forehand

LAST = ask.count("last", "Last bid", 1000, help="0: nothing was bid yet.")

HOLD, PASS, DECLARES = "hold", "pass", "declares-"


def bidding(_: Record, bidders: Sequence[str], calls: Sequence[str]) -> AuctionState:
    """Return who bids or answers next and what they may call, or who declares.

    The second of ``bidders`` bids to the first, who answers; then the third bids to the one who has not passed. If all
    others pass, the last one may bid or pass.

    Source: skat/play.bidding, skat/play.bids, skat/play.all-pass.
    """
    answerer, bidder, *waiting = bidders
    declares = {f"{DECLARES}{seat}": name for seat, name in enumerate(bidders)}
    last, is_asked = 0, False
    for call in calls:
        if call in declares:
            return _state_when_declared(declares[call], last)
        if call == HOLD:
            is_asked = False
        elif call != PASS:
            last, is_asked = int(call), bool(bidder)
        elif not bidder:
            return AuctionState("", result="All have passed.")
        else:
            answerer = bidder if is_asked else answerer
            bidder, is_asked = waiting.pop() if waiting else "", False
    if last and not bidder:
        return _state_when_declared(answerer, last)
    others = {call: f"{name} declares" for call, name in declares.items()}
    if is_asked:
        return AuctionState(answerer, {HOLD: f"Hold {last}", PASS: "Pass"}, others)
    higher = [str(value) for value in POSSIBLE if value > last]
    usual = {call: call for call in higher[:1]} | {PASS: "Pass"}
    return AuctionState(bidder or answerer, usual | {call: call for call in higher[1:]}, others)


def _state_when_declared(name: str, last: int) -> AuctionState:
    """Return the state in which somebody declares; ``last``: the last bid, 0 if none was entered."""
    settled: dict[str, Any] = {DECLARER: name, **({BID: last} if last else {})}
    return AuctionState("", settled=settled, result=f"{name} declares{f' with {last}' if last else ''}.")


AUCTION = Auction(
    lambda table: players_from_forehand(table.players, table.dealer),
    bidding,
    lambda spoken: {LAST: max((int(call) for _, call in spoken if call.isdigit()), default=0)},
)
