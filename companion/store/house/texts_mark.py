"""The change counter of a club's house rules and rulings, by which caches of their texts notice that they are stale."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import BindParameter, bindparam, func, select

from companion.store.database.base import db
from companion.store.database.models import Event
from companion.store.database.service_models import Erasure
from companion.store.house.house_rules import HOUSE, RULING, today

_CLUB: BindParameter[int] = bindparam("club")
_HOUSE, _RULINGS = ((Event.club_id == _CLUB, Event.subject == subject) for subject in (HOUSE, RULING))
_MARK = select(
    select(func.coalesce(func.max(Event.seq), 0)).where(*_HOUSE).scalar_subquery(),
    select(func.count()).where(*_RULINGS, Event.subject_id.is_(None)).scalar_subquery(),
    select(func.count()).where(*_RULINGS, Event.subject_id.is_not(None)).scalar_subquery(),
    select(func.count()).where(Erasure.club_id == _CLUB).scalar_subquery(),
)  # rows are never deleted, so these numbers only grow


class TextsMark(NamedTuple):
    """Numbers that grow with a club's house rules and rulings, and the day."""

    house: int
    """The ``seq`` of the last event about house rules."""

    rulings: int
    withdrawals: int
    """The number of withdrawals of rulings."""

    erased: int
    """The number of erasures of names."""

    day: date

    @property
    def house_rules(self) -> tuple[object, ...]:
        """A value that changes whenever different house rules may apply."""
        return self.house, self.erased, self.day

    @property
    def ruling_status(self) -> tuple[int, ...]:
        """A value that changes whenever the status of a ruling may change."""
        return self.house, self.withdrawals, self.erased


def texts_mark_of(club_id: int) -> TextsMark:
    """Return the change counter of a club's house rules and rulings; it also changes every day."""
    return TextsMark._make((*db.session.execute(_MARK, {"club": club_id}).one(), today()))
