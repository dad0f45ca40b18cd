"""The app as it is started at home: its output, its end, and what it survives."""

import io
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import segno

from tests.cli.running import PATIENCE, Running, clean_environment, running


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running app that tests only look at."""
    with running(folder=tmp_path_factory.mktemp("home"), is_first=True) as app:
        yield app


def drawn(address: str) -> list[str]:
    """Return the QR code of an address as it is printed."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, compact=True, border=2)
    return [f"  {line}" for line in out.getvalue().splitlines()]


def test_the_printed_address_answers(app: Running) -> None:
    status, page = app.get()
    assert status == 200
    assert "<html" in page


def test_output_that_is_no_terminal_has_no_colours(app: Running) -> None:
    assert "\x1b" not in app.printed


def test_a_second_start_on_the_same_port_is_refused(app: Running, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "--port", str(app.port), "--instance", str(tmp_path)]
    second = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env=clean_environment(), check=False
    )
    assert second.returncode == 1
    assert f"Port {app.port} is in use" in second.stderr
    assert "Traceback" not in second.stderr
    assert app.get()[0] == 200


def test_unfinished_requests_delay_nobody(app: Running) -> None:
    stalled = [socket.create_connection(("127.0.0.1", app.port)) for _ in range(12)]
    try:
        for phone in stalled:
            phone.sendall(b"POST /join HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\ncode=")
        assert app.get()[0] == 200
        assert not select.select(stalled, [], [], 0)[0], "they were still held, neither answered nor closed"
    finally:
        for phone in stalled:
            phone.close()


