"""Pages kept as they were rendered, for all who see the same; what is each request's own is put in afterwards."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from flask import Response, current_app, request
from flask_wtf.csrf import generate_csrf

from companion.web.guard import new_client_id
from companion.web.packed import Packed

KEPT = 128
"""How many pages are kept."""

_TOKEN = "\0token\0"  # noqa: S105 - it stands where a token belongs
_CLIENT_ID = "\0client id\0"

_pages: OrderedDict[Hashable, Packed] = OrderedDict()
_lock = Lock()


def kept_page(mark: Hashable, render: Callable[[str], str]) -> Response:
    """The page with this mark: rendered now or earlier, with this request's token and a client id of its own.

    ``mark``: all that the page depends on; ``render``: the page with the client id that it is given.
    """
    token = generate_csrf()
    with _lock:
        page = _pages.get(mark)
    if page is None:
        page = Packed(render(_CLIENT_ID).replace(token, _TOKEN), (_TOKEN, _CLIENT_ID))
        with _lock:
            _pages[mark] = page
            if len(_pages) > KEPT:
                _pages.popitem(last=False)
    values = {_TOKEN: token, _CLIENT_ID: new_client_id()}
    packs = bool(request.accept_encodings["gzip"])
    response = current_app.response_class(page.gzipped(values) if packs else page.filled(values), mimetype="text/html")
    response.vary.add("Accept-Encoding")
    if packs:
        response.content_encoding = "gzip"
    return response
