"""A database is not migrated while processes of an older version use it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion.store.database.caches.listen_notify import NAME
from companion.store.database.revisions import newest_revision
from tests.cli.running import PATIENCE, clean_environment
from tests.hosting.postgresql import needs_postgresql, own_server

pytestmark = [pytest.mark.slow, needs_postgresql()]


@pytest.fixture
def url() -> Iterator[str]:
    """Return the URL of an empty database."""
    with own_server() as server:
        yield server.url


def migrate(url: str, folder: Path) -> tuple[int, str]:
    """Run ``companion migrate``; return exit code and output."""
    given = {"COMPANION_DATABASE_URL": url, "COMPANION_SECRET_KEY": "k" * 40}
    command = [sys.executable, "-m", "companion", "migrate", "--instance", str(folder)]
    done = subprocess.run(
        command, capture_output=True, text=True, env=clean_environment(**given), timeout=PATIENCE, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_migrate_refuses_while_processes_of_the_previous_version_run(url: str, tmp_path: Path) -> None:
    assert migrate(url, tmp_path)[0] == 0
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '0017'"))
    old = create_engine(url, connect_args={"application_name": NAME})
    with old.connect() as running:
        running.execute(text("select 1"))
        code, said = migrate(url, tmp_path)
        assert code == 1
        assert "Stop all of them" in " ".join(said.split())
        with engine.begin() as connection:
            assert connection.scalar(text("select version_num from alembic_version")) == "0017"
            connection.execute(text(f"update alembic_version set version_num = '{newest_revision()}'"))
        assert migrate(url, tmp_path)[0] == 0, "processes of the same version start beside one another"
    old.dispose()
    engine.dispose()
