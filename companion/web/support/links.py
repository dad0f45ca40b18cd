"""Links for other phones: absolute addresses and QR codes."""

import io
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import segno
from flask import Flask, Response, current_app, g, request

from companion.address import link_base


def absolute_url(path: str) -> str:
    """Return the absolute address of a path, as other phones can open it."""
    return link_base(current_app.config["COMPANION"], request.host_url) + path


def cached_url_for(app: Flask) -> Callable[..., str]:
    """Return the ``url_for`` of templates: it caches addresses, of which a page has dozens, for all readers."""

    @lru_cache(maxsize=4096, typed=True)
    def address(_root: str, _club: str, endpoint: str, **values: Any) -> str:
        return app.url_for(endpoint, **values)

    def url_for(endpoint: str, **values: Any) -> str:
        try:
            return address(request.script_root, g.member.club_key if "member" in g else "", endpoint, **values)
        except TypeError:  # a list of values cannot be a key
            return app.url_for(endpoint, **values)

    return url_for


def qr_picture(link: str) -> Response:
    """Return a response with the QR code of a link."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=True)
    answer = current_app.response_class(picture.getvalue(), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer
