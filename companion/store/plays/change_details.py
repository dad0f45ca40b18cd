"""Changing details of a play together: whether it counts, stake, night and time."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, TypedDict, Unpack

from sqlalchemy import Connection, select

from companion.store.access.roles import Member
from companion.store.database.models import Play
from companion.store.plays.edits import commands
from companion.store.plays.edits.conflicts import EditRequest
from companion.store.plays.edits.play_results import PlayResult
from companion.store.plays.edits.write_edits import NewEdit, write_edit
from companion.store.plays.find_night import insert_night, near_night
from companion.store.plays.play_details import COUNTS, NIGHT, PLAYED_AT, STAKE, moment_to_log
from companion.store.plays.play_state import PlayState


class DetailChanges(TypedDict, total=False):
    """New values for details of a play; a missing one stays as it is."""

    counts: bool
    stake: Mapping[str, Any]
    """In the form in which a play stores it; empty: no stake."""

    night: int | None
    """The id of the night; None: the night near its time."""

    played_at: datetime | None
    """When it began at the table; None: when it was started in the app."""


def change_details(
    member: Member, play: PlayState, *, details: DetailChanges, **request: Unpack[EditRequest]
) -> PlayResult:
    """Change details in one edit. A play with a new time moves to the night of that time, unless a night is given."""
    return write_edit(member, play, "about", partial(_changing_edit, details), even_discarded=True, **request)


def _changing_edit(details: DetailChanges, play: PlayState, connection: Connection) -> NewEdit | None:
    """Return the edit that changes these details, None if they stay the same; insert a night if one is needed."""
    about: dict[str, Any] = {}
    if "counts" in details:
        about[COUNTS] = None if details["counts"] else False
    if "stake" in details and details["stake"] != (play.stake or {}):
        about[STAKE] = dict(details["stake"])
    begun, night = play.played_at, details.get("night")
    if "played_at" in details:
        begun = details["played_at"] or play.started_at
        about[PLAYED_AT] = moment_to_log(details["played_at"]) if details["played_at"] else None
    if night is not None:
        about[NIGHT] = night
    elif "night" in details or begun != play.played_at:
        about[NIGHT] = _night_of(play, begun, connection)
    return commands.details_edit(play, about)


def _night_of(play: PlayState, begun: datetime, connection: Connection) -> int:
    """Return the id of the night for a play at a new time.

    That is a night near the new time; else the play's own night, if no other play is in it; else a new one.
    """
    near, own = near_night(connection, play.club_id, begun, play.id), play.details.night
    others = select(Play.id).where(Play.night_id == own, Play.id != play.id).limit(1)
    if near is None and own is not None and connection.scalar(others) is None:
        return own
    return near or insert_night(connection, play.club_id, begun)
