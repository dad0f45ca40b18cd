"""What operators recover: links of clubs, and clubs after the secret key has changed."""

from contextlib import AbstractContextManager

import pytest
from flask import Flask
from sqlalchemy import Connection

from companion.store.access import codes, invitations, joining, recovery
from companion.store.database.runtime import runtime
from companion.store.database.writing import writing
from tests.store.access.ways_in import gets_in, lets_in
from tests.store.tables import Club


def test_a_new_recovery_link_replaces_the_old_one_and_keeps_the_codes(app: Flask, club: Club) -> None:
    known = lets_in(club)
    other = lets_in(Club())
    link = recovery.new_recovery_link(club.organiser.club_id)
    assert link == invitations.recovery_token(club.organiser) != known[2]
    assert [joining.is_recovery_token(one) for one in (known[2], link, "", "x" * 40)] == [False, True, False, False]
    assert gets_in(app, known) == [True, True, False]
    assert gets_in(app, [*known[:2], link]) == [True, True, True]
    assert gets_in(app, other) == [True, True, True]


def test_codes_of_another_key_are_renewed_and_devices_stay(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Club(), Club()
    known = lets_in(first)
    assert recovery.clubs_of_another_key() == []
    assert recovery.renew_codes_of_another_key() == 0
    assert lets_in(first) == known
    monkeypatch.setattr(runtime(), "secret", b"another")
    third = Club()
    strange = [first.organiser.club_id, second.organiser.club_id]
    assert recovery.clubs_of_another_key() == strange
    assert gets_in(own_app, lets_in(first)) == [False, False, False]
    assert recovery.renew_codes_of_another_key() == 2
    assert recovery.clubs_of_another_key() == []
    for club in (first, second, third):
        assert club.member(club.token).is_organiser
        assert gets_in(own_app, lets_in(club)) == [True, True, True]


def test_the_database_keeps_the_mark_of_its_first_key(own_app: Flask) -> None:
    assert recovery.stored_key_mark("other") == codes.key_mark(runtime().secret)
    recovery.set_key_mark("other")
    assert recovery.stored_key_mark("third") == "other"
    with writing() as connection:
        connection.exec_driver_sql("delete from key_mark")
    assert recovery.stored_key_mark("third") == recovery.stored_key_mark("fourth") == "third"


def test_the_mark_that_another_process_stores_first_is_kept(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with writing() as connection:
        connection.exec_driver_sql("delete from key_mark")

    def second() -> AbstractContextManager[Connection]:
        monkeypatch.undo()
        assert recovery.stored_key_mark("first") == "first"
        return writing()

    monkeypatch.setattr(recovery, "writing", second)
    assert recovery.stored_key_mark("second") == "first"