def test_a_request_with_two_content_lengths_closes_the_connection(app: Running) -> None:
    with socket.create_connection(("127.0.0.1", app.port), timeout=PATIENCE) as phone:
        smuggled = b"GET /rules HTTP/1.1\r\nHost: here\r\n\r\n"
        both = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        phone.sendall(b"POST /join HTTP/1.1\r\nHost: here\r\n" + both + smuggled)
        answer = b"".join(iter(lambda: phone.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1 ") == 1


@contextmanager
def held(app: Running, number: int, address: str) -> Iterator[list[socket.socket]]:
    """Open idle connections from an address."""
    with ExitStack() as stack:
        place = ("127.0.0.1", app.port)
        found = [socket.create_connection(place, source_address=(address, 0)) for _ in range(number)]
        for phone in found:
            stack.enter_context(phone)
        yield found


def answered(phone: socket.socket) -> bool:
    """Whether a page comes over a connection, which stays open."""
    phone.settimeout(PATIENCE)
    try:
        phone.sendall(b"HEAD / HTTP/1.1\r\nHost: here\r\n\r\n")
        return phone.recv(65536).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
def test_one_address_cannot_take_all_connections(app: Running) -> None:
    with held(app, 600, "127.0.0.2") as greedy:
        assert app.get()[0] == 200
        greedy[0].settimeout(PATIENCE)
        assert greedy[0].recv(1) == b"", "the connection that was idle longest is closed"
        assert answered(greedy[-1]), "the newest one is not"
        with held(app, 6, "127.0.0.3") as phones:
            assert all(answered(phone) for phone in phones)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
def test_sixteen_phones_behind_one_address_keep_their_connections(app: Running) -> None:
    with held(app, 16 * 6, "127.0.0.4") as phones:
        for _ in range(2):
            assert all(answered(phone) for phone in phones)


def test_trusted_proxies_on_an_open_address_print_a_warning(tmp_path: Path) -> None:
    environment = clean_environment(COMPANION_TRUSTED_PROXIES="1")
    with running(folder=tmp_path, environment=environment) as app:
        assert "Companion trusts headers of a proxy, but can also be reached without it" in app.printed
        assert "set COMPANION_HOST=127.0.0.1" in app.printed


def test_behind_a_proxy_addresses_have_no_limit_and_cannot_write_lines_or_colours_into_the_terminal(
    tmp_path: Path,
) -> None:
    environment = clean_environment(COMPANION_TRUSTED_PROXIES="1")
    with running("--host", "127.0.0.1", folder=tmp_path, environment=environment) as app:
        assert "trusts headers of a proxy" not in app.printed
        if sys.platform == "linux":  # only Linux has all of 127.0.0.0/8
            with held(app, 300, "127.0.0.2") as proxy:
                assert answered(proxy[0])
                assert answered(proxy[-1])
        jar = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        page = jar.open(app.address + "/join", timeout=PATIENCE).read().decode()
        token = page.split('name="csrf_token" value="')[1].split('"')[0]
        form = urllib.parse.urlencode({"csrf_token": token, "code": "\x1b[31mQWERTZ\n"}).encode()
        asked = urllib.request.Request(app.address + "/join", form, {"X-Forwarded-For": "1.2.3.4\u009b31mred"})
        with pytest.raises(urllib.error.HTTPError, match="422"):
            jar.open(asked, timeout=PATIENCE)
        app.process.terminate()
        _, rest = app.wait()
    assert "WARNING A wrong code or link from 1.2.3.4\\x9b31mred." in rest
    assert "QWERTZ" not in rest
    assert "\x9b" not in rest
    assert "\x1b" not in rest


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's folders apart by itself")
def test_the_instance_folder_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    for loose in (False, True):  # new, and as an earlier version left it
        if loose:
            instance.chmod(0o755)
            for path in instance.iterdir():
                path.chmod(0o644)
            (instance / "companion.toml").write_text("threads = 2\n")
            (instance / "companion.toml").chmod(0o664)
        with running("--host", "127.0.0.1", folder=tmp_path, is_first=True) as app:
            assert app.get()[0] == 200
            names = {path.name for path in instance.iterdir()}
            assert {"companion.sqlite3", "companion.sqlite3-wal", "companion.sqlite3-shm", "secret_key"} <= names
            for path in (instance, *instance.rglob("*")):
                assert not path.stat().st_mode & 0o077, path


def test_responses_do_not_name_the_server(app: Running) -> None:
    with socket.create_connection(("127.0.0.1", app.port)) as phone:
        phone.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert b"\r\nServer:" not in phone.recv(65536)


def test_forwarded_headers_are_ignored_without_a_trusted_proxy(app: Running) -> None:
    with socket.create_connection(("127.0.0.1", app.port)) as phone:
        phone.sendall(b"GET / HTTP/1.0\r\nX-Forwarded-Host: elsewhere.example\r\n\r\n")
        assert b"elsewhere" not in phone.recv(65536)


def test_the_printed_qr_code_leads_to_the_address_for_phones(tmp_path: Path) -> None:
    environment = clean_environment(COMPANION_PUBLIC_URL="http://192.168.1.23:8000", PYTHONIOENCODING="utf-8")
    with running(folder=tmp_path, environment=environment) as app:
        assert "On your phones    http://192.168.1.23:8000\n" in app.printed
        assert "\n".join(drawn("http://192.168.1.23:8000")) in app.printed


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_cleanly(number: signal.Signals, tmp_path: Path) -> None:
    with running("--host", "127.0.0.1", folder=tmp_path) as app, socket.socket() as idle:
        assert "phones" not in app.printed, "on the loopback address there is no QR code"
        assert "█" not in app.printed
        idle.connect(("127.0.0.1", app.port))
        idle.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert idle.recv(12) == b"HTTP/1.1 200"
        app.process.send_signal(number)
        code, rest = app.wait()
    assert code == 0
    assert rest.endswith("Stopped. Everything that was saved is kept.\n")
    assert "Traceback" not in rest


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_after_a_kill_it_starts_again_on_the_same_port(tmp_path: Path) -> None:
    with running("--host", "127.0.0.1", folder=tmp_path) as app:
        port, key = app.port, (tmp_path / "instance" / "secret_key").read_bytes()
        busy = [threading.Thread(target=_ask_until_it_is_gone, args=(port,)) for _ in range(8)]
        for phone in busy:
            phone.start()
        app.process.kill()
        app.process.wait(PATIENCE)
        for phone in busy:
            phone.join(PATIENCE)
    with running("--host", "127.0.0.1", folder=tmp_path, port=str(port)) as again:
        assert again.get()[0] == 200
        assert (tmp_path / "instance" / "secret_key").read_bytes() == key


def _ask_until_it_is_gone(port: int) -> None:
    try:
        while True:
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as phone:
                phone.sendall(b"GET / HTTP/1.0\r\n\r\n")
                while phone.recv(65536):
                    pass
    except OSError:
        return


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminal")
def test_the_qr_code_is_dark_on_light_whatever_the_colours_of_the_terminal(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "companion", "--port", "0", "--instance", str(tmp_path)]
    environment = clean_environment(COMPANION_PUBLIC_URL="http://192.168.1.23:8000", PYTHONIOENCODING="utf-8")
    environment.pop("NO_COLOR", None)
    printed = b""
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        while b"Ctrl+C" not in printed:
            printed += os.read(ours, 65536)
        process.terminate()
        while _more(ours):
            pass
        assert process.wait(PATIENCE) == 0
    os.close(ours)
    assert b"\x1b[97m\x1b[40m" in printed


def _more(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def status_of(app: Running, path: str) -> int:
    """Return the status of a page."""
    try:
        return app.get(path)[0]
    except urllib.error.HTTPError as refused:
        return refused.code


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_readyz_fails_before_the_app_stops(tmp_path: Path) -> None:
    with running(folder=tmp_path, environment=clean_environment(COMPANION_DRAIN_SECONDS="2")) as app:
        assert [status_of(app, path) for path in ("/healthz", "/readyz")] == [200, 200]
        app.process.send_signal(signal.SIGTERM)
        while status_of(app, "/readyz") == 200:
            pass
        assert [status_of(app, path) for path in ("/healthz", "/readyz", "/")] == [200, 503, 200]
        code, rest = app.wait()
    assert code == 0
    assert "Traceback" not in rest


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_second_signal_ends_the_wait(tmp_path: Path) -> None:
    with running(folder=tmp_path, environment=clean_environment(COMPANION_DRAIN_SECONDS="600")) as app:
        app.process.send_signal(signal.SIGTERM)
        while status_of(app, "/readyz") == 200:
            pass
        app.process.send_signal(signal.SIGTERM)
        assert app.wait()[0] == 0
