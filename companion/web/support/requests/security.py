"""What protects the pages: a form has to come from this app (CSRF), and headers say what browsers may do."""

from flask import Flask, Response
from flask_wtf import CSRFProtect

from companion.web.access.cookies import behind_https
from companion.web.support.static import assets

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of all pages: everything comes from this app, and no script inside a page is run."""

HSTS_SECONDS = 7 * 24 * 3600
"""``max-age`` of Strict-Transport-Security in seconds; short, so that going back to plain HTTP stays possible."""

NOT_INDEXED = {"X-Robots-Tag": "noindex, nofollow"}
"""The header with which public pages of a club ask search engines to leave them out."""

csrf = CSRFProtect()
"""Refuses a form that does not come from a page of this app."""


def register(app: Flask) -> None:
    """Check the forms of the app and set the security headers of its responses."""
    csrf.init_app(app)
    app.after_request(set_security_headers)


def set_security_headers(response: Response) -> Response:
    """Set the security headers of a response."""
    policies = {"X-Content-Type-Options": "nosniff"}
    if response.headers.get("Cache-Control") != assets.CACHE_FOR_EVER:  # static files follow the policies of their page
        policies["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        policies["Referrer-Policy"] = "no-referrer"
    if behind_https():
        policies["Strict-Transport-Security"] = f"max-age={HSTS_SECONDS}"
    policies["Cache-Control"] = "no-store" if response.mimetype == "text/html" else "private, no-cache"
    present = {name.lower() for name, _ in response.headers}
    response.headers.extend({name: value for name, value in policies.items() if name.lower() not in present})
    return response
