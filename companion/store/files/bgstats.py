"""Importing plays from a file of BG Stats, by the same commands as pages use."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import select

from companion.core.entry.kinds import with_defaults
from companion.core.words import quoted
from companion.dates import day_with_year
from companion.exports.bgstats_import import FileToImport
from companion.exports.bgstats_play import PlayToImport
from companion.exports.bgstats_values import CannotImportError
from companion.games import game_of
from companion.store.access.roles import Member
from companion.store.club.zones import zone_of
from companion.store.database.base import clock_at, db, now
from companion.store.database.models import Play, Player
from companion.store.names.names import club_spellings, name_key
from companion.store.plays import starting
from companion.store.plays.edits import commands
from companion.store.plays.edits.play_results import PlayResult, PlayWritten
from companion.store.plays.play_details import COUNTS, REMARK
from companion.store.plays.play_state import PlayState

PREFIX: Final = "bgstats-"
"""How the client ids of imported plays begin."""

BATCH_EDITS: Final = 400
"""About how many edits one request writes, so that other writers do not wait for long."""


class ImportPlan(NamedTuple):
    """What an import of a file would add to a club."""

    plays: tuple[PlayToImport, ...]
    """The plays to add."""

    imported_earlier: int
    """How many plays of the file were imported earlier."""

    known: tuple[str, ...]
    """Names of people whom the club has already."""

    new: tuple[str, ...]
    """Names of people who would be new."""

    not_imported: tuple[str, ...]
    """A sentence for each play that cannot be imported."""


def import_plan(club: int, content: FileToImport) -> ImportPlan:
    """Return what an import of a file would add to a club; plays that were imported earlier are left out."""
    imported = select(Play.client_id).where(Play.club_id == club, Play.client_id.startswith(PREFIX), Play.over)
    done = set(db.session.scalars(imported))
    missing = [play for play in content.plays if client_id_of(play) not in done]
    fresh, refused = [], list(content.not_imported)
    for play in missing:
        if _start_of(play, club) > now():
            refused.append(f"“{quoted(play.title)}” of {day_with_year(play.at)}: that is in the future.")
        else:
            fresh.append(play)
    names = dict.fromkeys(name for play in fresh for name in play.players)
    keys = set(db.session.scalars(select(Player.name_key).where(Player.club_id == club)))
    known = tuple(name for name in names if name_key(name) in keys)
    return ImportPlan(
        tuple(fresh), len(content.plays) - len(missing), known,
        tuple(name for name in names if name not in known), tuple(refused),
    )  # fmt: skip


def client_id_of(play: PlayToImport) -> str:
    """Return the client id for an imported play, by which it is not imported twice."""
    return f"{PREFIX}{play.uuid}"


def import_batch(member: Member, plan: ImportPlan) -> tuple[int, list[str]]:
    """Import the first plays of a plan; return how many were imported, and why each other was not.

    A batch has at most ``BATCH_EDITS`` edits (rounds, and start, details and end of each play), or a single play.
    """
    done, written, refused = 0, 0, list[str]()
    for play in plan.plays:
        if written and written + len(play.rounds) + 3 > BATCH_EDITS:
            break
        written += len(play.rounds) + 3
        try:
            _import_play(member, play)
            done += 1
        except CannotImportError as fault:
            refused.append(f"“{quoted(play.title)}” of {day_with_year(play.at)}: {fault}")
    return done, refused


def _import_play(member: Member, play: PlayToImport) -> None:
    """Import a play, or the rest of one whose import was interrupted.

    Its edits get the times at which it was played; without a duration, the play counts as entered later. House rules do
    not apply: the file does not say by which rules it was played.

    :raises CannotImportError: a part of it was refused, or somebody changed the play meanwhile.
    """
    play = play.with_names(dict(zip(play.players, club_spellings(member.club_id, play.players), strict=True)))
    begin, client_id = _start_of(play, member.club_id), client_id_of(play)
    options = {**with_defaults(game_of(play.game).options, {}), **play.options}
    step = timedelta(minutes=play.minutes) / max(len(play.rounds), 1)
    with clock_at(begin):
        started = starting.start_play(
            member, slug=play.game, players=play.players, dealer=play.dealer, options=options,
            sides=play.sides or None, client_id=client_id, played_at=None if play.minutes else begin,
        )  # fmt: skip
        if not isinstance(started, PlayState):
            raise CannotImportError(started.problems[0].message)
        about = _details_of(play)
        state = _state_after(
            commands.edit_details(member, started, base=started.revision, about=about, client_id="about")
        )
    for number, entry in enumerate(play.rounds[len(state.slots) :], start=len(state.slots) + 1):
        with clock_at(begin + step * number):
            outcome = commands.save_round(
                member, state, base=state.revision, slot=None, entry=entry, client_id=f"round {number}"
            )
        state = _state_after(outcome)
    if not state.over:
        change: dict[str, Any] = {"base": state.revision, "client_id": "end"}
        with clock_at(begin + timedelta(minutes=play.minutes)):
            if play.rounds:
                _state_after(commands.end_play(member, state, **change))
            else:
                _state_after(commands.enter_totals(member, state, totals=play.totals, **change))


def _details_of(play: PlayToImport) -> dict[str, Any]:
    """Return the details of an imported play: its remark, with the place, and whether it counts."""
    remark = ". ".join(filter(None, (play.remark, f"At {play.place}" if play.place else "")))
    return {REMARK: remark or None, COUNTS: None if play.counts else False}


def _state_after(result: PlayResult) -> PlayState:
    """Return the play after a command.

    :raises CannotImportError: it was refused, or somebody changed the play meanwhile.
    """
    if isinstance(result, PlayWritten):
        return result.state
    raise CannotImportError(
        result.problems[0].message if result.problems else "somebody changed it meanwhile; try again."
    )


def _start_of(play: PlayToImport, club: int) -> datetime:
    """Return when a play began, from its local time in the club's zone."""
    return play.at.replace(tzinfo=zone_of(club)).astimezone(UTC)
