"""Authentication of programs by their tokens, and HTTP caching of the answers."""

import re

from flask import Blueprint, Response, g, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, Unauthorized

from companion.store.access import members
from companion.store.access.programs import program
from companion.web.access.guard import ClubClosed
from companion.web.api.answers import CLUB_PREFIX
from companion.web.support.requests.rate_limits import WRONG_TOKENS, log_wrong_secret, rate_limits

club_api = Blueprint("club_api", __name__, url_prefix=CLUB_PREFIX)

REALM = "Companion"
_BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE | re.ASCII)
_SAFE_METHODS = ("GET", "HEAD")


@club_api.before_request
def check_token() -> None:
    """Set the program as the member of the request; abort with 401 unless its token is valid.

    Abort with 429 if too many wrong tokens came from the address; with 403 if the club is blocked, or if the program
    may only read and the method writes.
    """
    given = request.headers.get("Authorization")
    if given is None:
        raise _unauthorized("Send the token of the program: Authorization: Bearer TOKEN.")
    token = _BEARER.fullmatch(given)
    found = program(token[1]) if token else None
    if found is None:
        rate_limits().check(WRONG_TOKENS)
        log_wrong_secret("token")
        rate_limits().count(WRONG_TOKENS)
        raise _unauthorized("No club has this token. An organiser's phone can make a new one.", error="invalid_token")
    if found.is_blocked:
        raise ClubClosed
    members.record_seen(found.device_id)
    if request.method not in (*_SAFE_METHODS, "OPTIONS") and not found.can_write:
        raise Forbidden("This program may only read. An organiser can make a token for one that scores.")
    g.member = found


def _unauthorized(why: str, **more: str) -> Unauthorized:
    """Return the 401 error with its WWW-Authenticate header. ``more``: further parameters of the header."""
    return Unauthorized(why, www_authenticate=WWWAuthenticate("bearer", {"realm": REALM, **more}))


@club_api.after_request
def allow_private_caching(response: Response) -> Response:
    """Allow private caching with ETag revalidation."""
    response.vary.add("Authorization")
    if request.method in _SAFE_METHODS and response.status_code == 200:
        response.cache_control.private = True
        response.cache_control.no_cache = True
        response.add_etag()
        response.make_conditional(request)
    else:
        response.cache_control.no_store = True
    return response
