"""The Host header: an invalid one is refused, and never gets into a link."""

import io
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.web.support.requests.hosts import is_host
from tests.database import app_in
from tests.web.phones import Club, Phone

HOSTS = (
    "here", "localhost:8000", "192.168.1.20", "192.168.1.20:8000", "cards.example.org", "cards.example.org.",
    "my_pc:8000", "xn--mller-kva.local:8000", "[::1]:8000", "[fd00::12]", "raspberrypi.local", "a" * 63 + ".org", "7",
    "COMPANION.fritz.box", "here:", "xn--a", "xn--99999", "here:0", "here:65535", "[::1]:65535", "a." * 126 + "b",
)  # fmt: skip
NO_HOSTS = (
    "", " ", ".", "..", "a..b", ".a", "a" * 64, "a." + "b" * 64 + ".org", "a." * 127, "a." * 127 + "b", "x" * 5000,
    "a b", "a\tb", "a\x1b[31mb", "a\x00b", "a:b", "here:65536", "here:99999", "here:123456", "here:-1", "here:80:80",
    "[::1]:65536", "[::1", "::1", "[x]", "[::1]x", "[fe80::1%eth0]", "a@b", "a/b", "a?b", "a#b", "<b>", "'\"",
    "müller.de", "a,b", "-a", "a-", "here:８０", "xn--",
)  # fmt: skip


def ask(
    app: Flask, host: str | None, path: str = "/", method: str = "GET", **more: Any
) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of a request with just this host."""
    environ = {
        "REQUEST_METHOD": method, "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "",
        "SERVER_NAME": "waitress.invalid", "SERVER_PORT": "8000", "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1", "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(), "wsgi.errors": io.StringIO(), **more,
    }  # fmt: skip
    if host is not None:
        environ["HTTP_HOST"] = host
    found: list[Any] = []
    body = app.wsgi_app(environ, lambda status, headers, _=None: found.extend((int(status[:3]), dict(headers))))
    return found[0], found[1], b"".join(body)


@pytest.mark.parametrize("host", HOSTS, ids=ascii)
def test_a_valid_host_is_answered(app: Flask, host: str) -> None:
    assert ask(app, host)[0] == 200
    assert ask(app, host, "/nothing")[0] == 404
    assert ask(app, host, "/api/v1/games")[0] == 200


@pytest.mark.parametrize("host", NO_HOSTS, ids=lambda host: ascii(host[:20]))
def test_an_invalid_host_is_refused_with_a_plain_400(app: Flask, host: str) -> None:
    for path in ("/", "/join", "/nothing", "/static/app.css", "/api/v1/games", "/clubs/x"):
        status, headers, body = ask(app, host, path)
        assert status == 400
        assert headers["Content-Type"].startswith("text/plain")
        assert headers["Content-Security-Policy"] == "default-src 'none'"
        assert b"This address is not valid." in body
        assert not host.strip(" .*-") or host.encode() not in body
    assert ask(app, host, method="POST")[0] == 400
    assert ask(app, host, method="HEAD")[2] == b""


@given(st.text(st.sampled_from("ab-_.:[]0189xn%"), max_size=20) | st.text(max_size=10))
def test_no_host_causes_an_internal_error(app: Flask, host: str) -> None:
    try:
        host.encode("latin-1")
    except UnicodeEncodeError:
        return
    assert ask(app, host)[0] == (200 if is_host(host) else 400)


def links(club: Club, host: str | None, **more: Any) -> str:
    """Return the page with the invitation link, requested under a host."""
    cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in club.organiser.client._cookies.values())
    status, _, body = ask(club.app, host, f"{club.url}/invite", HTTP_COOKIE=cookies, **more)
    assert status == 200
    return body.decode()


def test_links_use_the_host_or_an_address_that_phones_can_reach(club: Club) -> None:
    assert "http://cards.example.org:8000/j/" in links(club, "cards.example.org:8000")
    for host in ("my_pc:8000", None):
        page = links(club, host)
        assert "waitress.invalid" not in page
        assert "http:///" not in page
        assert ":8000/j/" in page


def test_a_forwarded_host_is_checked_too(tmp_path: Path) -> None:
    behind = app_in(tmp_path, trusted_proxies="1")
    assert ask(behind, "127.0.0.1:8000", HTTP_X_FORWARDED_HOST="cards.example.org")[0] == 200
    assert ask(behind, "a..b", HTTP_X_FORWARDED_HOST="cards.example.org")[0] == 200, "the proxy's own is not looked at"
    for host in ("a..b", "x" * 64, "evil/path"):
        assert ask(behind, "127.0.0.1:8000", HTTP_X_FORWARDED_HOST=host)[0] == 400
    assert ask(behind, "127.0.0.1:8000", HTTP_X_FORWARDED_PROTO="javascript")[0] == 400
    assert Phone(behind).get("/", headers={"X-Forwarded-Proto": "https"}).status_code == 200
