"""Migrating the database at start, and databases that cannot be migrated."""

import sqlite3
import subprocess
import sys
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from flask import Flask
from sqlalchemy import inspect, text

from companion.core.house.house_rules import HouseRules
from companion.settings import load_settings
from companion.store.database import sqlite_files
from companion.store.database.base import db
from companion.store.database.engine import sqlite_file
from companion.store.database.revisions import newest_revision
from companion.store.database.trouble import DatabaseBusyError
from companion.store.house import house_rules
from companion.store.migrations import run_migrations, upgrading
from companion.store.migrations.run_migrations import alembic_config
from companion.store.migrations.upgrading import CannotMigrateError
from companion.web import create_app
from tests.database import embedded_only
from tests.store.tables import SCRATCH, Club, Table, rows


@embedded_only
def test_an_older_database_is_copied_before_its_migration(
    own_app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "companion.sqlite3"
    club = Club()
    table = Table(club.scorer)
    table.write(SCRATCH)
    db.session.remove()
    with db.engine.begin() as connection:
        newest = connection.execute(text("select version_num from alembic_version")).scalar_one()
        connection.execute(text("update alembic_version set version_num = '0001'"))
    copies = []

    def run(*_: Any) -> None:
        copies.extend(tmp_path.glob("companion.sqlite3.before-*"))
        with db.engine.begin() as connection:
            connection.execute(text("update alembic_version set version_num = :newest"), {"newest": newest})

    monkeypatch.setattr(command, "upgrade", run)
    upgrading.upgrade_database()
    assert [copy.name for copy in copies] == [f"{path.name}.before-{newest}"]
    with closing(sqlite3.connect(copies[0])) as old:
        assert old.execute("select version_num from alembic_version").fetchall() == [("0001",)]
        assert old.execute("select count(*) from event").fetchall() == [(2,)]
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


def test_new_and_current_databases_are_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        create_app(load_settings({}, instance=tmp_path))
        assert not list(tmp_path.glob("*.before-*"))


def test_a_current_database_is_opened_without_loading_alembic(tmp_path: Path) -> None:
    create_app(load_settings({}, instance=tmp_path))
    started = (
        "import sys; from pathlib import Path; from companion.settings import load_settings; "
        "from companion.web import create_app; create_app(load_settings({}, instance=Path(sys.argv[1]))); "
        "print('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", started, str(tmp_path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout == "False\n"


def test_a_play_of_the_first_version_survives_migration(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    db.session.remove()
    command.downgrade(alembic_config(), "0001")
    assert not inspect(db.engine).has_table("ruling")
    upgrading.upgrade_database()
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


@embedded_only
def test_a_day_stored_as_its_year_only_is_corrected(own_app: Flask) -> None:
    """An earlier version stored the house rules of the first databases so."""
    member = Club().organiser
    rules = house_rules.propose(
        member, game="rage", options={}, amendments=(), note="Ours.", holds_from=house_rules.today(), client_id="tap",
    )  # fmt: skip
    assert isinstance(rules, HouseRules)
    db.session.remove()
    command.downgrade(alembic_config(), "0010")
    with db.engine.begin() as connection:
        connection.execute(text("drop trigger house_version_no_update"))
        connection.execute(text("update house_version set holds_from = 2026"))
        connection.execute(
            text("create trigger house_version_no_update before update on house_version begin select 1; end")
        )
    upgrading.upgrade_database()
    found = house_rules.by_key(member.club_id, rules.key)
    assert found is not None
    assert found.holds_from == rules.holds_from


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (
            "ffff",
            "is of a newer version of Companion. Install that version, or restore an older backup.",
        ),
        (
            None,
            "has tables, but does not say which version of Companion made them: its table alembic_version is empty "
            "or missing. Restore a backup. Nothing was changed.",
        ),
    ],
)
def test_a_database_that_cannot_be_migrated_is_left_alone(own_app: Flask, version: str | None, message: str) -> None:
    with db.engine.begin() as connection:
        connection.exec_driver_sql("delete from alembic_version")
        if version:
            connection.exec_driver_sql(f"insert into alembic_version values ('{version}')")
    with pytest.raises(CannotMigrateError) as refused:
        upgrading.upgrade_database()
    assert str(refused.value) == message


def test_a_database_that_older_processes_use_is_not_migrated(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with db.engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '0001'")
    monkeypatch.setattr(upgrading, "_is_in_use", lambda: True)
    with pytest.raises(CannotMigrateError) as refused:
        upgrading.upgrade_database()
    assert str(refused.value) == (
        "has to be upgraded, but processes of an older version still use it. Stop all of them, then start this again. "
        "Nothing was changed."
    )
    assert rows("select version_num from alembic_version") == [("0001",)]


def test_a_database_that_another_process_has_migrated_meanwhile_is_left_alone(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = iter(["0001", newest_revision()])
    monkeypatch.setattr(upgrading, "reached_revision", lambda: next(reached))
    monkeypatch.setattr(run_migrations, "upgrade_to_head", lambda: pytest.fail("it is migrated already"))
    upgrading.upgrade_database()
    assert list(reached) == [], "it was read again while the database was locked"


@embedded_only
def test_a_starting_process_waits_ten_minutes_for_one_that_migrates(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, asked = sqlite_files.exclusive_lock, []

    def lock_at_once(path: Path, patience: float) -> AbstractContextManager[None]:
        asked.append((path.name, patience))
        return lock(path, 0)

    path = sqlite_file()
    monkeypatch.setattr(sqlite_files, "exclusive_lock", lock_at_once)
    with upgrading._migration_lock(path), pytest.raises(DatabaseBusyError), upgrading._migration_lock(path):
        pytest.fail("another process migrates it")
    assert asked == [("companion.sqlite3.lock", 600)] * 2


@embedded_only
def test_a_row_that_refers_to_a_missing_one_is_reported_after_a_migration(own_app: Flask, tmp_path: Path) -> None:
    club = Club()
    db.session.remove()
    command.downgrade(alembic_config(), "0019")
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as other:
        other.execute("update membership set device_id = 99 where id = ?", (club.viewer.membership_id,))
        other.commit()
    with pytest.raises(RuntimeError, match=r"^foreign keys are violated: \[\('membership', "):
        upgrading.upgrade_database()
    with db.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_migrations_are_found_in_a_folder_with_a_percent_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_migrations, "MIGRATIONS", Path("/opt/100%/migrations"))
    assert alembic_config().get_main_option("script_location") == "/opt/100%/migrations"


@embedded_only
def test_no_copy_of_an_older_database_is_overwritten(own_app: Flask) -> None:
    path = sqlite_file()
    assert path is not None
    for _ in range(3):
        upgrading._copy_before_migration(path, "0001")
    name = f"{path.name}.before-{newest_revision()}"
    assert sorted(copy.name for copy in path.parent.glob("*.before-*")) == [name, f"{name}-2", f"{name}-3"]
