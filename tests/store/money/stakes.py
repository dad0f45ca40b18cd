"""Plays with a stake, and payments of their night."""

from datetime import timedelta
from typing import Any

from companion.core.money.currency import Currency
from companion.core.money.settling import Reckoning
from companion.core.money.stakes import Stake
from companion.store.database.base import now
from companion.store.log.write import WriteResult
from companion.store.log.write_results import Written
from companion.store.money import money_log, payments
from companion.store.money.money_log import NightMoney
from companion.store.nights.night_state import night_of_play
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.play_stakes import stake_to_log
from tests.store.tables import THREE, Club, Table, client_id, done, tricks

EUR, DRINKS = Currency("EUR"), Currency("drinks")

ABOVE_0 = "amount: The amount must be above 0."
WHOLE = "amount: The amount must be a whole number of the currency's smallest unit."
MOST = "amount: That is too high; €9,999,999.99 is the most."


def stake(table: Table, kind: Any, amount: int = 0, amounts: tuple[int, ...] = (), currency: Currency = EUR) -> None:
    """Set the stake of a play."""
    done(table.edit_details(stake=stake_to_log(Stake(kind, amount, amounts), currency)))


def played(
    club: Club, *points: int, stakes: tuple[Any, ...] = ("fixed", 100), players: Any = THREE, **more: Any
) -> Table:
    """Return a play of Raise the Stakes with a stake, ended at these totals by adjustments."""
    table = Table(club.scorer, "raise-the-stakes", players, **more)
    stake(table, *stakes)
    adjust = [
        {"player": name, "points": number, "reason": "test"}
        for name, number in zip(players, points, strict=True)
        if number
    ]
    table.write(tricks(0, 0, 0, names=players, folded=[]) | {"tricks": {players[0]: 5}, "adjust": adjust})
    done(table.end())
    return table


def tonight(table: Table) -> NightMoney:
    """Return the money of the night of a play."""
    state = table.state
    night = night_of_play(state)
    assert night is not None
    return money_log.money_of_night(state.club_id, night)


def reckoning_of(table: Table) -> Reckoning:
    """Return what the night of a play has to settle in the club's currency."""
    money = tonight(table)
    return money.reckonings[money.currency.code]


def paid(table: Table, payer: str, payee: str, amount: Any, **more: Any) -> WriteResult:
    night = night_of_play(table.state)
    assert night is not None
    given = {"client_id": client_id(), **more}
    return payments.pay(table.member, night, payer=payer, payee=payee, amount=amount, **given)


def key_of(outcome: WriteResult) -> str:
    assert isinstance(outcome, Written), outcome
    return outcome.key


def move_to(table: Table, days: int) -> None:
    """Move the play to another evening."""
    given = {"base": table.state.revision, "client_id": client_id()}
    at = now() + timedelta(days=days)
    done(change_details(table.member, table.state, details=DetailChanges(played_at=at), **given))
