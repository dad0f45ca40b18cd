"""PostgreSQL behind PgBouncer, where each transaction may get another connection."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion.settings import load_settings
from companion.store.database.base import db
from companion.web import create_app
from tests.hosting.postgresql import needs_postgresql, needs_program, own_server, pgbouncer
from tests.web.phones import Club

pytestmark = [pytest.mark.slow, needs_postgresql(), needs_program("pgbouncer")]


def test_clubs_play_at_once_and_connections_keep_no_state(tmp_path: Path) -> None:
    with own_server() as server, pgbouncer(server.url) as url:
        app = create_app(load_settings({}, instance=tmp_path, database_url=url, pgbouncer=True))

        def play(_: int) -> dict[str, int]:
            table = Club(app).start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
            for _ in range(6):  # more often than the driver sends a statement before it prepares it
                table.write({"tricks": {"Ann": 5}})
            return dict(table.state.sheet.table.totals)

        with ThreadPoolExecutor(8) as pool:
            totals = list(pool.map(play, range(16)))
        assert len({str(one) for one in totals}) == 1
        with app.app_context():
            db.engine.dispose()
        engine = create_engine(url, connect_args={"prepare_threshold": None})
        with engine.connect() as connection:
            assert connection.scalar(text("select count(*) from pg_prepared_statements")) == 0
            assert connection.scalar(text("show lock_timeout")) == "0"
            assert connection.scalar(text("select count(*) from pg_locks where locktype = 'advisory'")) == 0
        engine.dispose()
