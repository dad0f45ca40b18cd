"""The page of a club: plays in progress, tonight, the last nights, and links to everything else."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from flask import Blueprint, Response, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.game.ranking import leaders
from companion.core.words import counted, listed
from companion.store.club import idle
from companion.store.club.zones import day_of, name_of_zone, zone_named
from companion.store.database.base import now
from companion.store.database.caches.poll_cache import mark_text
from companion.store.nights import night_lists, night_state
from companion.store.plays import play_lists
from companion.store.plays.play_lists import ClubMark, ListedPlay
from companion.web.access.guard import PageReader, current_club_id, current_member
from companion.web.plays.forms import PlayAgainForm
from companion.web.support.page_cache import cached_page
from companion.web.support.requests.polling import not_modified, with_poll_interval

club_pages = Blueprint("club", __name__, url_prefix="/clubs/<club>")

LAST_NIGHTS = 5
"""How many earlier nights the page lists."""
MOST_OPEN = 40
"""How many unfinished plays the page lists."""
MOST_OTHERS = 12
"""How many people who did not play last time the page offers as new players."""
MOST_STARTED = 5
"""How many new plays the answer to a poll names at most."""
ON_TABLE_FOR = timedelta(hours=12)
"""For how long after its last change a play counts as being on the table."""


@club_pages.get("")
def page() -> Response:
    """Show the page of a club: plays in progress, tonight, the last nights."""
    member = current_member()
    mark = play_lists.club_mark(member.club_id)  # read first: later changes then have a newer mark
    minute = now().replace(second=0, microsecond=0)  # decides which plays are on the table, and what tonight is
    return cached_page(_club_page, minute, member.club_id, mark, member.asked, member.removal_at)


def _club_page(reader: PageReader, club: int, mark: ClubMark, asked: bool, removal_at: datetime | None) -> str:
    """Render the page of a club.

    ``asked``: whether this phone has been asked for its owner; ``removal_at``: when the unused club will be removed.
    """
    zone = name_of_zone(club)
    number = night_lists.night_going_on(club)
    tonight = play_lists.plays_of_night(number) if number else []
    still_open = play_lists.open_plays(club, MOST_OPEN)
    on_table = [play for play in still_open if play.last_at >= now() - ON_TABLE_FOR]
    again = next((play for play in reversed(tonight) if play.over), None) or play_lists.last_finished(club)
    leads, recent = _leaders_text(play_lists.wins_of(tonight)), play_lists.recent_players(club)
    return render_template(
        "club/club.html",
        member=reader,
        announcement=_announcement(on_table, leads),
        mark=mark_text(mark),
        open_count=mark.open_plays,
        on_table=on_table,
        left_open=[play for play in still_open if play not in on_table],
        again=again,
        others=[name for name in recent if again and name not in again.players][:MOST_OTHERS],
        joining=PlayAgainForm(blank=True),
        night=night_state.night_of(number) if number else None,
        tonight=[play for play in tonight if play.over],
        leads=leads,
        nights=night_lists.latest_nights(club, LAST_NIGHTS, besides=number),
        is_new=not tonight and not still_open and again is None,
        zone=zone,
        this_year=day_of(now(), zone_named(zone)).year,
        asks_whose=not asked,
        removal_at=removal_at,
    )


def _announcement(on_table: Sequence[ListedPlay], leads: str) -> str:
    """Return the sentence for the live region: the state of the latest play on the table, else who leads the night."""
    if not on_table:
        return leads
    play = on_table[0]
    totals = listed(f"{name} {total}" for name, _, total in play.totals_by_holder)
    return f"{play.title}, {play.round_name} {play.rounds + 1}. {totals}."


def _leaders_text(wins: tuple[tuple[str, int], ...]) -> str:
    """Return who leads the night in a sentence; empty if nobody has won anything. ``wins``: by name, most first."""
    if not wins:
        return ""
    best = leaders(dict(wins))
    each = " each" if len(best) > 1 else ""
    return f"{listed(best)} {'leads' if len(best) == 1 else 'lead'} the night with {counted(wins[0][1], 'win')}{each}."


@club_pages.get("/state")
def poll() -> Response:
    """Answer a poll: whether the club's page has changed since the phone loaded it, and what."""
    mark, key = play_lists.club_mark(current_club_id()), current_member().club_key
    unchanged = not_modified(key, mark, mark.club)
    if unchanged is not None:
        return unchanged
    started_since = mark.open_plays - request.args.get("since", mark.open_plays, type=int)
    started = play_lists.latest_titles(current_club_id(), min(started_since, MOST_STARTED))
    changes = [f"{title} was started" for title in started] or ["Something else was written down"]
    return with_poll_interval(jsonify(mark=mark_text(mark), changes=changes), key)


@club_pages.post("/keep")
def keep_club() -> AnyResponse:
    """Cancel the removal of an unused club."""
    idle.cancel_removal(current_club_id())
    flash("The club stays.")
    return redirect(url_for("club.page"), 303)
