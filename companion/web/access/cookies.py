"""The two cookies of a phone: its token and its session. Neither depends on the clock.

Both are named ``__Host-`` behind HTTPS: a browser lets no plain page write over a cookie that is for HTTPS only, so
that a phone that has to go back to plain HTTP could keep nothing under the same name.
"""

from flask import Flask, current_app, g, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.wrappers import Request, Response
from itsdangerous import BadData
from werkzeug.http import dump_cookie

from companion.store.database.base import now

DEVICE = "companion-device"
"""The cookie with the device's token, behind the month in which it was written: ``202611.TOKEN``.

Browsers share the cookies of a host among all its ports, and with them all Companions that run there. Each finds its
own token among those in the cookie, and leaves the others, which it cannot read, as they are.
"""

FIRST = "companion"
"""The one cookie of the first versions, for both purposes: read, and never written again."""

LASTS = 400 * 24 * 3600
"""Seconds for which a browser is asked to keep a cookie; none keeps one longer without being asked again."""

MOST_TOKENS = 8
"""How many tokens a phone keeps; those used last stay."""


def behind_https() -> bool:
    """Return whether the phone reaches the app, or the proxy in front of it, by HTTPS."""
    return bool(current_app.config["COMPANION"].secure_cookies or request.is_secure)


def _named(name: str) -> str:
    return f"__Host-{name}" if behind_https() else name


def _keep(response: Response, name: str, value: str) -> None:
    """Set a cookie that lasts so long by the phone's own clock."""
    kept = dump_cookie(
        name, value, max_age=LASTS, secure=behind_https(), httponly=True, samesite="Lax", sync_expires=False
    )
    response.headers.add("Set-Cookie", kept)


def shown_tokens() -> list[str]:
    """Return the tokens in the cookies of the request, the likeliest first."""
    names = [_named(DEVICE), DEVICE]
    found = [token for name in names for token in request.cookies.get(name, "").split(".")[1:]]
    first = Visits().read(current_app, request, FIRST).get("device")
    if isinstance(first, str):
        found.append(first)
    return list(dict.fromkeys(token for token in found if token))[:MOST_TOKENS]


def remember(response: Response) -> Response:
    """Renew the cookie of a recognised phone, once a month."""
    token = g.get("token")
    if token is None:
        return response
    response.vary.add("Cookie")
    month, *kept = request.cookies.get(_named(DEVICE), "").split(".")
    present = f"{now():%Y%m}"
    if token and (month != present or token not in kept):
        tokens = dict.fromkeys([token, *shown_tokens()])
        _keep(response, _named(DEVICE), ".".join([present, *list(tokens)[:MOST_TOKENS]]))
    return response


class Visits(SecureCookieSessionInterface):
    """The session, signed, and valid as long as the phone keeps it."""

    def get_cookie_name(self, app: Flask) -> str:
        """Return the cookie's name; the mark of the secret key in it keeps several apps on one host apart."""
        return _named(super().get_cookie_name(app))

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session; the one that the first versions wrote, until there is a newer one."""
        name = self.get_cookie_name(app)
        return self.read(app, request, name if name in request.cookies else FIRST)

    def read(self, app: Flask, request: Request, name: str) -> SecureCookieSession:
        """Return the content of a signed cookie of any age; empty if it is not ours."""
        value = request.cookies.get(name)
        serializer = self.get_signing_serializer(app) if value else None
        try:
            return self.session_class(serializer.loads(value) if value and serializer else None)
        except BadData:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write the session if it has changed."""
        if session.accessed:
            response.vary.add("Cookie")
        if session.modified and (serializer := self.get_signing_serializer(app)):
            _keep(response, self.get_cookie_name(app), serializer.dumps(dict(session)))
