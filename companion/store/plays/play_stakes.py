"""The stake of a play, and what everybody wins or loses by it."""

from collections import Counter
from typing import Any

from companion.core.game.ranking import places_by_name
from companion.core.money.currency import Currency, currency_of
from companion.core.money.stakes import FinalState, Stake, balances, stake_from_json, why_misfit
from companion.store.plays.coming_round.findings import ADJUST
from companion.store.plays.play_state import PlayState

MOST_SETTLED = 10**15
"""A play with a higher balance than this is not settled."""


def stake_to_log(stake: Stake | None, currency: Currency) -> dict[str, Any]:
    """Return a stake with its currency as a play stores it; empty for none."""
    return {**stake.json, "currency": currency.code} if stake else {}


def stake_of(state: PlayState) -> Stake | None:
    """Return the stake of a play; None: it has none."""
    return stake_from_json(state.stake) if state.stake else None


def currency_of_play(state: PlayState) -> Currency:
    """Return the currency of a play's stake; without a stake, the currency without a code."""
    return currency_of((state.stake or {}).get("currency"))


def final_of(state: PlayState) -> FinalState:
    """Return what the stake of a play depends on: totals, places, winners and chips."""
    return FinalState(
        holders=state.setup.holders,
        totals=state.totals,
        winners=state.winners,
        places=places_by_name(state.standings),
        better=state.game.better_for(state.setup),
        started=state.sheet.opening.totals,
        bought=chips_bought(state),
        weights=state.outcome.weights if state.outcome else {},
    )


def chips_bought(state: PlayState) -> dict[str, int]:
    """Return how many chips each player bought, by name, from the entries: today's rules may not accept all rounds."""
    found = Counter[str]()
    if state.game.totals.unit != "chips":
        return found
    for slot in state.slots:
        rows = slot.entry.get(ADJUST)
        for row in rows if isinstance(rows, list) else ():
            if row.get("buy") is True:
                found[row["player"].strip()] += row["points"]
    return found


def balances_of(state: PlayState) -> dict[str, int]:
    """Return what everybody wins or loses by the stake of a play, the kitty last.

    Empty if nothing is to be settled: the play has no stake, goes on, was discarded, or its stake cannot be settled.
    """
    stake = stake_of(state)
    if stake is None or not state.over or state.details.discarded:
        return {}
    found = balances(stake, final_of(state))
    return found if max(map(abs, found.values()), default=0) <= MOST_SETTLED else {}


def unsettled_reason(state: PlayState) -> str:
    """Return a sentence that says why a finished play with a stake cannot be settled, or an empty text."""
    stake = stake_of(state)
    if stake is None or not state.over or state.details.discarded or balances_of(state):
        return ""
    return why_misfit(stake, len(state.setup.names)) or "The stake comes to more than anybody could pay: change it."
