"""Commands for the operator of a server with many clubs. Their changes are logged."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.address import best_url
from companion.commands.command_line import CommandOfInstance, open_app, open_club, open_store, settings_of
from companion.commands.terminal import (
    CommandRefused,
    WrongUsage,
    atomic_file,
    club_description,
    club_name,
    say,
)
from companion.core.words import counted
from companion.dates import day_with_year

if TYPE_CHECKING:
    from companion.store.club.club_list import ClubInfo
    from companion.store.club.quota import ClubSize

F = TypeVar("F", bound=Callable[..., Any])


@click.command(cls=CommandOfInstance)
def migrate(instance: str | None) -> None:
    """Upgrade the database to this version. Every start does this, too.

    If several processes share a database, stop all of them, run this once, and start the new version: no version works
    with the database of another. With PostgreSQL, nothing is changed while older processes are still connected.
    """
    with open_store(instance):
        say("The database is up to date.")


@click.command(cls=CommandOfInstance)
@click.option(
    "--idle-days",
    type=click.IntRange(1),
    metavar="DAYS",
    help="Also remove clubs without any change for this many days.",
)
@click.option(
    "--notice",
    type=click.IntRange(1),
    default=30,
    help="Days of warning on the club's page before that; 30 by default.",
)
@click.option(
    "--keep-in",
    type=click.Path(file_okay=False, exists=True, writable=True, path_type=Path),
    help="Folder to which clubs are exported before they are removed.",
)
def clean(idle_days: int | None, notice: int, keep_in: Path | None, instance: str | None) -> None:
    """Delete clubs that were never used, and phones that are in no club.

    companion serve does this every day. With another server, run it once a day by a timer. With --idle-days it also
    warns the members of clubs that are no longer used, and later exports and removes these clubs.
    """
    from companion.store.club import unused

    if idle_days is not None and keep_in is None:
        raise WrongUsage("Add --keep-in with a folder to which clubs are exported before they are removed.")
    with open_app(instance):
        cleared = unused.clear_unused()
        removed, warned = _clear_idle(idle_days, notice, keep_in) if idle_days and keep_in else (0, 0)
    done = (
        (cleared, "unused club", "deleted"),
        (removed, "idle club", "exported and removed"),
        (warned, "club", "warned"),
    )
    texts = [f"{counted(number, what)} {verb}." for number, what, verb in done if number]
    say(" ".join(texts) or "There was nothing to delete.")


def _clear_idle(days: int, notice: int, keep_in: Path) -> tuple[int, int]:
    """Export and remove idle clubs whose date of removal has come, and warn others; return how many of each."""
    from companion.store.club import idle, operators
    from companion.store.files.exporting import export_club

    removed = 0
    for club in idle.clubs_to_remove(days):
        file = keep_in / f"club-{club}.json"
        with atomic_file(file) as written:
            export_club(club, written)
        removed += operators.remove_idle(club, days, str(file))
    return removed, len(operators.warn_idle(days, notice))


@click.command(cls=CommandOfInstance)
def invite(instance: str | None) -> None:
    """Print a link with which somebody may start clubs, if COMPANION_NEW_CLUBS is “invited”.

    The link is valid for thirty days.
    """
    from companion.store.club import operators
    from companion.web.access.new_clubs import new_invitation

    settings = settings_of(instance=instance)
    if settings.new_clubs != "invited":
        raise CommandRefused(
            f"Invitations are only needed if COMPANION_NEW_CLUBS is “invited”; it is “{settings.new_clubs}”."
        )
    with open_app(instance):
        invitation = new_invitation()
        operators.record("invite")
    say("Phones that open this link can start clubs for thirty days:")
    say(f"  {best_url(settings)}/welcome/{invitation}")


@click.command(cls=CommandOfInstance)
def clubs(instance: str | None) -> None:
    """List all clubs: number, name, games, last change, size, and whether they are blocked or will be removed."""
    from companion.store.club import club_list, quota

    with open_store(instance):
        found, sizes = club_list.clubs(), quota.sizes()
        for club in found:
            say(f"{club.id}. {club_description(club)}{_size_text(sizes.get(club.id))}{_status_text(club)}")
    if not found:
        say("There is no club yet.")


def _size_text(size: "ClubSize | None") -> str:
    """Return the part of the line about a club on its rounds, size and last change; empty if it has no events."""
    from companion.store.club.quota import in_megabytes

    if size is None:
        return ""
    last = f", last change on {day_with_year(size.last_at)}" if size.last_at else ""
    return f"; {counted(size.rounds, 'round')}, {in_megabytes(size.bytes)}{last}"


def _status_text(club: "ClubInfo") -> str:
    """Return the end of a club's line in the list: that it is blocked, or will be removed; empty if neither."""
    blocked = "; blocked" if club.is_blocked else ""
    return f"{blocked}; will be removed on {day_with_year(club.removal_at)}" if club.removal_at else blocked


