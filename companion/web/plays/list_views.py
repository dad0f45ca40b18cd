"""The lists of a club's plays: all of them, and the discarded ones."""

from collections.abc import Callable
from functools import partial
from itertools import groupby

from flask import Blueprint, render_template, request

from companion.store.club.zones import day_of, year_bounds, zone_of
from companion.store.plays import play_lists
from companion.store.plays.play_lists import PlaySearch
from companion.web.access.guard import current_club_id
from companion.web.nights.forms import PlaySearchForm
from companion.web.support.form_base import game_choices

play_list_pages = Blueprint("play_lists", __name__, url_prefix="/clubs/<club>")

PLAYS_PER_PAGE = 24
"""How many plays one page of a list has."""


@play_list_pages.get("/plays")
def all_plays() -> tuple[str, int]:
    """List the plays of the club, or those that match the filters, newest first and in pages."""
    form, club = PlaySearchForm(request.args), current_club_id()
    form.validate()
    people, year = form.people(club), form.year_number
    begin, end = year_bounds(year, zone_of(club)) if year else (None, None)
    search = PlaySearch(form.game.data, people, begin, end)
    page = _plays_page(partial(play_lists.matching_plays, search=search), "play_lists.all_plays", form)
    return page, 422 if form.errors else 200


@play_list_pages.get("/discarded")
def discarded_plays() -> str:
    """List the discarded plays; each can be restored on its sheet."""
    return _plays_page(play_lists.discarded_plays, "play_lists.discarded_plays")


def _plays_page(
    query: Callable[..., list[play_lists.ListedPlay]], endpoint: str, form: PlaySearchForm | None = None
) -> str:
    """Render one page of a list of plays.

    ``query``: gets the club's id, how many plays to return and an ``offset``; ``endpoint``: of the list, to link its
    other pages; ``form``: its filters.
    """
    page, club = max(1, request.args.get("page", 1, type=int)), current_club_id()
    offset = (min(page, 10_000) - 1) * PLAYS_PER_PAGE
    plays, zone = [] if form and form.errors else query(club, PLAYS_PER_PAGE + 1, offset), zone_of(club)
    if form:
        form.game.choices = game_choices({game.slug for game in play_lists.games_played(club)}, any_game="Any")
    return render_template(
        "plays/plays.html",
        days=[
            (day, list(some))
            for day, some in groupby(plays[:PLAYS_PER_PAGE], lambda play: day_of(play.played_at, zone))
        ],
        page=page,
        more=len(plays) > PLAYS_PER_PAGE,
        endpoint=endpoint,
        form=form,
        asked={name: form[name].data for name in ("game", "player", "year") if form[name].data} if form else {},
    )
