"""Who is asking: the device behind a request and its role in a club."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Flask, abort, current_app, g, request, session
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
    if known is not None and (not members.seen(known) or members.device_id(token) == known):
        return known
    number, g.token = members.new_device(device_label())
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


def register(app: Flask) -> None:
    """Let only members into a club, and spare views and templates of its pages the club's key and the member."""
    app.url_value_preprocessor(_drop_club)
    app.url_defaults(_add_club)
    app.before_request(enter_club)
    app.context_processor(_page_values)


def _drop_club(_: str | None, values: dict[str, Any] | None) -> None:
    """Remove the club's key from the arguments of views, since ``here()`` is the member that ``enter_club`` found."""
    if values:
        values.pop("club", None)


def _add_club(endpoint: str, values: dict[str, Any]) -> None:
    """Make ``url_for`` lead to the club of this request unless it is given another."""
    if "club" not in values and "member" in g and current_app.url_map.is_endpoint_expecting(endpoint, "club"):
        values["club"] = here().club_key


def _page_values() -> dict[str, Any]:
    """Return the variables of every template: the asking member, if any, and an idempotency key for its forms."""
    return {"member": g.get("member"), "client_id": new_client_id()}


def enter_club() -> None:
    """Return 404 for every URL of a club unless this device is a member, and 403 if the club is blocked."""
    start, _, rest = request.path.removeprefix("/").partition("/")
    key = rest.partition("/")[0]
    if start != "clubs" or not key:
        return
    for token in shown_tokens():
        member = members.member(token, key)
        if member is not None and members.seen(member.device_id):  # it may have been removed until it was recorded
            member = members.member(token, key)
        if member is not None:
            if member.is_blocked:
                raise ClubClosed
            g.member, g.token = member, token
            return
    abort(404)


def writes(view: Callable[P, R]) -> Callable[P, R]:
    """Return a view of a club that changes plays: for organisers and scorers only."""
    return _only_for(
        view, lambda member: member.can_write, "This phone can only watch. Ask an organiser to let it score."
    )


def organises(view: Callable[P, R]) -> Callable[P, R]:
    """Return a view of a club for its organisers only."""
    return _only_for(view, lambda member: member.is_organiser, "Only the phone that organises the club can do this.")


def _only_for(view: Callable[P, R], may: Callable[[Member], bool], refusal: str) -> Callable[P, R]:
    """Return a view that answers 403 with this sentence to members who may not use it."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not may(here()):
            abort(403, refusal)
        return view(*args, **kwargs)

    return guarded
