"""HTTP caching of responses that are the same for everybody and only change with a new version of the app."""

from flask import Response, g, request

FRESH_SECONDS = 300
"""For how many seconds they may be cached."""


def allow_public_caching(response: Response) -> Response:
    """Allow everybody to cache a response, and to revalidate it by its ETag; in a club it stays unchanged."""
    if "member" in g:
        return response
    response.cache_control.public = True
    response.cache_control.max_age = FRESH_SECONDS
    response.add_etag()
    response.make_conditional(request)
    return response
