"""The money settings of a club, and the stakes of its plays."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from companion.core.entry.problems import Problem
from companion.core.game.game import Game
from companion.core.game.table import Setup
from companion.core.money.currency import Currency, currency_of
from companion.core.money.stakes import read_stake
from companion.store.access.roles import Member, require_organiser
from companion.store.database.base import db
from companion.store.database.models import Club, Play
from companion.store.database.writing import bump_club_mark, writing
from companion.store.plays.play_stakes import stake_to_log
from companion.store.plays.play_state import STATE_KEY, state_of


class MoneySettings(NamedTuple):
    """The currency of a club, and whether new plays ask for a stake."""

    currency: Currency
    asks_stake: bool


def settings_of(club_id: int) -> MoneySettings:
    """Return the currency of a club, and whether its new plays ask for a stake."""
    row = db.session.execute(select(Club.currency, Club.asks_stake).where(Club.id == club_id)).one()
    return MoneySettings(currency_of(row.currency), row.asks_stake)


def set_money_settings(member: Member, currency: Currency, asks_stake: bool) -> None:
    """Change the money settings of a club. Existing plays keep their currency.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    with writing() as connection:
        bump_club_mark(connection, member.club_id, currency=currency.code, asks_stake=asks_stake)


def last_stake(club_id: int, game: str) -> Mapping[str, Any] | None:
    """Return the stake as JSON of the club's last play of a game; None: there is no play, or it had none."""
    last = select(*STATE_KEY).where(Play.club_id == club_id, Play.game == game, ~Play.is_discarded)
    row = db.session.execute(last.order_by(Play.played_at.desc(), Play.id.desc()).limit(1)).first()
    return None if row is None else state_of(*row).stake


def stake_for(club_id: int, game: Game[Any], setup: Setup, raw: object) -> tuple[dict[str, Any], list[Problem]]:
    """Read a stake for a play from raw JSON; return it as a play stores it, empty for no stake, and all problems."""
    stake, problems = read_stake(raw, holders=len(setup.names), unit=game.totals.unit)
    return stake_to_log(stake, settings_of(club_id).currency), problems
