"""Plays that were corrected after somebody paid, so that other amounts are owed."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import func, select

from companion.core.money.currency import Currency
from companion.store.database.base import db
from companion.store.database.models import Event, Play
from companion.store.log.events import edit_of
from companion.store.money.money_log import NightMoney
from companion.store.plays.play_stakes import balances_of, currency_of_play
from companion.store.plays.play_state import STATE_KEY, build_state, state_of


class CorrectedPlay(NamedTuple):
    """A play of a night that was corrected after somebody paid."""

    key: str
    title: str
    currency: Currency
    change: Mapping[str, int]
    """The change of each balance, by name."""


def plays_corrected_since(club_id: int, money: NightMoney) -> list[CorrectedPlay]:
    """Return the plays of a night whose balances changed after its last payment or carry-over.

    A play with changes in two currencies is returned twice. A play that was not over at the payment, or was part of
    another night, is left out: it is new, not corrected. Empty if nothing was paid or carried over.
    """
    last = max((step.written_at for step in money.steps if step.stands), default=None)
    if last is None:
        return []
    fresh = (Play.club_id == club_id, Play.night_id == money.night.id, Play.last_at > last)
    found = []
    for row in db.session.execute(select(*STATE_KEY).where(*fresh).order_by(Play.id)).all():
        revision = db.session.scalar(select(func.count()).where(edit_of(row.id), Event.at <= last))
        if not revision:
            continue
        state, before = state_of(*row), build_state(row.id, revision=revision)  # now, and at the payment
        if not before.over or before.details.night != money.night.id:
            continue
        for currency in dict.fromkeys((currency_of_play(state), currency_of_play(before))):
            old, new = (balances_of(one) if currency_of_play(one) == currency else {} for one in (before, state))
            if change := _balance_changes(old, new):
                found.append(CorrectedPlay(state.key, state.title, currency, change))
    return found


def _balance_changes(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the changes of the balances by name; balances that stayed the same are left out."""
    changes = {name: after.get(name, 0) - before.get(name, 0) for name in (*after, *before)}
    return {name: change for name, change in changes.items() if change}
