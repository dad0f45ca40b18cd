"""What a play's stake settles to, from how the play stands."""

from typing import Any

from companion.core.currency import Currency, currency_of
from companion.core.money import Final, Stake, balances, kept_stake, misfit
from companion.store.plays.findings import ADJUST
from companion.store.plays.states import PlayState

MOST_SETTLED = 10**15
"""The highest balance of a play that is settled at all: no database and no table could hold more."""


def stake_to_log(stake: Stake | None, currency: Currency) -> dict[str, Any]:
    """A stake as a play keeps it, with the currency that it is played in; none is empty."""
    return {**stake.json, "currency": currency.code} if stake else {}


def stake_of(state: PlayState) -> Stake | None:
    """What a play is played for; None: for nothing."""
    return kept_stake(state.stake) if state.stake else None


def currency_of_play(state: PlayState) -> Currency:
    """What a play's stake is counted in."""
    return currency_of((state.stake or {}).get("currency"))


def final_of(state: PlayState) -> Final:
    """How a play stands, as far as money goes by it."""
    return Final(
        players=state.setup.players,
        sides=state.setup.sides,
        totals=state.totals,
        winners=state.winners,
        places={name: one.place for one in state.standings for name in one.names},
        better=state.game.better_for(state.setup),
        started=state.sheet.opening.totals,
        bought=bought_by(state),
    )


def bought_by(state: PlayState) -> dict[str, int]:
    """The chips that everybody bought, as the table wrote it down; today's rules may not get as far as all rounds."""
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
    """What the stake of a play gives everybody by name, the kitty last; empty while there is nothing to settle."""
    stake = stake_of(state)
    if stake is None or not state.over or state.about.discarded:
        return {}
    found = balances(stake, final_of(state))
    return found if max(map(abs, found.values()), default=0) <= MOST_SETTLED else {}


def unsettled(state: PlayState) -> str:
    """Why a play that is over cannot be settled, a sentence; empty: it can, or has no stake."""
    stake = stake_of(state)
    if stake is None or not state.over or state.about.discarded or balances_of(state):
        return ""
    return misfit(stake, len(state.setup.names)) or "The stake comes to more than anybody could pay: change it."
