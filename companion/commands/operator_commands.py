"""Commands for the operator of a server with many clubs. Their changes are logged."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.address import local_url, phone_url
from companion.commands.command_line import instance_option, open_app, open_club, open_store, settings_of
from companion.commands.terminal import (
    CommandRefused,
    Misused,
    atomic_file,
    club_description,
    club_name,
    date_text,
    say,
)
from companion.core.words import counted

if TYPE_CHECKING:
    from companion.store.access.quota import ClubSize
    from companion.store.access.recovery import ClubInfo

F = TypeVar("F", bound=Callable[..., Any])

MEGABYTE = 1024 * 1024


@click.command()
@instance_option
def migrate(instance: str | None) -> None:
    """Upgrade the database to this version. Every start does this, too.

    Where several processes share a database, stop all of the version before and run it once before they start: no
    version runs beside the database of another one. Over PostgreSQL nothing is changed while one still does.
    """
    with open_store(instance):
        say("The database is of this version.")


@click.command()
@click.option(
    "--idle-days", type=click.IntRange(1), metavar="DAYS", help="Remove clubs in which nobody wrote for so long."
)
@click.option("--notice", type=click.IntRange(1), default=30, help="Days of warning on their pages before; 30.")
@click.option(
    "--keep-in",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Folder into which a club is exported before it is removed.",
)
@instance_option
def clean(idle_days: int | None, notice: int, keep_in: Path | None, instance: str | None) -> None:
    """Delete clubs that were never used, and phones that are in no club.

    companion serve does this every day. With another server, run it once a day by a timer. With --idle-days it also
    warns the members of clubs that are no longer used, and removes clubs whose warning has expired.
    """
    from companion.store.access import unused

    if idle_days is not None and keep_in is None:
        raise Misused("Say with --keep-in where clubs are exported to before they are removed.")
    with open_app(instance):
        cleared = unused.clear()
        removed, warned = _clear_idle(idle_days, notice, keep_in) if idle_days and keep_in else (0, 0)
    done = {"unused club": "cleared", "idle club": "exported and removed", "club": "warned"}
    numbers = zip((cleared, removed, warned), done.items(), strict=True)
    done_texts = [f"{counted(number, what)} {verb}." for number, (what, verb) in numbers if number]
    say(" ".join(done_texts) or "Nothing was unused for long enough.")


def _clear_idle(days: int, notice: int, keep_in: Path) -> tuple[int, int]:
    """Export and remove idle clubs whose date of removal has come, and warn others; return how many of each."""
    from companion.store.access import idle, operators
    from companion.store.files.exporting import export_club

    removed = 0
    for club in idle.clubs_to_remove(days):
        file = keep_in / f"club-{club}.json"
        with atomic_file(file) as written:
            export_club(club, written)
        removed += operators.remove_idle(club, days, str(file))
    return removed, len(operators.warn_idle(days, notice))


@click.command()
@instance_option
def invite(instance: str | None) -> None:
    """Print a link with which somebody may start clubs, where COMPANION_NEW_CLUBS is “invited”.

    It holds for thirty days.
    """
    from companion.store.access import operators
    from companion.web.access.new_clubs import fresh_invitation

    settings = settings_of(instance=instance)
    if settings.new_clubs != "invited":
        raise CommandRefused(f"Clubs are started by {settings.new_clubs} here: COMPANION_NEW_CLUBS is not “invited”.")
    with open_app(instance):
        invitation = fresh_invitation()
        operators.record("invite")
    say("A phone that opens this link can start clubs for thirty days:")
    say(f"  {phone_url(settings, settings.port) or local_url(settings, settings.port)}/welcome/{invitation}")


@click.command()
@instance_option
def clubs(instance: str | None) -> None:
    """List all clubs: number, name, games, last change, size, and whether they are blocked or limited."""
    from companion.store.access import quota, recovery

    with open_store(instance):
        found, sizes = recovery.clubs(), quota.sizes()
        for club in found:
            say(f"{club.id}. {club_description(club)}{_held(sizes.get(club.id))}{_said_of(club)}")
    if not found:
        say("There is no club yet.")


def _held(size: "ClubSize | None") -> str:
    from companion.store.access.quota import in_megabytes

    if size is None:
        return ""
    last = f", last written in on {date_text(size.last_at)}" if size.last_at else ""
    return f"; {counted(size.rounds, 'round')}, {in_megabytes(size.bytes)}{last}"


def _said_of(club: "ClubInfo") -> str:
    blocked = "; blocked" if club.is_blocked else ""
    return f"{blocked}; to be removed on {date_text(club.removal_at)}" if club.removal_at else blocked


@click.command()
@click.argument("club", metavar="CLUB")
@instance_option
def block(club: str, instance: str | None) -> None:
    """Close CLUB, a name or a number of the list, to everybody. Nothing in it is lost."""
    from companion.store.access import operators

    with open_club(instance, club) as chosen:
        operators.set_blocked(chosen.id, is_blocked=True)
    say(f"Nobody gets into {club_name(chosen)} any more. To open it again: companion unblock {chosen.id}")


@click.command()
@click.argument("club", metavar="CLUB")
@instance_option
def unblock(club: str, instance: str | None) -> None:
    """Open CLUB again, a name or a number of the list."""
    from companion.store.access import operators

    with open_club(instance, club) as chosen:
        operators.set_blocked(chosen.id, is_blocked=False)
    say(f"The phones of {club_name(chosen)} get in again.")


@click.command()
@click.argument("club", metavar="CLUB")
@click.option("--yes", is_flag=True, help="Do not ask whether it is meant.")
@instance_option
def delete(club: str, yes: bool, instance: str | None) -> None:
    """Delete CLUB, a name or a number of the list, with everything in it, for ever."""
    from companion.store.access import operators

    with open_club(instance, club) as chosen:
        if not yes:
            click.confirm(f"Delete {club_description(chosen)}? Nobody can bring it back", abort=True)
        operators.delete(chosen.id)
    say(f"{club_description(chosen)}: deleted.")


def _most(name: str, what: str) -> Callable[[F], F]:
    return click.option(name, type=click.IntRange(0), metavar="NUMBER", help=f"How many {what} it may have; 0: any.")


@click.command()
@click.argument("club", metavar="CLUB")
@_most("--plays", "games")
@_most("--rounds", "rounds")
@_most("--megabytes", "megabytes")
@instance_option
def quota(club: str, plays: int | None, rounds: int | None, megabytes: int | None, instance: str | None) -> None:
    """Set how much CLUB, a name or a number of the list, may hold.

    What is not said is as the settings have it for all clubs.
    """
    from companion.store.access import operators

    with open_club(instance, club) as chosen:
        most_bytes = None if megabytes is None else megabytes * MEGABYTE
        operators.set_quota(chosen.id, plays=plays, rounds=rounds, most_bytes=most_bytes)
    say(f"The limits of {club_name(chosen)} are set.")


@click.command(name="operator-log")
@instance_option
def operator_log(instance: str | None) -> None:
    """List what was done with these commands: when, by whom, to which club, the latest first."""
    from companion.store.access import operators

    with open_store(instance):
        acts = operators.acts()
    for act in acts:
        about = "" if act.club_id is None else f" club {act.club_id}"
        say(f"{act.at:%Y-%m-%d %H:%M} {act.who}: {act.what}{about}{act.detail and f' ({act.detail})'}")
    if not acts:
        say("Nothing was done yet.")


COMMANDS = (migrate, clean, invite, clubs, block, unblock, delete, quota, operator_log)