@click.command(cls=CommandOfInstance)
@click.argument("club", metavar="CLUB")
def block(club: str, instance: str | None) -> None:
    """Close CLUB to everybody; nothing in it is lost. CLUB: its name, or its number as listed by companion clubs."""
    from companion.store.club import operators

    with open_club(instance, club) as chosen:
        operators.set_blocked(chosen.id, is_blocked=True)
    say(f"Nobody can enter {club_name(chosen)} now. To reopen it: companion unblock {chosen.id}")


@click.command(cls=CommandOfInstance)
@click.argument("club", metavar="CLUB")
def unblock(club: str, instance: str | None) -> None:
    """Reopen CLUB. CLUB: its name, or its number as listed by companion clubs."""
    from companion.store.club import operators

    with open_club(instance, club) as chosen:
        operators.set_blocked(chosen.id, is_blocked=False)
    say(f"The members of {club_name(chosen)} can enter it again.")


@click.command(cls=CommandOfInstance)
@click.argument("club", metavar="CLUB")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def delete(club: str, yes: bool, instance: str | None) -> None:
    """Delete CLUB with everything in it, for ever. CLUB: its name, or its number as listed by companion clubs."""
    from companion.store.club import operators

    with open_club(instance, club) as chosen:
        if not yes:
            click.confirm(f"Delete {club_description(chosen)}? This cannot be undone", abort=True)
        operators.delete(chosen.id)
    say(f"Deleted {club_description(chosen)}.")


def _limit_option(name: str, what: str) -> Callable[[F], F]:
    """Return the option for one limit of a club's size. ``what``: what it limits, such as games."""
    return click.option(
        name, type=click.IntRange(0), metavar="NUMBER", help=f"Most {what} that it may have; 0: no limit."
    )


@click.command(cls=CommandOfInstance)
@click.argument("club", metavar="CLUB")
@_limit_option("--plays", "games")
@_limit_option("--rounds", "rounds")
@_limit_option("--megabytes", "megabytes")
def quota(club: str, plays: int | None, rounds: int | None, megabytes: int | None, instance: str | None) -> None:
    """Limit the size of CLUB. CLUB: its name, or its number as listed by companion clubs.

    Options that are left out take the limits for all clubs from the settings.
    """
    from companion.store.club import operators
    from companion.store.database.caches.cache import MEGABYTE

    with open_club(instance, club) as chosen:
        most_bytes = None if megabytes is None else megabytes * MEGABYTE
        operators.set_quota(chosen.id, plays=plays, rounds=rounds, most_bytes=most_bytes)
    say(f"The limits of {club_name(chosen)} are set.")


@click.command(name="operator-log", cls=CommandOfInstance)
def operator_log(instance: str | None) -> None:
    """List uses of the commands for clubs: when, by whom, which club; the latest first."""
    from companion.store.club import operators

    with open_store(instance):
        acts = operators.list_acts()
    for act in acts:
        about = "" if act.club_id is None else f" club {act.club_id}"
        say(f"{act.at:%Y-%m-%d %H:%M} {act.who}: {act.what}{about}{act.detail and f' ({act.detail})'}")
    if not acts:
        say("There are no entries yet.")


COMMANDS = (migrate, clean, invite, clubs, block, unblock, delete, quota, operator_log)
