"""A rolling restart under load, behind a real proxy: no save fails, none is lost, none is written twice."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from wsgiref.simple_server import make_server

import pytest
from sqlalchemy import create_engine, text

from companion.store.database.caches.listen_notify import NAME
from companion.web.support.requests.overload import moment_in
from tests.bench.server import free_port
from tests.hosting.gunicorn import Gunicorn
from tests.hosting.kills import Writer
from tests.hosting.load import new_club
from tests.hosting.postgresql import HERE, needs_postgresql, needs_program, own_server
from tests.hosting.proxies import PROXIES, StartProxy, caddy
from tests.laws.strategies import few

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

pytestmark = [pytest.mark.slow, needs_postgresql()]

CLUBS = 3
RESTARTS = few(5)
"""How often each of two servers is restarted."""

BETWEEN_ROUNDS = 0.1
"""Seconds after which a club saves its next round: some saves meet each moment of a restart."""


each_proxy = pytest.mark.parametrize(
    "proxy", [pytest.param(proxy, id=name, marks=needs_program(name)) for name, proxy in PROXIES.items()]
)


Asked = list[tuple[str, dict[str, str]]]
"""Paths and headers of requests."""


@contextmanager
def echo() -> Iterator[tuple[int, Asked]]:
    """Start a server that answers everything; yield its port, and what it is asked."""
    asked: Asked = []

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        asked.append((environ["PATH_INFO"], {name: environ[name] for name in environ if name.startswith("HTTP_")}))
        start_response("200 OK", [("Content-Length", "0")])
        return []

    with make_server(HERE, 0, answer) as server:
        answering = Thread(target=server.serve_forever)
        answering.start()
        try:
            yield server.server_port, asked
        finally:
            server.shutdown()
            answering.join()


@each_proxy
def test_the_proxy_tells_the_app_since_when_a_request_waits_and_who_asks(tmp_path: Path, proxy: StartProxy) -> None:
    (tmp_path / "proxy").mkdir(mode=0o777)
    with echo() as (server, asked), proxy(tmp_path / "proxy", server) as (port, _):
        forged = {"X-Forwarded-For": "9.9.9.9", "X-Request-Start": "t=1", "X-Forwarded-Host": "elsewhere"}
        urlopen(Request(f"http://{HERE}:{port}/rules", headers=forged), timeout=60).close()
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://{HERE}:{port}/metrics", timeout=60)
        refused.value.close()
    assert refused.value.code == 404
    (seen,) = (headers for path, headers in asked if path != "/healthz")
    began = moment_in(seen["HTTP_X_REQUEST_START"])
    assert began is not None
    assert abs(time.time() - began) < 60
    assert seen["HTTP_X_FORWARDED_FOR"] == HERE
    assert seen["HTTP_X_FORWARDED_PROTO"] == "http"
    assert seen["HTTP_X_FORWARDED_HOST"].startswith(HERE)


@each_proxy
def test_all_requests_of_a_club_go_to_the_same_server(tmp_path: Path, proxy: StartProxy) -> None:
    clubs = [f"/clubs/club-{number}" for number in range(20)]
    (tmp_path / "proxy").mkdir(mode=0o777)
    with echo() as (one, first), echo() as (other, second), proxy(tmp_path / "proxy", one, other) as (port, _):
        for club in clubs:
            for path in ("", "/plays", "/plays/x/state?mark=1"):
                urlopen(f"http://{HERE}:{port}{club}{path}", timeout=60).close()
    counts = [sum(path.startswith(f"{club}/") or path == club for path, _ in first) for club in clubs]
    assert set(counts) == {0, 3}
    assert len(second) >= 3 * counts.count(0)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[Gunicorn]]]:
    """The address of a database, and two servers over it."""
    folder = tmp_path_factory.mktemp("instance")
    with own_server() as server, ExitStack() as running:
        apps = [Gunicorn(server.url, folder, free_port()) for _ in range(2)]
        for app in apps:
            running.callback(app.stop)
        yield server.url, apps


@each_proxy
def test_no_save_fails_while_one_server_after_the_other_is_restarted(
    tmp_path: Path, proxy: StartProxy, servers: tuple[str, list[Gunicorn]]
) -> None:
    """nginx hands a form on to the other server; what Caddy cannot is sent again, as a page does, and written once."""
    url, apps = servers
    with ExitStack() as running:
        (tmp_path / "proxy").mkdir(mode=0o777)
        port, _ = running.enter_context(proxy(tmp_path / "proxy", *(app.port for app in apps)))
        writers = [Writer(club.phones[0], club.play) for club in [new_club(port, number, 1) for number in range(CLUBS)]]
        clubs = [writer.phone.club.rpartition("/")[2] for writer in writers]
        for writer in writers:
            running.callback(writer.phone.close)
        stopped = Event()
        with ThreadPoolExecutor(CLUBS) as pool:
            saving = [pool.submit(writer.save_until, stopped, BETWEEN_ROUNDS) for writer in writers]
            try:
                for app in apps * RESTARTS:
                    app.stop()
                    app.start()
                    app.wait_until_ready()
            finally:
                stopped.set()
            for one in saving:
                one.result()
        met = {what for writer in writers for what in writer.met}
        assert met <= ({"502", "overloaded"} if proxy is caddy else {"overloaded"}), "the page sends these again"
        engine = create_engine(url)
        with engine.connect() as connection:
            rounds = text(
                "select club.key, count(*) from event join club on club.id = event.club_id "
                "where event.kind = 'round' and club.key = any(:clubs) group by 1"
            )
            written = dict(connection.execute(rounds, {"clubs": clubs}).all())  # type: ignore[arg-type] # each row is a pair
            listeners = text(f"select count(*) from pg_stat_activity where application_name = '{NAME}'")
            end = time.monotonic() + 60
            while connection.scalar(listeners) < 2 and time.monotonic() < end:
                connection.rollback()
                time.sleep(0.1)
            assert connection.scalar(listeners) >= 2, "each process hears of what the others write"
        engine.dispose()
        assert sorted(written.values()) == sorted(len(writer.answered) for writer in writers)
        assert min(written.values()) > 0
