"""Gzip for browsers that accept it."""

from functools import lru_cache

from flask import Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header
from zlib_ng import zlib_ng

LEVEL = 6
"""The level of compression: with zlib-ng a page becomes as small as at level 7 of zlib, in 40 % of the time."""

LEAST_BYTES = 500
"""Smaller bodies are not compressed: they fit into one packet anyway."""

GZIP_FORMAT = 31
"""``wbits`` of the gzip format, with the largest window."""


@lru_cache(maxsize=128)
def is_gzip_accepted(header: str) -> bool:
    """Return whether a browser that sends this Accept-Encoding header accepts gzip."""
    return parse_accept_header(header, Accept)["gzip"] > 0


def accepts_gzip() -> bool:
    """Return whether the browser of the current request accepts gzip."""
    return is_gzip_accepted(request.headers.get("Accept-Encoding", ""))


def _is_text(media_type: str) -> bool:
    return media_type.startswith("text/") or media_type.endswith(("json", "xml"))


def compress(response: Response) -> Response:
    """Compress a body if it is text of ``LEAST_BYTES`` or more, not compressed yet, and the browser accepts that.

    Streams are sent as they come. The ETag becomes weak, as another encoding has other bytes.
    """
    body = response.get_data() if response.is_sequence else b""
    if len(body) < LEAST_BYTES or not _is_text(response.mimetype or ""):
        return response
    response.vary.add("Accept-Encoding")
    if "Content-Encoding" in response.headers or not accepts_gzip():
        return response
    response.set_data(zlib_ng.compress(body, LEVEL, GZIP_FORMAT))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
    return response
