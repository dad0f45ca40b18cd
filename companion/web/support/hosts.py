"""Checking the Host header: links for other phones begin with it."""

import re
from collections.abc import Iterable
from ipaddress import AddressValueError, IPv6Address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_LETTERS = 253
"""The most letters in a name of a computer; a part of it has at most 63."""

_NAME = re.compile(r"([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?", re.I | re.A)
_PLACE = re.compile(r"(\[(?P<six>[^]]*)\]|(?P<name>[^:]*))(:(?P<port>[0-9]{0,5}))?", re.A)

REFUSAL = b"The address of this page is not written as one. Open it as the computer that runs Companion shows it.\n"


def is_host(text: str) -> bool:
    """Return whether this is a valid host name or address, with or without a port."""
    found = _PLACE.fullmatch(text)
    if found is None or int(found["port"] or 0) > 65535:
        return False
    if found["six"] is not None:
        return _is_six(found["six"])
    return len(found["name"]) <= MOST_LETTERS and _NAME.fullmatch(found["name"]) is not None


def _is_six(text: str) -> bool:
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return "%" not in text


class KnownHosts:
    """WSGI middleware that answers 400 to invalid hosts.

    It stands behind whatever trusts a proxy: what that says is looked at as well.
    """

    def __init__(self, app: "WSGIApplication") -> None:
        self.app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Return the app's response, or the refusal."""
        if "HTTP_HOST" not in environ:  # a very old program; what the server calls itself is no address either
            environ["HTTP_HOST"] = ""
        elif not is_host(environ["HTTP_HOST"]) or environ["wsgi.url_scheme"] not in ("http", "https"):
            return self._refuse(environ, start_response)
        return self.app(environ, start_response)

    @staticmethod
    def _refuse(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(REFUSAL))),
            ("Content-Security-Policy", "default-src 'none'"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
        ]
        start_response("400 Bad Request", headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [REFUSAL]
