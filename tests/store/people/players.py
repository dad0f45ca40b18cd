"""People of a club: found, renamed, merged."""

from companion.store.database.base import db
from companion.store.log.write import WriteResult
from companion.store.people import edit_people
from companion.store.people.ledger import Ledger, ledger_of
from tests.store.tables import Club, client_id


def ledger(club: Club) -> Ledger:
    db.session.rollback()
    return ledger_of(club.organiser.club_id)


def number(club: Club, name: str) -> int:
    found = ledger(club).id_of_name(name)
    assert found is not None, name
    return found


def rename(club: Club, old: str, new: str) -> WriteResult:
    return edit_people.rename(club.scorer, number(club, old), new, client_id())


def merge(club: Club, one: str, other: str) -> WriteResult:
    return edit_people.merge(club.scorer, number(club, one), number(club, other), client_id())
