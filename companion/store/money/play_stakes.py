"""Stakes: what a play settles to, from its state."""

from typing import Any

from companion.core.currency import Currency, currency_of
from companion.core.stakes import Final, Stake, balances, kept_stake, misfit
from companion.store.plays.findings import ADJUST
from companion.store.plays.play_state import PlayState

MOST_SETTLED = 10**15
"""The highest balance of a play that is settled at all: no database and no table could hold more."""


def stake_to_log(stake: Stake | None, currency: Currency) -> dict[str, Any]:
    """Return a stake as a play stores it, with its currency; empty for none."""
    return {**stake.json, "currency": currency.code} if stake else {}


def stake_of(state: PlayState) -> Stake | None:
    """Return the stake of a play; None: it has none."""
    return kept_stake(state.stake) if state.stake else None


def currency_of_play(state: PlayState) -> Currency:
    """Return the currency of a play's stake."""
    return currency_of((state.stake or {}).get("currency"))


def final_of(state: PlayState) -> Final:
    """Return the final state of a play, as far as its stake depends on it."""
    return Final(
        players=state.setup.players,
        sides=state.setup.sides,
        totals=state.totals,
        winners=state.winners,
        places={name: one.place for one in state.standings for name in one.names},
        better=state.game.better_for(state.setup),
        started=state.sheet.opening.totals,
        bought=bought_by(state),
        weights=state.outcome.weights if state.outcome else {},
    )


def bought_by(state: PlayState) -> dict[str, int]:
    """Return the chips that everybody bought, as entered; today's rules may not accept all rounds."""
    found: dict[str, int] = {}
    if state.game.totals.unit != "chips":
        return found
    for slot in state.slots:
        rows = slot.entry.get(ADJUST) or ()
        for row in rows if isinstance(rows, list) else ():
            if row.get("buy") is True:
                name = row["player"].strip()
                found[name] = found.get(name, 0) + row["points"]
    return found


def balances_of(state: PlayState) -> dict[str, int]:
    """Return the balance of everybody in a play by name, the kitty last; empty while there is nothing to settle."""
    stake = stake_of(state)
    if stake is None or not state.over or state.details.discarded:
        return {}
    found = balances(stake, final_of(state))
    return found if max(map(abs, found.values()), default=0) <= MOST_SETTLED else {}


def unsettled(state: PlayState) -> str:
    """Return why a finished play cannot be settled, a sentence; empty: it can, or has no stake."""
    stake = stake_of(state)
    if stake is None or not state.over or state.details.discarded or balances_of(state):
        return ""
    return misfit(stake, len(state.setup.names)) or "The stake comes to more than anybody could pay: change it."
