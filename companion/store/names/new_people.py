"""Adding people to a club by name, and names that nobody can have."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, func, insert, select

from companion.core.entry.names import name_fault
from companion.core.entry.problems import Problem
from companion.core.money.stakes import NO_PERSON, is_kitty
from companion.store.database.models import Club, Player
from companion.store.database.writing import bump_club_mark, lock_row
from companion.store.names.names import name_key


def name_problem(name: str) -> str:
    """Return a sentence that says why nobody can have a name, or an empty text."""
    fault = name_fault(name)
    if fault:
        return f"The name {fault}."
    return f"{name} {NO_PERSON}." if is_kitty(name) else ""


def kitty_faults(names: Iterable[str]) -> list[Problem]:
    """Return a problem for each name that is reserved for the kitty."""
    return [Problem("players", f"{name} {NO_PERSON}.", name) for name in names if is_kitty(name)]


def player_ids(connection: Connection, club: int, names: Sequence[str]) -> dict[str, int]:
    """Return the ids of people by name, adding those who are new to the club.

    For a merged name, it is the id of the person it was merged into.
    """
    lock_row(connection, Club, club)
    ids = select(Player.name_key, func.coalesce(Player.merged_into_id, Player.id)).where(Player.club_id == club)
    rows = connection.execute(ids.where(Player.name_key.in_([name_key(name) for name in names])))
    known: dict[str, int] = dict(rows.all())
    fresh: dict[str, str] = {}
    for name in names:
        if name_key(name) not in known:
            fresh.setdefault(name_key(name), name)
    if fresh:
        people = [{"club_id": club, "name": name, "name_key": key} for key, name in fresh.items()]
        known.update(connection.execute(insert(Player).returning(Player.name_key, Player.id), people).all())
        bump_club_mark(connection, club)
    return {name: known[name_key(name)] for name in names}
