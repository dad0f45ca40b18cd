"""A new version beside one that still runs: the database is not migrated under it, and it says so."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion.store.database.listen_notify import NAME
from companion.store.database.revisions import newest_revision
from tests.cli.running import PATIENCE, clean_environment
from tests.postgresql import needs_postgresql, own_server

pytestmark = [pytest.mark.slow, needs_postgresql()]


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database."""
    with own_server() as server:
        yield server.url


def migrate(url: str, folder: Path) -> tuple[int, str]:
    """Exit code and output of the command."""
    given = {"COMPANION_DATABASE_URL": url, "COMPANION_SECRET_KEY": "k" * 40}
    command = [sys.executable, "-m", "companion", "migrate", "--instance", str(folder)]
    done = subprocess.run(
        command, capture_output=True, text=True, env=clean_environment(**given), timeout=PATIENCE, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_a_database_is_not_migrated_under_processes_of_the_version_before(url: str, tmp_path: Path) -> None:
    assert migrate(url, tmp_path)[0] == 0
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '0017'"))
    old = create_engine(url, connect_args={"application_name": NAME})
    with old.connect() as running:
        running.execute(text("select 1"))
        code, said = migrate(url, tmp_path)
        assert code == 1
        assert "stop them all" in " ".join(said.split())
        with engine.begin() as connection:
            assert connection.scalar(text("select version_num from alembic_version")) == "0017"
            connection.execute(text(f"update alembic_version set version_num = '{newest_revision()}'"))
        assert migrate(url, tmp_path)[0] == 0, "processes of the same version start beside one another"
    old.dispose()
    engine.dispose()
