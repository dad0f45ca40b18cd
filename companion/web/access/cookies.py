"""The two cookies of a phone: its device token and its session. Neither depends on the phone's clock.

Behind HTTPS both have the prefix ``__Host-``, so that a plain-HTTP page cannot overwrite them. Without HTTPS they have
other names, so that a phone can go back to plain HTTP.
"""

from copy import deepcopy
from functools import lru_cache
from typing import Any

from flask import Flask, current_app, g, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.wrappers import Request, Response
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.http import dump_cookie

from companion.store.database.base import now

DEVICE_COOKIE = "companion-device"
"""The name of the token cookie. Its value is the month of writing and up to eight tokens: ``202611.TOKEN.TOKEN``.

Browsers share cookies among all ports of a host, and thus among all Companions that run there. Each app finds the token
that it knows and leaves the others unchanged.
"""

FIRST_VERSIONS_COOKIE = "companion"
"""The name of the single cookie that the first versions used for both purposes; it is only read."""

COOKIE_SECONDS = 400 * 24 * 3600
"""Lifetime of a cookie in seconds: the longest that browsers allow."""

MOST_TOKENS = 8
"""The most tokens in the cookie; the most recently used ones are kept."""


def behind_https() -> bool:
    """Return whether the phone reaches the app, or the proxy in front of it, over HTTPS."""
    return bool(current_app.config["COMPANION"].secure_cookies or request.is_secure)


def _cookie_name(name: str) -> str:
    """Return the full name of a cookie: with ``__Host-`` behind HTTPS."""
    return f"__Host-{name}" if behind_https() else name


def _set_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie that lasts ``COOKIE_SECONDS`` seconds by the phone's own clock."""
    cookie = dump_cookie(
        name, value, max_age=COOKIE_SECONDS, secure=behind_https(), httponly=True, samesite="Lax", sync_expires=False
    )
    response.headers.add("Set-Cookie", cookie)


def tokens_in_cookies() -> list[str]:
    """Return the device tokens in the cookies of the request, the likeliest first."""
    names = [_cookie_name(DEVICE_COOKIE), DEVICE_COOKIE]
    found = [token for name in names for token in request.cookies.get(name, "").split(".")[1:]]
    if FIRST_VERSIONS_COOKIE in request.cookies:
        first = SignedSessions().read_cookie(current_app, request, FIRST_VERSIONS_COOKIE).get("device")
        found += [first] if isinstance(first, str) else []
    return list(dict.fromkeys(token for token in found if token))[:MOST_TOKENS]


def renew_token_cookie(response: Response) -> Response:
    """Set the token cookie if it lacks the phone's token, or was not written this month.

    A response to a request that did not ask which device it is from stays unchanged.
    """
    token = g.get("token")
    if token is None:
        return response
    month, *sent = request.cookies.get(_cookie_name(DEVICE_COOKIE), "").split(".")
    today = now()
    present = f"{today.year}{today.month:02}"
    if token and (month != present or token not in sent):
        tokens = dict.fromkeys([token, *tokens_in_cookies()])
        _set_cookie(response, _cookie_name(DEVICE_COOKIE), ".".join([present, *list(tokens)[:MOST_TOKENS]]))
    return response


@lru_cache(maxsize=1024)
def _signed_content(serializer: URLSafeTimedSerializer, value: str) -> dict[str, Any]:
    """Return the content of a signed cookie, cached, since a phone sends the same cookie with every request.

    :raises BadData: it is not signed here.
    """
    found: dict[str, Any] = serializer.loads(value)
    return found


class SignedSessions(SecureCookieSessionInterface):
    """The session interface: signed cookies that do not expire."""

    def get_cookie_name(self, app: Flask) -> str:
        """Return the cookie's name. It contains a digest of the secret key, so that one host can run several apps."""
        return _cookie_name(super().get_cookie_name(app))

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer of the app, which is made once."""
        if "companion_serializer" not in app.extensions:
            app.extensions["companion_serializer"] = super().get_signing_serializer(app)
        found: URLSafeTimedSerializer | None = app.extensions["companion_serializer"]
        return found

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session; if there is no session cookie yet, that in the cookie of the first versions."""
        name = self.get_cookie_name(app)
        return self.read_cookie(app, request, name if name in request.cookies else FIRST_VERSIONS_COOKIE)

    def read_cookie(self, app: Flask, request: Request, name: str) -> SecureCookieSession:
        """Return the content of a signed cookie of any age; an empty session if it is missing or not signed here."""
        value = request.cookies.get(name)
        serializer = self.get_signing_serializer(app) if value else None
        try:
            return self.session_class(deepcopy(_signed_content(serializer, value)) if value and serializer else None)
        except BadData:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the session cookie if the session was modified, and ``Vary: Cookie`` if the page depends on cookies."""
        if session.accessed or "token" in g:
            response.vary.add("Cookie")
        if session.modified and (serializer := self.get_signing_serializer(app)):
            _set_cookie(response, self.get_cookie_name(app), serializer.dumps(dict(session)))
