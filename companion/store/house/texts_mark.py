"""How far a club's own texts have come, so that what was made of them is known to be stale."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import BindParameter, bindparam, func, select

from companion.store.database.base import db
from companion.store.database.models import Erasure, Event
from companion.store.house.house import HOUSE, RULING, today

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
    """How much a club has written down, and on which day it is asked."""

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
        """What is new whenever other house rules may be in force."""
        return self.versions, self.agreed, self.erased, self.day

    @property
    def became(self) -> tuple[int, ...]:
        """What is new whenever something may have become of a ruling."""
        return self.versions, self.agreed, self.steps, self.erased


def texts_mark_of(club_id: int) -> TextsMark:
    """What is new whenever a house rule or a ruling of the club is, or another day begins."""
    return TextsMark._make((*db.session.execute(_MARK, {"club": club_id}).one(), today()))
