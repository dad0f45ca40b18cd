"""What programs look at in a club: the club itself, its nights, its plays."""

from flask import Response, abort, request

from companion.store.nights.zones import zone_of
from companion.store.plays import api_lists
from companion.store.plays.api_lists import PagePlace
from companion.web.api.answers import answer
from companion.web.club_api.door import club_api, here
from companion.web.club_api.plays import play_of
from companion.web.club_api.shapes import PAGE, head_json, list_json, night_json, play_json, read_query


@club_api.get("")
def show_club() -> Response:
    """Return the club and its people."""
    read_query(request.args, {})
    found = api_lists.club_in_short(here().club_id)
    people = [{"key": str(number), "name": name} for number, name in found.people]
    return answer({"name": found.name, "currency": found.currency, "timezone": found.timezone, "people": people})


@club_api.get("/plays")
def list_plays() -> Response:
    """Return the plays of the club, newest first."""
    zone = zone_of(here().club_id)
    found, more = api_lists.play_heads(here().club_id, *_page())
    return answer(list_json("plays", [head_json(head, zone) for head in found], more))


def _page() -> tuple[int, PagePlace | None]:
    asked = read_query(request.args, PAGE)
    return asked.get("limit", api_lists.USUALLY), asked.get("cursor")


@club_api.get("/plays/<key>")
def show_play(key: str) -> Response:
    """One play."""
    read_query(request.args, {})
    return answer(play_json(play_of(key), zone_of(here().club_id)))


@club_api.get("/nights")
def list_nights() -> Response:
    """Return the nights of the club, newest first."""
    zone = zone_of(here().club_id)
    found, more = api_lists.nights_in_short(here().club_id, *_page())
    return answer(list_json("nights", [night_json(night, zone) for night in found], more))


@club_api.get("/nights/<key>")
def show_night(key: str) -> Response:
    """One night."""
    read_query(request.args, {})
    found = api_lists.night_in_short(here().club_id, key)
    if found is None:
        abort(404, "This club has no such night.")
    return answer(night_json(found, zone_of(here().club_id)))
