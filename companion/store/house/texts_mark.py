"""The change counter of a club's house rules and rulings, by which caches of their texts notice that they are stale."""

from datetime import date

from sqlalchemy import BindParameter, bindparam, func, select

from companion.store.database.base import db
from companion.store.database.models import Event
from companion.store.database.service_models import Erasure
from companion.store.house.house_rules import HOUSE, RULING, today, zone_of_days

TextsMark = tuple[int | None, int, date]
"""The ``seq`` of the last event about house rules or rulings, the number of erasures, and the day."""

_CLUB: BindParameter[int] = bindparam("club")
_MARK = select(
    select(func.max(Event.seq)).where(Event.club_id == _CLUB, Event.subject.in_((HOUSE, RULING))).scalar_subquery(),
    select(func.count()).where(Erasure.club_id == _CLUB).scalar_subquery(),
)


def texts_mark_of(club_id: int) -> TextsMark:
    """Return the change counter of a club's house rules and rulings; it also changes every day."""
    last, erased = db.session.execute(_MARK, {"club": club_id}).one()
    return last, erased, today(zone_of_days(club_id))
