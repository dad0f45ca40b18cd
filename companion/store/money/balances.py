"""What each person has won and lost for money, night by night."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy import func, select

from companion.store.club.zones import day_of, zone_of
from companion.store.database.base import db
from companion.store.database.models import Night, Part, Play
from companion.store.money.money_log import accounts_of


class NightBalance(NamedTuple):
    """What somebody won or lost on a night, and their balance after it."""

    key: str
    name: str
    """Key and name of the night."""

    date: date
    amount: int
    """What they won; below 0 if they lost."""

    after: int
    """The balance after the night."""


class Balance(NamedTuple):
    """The balance of somebody over all nights, in one currency."""

    name: str
    nights: tuple[NightBalance, ...]
    """The latest first."""

    @property
    def total(self) -> int:
        """The balance after the latest night."""
        return self.nights[0].after


def balances_of_club(club_id: int) -> Mapping[str, tuple[Balance, ...]]:
    """Return the balances of a club by currency, the highest first.

    Nights on which somebody neither won nor lost are left out of their balance.
    Payments do not count: they settle a balance and do not change it.
    """
    amount_of_night = func.sum(Part.balance).label("amount")
    ask = (
        select(Play.currency, Part.player_id, Night.key, Night.name, Night.began_at, amount_of_night)
        .join(Play, Part.play_id == Play.id)
        .join(Night, Play.night_id == Night.id)
        .where(Night.club_id == club_id, ~Play.is_discarded, Part.balance != 0)
        .group_by(Play.currency, Part.player_id, Night.id, Night.key, Night.name, Night.began_at)
        .order_by(Night.began_at, Night.id)
    )
    accounts, zone = accounts_of(club_id), zone_of(club_id)
    amounts: dict[tuple[str, str], Counter[tuple[str, str, date]]] = defaultdict(Counter)
    for row in db.session.execute(ask):
        night = (row.key, row.name, day_of(row.began_at, zone))
        amounts[row.currency, accounts.name(row.player_id)][night] += int(row.amount)
    found: dict[str, list[Balance]] = {}
    for (currency, name), nights in amounts.items():
        changes = [(night, amount) for night, amount in nights.items() if amount]
        totals = accumulate(amount for _, amount in changes)
        rows = [NightBalance(*night, amount, total) for (night, amount), total in zip(changes, totals, strict=True)]
        if rows:
            found.setdefault(currency, []).append(Balance(name, tuple(reversed(rows))))
    return {code: tuple(sorted(all_of, key=lambda one: (-one.total, one.name))) for code, all_of in found.items()}
