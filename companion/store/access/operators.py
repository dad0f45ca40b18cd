"""What the operator of a server does with clubs; all of it is logged."""

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from companion.store.access import erasing, idle
from companion.store.database.base import db, now
from companion.store.database.models import Club, OperatorAct
from companion.store.database.writing import bump_club_mark, writing


class Act(NamedTuple):
    """Something that the operator did."""

    at: datetime
    who: str
    what: str
    club: int | None
    detail: str


@contextmanager
def _acting(what: str, club: int | None, detail: str) -> Iterator[Connection]:
    """Open a transaction that also logs what is done in it."""
    with writing() as connection:
        values = {"at": now(), "who": _account(), "what": what, "club_id": club, "detail": detail[:200]}
        connection.execute(insert(OperatorAct).values(**values))
        yield connection


def _account() -> str:
    """Return the account at the computer; a container may run under a number that has no name."""
    try:
        return getpass.getuser()[:60]
    except (KeyError, OSError):
        return "unknown"


def record(what: str, club: int | None = None, detail: str = "") -> None:
    """Log something that the operator does."""
    with _acting(what, club, detail):
        pass


def acts() -> list[Act]:
    """Return what was done, the latest first."""
    columns = (OperatorAct.at, OperatorAct.who, OperatorAct.what, OperatorAct.club_id, OperatorAct.detail)
    return [Act(*row) for row in db.session.execute(select(*columns).order_by(OperatorAct.id.desc()))]


def block(club: int) -> None:
    """Close a club to everybody; nothing in it is lost."""
    _set_blocked("block", club, is_blocked=True)


def unblock(club: int) -> None:
    """Open a club again that was blocked."""
    _set_blocked("unblock", club, is_blocked=False)


def _set_blocked(what: str, club: int, *, is_blocked: bool) -> None:
    with _acting(what, club, "") as connection:
        connection.execute(update(Club).where(Club.id == club).values(is_blocked=is_blocked))
        bump_club_mark(connection, club)


def set_quota(club: int, *, plays: int | None, rounds: int | None, most_bytes: int | None) -> None:
    """Set how much a club may hold; 0: any number; None: as much as the settings say."""
    values = {"most_plays": plays, "most_rounds": rounds, "most_bytes": most_bytes}
    detail = ", ".join(f"{name}: {'usual' if most is None else most}" for name, most in values.items())
    with _acting("quota", club, detail) as connection:
        connection.execute(update(Club).where(Club.id == club).values(**values))


def delete(club: int) -> None:
    """Delete a club with everything in it."""
    record("delete", club)
    erasing.erase_club(club)


def warn_idle(days: int, notice: int) -> list[int]:
    """Announce on the pages of idle clubs that they are removed after so many days; return these clubs."""
    warned = idle.warn_clubs(days, notice)
    for club in warned:
        record("warn", club, f"idle for {days} days, to be removed in {notice}")
    return warned


def remove_idle(club: int, days: int, file: str) -> bool:
    """Remove an idle club that was exported into a file; return False if somebody has used it meanwhile."""
    removed = erasing.erase_club(club, idle.is_removal_due(days))
    if removed:
        record("remove", club, f"idle for {days} days, exported to {file}")
    return removed
