"""A change counter for a club's own texts, so that stale caches of them are noticed."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import BindParameter, bindparam, func, select

from companion.store.database.base import db
from companion.store.database.models import Erasure, Event
from companion.store.house.house_rules import HOUSE, RULING, today

_CLUB: BindParameter[int] = bindparam("club")
_MARK = select(
    *(
        select(func.count()).where(Event.club_id == _CLUB, Event.subject == subject, begun).scalar_subquery()
        for subject in (HOUSE, RULING)
        for begun in (Event.subject_id.is_(None), Event.subject_id.is_not(None))
    ),
    select(func.count()).where(Erasure.club_id == _CLUB).scalar_subquery(),
)  # rows are never deleted, and a number is taken before its row is seen: what is counted only ever grows


class TextsMark(NamedTuple):
    """The number of a club's texts, and the day."""

    versions: int
    agreed: int
    """What became of its house rules."""

    rulings: int
    steps: int
    """What became of its rulings."""

    erased: int
    """How often a name was taken out of all of it."""

    day: date

    @property
    def house(self) -> tuple[object, ...]:
        """A value that changes whenever other house rules may apply."""
        return self.versions, self.agreed, self.erased, self.day

    @property
    def became(self) -> tuple[int, ...]:
        """A value that changes whenever the status of a ruling may change."""
        return self.versions, self.agreed, self.steps, self.erased


def texts_mark_of(club_id: int) -> TextsMark:
    """Return a value that changes with each house rule or ruling of the club, and each day."""
    return TextsMark._make((*db.session.execute(_MARK, {"club": club_id}).one(), today()))
