"""The log never changes, except that an organiser can remove a whole club or, see ``test_erase_name``, a name."""

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from companion.store.access import idempotency, members
from companion.store.club import erasing
from companion.store.club.club_list import number_of_clubs
from companion.store.database.base import Base, db
from companion.store.database.runtime import runtime
from companion.store.files.exporting import fingerprint
from companion.store.plays.play_state import load_play
from companion.store.screens import screens
from tests.store.club.full_club import NAMES, full_club
from tests.store.tables import Table, done, rows, tricks

KEPT = ("event",)


@pytest.mark.parametrize("table", KEPT)
@pytest.mark.parametrize("statement", ["update {} set id = id + 1000", "delete from {}"])
def test_the_database_refuses_changes_of_the_log(own_app: Flask, table: str, statement: str) -> None:
    full_club()
    before = {name: rows(f"select * from {name} order by id") for name in KEPT}
    assert before[table]
    db.session.remove()
    with pytest.raises(DatabaseError, match="never changed"), db.engine.begin() as connection:
        connection.execute(text(statement.format(table)))
    assert {name: rows(f"select * from {name} order by id") for name in KEPT} == before


def test_deleting_a_club_removes_all_its_rows_and_no_others(own_app: Flask) -> None:
    club, table = full_club()
    other, other_table = full_club()
    for one, its_table in ((club, table), (other, other_table)):
        screens.create_link(one.scorer, its_table.state)
        idempotency.begin_call(one.scorer.club_id, "tap", "digest")
        handed_on = Table(one.scorer)
        handed_on.write(tricks(5, 0, 0))
        done(handed_on.take("Cyd", "Dee"))
        handed_on.write(tricks(5, 0, 0, names=("Ann", "Bob", "Dee")))
    tables = set(Base.metadata.tables) - {"device", "erasure", "day", "operator_act", "key_mark"}
    own = {name: len(rows(f"select * from {name}")) for name in sorted(tables)}
    assert [name for name, number in own.items() if not number] == [], "there are rows in every table"
    own_runtime, poller = runtime(), ("/clubs/a/state", "cookie")
    own_runtime.cache.put("names", value="of the club", size=1)
    own_runtime.polls.remember_poller(poller, "a", 600, 1)
    erasing.delete_club(club.organiser)
    assert own_runtime.cache.get("names") is None
    own_runtime.polls.store_marks("a", (3,), 1)
    assert own_runtime.polls.answer(poller, "3") is None, "who polls is asked for again"
    assert rows("select count(*) from device") == [(6,)]
    assert number_of_clubs() == 1
    assert members.member(club.token, club.key) is None
    assert load_play(other.scorer.club_id, table.key) is None
    assert fingerprint(club.scorer.club_id) == "", "another request may ask for it before it knows"
    for name, number in own.items():
        assert len(rows(f"select * from {name}")) * 2 == number, name
    assert other_table.totals == dict.fromkeys(NAMES, 0) | {"text": 3}
    other_table.write(tricks(0, 5, 0, names=NAMES))
    assert [tuple(row) for row in rows("select what, club_id from erasure where not open")] == [
        ("club", club.organiser.club_id)
    ]
    with pytest.raises(DatabaseError, match="never changed"), db.engine.begin() as connection:
        connection.execute(text("delete from event"))


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_only_organisers_may_remove_a_club(own_app: Flask, role: str) -> None:
    club, table = full_club()
    with pytest.raises(PermissionError):
        erasing.delete_club(getattr(club, role))
    assert rows("select * from erasure") == []
    assert table.state.setup.players == NAMES
