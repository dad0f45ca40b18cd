"""Who is asking: the device behind a request and its role in a club."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import abort, g, request, session
from werkzeug.exceptions import Forbidden

from companion.store.access import members
from companion.store.access.roles import Member
from companion.web.access.cookies import shown_tokens

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class PageReader:
    """The facts about a member that a cached page depends on: equal for all phones with the same role."""

    club_key: str
    club_name: str
    can_write: bool
    is_organiser: bool
    """Whether it may let others in."""


class ClubClosed(Forbidden):
    """The operator of the server has blocked the club."""

    title = "This club is closed"

    def __init__(self) -> None:
        super().__init__("Whoever runs the server has closed it. Nothing in it is lost; ask there.")


def device_token() -> str:
    """Return the token of the asking device; empty if the database does not know it."""
    if "token" not in g:
        g.token = next((token for token in shown_tokens() if members.device_id(token) is not None), "")
    token: str = g.token
    return token


def this_device() -> int:
    """Return the id of the asking device, which is added if it is new."""
    token = device_token()
    known = members.device_id(token) if token else None
    if known is not None and (not members.record_seen(known) or members.device_id(token) == known):
        return known
    number, g.token = members.add_device(device_label())
    session.clear()
    return number


def device_label() -> str:
    """Return a first label for a device, from its User-Agent header."""
    words = request.headers.get("User-Agent", "")
    for word in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"):
        if word in words:
            return {"Macintosh": "Mac", "Android": "Android phone"}.get(word, word)
    return "A device"


def new_client_id() -> str:
    """Return an idempotency key for one save, so that the same tap sent twice counts once."""
    return secrets.token_urlsafe(9)


def here() -> Member:
    """Return the membership of the asking device (inside a view of a club)."""
    member: Member = g.member
    return member


def reader() -> PageReader:
    """Return what a cached page knows of the asking device (inside a view of a club)."""
    member = here()
    return PageReader(member.club_key, member.club_name, member.can_write, member.is_organiser)


def enter_club() -> None:
    """Return 404 for every URL of a club unless this device is a member, and 403 if the club is blocked."""
    start, _, rest = request.path.removeprefix("/").partition("/")
    key = rest.partition("/")[0]
    if start != "clubs" or not key:
        return
    for token in shown_tokens():
        member = members.member(token, key)
        if member is not None:
            if member.is_blocked:
                raise ClubClosed
            g.member, g.token = member, token
            return
    abort(404)


def club_page(view: Callable[P, R]) -> Callable[P, R]:
    """Return a view below ``/clubs/<club>``, for members only."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        key: Any = kwargs.pop("club")
        member: Member | None = g.get("member")
        if member is None:
            abort(404)
        if members.record_seen(member.device_id) and members.member(device_token(), key) is None:
            abort(404)
        return view(*args, **kwargs)

    return guarded


def writes(view: Callable[P, R]) -> Callable[P, R]:
    """Return a view of a club that changes plays: for organisers and scorers only."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not here().can_write:
            abort(403, "This phone can only watch. Ask an organiser to let it score.")
        return view(*args, **kwargs)

    return club_page(guarded)


def organises(view: Callable[P, R]) -> Callable[P, R]:
    """Return a view of a club for its organisers only."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not here().is_organiser:
            abort(403, "Only the phone that organises the club can do this.")
        return view(*args, **kwargs)

    return club_page(guarded)
