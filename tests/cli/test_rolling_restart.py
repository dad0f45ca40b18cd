"""A rolling restart under load, behind a real proxy: no save fails, none is lost, none is written twice."""

import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import create_engine, text

from companion.store.database.listen_notify import NAME
from tests.bench.server import free_port
from tests.hosted import ROOT, Gunicorn
from tests.load import Club, new_club
from tests.postgresql import HERE, found_program, needs_postgresql, needs_program, own_server, wait_for

pytestmark = [pytest.mark.slow, needs_postgresql(), needs_program("nginx")]

CLUBS = 3
RESTARTS = 2
"""How often each of two servers is restarted."""


@contextmanager
def nginx(folder: Path, *ports: int) -> Iterator[int]:
    """The example of ``contrib`` before these ports, without the certificate; yields its own port."""
    port = free_port()
    servers = "".join(f"server {HERE}:{one} max_fails=0;\n" for one in ports)
    example = (ROOT / "contrib" / "nginx.conf").read_text("utf-8")
    for line in ("    server 127.0.0.1:8001;\n", "    server_name cards.example.org;\n"):
        assert line in example
    own = (
        example.replace("    server 127.0.0.1:8001;\n", servers)
        .replace("    server 127.0.0.1:8002;\n", "")
        .replace("listen 443 ssl;", f"listen {HERE}:{port};")
    )
    temporary = "\n".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    settings = folder / "nginx.conf"
    settings.write_text(
        f"daemon off; pid {folder}/nginx.pid; worker_processes 1; error_log {folder}/error.log;\n"
        f"events {{ }}\nhttp {{ access_log off;\n{temporary}\n{own}\n}}\n"
    )
    program = found_program("nginx")
    assert program is not None
    with subprocess.Popen([program, "-p", folder, "-e", folder / "error.log", "-c", settings]) as process:
        try:
            wait_for(port)
            yield port
        finally:
            process.terminate()


def save_until(stopped: Event, club: Club) -> tuple[int, list[str]]:
    """Save round after round, each sent once; return how many went in, and what else was answered."""
    done, wrong = 0, []
    while not stopped.is_set():
        answer = club.save()
        done += answer.status == 303
        if answer.status != 303:
            wrong.append(f"{answer.status}: {answer.text[:500]}")
    return done, wrong


def test_no_save_fails_while_one_server_after_the_other_is_restarted(tmp_path: Path) -> None:
    with own_server() as server, ExitStack() as running:
        (tmp_path / "nginx").mkdir(mode=0o777)
        apps = [Gunicorn(server.url, tmp_path / "instance", free_port()) for _ in range(2)]
        for app in apps:
            running.callback(app.stop)
        port = running.enter_context(nginx(tmp_path / "nginx", *(app.port for app in apps)))
        clubs = [new_club(port, number, 1) for number in range(CLUBS)]
        for club in clubs:
            running.callback(club.phones[0].close)
        stopped = Event()
        with ThreadPoolExecutor(CLUBS) as pool:
            saving = [pool.submit(save_until, stopped, club) for club in clubs]
            try:
                for app in apps * RESTARTS:
                    app.stop()
                    app.start()
                    app.wait_until_ready()
            finally:
                stopped.set()
            found = [one.result() for one in saving]
        assert [wrong for _, wrong in found] == [[]] * CLUBS
        engine = create_engine(server.url)
        with engine.connect() as connection:
            written = dict(
                connection.execute(text("select club_id, count(*) from event where kind = 'round' group by 1")).all()
            )  # type: ignore[arg-type] # each row is a pair
            listeners = text(f"select count(*) from pg_stat_activity where application_name = '{NAME}'")
            end = time.monotonic() + 60
            while connection.scalar(listeners) < 2 and time.monotonic() < end:
                connection.rollback()
                time.sleep(0.1)
            assert connection.scalar(listeners) >= 2, "each process hears of what the others write"
        engine.dispose()
        assert sorted(written.values()) == sorted(done for done, _ in found)
        assert min(written.values()) > 0
