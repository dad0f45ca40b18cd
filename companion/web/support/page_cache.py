"""A cache of rendered pages and parts of pages for all readers who see the same; tokens are filled in afterwards.

It saves two thirds of the cost of a sheet that another phone has loaded before. When a sheet is rendered anew, its
earlier rounds come from the cache.
"""

import re
from collections.abc import Callable, Hashable
from typing import Concatenate, ParamSpec

from flask import Response, current_app, g, get_flashed_messages, request, session
from flask_wtf.csrf import generate_csrf
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.store.database.runtime import runtime
from companion.web.access.guard import PageReader, current_member, fixed_client_id, new_client_id, page_reader

P = ParamSpec("P")

RECORD_SIZE = 40_000
"""Approximate size in memory of what a page is rendered from, in bytes."""

PART_SIZE = 2_000
"""Approximate size of the arguments of a part of a page in memory, in bytes."""

_TOKEN, _CLIENT_ID = b"\0token\0", b"\0client id\0"
"""What cached pages have instead of a CSRF token and an idempotency key."""

_PLACES = re.compile(b"(%b|%b)" % (_TOKEN, _CLIENT_ID))


def cached_page(
    render: Callable[Concatenate[PageReader, P], str], mark: object, *facts: P.args, **named: P.kwargs
) -> Response:
    """Return a page from the cache, or render it; with this request's CSRF token and a new idempotency key.

    A page with flashed messages is neither taken from the cache nor stored. For each address and role, only the latest
    page is kept.

    ``render``: makes the page from its reader and the facts, and from nothing else that can change without ``mark``; a
    page with another reader, other facts or another mark is outdated. ``facts``, ``named``: its further arguments.
    """
    reader = page_reader()
    if get_flashed_messages():
        return current_app.response_class(render(reader, *facts, **named))
    cache, token = runtime().cache, _signed_csrf_token().encode()
    key = ("page", render, request.path, current_member().role)
    record = (reader, mark, facts, named)
    cached_record, parts = cache.get(*key) or (None, [])
    if cached_record != record:
        with fixed_client_id(_CLIENT_ID.decode()):
            page = render(reader, *facts, **named).encode()
        parts = _PLACES.split(page.replace(token, _TOKEN))
        cache.put(*key, value=(record, parts), size=sum(map(len, parts)) + RECORD_SIZE)
    values = {_TOKEN: token, _CLIENT_ID: new_client_id().encode()}
    return current_app.response_class(b"".join([values.get(part, part) for part in parts]))


def _signed_csrf_token() -> str:
    """Return the CSRF token of the session. Tokens do not expire, so that each is signed once."""
    cache, known = runtime().cache, session.get("csrf_token")
    signed: str | None = cache.get("CSRF token", known)
    if signed is None:
        signed = generate_csrf()
        cache.put("CSRF token", session["csrf_token"], value=signed, size=PART_SIZE)
    g.csrf_token = signed  # for ``csrf_token()`` in templates
    return signed


def cached_part(macro: Macro, *facts: Hashable) -> Markup:
    """Return the output of a macro from the cache, or call it; the macro must not use anything but these arguments."""
    cache = runtime().cache
    part: Markup | None = cache.get("part", macro, facts)
    if part is None:
        part = Markup(macro(*facts))  # noqa: S704  # a macro escapes what it is given
        cache.put("part", macro, facts, value=part, size=len(part) + PART_SIZE)
    return part
