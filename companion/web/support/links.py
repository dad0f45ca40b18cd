"""Links for other phones: absolute addresses and QR codes."""

import io
from functools import lru_cache
from typing import Any

import segno
from flask import Response, current_app, g, request, url_for

from companion.address import link_base


def absolute_url(path: str) -> str:
    """Return the absolute address of a path, as other phones can open it."""
    return link_base(current_app.config["COMPANION"], request.host_url) + path


def cached_url_for(endpoint: str, **values: Any) -> str:
    """Return an address like ``url_for``: it is cached for all readers, since a page has dozens."""
    try:
        return _address(request.script_root, g.member.club_key if "member" in g else "", endpoint, **values)
    except TypeError:  # a list of values cannot be a key
        return url_for(endpoint, **values)


@lru_cache(maxsize=4096, typed=True)
def _address(_root: str, _club: str, endpoint: str, **values: Any) -> str:
    """Return an address. ``_root``, ``_club``: keys of the cache only."""
    return url_for(endpoint, **values)


def qr_picture(link: str) -> Response:
    """Return a response with the QR code of a link."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=True)
    answer = current_app.response_class(picture.getvalue(), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer
