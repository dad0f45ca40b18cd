"""Backup and restore at the command line, starting after a loss, and several starts at once."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion.store.database.backups.backup_paths import MARKER
from tests.bench.phone import Phone, new_id
from tests.cli.commands.command_line import companion, told
from tests.cli.running import PATIENCE, Running, clean_environment, running
from tests.database import URL, own_database, put_empty_database
from tests.store.database.disks import damage, fill, held, read_only, small_disk

ROUND = [("put.0", 1), ("put.1", 0), ("take.0", 0), ("take.1", 1)]
"""A round of Put and Take for two."""

ONCE = 4
"""How many processes start at once."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an instance with a club of one play; to be copied, never changed."""
    folder = tmp_path_factory.mktemp("played")
    with running(folder=folder) as app:
        phone = Phone(app.port)
        phone.start_club()
        phone.start_play("put-and-take")
        phone.close()
        app.process.terminate()
        app.wait()
    return folder / "instance"


@pytest.fixture
def instance(played: Path, tmp_path: Path) -> Path:
    """Return a copy of that instance for one test."""
    shutil.copytree(played, tmp_path / "instance")
    return tmp_path / "instance"


def plays_in(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        found: int = connection.execute("select count(*) from play").fetchone()[0]
        return found


def test_a_backup_is_restored(instance: Path, tmp_path: Path) -> None:
    copy = tmp_path / "evening.zip"
    made = companion("backup", str(copy), folder=instance)
    assert made.exit_code == 0, made.output
    size = f"{copy.stat().st_size // 1024:,} kilobytes"
    assert made.output == f"Saved {copy} with the key: {size}.\nTo restore it: companion restore {copy}\n"
    new = tmp_path / "new computer"
    done = companion("restore", str(copy), folder=new)
    assert done.exit_code == 0, done.output
    assert done.output == f"Restored from {copy}: 1 club with 1 game.\n"
    assert (new / "secret_key").read_bytes() == (instance / "secret_key").read_bytes()
    assert plays_in(new / "companion.sqlite3") == 1
    again = companion("restore", str(copy), folder=new)
    kept = new / "companion.sqlite3.before-restore"
    assert again.output.splitlines() == [done.output.strip(), f"The database from before is kept as {kept}."]


def test_restoring_a_bare_database_warns_that_its_key_is_missing(instance: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    bare = str(instance / "companion.sqlite3")
    done = companion("restore", bare, folder=new)
    assert done.exit_code == 0, done.output
    put = f"This backup contains no key. Put its file secret_key into {new}."
    assert done.output.splitlines()[1:] == [put]
    assert not (new / "secret_key").exists()
    done = companion("restore", bare, "--key", str(instance / "secret_key"), folder=new)
    assert "no key" not in done.output
    assert (new / "secret_key").exists()
    done = companion("restore", bare, folder=new)
    stays = f"This backup contains no key, so {new / 'secret_key'} stays. It must be the key of this backup."
    assert done.output.splitlines()[-1] == stays


def test_restoring_a_file_that_is_no_backup_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "shopping").write_text("eggs, " * 100)
    done = companion("restore", str(tmp_path / "shopping"), folder=tmp_path / "instance")
    assert done.exit_code == 1
    assert told(done) == f"Error: {tmp_path / 'shopping'} is no backup of Companion, or is incomplete."
    assert companion("restore", str(tmp_path / "none")).exit_code == 2


def test_backup_of_a_database_server_names_its_own_tools(tmp_path: Path) -> None:
    env = {"COMPANION_DATABASE_URL": "postgresql+psycopg://ann@localhost/cards"}
    pytest.importorskip("psycopg")
    (tmp_path / "copy").touch()
    for command, why in (
        (
            "backup",
            "Only an SQLite database can be backed up like this. Use the backup program of your database server.",
        ),
        (
            "restore",
            "This Companion uses a database server: restore its data with the backup program of that server. The key "
            "is in the backup under the name secret_key.",
        ),
    ):
        done = companion(command, str(tmp_path / "copy"), folder=tmp_path, env=env)
        assert done.exit_code == 1
        assert told(done) == f"Error: {why}"


def test_the_running_app_makes_a_daily_copy_and_refuses_a_restore(instance: Path) -> None:
    with running(folder=instance.parent) as app:
        copy = appears(instance / "copies")
        done = companion("restore", str(copy), folder=instance)
        assert done.exit_code == 1
        assert "Stop it first" in done.output
        assert app.get()[0] == 200
        app.process.terminate()
        code, rest = app.wait()
        assert code == 0
        assert "Traceback" not in rest
    done = companion("restore", str(copy), folder=instance)
    assert done.exit_code == 0, done.output


def appears(folder: Path) -> Path:
    """Return the first daily copy once it exists."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for found in folder.glob("companion-*.zip"):
            assert zipfile.is_zipfile(found)
            return found
        time.sleep(0.02)
    raise AssertionError("no copy was made")


def test_a_start_with_an_empty_database_beside_a_key_that_had_clubs_warns(instance: Path) -> None:
    assert (instance / MARKER).exists()
    for path in instance.glob("companion.sqlite3*"):
        path.unlink()
    with running(folder=instance.parent) as app:
        said = " ".join(app.printed.split())
        assert "has no club" in said
        assert "companion restore" in said
        assert app.get()[0] == 200


def test_a_start_with_a_damaged_database_explains_how_to_restore(instance: Path) -> None:
    with running(folder=instance.parent) as app:
        copy = appears(instance / "copies")
        app.process.terminate()
        app.wait()
    damage(instance / "companion.sqlite3")
    for command in (["--port", "0"], ["rebuild"], ["backup", str(instance / "new")]):
        done = companion(*command, folder=instance)
        assert done.exit_code == 1, done.output
        assert "damaged" in done.output
        assert f"companion restore {copy}" in done.output
    assert not (instance / "new").exists()
    assert companion("restore", str(copy), folder=instance).exit_code == 0
    with running(folder=instance.parent) as app:
        assert app.get()[0] == 200


@pytest.mark.parametrize("stopped_by", ["TERM", "KILL"])
def test_on_a_read_only_disk_the_app_starts_and_shows_what_it_has(stopped_by: str, tmp_path: Path) -> None:
    with small_disk(tmp_path / "instance"):
        put_empty_database(tmp_path / "instance")
        with running(folder=tmp_path) as app:
            phone = Phone(app.port)
            phone.start_club()
            play = phone.start_play("put-and-take", ("Ann", "Bob"))
            phone.close()
            app.process.send_signal(getattr(signal, f"SIG{stopped_by}"))
            app.wait()
        with read_only(tmp_path / "instance"), running(folder=tmp_path) as app:
            phone = moved(phone, app)
            assert "Put and Take" in phone.get(play).expect(200).text
            page = phone.post(f"{play}/rounds", [("base", 1), ("client_id", "tap"), *ROUND]).expect(503).text
            assert "read-only" in page
            phone.close()
            app.process.kill()
            app.wait()
        ballast = fill(tmp_path / "instance")
        with running(folder=tmp_path) as app:
            phone = moved(phone, app)
            assert "Put and Take" in phone.get(play).expect(200).text
            phone.close()
            app.process.kill()
            app.wait()
        ballast.unlink()


def moved(phone: Phone, app: Running) -> Phone:
    """Return the same phone, with the app on another port."""
    twin = phone.twin()
    twin._port, twin._connection.port = app.port, app.port
    return twin


def test_pages_load_while_another_program_locks_the_database(tmp_path: Path) -> None:
    with running(folder=tmp_path) as app:
        phone = Phone(app.port)
        phone.start_club()
        play = phone.start_play("put-and-take", ("Ann", "Bob"))
        page = phone.get(play).expect(200)
        answers: list[int] = []
        form = [("base", page.value_of("base")), *ROUND]

        def write() -> None:
            writer = phone.twin()
            answers.append(writer.post(f"{play}/rounds", [*form, ("client_id", new_id())]).status)
            writer.close()

        with held(tmp_path / "instance" / "companion.sqlite3"):
            writers = [threading.Thread(target=write) for _ in range(8)]
            for writer in writers:
                writer.start()
            waiting = []
            for _ in range(5):
                assert phone.get(play).status == 200
                waiting.append(any(writer.is_alive() for writer in writers))
            for writer in writers:
                writer.join()
        assert any(waiting), "reads were answered only after all writes"
        assert answers == [503] * 8
        assert phone.post(f"{play}/rounds", [*form, ("client_id", new_id())]).status == 303
        phone.close()


# Several at once.


def started_at_once(folder: Path, **environment: str) -> Iterator[tuple[int, str]]:
    """Start several processes that migrate the same empty database; return how each ends."""
    command = [sys.executable, "-m", "companion", "rebuild", "--instance", str(folder / "instance")]

    def run(_: int) -> tuple[int, str]:
        done = subprocess.run(
            command, env=clean_environment(**environment), capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return done.returncode, done.stdout + done.stderr

    with ThreadPoolExecutor(ONCE) as pool:
        yield from pool.map(run, range(ONCE))


def test_several_first_starts_in_one_folder_all_succeed(tmp_path: Path) -> None:
    for code, said in started_at_once(tmp_path):
        assert code == 0, said
    assert plays_in(tmp_path / "instance" / "companion.sqlite3") == 0


@pytest.mark.skipif(not URL, reason="TEST_DATABASE_URL is not set")
def test_several_first_starts_on_one_server_all_succeed(tmp_path: Path) -> None:
    with own_database() as url:
        assert url is not None
        for code, said in started_at_once(tmp_path, COMPANION_DATABASE_URL=url):
            assert code == 0, said
        engine = create_engine(url)
        with engine.connect() as connection:
            assert connection.execute(text("select count(*) from alembic_version")).scalar_one() == 1
            left = connection.execute(text("select count(*) from pg_locks where locktype = 'advisory'")).scalar_one()
        engine.dispose()
        assert left == 0, "no lock is left behind"
