"""The typed base of all models, the database of the app, and the clock."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, ClassVar

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import JSON, DateTime, MetaData, TypeDecorator
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, declared_attr

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Moment(TypeDecorator[datetime]):
    """A moment in UTC: aware in Python, naive in the database."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC, without its zone, as the database stores it."""
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment, which is stored in UTC, with that zone."""
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """The base of all models."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: Moment,
        dict[str, Any]: JSON(none_as_null=True),
        list[Any]: JSON(none_as_null=True),
    }

    @declared_attr.directive
    @classmethod
    def __tablename__(cls) -> str:
        """Return the name of a model's table: ``earlier_part`` for ``EarlierPart``."""
        return re.sub(r"\B(?=[A-Z])", "_", cls.__name__).lower()


class RequestSession(Session):
    """The session of one request, for reading. It begins no transaction, so each query reads the latest data."""

    def close(self) -> None:
        """Close the session; errors of a lost connection are ignored, because the request is answered already."""
        try:
            super().close()
        except DBAPIError:
            super().invalidate()


db = SQLAlchemy(metadata=Base.metadata, session_options={"class_": RequestSession})

AppContext = Callable[[], AbstractContextManager[object]]
"""The ``app_context`` method of an app, by which a thread gets access to its database."""


_pretended: ContextVar[datetime | None] = ContextVar("moment", default=None)


def now() -> datetime:
    """Return the present moment, or the one set by ``clock_at``."""
    return _pretended.get() or datetime.now(UTC)


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    """Let ``now`` return this moment during this block: for the demo and for imports."""
    token = _pretended.set(moment)
    try:
        yield
    finally:
        _pretended.reset(token)
