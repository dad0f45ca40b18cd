"""Pages kept as they were rendered, for all who see the same; what is each request's own is put in afterwards."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from flask_wtf.csrf import generate_csrf

from companion.web.guard import new_client_id

KEPT = 128
"""How many pages are kept."""

_TOKEN = "\0token\0"  # noqa: S105 - it stands where a token belongs
_CLIENT_ID = "\0client id\0"

_pages: OrderedDict[Hashable, str] = OrderedDict()
_lock = Lock()


def kept_page(mark: Hashable, render: Callable[[str], str]) -> str:
    """The page with this mark: rendered now or earlier, with this request's token and a client id of its own.

    ``mark``: all that the page depends on; ``render``: the page with the client id that it is given.
    """
    token = generate_csrf()
    with _lock:
        page = _pages.get(mark)
    if page is None:
        page = render(_CLIENT_ID).replace(token, _TOKEN)
        with _lock:
            _pages[mark] = page
            if len(_pages) > KEPT:
                _pages.popitem(last=False)
    return page.replace(_TOKEN, token).replace(_CLIENT_ID, new_client_id())
