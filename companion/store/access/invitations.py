"""Codes and links with which others join a club: making and renewing them. ``joining`` accepts them."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from companion.store.access import codes as secret_codes
from companion.store.access.roles import Member, require_organiser
from companion.store.database.base import db
from companion.store.database.models import Club
from companion.store.database.runtime import runtime
from companion.store.database.writing import lock_row, writing

R = TypeVar("R")

MOST_TRIES = 100
"""How many codes are tried before giving up on finding one that no other club has."""


def code_columns(key: str, generation: int, length: int) -> dict[str, object]:
    """Return the columns of a club for its codes: generation, length and hashes. ``key``: the club's own."""
    return {
        "code_generation": generation,
        "code_letters": length,
        "scorer_code_hash": secret_codes.hash_of(secret_codes.join_code(key, "scorer", generation, length)),
        "viewer_code_hash": secret_codes.hash_of(secret_codes.join_code(key, "viewer", generation, length)),
    }


def _are_codes_taken(connection: Connection, codes: dict[str, object]) -> bool:
    """Return whether one of these codes is taken by any club and role, or both are the same."""
    hashes = [codes["scorer_code_hash"], codes["viewer_code_hash"]]
    taken = select(Club.id).where(Club.scorer_code_hash.in_(hashes) | Club.viewer_code_hash.in_(hashes))
    return hashes[0] == hashes[1] or connection.scalar(taken.limit(1)) is not None


def free_codes(connection: Connection, key: str, generation: int) -> dict[str, object]:
    """Return the columns of a club for codes that no club has: those of the first free generation from this one on.

    ``key``: the club's.

    :raises RuntimeError: none of ``MOST_TRIES`` generations is free.
    """
    for fresh in range(generation, generation + MOST_TRIES):
        codes = code_columns(key, fresh, runtime().code_letters)
        if not _are_codes_taken(connection, codes):
            return codes
    raise RuntimeError("no code is free")


def recovery_columns(key: str, generation: int) -> dict[str, object]:
    """Return the columns of a club for its recovery link: generation and hash."""
    return {
        "recovery_generation": generation,
        "recovery_hash": secret_codes.hash_of(secret_codes.recovery_token(key, generation)),
    }


def run_with_free_codes(act: Callable[[Connection], R]) -> R:
    """Run a function that gives a club codes in one transaction; return its result.

    It runs again if another club took one of the codes at the same moment.

    :raises RuntimeError: that has happened ``MOST_TRIES`` times.
    """
    for _ in range(MOST_TRIES):
        with suppress(IntegrityError), writing() as connection:
            return act(connection)
    raise RuntimeError("no code is free")


def renew(connection: Connection, club: int, *, codes: bool = False, recovery: bool = False) -> None:
    """Renew the codes of a club, its recovery link, or both; the old ones stop working."""
    lock_row(connection, Club, club)
    wanted = select(Club.key, Club.code_generation, Club.recovery_generation).where(Club.id == club)
    key, generation, recoveries = connection.execute(wanted).one()
    values = free_codes(connection, key, generation + 1) if codes else {}
    if recovery:
        values |= recovery_columns(key, recoveries + 1)
    connection.execute(update(Club).where(Club.id == club).values(**values))


def join_codes(member: Member) -> dict[str, str]:
    """Return the codes with which others join, by role: ``scorer`` and ``viewer``.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    made = db.session.execute(select(Club.code_generation, Club.code_letters).where(Club.id == member.club_id)).one()
    return {role: secret_codes.join_code(member.club_key, role, *made) for role in ("scorer", "viewer")}


def renew_codes(member: Member) -> None:
    """Renew the codes of the club; the old ones stop working.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    run_with_free_codes(lambda connection: renew(connection, member.club_id, codes=True))


def recovery_token(member: Member) -> str:
    """Return the token of the club's present recovery link.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    generation = db.session.scalar(select(Club.recovery_generation).where(Club.id == member.club_id)) or 0
    return secret_codes.recovery_token(member.club_key, generation)


def renew_recovery(member: Member) -> None:
    """Renew the club's recovery link; the old one stops working.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    with writing() as connection:
        renew(connection, member.club_id, recovery=True)
