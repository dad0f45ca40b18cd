"""Rendered pages, cached for all who see the same, with tokens filled in afterwards; and parts of pages.

That saves two thirds of what a sheet costs that any phone of its kind has seen before. Of a sheet that is rendered anew
the earlier rounds come from the cache.
"""

from collections.abc import Callable, Hashable
from typing import TypeVar

from flask import Flask, Response, current_app
from flask_wtf.csrf import generate_csrf
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.store.database.runtime import runtime
from companion.web.access.guard import new_client_id

R = TypeVar("R", bound=Hashable)

READ_SIZE = 40_000
"""Bytes that the record of a page takes in memory, about: the play as it stood."""

PART_SIZE = 2_000
"""Bytes that the facts of a part of a page take in memory, about."""

_TOKEN = b"\0token\0"
_CLIENT_ID = b"\0client id\0"


def cached_page(render: Callable[[R, str], str], read: R) -> Response:
    """Return a rendered page, cached or new, with this request's CSRF token and a new client id.

    ``render``: makes the page of this one record and the client id that it is given, and looks at nothing else; pages
    are told apart by the record itself.
    """
    cache, token = runtime().cache, generate_csrf().encode()
    page: bytes | None = cache.get("page", render, read)
    if page is None:
        page = render(read, _CLIENT_ID.decode()).encode().replace(token, _TOKEN)
        cache.put("page", render, read, value=page, size=len(page) + READ_SIZE)
    return current_app.response_class(page.replace(_TOKEN, token).replace(_CLIENT_ID, new_client_id().encode()))


def register(app: Flask) -> None:
    """Let templates cache parts of pages."""
    app.add_template_global(cached_part)


def cached_part(macro: Macro, *facts: Hashable) -> Markup:
    """Return what a macro makes of these facts, cached or new; it looks at nothing else."""
    cache = runtime().cache
    part: Markup | None = cache.get("part", macro, facts)
    if part is None:
        part = Markup(macro(*facts))  # noqa: S704  # a macro escapes what it is given
        cache.put("part", macro, facts, value=part, size=len(part) + PART_SIZE)
    return part
