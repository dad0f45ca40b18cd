"""The change counter of a club's house rules and rulings, by which caches of their texts notice that they are stale."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import BindParameter, bindparam, func, select

from companion.store.database.base import db
from companion.store.database.models import Event
from companion.store.database.service_models import Erasure
from companion.store.house.house_rules import HOUSE, RULING, today

_CLUB: BindParameter[int] = bindparam("club")
_MARK = select(
    *(
        select(func.count()).where(Event.club_id == _CLUB, Event.subject == subject, begun).scalar_subquery()
        for subject in (HOUSE, RULING)
        for begun in (Event.subject_id.is_(None), Event.subject_id.is_not(None))
    ),
    select(func.count()).where(Erasure.club_id == _CLUB).scalar_subquery(),
)  # rows are never deleted, so these counts only grow


class TextsMark(NamedTuple):
    """Counts of a club's house rules and rulings, and the day."""

    versions: int
    agreed: int
    """The number of agreements and withdrawals of house rules."""

    rulings: int
    steps: int
    """The number of withdrawals of rulings."""

    erased: int
    """The number of erasures of names."""

    day: date


def texts_mark_of(club_id: int) -> TextsMark:
    """Return the change counter of a club's house rules and rulings; it also changes every day."""
    return TextsMark._make((*db.session.execute(_MARK, {"club": club_id}).one(), today()))
