"""Recovering clubs for their operator: recovery links, and the secret key that their codes belong to."""

from contextlib import suppress
from functools import partial

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.store.access import invitations
from companion.store.access.codes import recovery_token
from companion.store.database.base import db
from companion.store.database.models import Club
from companion.store.database.service_models import KeyMark
from companion.store.database.writing import writing


def clubs_of_another_key() -> list[int]:
    """Return the ids of the clubs whose codes were derived from another secret."""
    columns = (Club.id, Club.key, Club.code_generation, Club.code_letters, Club.scorer_code_hash)
    rows = db.session.execute(select(*columns))
    return [
        number
        for number, key, generation, length, code_hash in rows
        if invitations.code_columns(key, generation, length)["scorer_code_hash"] != code_hash
    ]


def stored_key_mark(own: str) -> str:
    """Return the mark of the secret key that the database stores; if there is none, store ``own``, this key's mark."""
    ask = select(KeyMark.mark)
    found = db.session.scalar(ask)
    if found is None:
        with suppress(IntegrityError), writing() as connection:  # another process may be quicker
            connection.execute(insert(KeyMark).values(id=1, mark=own))
        found = db.session.scalar(ask)
    return found or own


def set_key_mark(own: str) -> None:
    """Store the mark of the secret key in the database, in place of another one. ``own``: this key's mark."""
    if stored_key_mark(own) != own:
        with writing() as connection:
            connection.execute(update(KeyMark).values(mark=own))


def renew_codes_of_another_key() -> int:
    """Renew codes and recovery links that another secret key made; return the number of clubs.

    Devices that have joined stay members.
    """
    strange = clubs_of_another_key()
    for club in strange:
        invitations.run_with_free_codes(partial(invitations.renew, club=club, codes=True, recovery=True))
    return len(strange)


def new_recovery_link(club: int) -> str:
    """Renew the recovery link of a club and return its token; the old one stops working."""
    with writing() as connection:
        invitations.renew(connection, club, recovery=True)
        key, generation = connection.execute(select(Club.key, Club.recovery_generation).where(Club.id == club)).one()
    return recovery_token(key, generation)
