"""Validation of the Host header, with which links for other phones begin."""

import re
from collections.abc import Iterable
from ipaddress import IPv6Address
from typing import TYPE_CHECKING

from werkzeug.wrappers import Response

from companion.address import parse_address

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_LETTERS = 253
"""The longest valid host name."""

_NAME = re.compile(r"([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?", re.I | re.A)
_PLACE = re.compile(r"(\[(?P<six>[^]]*)\]|(?P<name>[^:]*))(:(?P<port>[0-9]{0,5}))?", re.A)

BARE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""The headers of responses that WSGI middleware gives instead of the app."""

REFUSAL = b"This address is not valid. Open the one that the computer that runs Companion shows.\n"


def is_host(text: str) -> bool:
    """Return whether a text is a valid host name or address, with or without a port."""
    found = _PLACE.fullmatch(text)
    if found is None or int(found["port"] or 0) > 65535:
        return False
    if found["six"] is not None:
        return isinstance(parse_address(found["six"]), IPv6Address) and "%" not in found["six"]
    return len(found["name"]) <= MOST_LETTERS and _NAME.fullmatch(found["name"]) is not None


class HostValidation:
    """WSGI middleware that answers 400 to requests with an invalid host.

    It comes after the middleware that trusts a proxy, so that the proxy's headers are checked, too.
    """

    def __init__(self, app: "WSGIApplication") -> None:
        self.app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Return the app's response, or the refusal."""
        if "HTTP_HOST" not in environ:  # HTTP/1.0; the server's own name is no address
            environ["HTTP_HOST"] = ""
        elif not is_host(environ["HTTP_HOST"]) or environ["wsgi.url_scheme"] not in ("http", "https"):
            return Response(REFUSAL, 400, BARE_HEADERS, "text/plain")(environ, start_response)
        return self.app(environ, start_response)
