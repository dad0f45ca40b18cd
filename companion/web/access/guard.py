"""Access control: the device behind a request, its club and its role there."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from flask import Flask, abort, current_app, g, request, session
from werkzeug.exceptions import Forbidden

from companion.store.access import members
from companion.store.access.roles import Member
from companion.web.access.cookies import tokens_in_cookies

P = ParamSpec("P")
R = TypeVar("R")


class PageReader(NamedTuple):
    """What a cached page may depend on about its reader; equal for all phones of a club with the same role."""

    club_key: str
    club_name: str
    can_write: bool
    is_organiser: bool
    """Whether the reader may invite others."""


class ClubClosed(Forbidden):
    """403: the operator of the server has blocked this club."""

    title = "This club is closed"

    def __init__(self) -> None:
        super().__init__("The operator of the server has closed it. Nothing in it is lost; ask the operator.")


def device_token() -> str:
    """Return the token of the asking device; empty if the database knows none of its tokens."""
    if "token" not in g:
        g.token = next((token for token in tokens_in_cookies() if members.device_id(token) is not None), "")
    token: str = g.token
    return token


def this_device() -> int:
    """Return the id of the asking device; add it if it is new, or was deleted in the meantime."""
    token = device_token()
    known = members.device_id(token) if token else None
    if known is not None and (not members.record_seen(known) or members.device_id(token) == known):
        return known
    number, g.token = members.add_device(device_label())
    session.clear()
    return number


def device_label() -> str:
    """Return the name that a new device gets, derived from its User-Agent header."""
    words = request.headers.get("User-Agent", "")
    for word in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"):
        if word in words:
            return {"Macintosh": "Mac", "Android": "Android phone"}.get(word, word)
    return "A device"


def new_client_id() -> str:
    """Return a new idempotency key for one save: the same form sent twice counts once."""
    return secrets.token_urlsafe(9)


@contextmanager
def fixed_client_id(text: str) -> Iterator[None]:
    """Use this text instead of a new idempotency key in all pages that are rendered in the block."""
    g.client_id = text
    try:
        yield
    finally:
        del g.client_id


def current_member() -> Member:
    """Return the membership of the asking device; only in views below ``/clubs/<club>``."""
    member: Member = g.member
    return member


def current_club_id() -> int:
    """Return the id of the club of this request."""
    return current_member().club_id


def page_reader() -> PageReader:
    """Return what a cached page may depend on about the asking device; only in views below ``/clubs/<club>``."""
    member = current_member()
    return PageReader(member.club_key, member.club_name, member.can_write, member.is_organiser)


def register(app: Flask) -> None:
    """Protect all pages below ``/clubs/<club>``, and provide their views and templates with the club and the member."""
    app.url_value_preprocessor(_drop_club_key)
    app.url_defaults(_add_club_key)
    app.before_request(enter_club)
    app.context_processor(_page_values)


def _drop_club_key(_: str | None, values: dict[str, Any] | None) -> None:
    """Remove the club's key from the arguments of views: ``enter_club`` has found the member for it."""
    if values:
        values.pop("club", None)


def _add_club_key(endpoint: str, values: dict[str, Any]) -> None:
    """Let ``url_for`` default to the club of this request."""
    if "club" not in values and "member" in g and current_app.url_map.is_endpoint_expecting(endpoint, "club"):
        values["club"] = current_member().club_key


def _page_values() -> dict[str, Any]:
    """Return the variables that every template has: the asking member, if any, and an idempotency key for forms."""
    return {"member": g.get("member"), "client_id": g.get("client_id") or new_client_id()}


def enter_club() -> None:
    """Set the member of a request below ``/clubs/<club>``; abort with 404 unless this device is one.

    Record that the device was seen. Abort with 403 if the club is blocked, or if a viewer sends a form to a view that
    is not ``for_viewers``.
    """
    start, _, rest = request.path.removeprefix("/").partition("/")
    key = rest.partition("/")[0]
    if start != "clubs" or not key:
        return
    for token in tokens_in_cookies():
        member = members.member(token, key)
        # The device may have been removed before it could be recorded as seen.
        if member is not None and members.record_seen(member.device_id):
            member = members.member(token, key)
        if member is not None:
            if member.is_blocked:
                raise ClubClosed
            g.member, g.token = member, token
            view = current_app.view_functions.get(request.endpoint or "")
            if request.method == "POST" and view and not (member.can_write or hasattr(view, "for_viewers")):
                abort(403, VIEWER_REFUSAL)
            return
    abort(404)


VIEWER_REFUSAL = "This phone can only watch. Ask an organiser to let it score."


def for_viewers(view: Callable[P, R]) -> Callable[P, R]:
    """Allow viewers to send the form of a view of a club, too; other POSTs need an organiser or scorer."""
    view.for_viewers = True  # type: ignore[attr-defined] # read by the guard
    return view


def for_writers(view: Callable[P, R]) -> Callable[P, R]:
    """Restrict a view of a club to organisers and scorers even for a GET; a POST is restricted without this."""
    return _restrict_to(view, lambda member: member.can_write, VIEWER_REFUSAL)


def for_organisers(view: Callable[P, R]) -> Callable[P, R]:
    """Restrict a view of a club to its organisers."""
    return _restrict_to(view, lambda member: member.is_organiser, "Only an organiser's phone can do this.")


def _restrict_to(view: Callable[P, R], may: Callable[[Member], bool], refusal: str) -> Callable[P, R]:
    """Restrict a view to members for whom ``may`` is true; others get 403 with this message."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not may(current_member()):
            abort(403, refusal)
        return view(*args, **kwargs)

    return guarded
