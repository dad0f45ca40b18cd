"""Who is asking: the device behind a request, and its role in a club."""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import abort, g, request, session

from companion.store.access import members
from companion.store.access.members import Member
from companion.web.access.cookies import shown_tokens

P = ParamSpec("P")
R = TypeVar("R")


def device_token() -> str:
    """The token of the asking device; empty for one that the database does not know."""
    if "token" not in g:
        g.token = next((token for token in shown_tokens() if members.device_id(token) is not None), "")
    token: str = g.token
    return token


def this_device() -> int:
    """The id of the asking device, which gets one now if it has none."""
    token = device_token()
    known = members.device_id(token) if token else None
    if known is not None and (not members.seen(known) or members.device_id(token) == known):
        return known
    number, g.token = members.new_device(device_label())
    session.clear()
    return number


def device_label() -> str:
    """What to call a device until somebody names it: by the browser's own words."""
    words = request.headers.get("User-Agent", "")
    for word in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"):
        if word in words:
            return {"Macintosh": "Mac", "Android": "Android phone"}.get(word, word)
    return "A device"


def new_client_id() -> str:
    """An id for one save, so that the same tap sent twice counts once."""
    return secrets.token_urlsafe(9)


def here() -> Member:
    """The membership that the request goes by (inside a view of a club)."""
    member: Member = g.member
    return member


def enter_club() -> None:
    """Before every request: to a device that has not joined a club nothing of it exists, whatever the method."""
    start, _, rest = request.path.removeprefix("/").partition("/")
    key = rest.partition("/")[0]
    if start != "clubs" or not key:
        return
    for token in shown_tokens():
        member = members.member(token, key)
        if member is not None:
            g.member, g.token = member, token
            return
    abort(404)


def club_page(view: Callable[P, R]) -> Callable[P, R]:
    """A view below ``/clubs/<club>``, for devices that have joined that club."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        key: Any = kwargs.pop("club")
        member: Member | None = g.get("member")
        if member is None:
            abort(404)
        if members.seen(member.device_id) and members.member(device_token(), key) is None:
            abort(404)
        return view(*args, **kwargs)

    return guarded


def writes(view: Callable[P, R]) -> Callable[P, R]:
    """A view of a club that changes something in its plays: for organisers and scorers."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not here().can_write:
            abort(403, "This phone looks on. Ask the organiser to let it write.")
        return view(*args, **kwargs)

    return club_page(guarded)


def organises(view: Callable[P, R]) -> Callable[P, R]:
    """A view of a club for its organisers alone."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not here().is_organiser:
            abort(403, "Only the phone that organises the club can do this.")
        return view(*args, **kwargs)

    return club_page(guarded)
