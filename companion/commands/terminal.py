"""Terminal output of the commands: the address with its QR code, warnings, errors and progress."""

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING

import click
import segno

from companion import __version__
from companion.address import is_loopback, local_url, phone_url
from companion.core.words import counted, listed, quoted
from companion.dates import day_with_year
from companion.settings import DATABASE, KEY_FILE, Settings, SettingsError

if TYPE_CHECKING:
    from companion.store.club.club_list import ClubInfo


class CommandRefused(click.ClickException):
    """A command cannot be carried out; the message says why."""


class WrongUsage(click.ClickException):
    """A command, setting or file is wrong; the message says what to change."""

    exit_code = 2


@contextmanager
def errors_as_messages(settings: Settings) -> Iterator[None]:
    """Turn errors of settings, database and disk during this block into messages of the command."""
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    from companion.secret_key import KeyLostError
    from companion.store.database.backups.backups import CopyError
    from companion.store.database.trouble import DatabaseBusyError, DatabaseDamagedError
    from companion.store.migrations.upgrading import CannotMigrateError

    place = "of COMPANION_DATABASE_URL" if settings.database_url else f"in {settings.instance}"
    where = f"The database {place}"
    try:
        yield
    except (KeyLostError, CopyError) as fault:
        raise CommandRefused(str(fault)) from None
    except SettingsError as fault:
        raise WrongUsage(str(fault)) from None
    except CannotMigrateError as fault:
        raise CommandRefused(f"{where} {fault}") from None
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as fault:
        raise WrongUsage(f"COMPANION_DATABASE_URL is not usable: {fault}") from None
    except (DBAPIError, sqlite3.Error, DatabaseBusyError, DatabaseDamagedError) as fault:
        raise CommandRefused(f"{where} cannot be used: {database_error(settings, fault)}") from None
    except OSError as fault:
        raise CommandRefused(f"{fault.filename or where}: {fault.strerror}.") from None


def database_error(settings: Settings, fault: Exception) -> str:
    """Return what is wrong with the database, to follow "... cannot be used:".

    If its file is damaged, the text also says how to restore it.
    """
    from companion.store.database.backups.backup_paths import BackupPaths
    from companion.store.database.trouble import SENTENCES, trouble_of

    paths = BackupPaths(None if settings.database_url else settings.instance / DATABASE, settings.instance / KEY_FILE)
    trouble = trouble_of(fault, paths.database)
    detail = str(getattr(fault, "orig", None) or fault).strip()
    if trouble is None:
        return f"{detail}."
    if trouble == "damaged" and paths.database is not None:
        return f"it is damaged ({detail}). {paths.restore_hint()}"
    return f"{SENTENCES[trouble]} ({detail})" if detail else SENTENCES[trouble]


def print_welcome(settings: Settings, port: int) -> None:
    """Print the address of the app, and if phones can reach it, the one for phones with its QR code."""
    phones = phone_url(settings, port)
    say(f"Companion {__version__} keeps the score.", bold=True)
    say()
    say(f"  On this computer  {local_url(settings, port)}")
    if phones:
        say(f"  On your phones    {phones}")
        if not settings.public_url:
            say("                    (in the same Wi-Fi; or point the camera here)")
        show_code(phones)
    say()
    say(f"Everything is stored in {settings.instance}. Stop with Ctrl+C.")
    sys.stdout.flush()


def say_organiser_link(settings: Settings, token: str) -> None:
    """Print the link with which a phone becomes an organiser of a new club. ``token``: the club's recovery token."""
    say("While Companion runs, open this link to organise the club:")
    say(f"  {settings.public_url or local_url(settings, settings.port)}/recover/{token}")


def warn_of_proxies(settings: Settings) -> None:
    """Warn if proxies are trusted and others can reach the app directly."""
    if settings.trusted_proxies and not is_loopback(settings.host):
        say(
            "Companion trusts headers of a proxy, but can also be reached without it, so anybody can forge them.",
            bold=True,
        )
        say("If the proxy runs on this computer, set COMPANION_HOST=127.0.0.1; if not, let a firewall admit only it.")
        say()


def show_code(address: str) -> None:
    """Print the QR code of an address, unless the terminal cannot show it."""
    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True, border=2)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    say()
    for line in drawn.getvalue().splitlines():
        say("  " + click.style(line, fg="bright_white", bg="black"))


def warn(text: str) -> None:
    """Print a warning, unless it is empty."""
    if text:
        say(text, bold=True)
        say()


def say(text: str = "", *, bold: bool = False) -> None:
    """Print a line, coloured only on a terminal that supports it."""
    click.echo(click.style(text, bold=True) if bold else text, color=False if os.environ.get("NO_COLOR") else None)


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    click.echo(text.encode("utf-8", "replace"), nl=False)


def find_club(clubs: "list[ClubInfo]", name_or_number: str | None) -> "ClubInfo":
    """Return the club with this name, or else with this number; None: the only club.

    :raises CommandRefused: there is none, or more than one; the message lists them.
    """
    if not clubs:
        raise CommandRefused("There is no club yet.")
    found, name = clubs, (name_or_number or "").strip().casefold()
    if name:
        found = [club for club in clubs if club.name.casefold() == name]
        found = found or [club for club in clubs if str(club.id) == name]
    if len(found) == 1:
        return found[0]
    problem = f"There is no club called {quoted(name_or_number)}." if not found else "Which club do you mean?"
    lines = [f"  {club.id}  {club_description(club)}" for club in found or clubs]
    raise CommandRefused("\n".join([f"{problem} Name one of these, or give its number:", *lines]))


def club_name(club: "ClubInfo") -> str:
    """Return the name of a club for messages."""
    return f"“{club.name}”" if club.name else "the club without a name"


def club_description(club: "ClubInfo") -> str:
    """Describe a club: its name, and what was played last by whom."""
    name = club.name or "(no name)"
    if club.last_at is None:
        return f"{name} – no game yet, started on {day_with_year(club.created_at)}"
    people = listed(club.last_players)
    last = f"{club.last_title} on {day_with_year(club.last_at)}" + (f" with {people}" if people else "")
    return f"{name} – {counted(club.plays, 'game')}, the last one {last}"


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar during this block; yield a function to update it with the amount done and the total."""
    with click.progressbar(length=1, label=what, file=sys.stderr) as shown:

        def step(done: int, whole: int) -> None:
            """Update the bar."""
            shown.length = whole
            shown.update(done - shown.pos)

        yield step
        shown.update((shown.length or 0) - shown.pos)


@contextmanager
def atomic_file(file: Path) -> Iterator[IO[bytes]]:
    """Yield a file to write, which replaces ``file`` when the ``with`` block ends, unless it ends with an error."""
    with TemporaryDirectory(prefix=".companion-", dir=file.absolute().parent) as temporary:
        new_file = Path(temporary) / "made"
        with new_file.open("wb") as content:
            yield content
        new_file.replace(file)
