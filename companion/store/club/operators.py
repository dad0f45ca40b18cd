"""The actions of a server's operator on clubs, each written to the operator's log."""

import getpass
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, insert, select, update

from companion.store.club import erasing, idle
from companion.store.database.base import db
from companion.store.database.models import Club
from companion.store.database.service_models import OperatorAct
from companion.store.database.writing import bump_club_mark, writing


@contextmanager
def _logged_transaction(what: str, club: int | None, detail: str) -> Iterator[Connection]:
    """Open a transaction that also adds an entry to the operator's log. ``what``: the act, such as “block”."""
    with writing() as connection:
        act = insert(OperatorAct).values(who=_account_name(), what=what, club_id=club, detail=detail[:200])
        connection.execute(act)
        yield connection


def _account_name() -> str:
    """Return the name of the system account; “unknown” if it has only a number, as in some containers."""
    try:
        return getpass.getuser()[:60]
    except (KeyError, OSError):
        return "unknown"


def record(what: str, club: int | None = None, detail: str = "") -> None:
    """Add an entry to the operator's log. ``what``: the act, such as “delete”."""
    with _logged_transaction(what, club, detail):
        pass


def list_acts() -> Sequence[OperatorAct]:
    """Return the entries of the operator's log, the latest first."""
    return db.session.scalars(select(OperatorAct).order_by(OperatorAct.id.desc())).all()


def set_blocked(club: int, *, is_blocked: bool) -> None:
    """Block a club, so that nobody can open it, or unblock it; its data stays."""
    with _logged_transaction("block" if is_blocked else "unblock", club, "") as connection:
        bump_club_mark(connection, club, is_blocked=is_blocked)


def set_quota(club: int, *, plays: int | None, rounds: int | None, most_bytes: int | None) -> None:
    """Set the limits of a club. 0: unlimited; None: the limit in the settings of the server."""
    values = {"most_plays": plays, "most_rounds": rounds, "most_bytes": most_bytes}
    detail = ", ".join(f"{name}: {'usual' if most is None else most}" for name, most in values.items())
    with _logged_transaction("quota", club, detail) as connection:
        connection.execute(update(Club).where(Club.id == club).values(**values))


def delete(club: int) -> None:
    """Delete a club with everything in it."""
    record("delete", club)
    erasing.erase_club(club)


def warn_idle(days: int, notice: int) -> list[int]:
    """Announce the removal of idle clubs as ``idle.warn_clubs`` does; return the ids of these clubs."""
    warned = idle.warn_clubs(days, notice)
    for club in warned:
        record("warn", club, f"idle for {days} days, to be removed in {notice}")
    return warned


def remove_idle(club: int, days: int, file: str) -> bool:
    """Remove an idle club; return False if somebody has used it meanwhile, or the date of its removal has not come.

    ``days``: how long it must have been idle; ``file``: where it was exported, for the operator's record.
    """
    removed = erasing.erase_club(club, idle.is_removal_due(days))
    if removed:
        record("remove", club, f"idle for {days} days, exported to {file}")
    return removed
