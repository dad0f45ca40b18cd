"""Operations that read a club, its plays and its nights."""

from collections.abc import Mapping
from typing import Any

from companion.store.nights.api_lists import NightSummary, night_summaries, night_summary
from companion.store.plays import api_lists
from companion.store.plays.api_lists import cursor_text
from companion.web.access.guard import current_club_id
from companion.web.api.club.answers import ClubJson, ClubPlayJson, NightJson, NightListJson, PlayListJson, play_answer
from companion.web.api.club.operations import get
from companion.web.api.club.plays import play_or_404
from companion.web.api.club.requests import Page, RequestData
from companion.web.support.requests.not_found import or_404


@get("", ClubJson)
def get_club(_: RequestData) -> Mapping[str, Any]:
    """Return the club and its people."""
    return api_lists.club_summary(current_club_id())


@get("/plays", PlayListJson, Page)
def list_plays(page: Page) -> Mapping[str, Any]:
    """Return the plays of the club, newest first."""
    found, following = api_lists.play_summaries(current_club_id(), page.limit, page.cursor or None)
    return {"plays": found, "next": cursor_text(following) if following else None}


@get("/plays/<key>", ClubPlayJson)
def get_play(_: RequestData, key: str) -> Mapping[str, Any]:
    """Return one play."""
    return play_answer(play_or_404(key))


@get("/nights", NightListJson, Page)
def list_nights(page: Page) -> Mapping[str, Any]:
    """Return the nights of the club, newest first."""
    found, following = night_summaries(current_club_id(), page.limit, page.cursor or None)
    return {"nights": found, "next": cursor_text(following) if following else None}


@get("/nights/<key>", NightJson)
def get_night(_: RequestData, key: str) -> NightSummary:
    """Return one night."""
    return or_404(night_summary(current_club_id(), key), "This club has no such night.")
