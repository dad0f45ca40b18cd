"""A server whose PostgreSQL cannot write, or whose Valkey comes later: sentences, and nothing answered is lost."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import create_engine, text

from tests.bench.server import free_port
from tests.database import new_app
from tests.hosting.gunicorn import Gunicorn
from tests.hosting.kills import Valkey, needs_valkey
from tests.hosting.load import Club, new_club
from tests.hosting.postgresql import OwnServer, needs_postgresql, own_server
from tests.store.database.disks import fill, small_disk
from tests.web.phones import Club as OwnClub
from tests.web.phones import Phone

MOST_SAVES = 300
"""More saves than fit into the free space that the files of PostgreSQL have."""

WRONG = {"code": "AAAAAAAAAA"}


@contextmanager
def full(_: OwnServer, disk: Path) -> Iterator[None]:
    ballast = fill(disk)
    yield
    ballast.unlink()


@contextmanager
def read_only(server: OwnServer, _: Path) -> Iterator[None]:
    _set_read_only(server, "on")
    yield
    _set_read_only(server, "off")


def _set_read_only(server: OwnServer, value: str) -> None:
    """Set whether new connections can write, and end all others."""
    engine = create_engine(server.url.replace("/clubs", "/postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"ALTER DATABASE clubs SET default_transaction_read_only = {value}"))
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'clubs'"))
    engine.dispose()


def save_until_refused(club: Club) -> tuple[int, str]:
    """Save rounds until one is refused; return how many were saved, and the page of the refusal."""
    for saved in range(MOST_SAVES):
        answer = club.save()
        if answer.status != 303:
            return saved, answer.expect(503).text
    raise AssertionError("every save was answered")


@pytest.mark.slow
@needs_postgresql()
@pytest.mark.parametrize(("trouble", "sentence"), [(full, "is full"), (read_only, "read-only")])
def test_a_database_that_cannot_write_is_named_and_loses_nothing(
    tmp_path: Path, trouble: Callable[[OwnServer, Path], AbstractContextManager[None]], sentence: str
) -> None:
    with TemporaryDirectory() as name, small_disk(disk := Path(name) / "disk", "120m"):
        for folder in (disk, disk.parent):  # those of pytest are closed to the account that runs PostgreSQL
            folder.chmod(0o755)
        with own_server(disk) as server:
            app = Gunicorn(server.url, tmp_path / "instance", free_port())
            try:
                club = new_club(app.port, 0, 1)
                club.save().expect(303)
                with trouble(server, disk):
                    saved, page = save_until_refused(club)
                    assert sentence in page
                    assert "Everything that you typed is still here" in page
                    club.phones[0].get(club.play).expect(200)
                club.save().expect(303)
                club.phones[0].close()
                engine = create_engine(server.url)
                with engine.connect() as connection:
                    written = connection.scalar(text("select count(*) from event where kind = 'round'"))
                engine.dispose()
                assert written == saved + 2
            finally:
                app.stop()


@needs_valkey
def test_codes_work_as_soon_as_the_valkey_is_there_that_was_away_at_the_start(tmp_path: Path) -> None:
    limits = Valkey()
    limits.kill()
    with new_app(tmp_path, limits_url=limits.url, code_letters=10) as app:
        club, phone = OwnClub(app), Phone(app)
        assert phone.post("/join", WRONG).status_code == 503
        for _ in range(2):  # the second time it has come back without what it knew
            limits.start()
            try:
                assert phone.post("/join", WRONG).status_code == 422
            finally:
                limits.kill()
            assert phone.post("/join", {"code": club.codes["viewer"]}).status_code == 503
        limits.start()
        try:
            assert phone.post("/join", {"code": club.codes["viewer"]}).status_code == 302
        finally:
            limits.kill()
