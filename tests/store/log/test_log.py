"""The log of a club is append-only, and projections follow from it."""

import json
from typing import Any

from alembic import command
from flask import Flask

from companion.store.database.base import db
from companion.store.database.writing import writing
from companion.store.log.write_results import Refused, Written
from companion.store.migrations import upgrading
from companion.store.migrations.run_migrations import alembic_config
from companion.store.money import payments
from companion.store.nights import night_state
from companion.store.people import edit_people
from companion.store.rulings import write_rulings
from tests.store.files.club_files import evenings, exported
from tests.store.house.versions import DRINKS, agreed
from tests.store.money.stakes import tonight
from tests.store.nights.evenings import EIGHT, ended, night_of, tell
from tests.store.rulings.test_rulings import record
from tests.store.tables import Club, client_id, rows

PEOPLE = "select id, name, name_key, merged_into_id, is_hidden from player order by id"
NIGHTS = "select id, name, place, notes, dated, began_at, share_hash from night order by id"


def test_projections_of_people_and_nights_follow_from_the_log(own_app: Flask) -> None:
    evenings(Club())
    before = rows(PEOPLE), rows(NIGHTS)
    assert edit_people.rebuild_people() == 0
    assert night_state.rebuild_nights() == 0
    with writing() as connection:
        connection.exec_driver_sql("update player set merged_into_id = null, is_hidden = not is_hidden")
        connection.exec_driver_sql("update player set name = 'X', name_key = 'x' where name = 'Evelyn'")
        connection.exec_driver_sql("update night set name = 'Theirs', share_hash = null where name <> ''")
    assert edit_people.rebuild_people() == len(before[0])
    assert night_state.rebuild_nights() == 1
    db.session.rollback()
    assert (rows(PEOPLE), rows(NIGHTS)) == before


def test_a_log_survives_migration_and_its_reversal(own_app: Flask) -> None:
    club = Club()
    evenings(club)
    agreed(club, amendments=[DRINKS], game="rage", options={})
    record(club)
    write_rulings.withdraw(club.organiser, record(club, question="Who deals?").key, "It is in the book.")
    agreed(club, ruling=record(club, question="Who leads?").key)
    ask = "select key, seq, subject, subject_id, undoes from event order by id"
    before = _events(club), rows(ask)
    db.session.remove()
    command.downgrade(alembic_config(), "0015")
    assert all(
        rows(f"select id from {table}") for table in ("edit", "night_step", "player_step", "house_step", "ruling_step")
    )
    db.session.remove()
    upgrading.upgrade_database()
    assert _events(club) == before[0]
    after, kept = rows(ask), ("night", "money")
    assert [row for row in after if row.subject in kept] == [row for row in before[1] if row.subject in kept]
    assert [row[1:] for row in after] == [row[1:] for row in before[1]]


def _events(club: Club) -> list[dict[str, Any]]:
    """Return the events of the club's file; those for which the old tables had no client id are without it."""
    found: list[dict[str, Any]] = json.loads(exported(club.scorer.club_id))["events"]
    for event in found:
        if event["kind"] in ("agreed", "withdrawn"):
            del event["client_id"]
    return found


def test_a_client_id_is_written_once(club: Club) -> None:
    table = ended(club, EIGHT)
    night, tap = night_of(table), client_id()
    first = tell(club.scorer, night, name="Ours", client_id=tap)
    paid = payments.pay(club.scorer, tonight(table).night, payer="Ann", payee="Bob", amount=5, client_id=tap)
    assert isinstance(paid, Written)
    assert (paid.key, paid.repeated) == (first.key, True)
    assert tonight(table).steps == ()


def test_a_refused_command_adds_no_person(club: Club) -> None:
    night = night_of(ended(club, EIGHT))
    outcome = tell(club.scorer, night, place="x" * 61, present=["Somebody new"])
    assert isinstance(outcome, Refused)
    assert rows("select id from player where name = 'Somebody new'") == []


def test_each_club_counts_its_own_events(club: Club) -> None:
    other = Club()
    for one in (club, other, club):
        tell(one.scorer, night_of(ended(one, EIGHT)), name=client_id())
    ask = "select seq from event where club_id = :id order by id"
    first, second = (len(rows(ask, id=one.scorer.club_id)) for one in (club, other))
    assert first == 2 * second
    assert rows(ask, id=club.scorer.club_id) == [(seq,) for seq in range(1, first + 1)]
    assert rows(ask, id=other.scorer.club_id) == [(seq,) for seq in range(1, second + 1)]
