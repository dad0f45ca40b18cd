"""The door of a club's API: who asks, how answers are kept, and errors. Its addresses stand in modules of their own."""

import re

from flask import Blueprint, Response, g, request
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, HTTPException, Unauthorized

from companion.store.access import members
from companion.store.access.members import Member
from companion.store.access.programs import program
from companion.store.database.trouble import Busy
from companion.store.nights.zones import zone_of
from companion.web.api.answers import CLUB, failed, problem
from companion.web.api.openapi import MOST_ERRORS
from companion.web.club_api.once import OutdatedCall
from companion.web.club_api.shapes import Unusable, play_json, refusal_json
from companion.web.support.errors import ADVICE, trouble_in
from companion.web.support.rate_limits import rate_limits

club_api = Blueprint("club_api", __name__, url_prefix=CLUB)

REALM = "Companion"
_BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE | re.ASCII)
_LOOKS = ("GET", "HEAD")


# Who asks.


@club_api.before_request
def enter() -> None:
    """Before every request: nothing is told without a token, and nothing is written by one that reads."""
    given = request.headers.get("Authorization")
    if given is None:
        raise _locked("A program shows its token: Authorization: Bearer TOKEN.")
    token = _BEARER.fullmatch(given)
    found = _known(token[1]) if token else None
    if found is None:
        rate_limits().wrong_token()
        raise _locked("No club has this token. An organiser’s phone can make a new one.", error="invalid_token")
    if request.method not in (*_LOOKS, "OPTIONS") and not found.can_write:
        raise Forbidden("This program reads. The organiser can make a token for one that writes the score.")
    g.program = found


def _known(token: str) -> Member | None:
    found = program(token)
    if found is not None:
        members.seen(found.device_id)
    return found


def _locked(why: str, **more: str) -> Unauthorized:
    return Unauthorized(why, www_authenticate=WWWAuthenticate("bearer", {"realm": REALM, **more}))


def here() -> Member:
    """Return the program that asks, in its club."""
    member: Member = g.program
    return member


@club_api.after_request
def kept_by_nobody_else(response: Response) -> Response:
    """Let an answer be kept by whoever asked, and asked for again by its tag."""
    response.vary.add("Authorization")
    if request.method in _LOOKS and response.status_code == 200:
        response.cache_control.private = True
        response.cache_control.no_cache = True
        response.add_etag()
        response.make_conditional(request)
    else:
        response.cache_control.no_store = True
    return response


# Errors, all of them as problems of RFC 9457.


@club_api.errorhandler(Unusable)
def _unusable(refusal: Unusable) -> Response:
    return problem(refusal_json(refusal, MOST_ERRORS))


@club_api.errorhandler(OutdatedCall)
def _stale(refusal: OutdatedCall) -> Response:
    body = {
        "type": "about:blank", "title": "It does not fit how things stand", "status": 409,
        "detail": refusal.problem.message,
        "errors": [{"field": refusal.problem.field, "message": refusal.problem.message}],
    }  # fmt: skip
    return problem({**body, "play": play_json(refusal.state, zone_of(here().club_id))} if refusal.state else body)


club_api.register_error_handler(HTTPException, failed)


def _troubled(error: Exception) -> Response:
    trouble = trouble_in(error)
    detail = f"{trouble.sentence} {ADVICE[trouble.kind]}"
    response = problem({"type": "about:blank", "title": "Not now", "status": 503, "detail": detail})
    response.headers["Retry-After"] = str(trouble.wait)
    return response


for fault in (DBAPIError, NoConnection, Busy):
    club_api.register_error_handler(fault, _troubled)
