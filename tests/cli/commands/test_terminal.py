"""What the commands print: addresses, warnings, clubs, and errors as sentences."""

import errno
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import pytest
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError

from companion import __version__
from companion.commands import server, terminal
from companion.commands.terminal import CommandRefused, WrongUsage, errors_as_messages, find_club
from companion.secret_key import KeyLostError
from companion.settings import Settings, SettingsError
from companion.store.club.club_list import ClubInfo
from companion.store.database.backups.backups import CopyError
from companion.store.database.trouble import DatabaseBusyError, DatabaseDamagedError
from companion.store.migrations.upgrading import CannotMigrateError

AT = datetime(2026, 11, 3, tzinfo=UTC)


def club(number: int = 1, name: str = "", **more: Any) -> ClubInfo:
    usual = {"plays": 0, "last_title": "", "last_at": None, "last_players": [], "is_blocked": False, "removal_at": None}
    return ClubInfo(number, name, AT, **{**usual, **more})


PLAYED = club(2, "The Aces", plays=1, last_title="Rage", last_at=AT, last_players=["Ann", "Bob"])
TWO = club(3, plays=2, last_title="Hearts", last_at=AT)


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (club(), "(no name) – no game yet, started on 3 November 2026"),
        (PLAYED, "The Aces – 1 game, the last one Rage on 3 November 2026 with Ann and Bob"),
        (TWO, "(no name) – 2 games, the last one Hearts on 3 November 2026"),
    ],
)
def test_a_club_is_described_by_its_last_game(found: ClubInfo, text: str) -> None:
    assert terminal.club_description(found) == text


def test_a_club_is_found_by_name_or_else_by_number() -> None:
    named_1, other = club(7, "1"), club(1, "The Kings")
    clubs = [other, PLAYED, named_1]
    assert find_club([PLAYED], None) == find_club([PLAYED], "  ") == PLAYED
    assert find_club(clubs, " the aces ") == find_club(clubs, "2") == PLAYED
    assert find_club(clubs, "1") == named_1, "the name comes first"
    assert find_club(clubs, "7") == named_1
    assert [terminal.club_name(one) for one in (PLAYED, club())] == ["“The Aces”", "the club without a name"]


@pytest.mark.parametrize(
    ("clubs", "name_or_number", "message"),
    [
        ([], "x", "There is no club yet."),
        (
            [club(), PLAYED], None,
            "Which club do you mean? Name one of these, or give its number:\n"
            "  1  (no name) – no game yet, started on 3 November 2026\n"
            "  2  The Aces – 1 game, the last one Rage on 3 November 2026 with Ann and Bob",
        ),
        (
            [club(1, "The Aces"), PLAYED, TWO], "the aces",
            "Which club do you mean? Name one of these, or give its number:\n"
            "  1  The Aces – no game yet, started on 3 November 2026\n"
            "  2  The Aces – 1 game, the last one Rage on 3 November 2026 with Ann and Bob",
        ),
        (
            [TWO], "x" * 99,
            f"There is no club called {'x' * 39}…. Name one of these, or give its number:\n"
            "  3  (no name) – 2 games, the last one Hearts on 3 November 2026",
        ),
    ],
)  # fmt: skip
def test_if_a_club_is_not_clear_all_are_listed(clubs: list[ClubInfo], name_or_number: str | None, message: str) -> None:
    with pytest.raises(CommandRefused) as refused:
        find_club(clubs, name_or_number)
    assert (refused.value.message, refused.value.exit_code) == (message, 1)


def welcome(capsys: pytest.CaptureFixture[str], **more: Any) -> list[str]:
    """Return the lines that are printed at the start, without the QR code."""
    terminal.print_welcome(Settings(instance=Path("/data"), **more), 8000)
    return [click.unstyle(line) for line in capsys.readouterr().out.splitlines() if not set(line) & set("█▀▄")]


def test_the_start_prints_the_addresses(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first, last = f"Companion {__version__} keeps the score.", "Everything is stored in /data. Stop with Ctrl+C."
    here = "  On this computer  http://127.0.0.1:8000"
    assert welcome(capsys, host="127.0.0.1") == [first, "", here, "", last]
    public = welcome(capsys, public_url="https://cards.example.org")
    assert [line for line in public if line.strip()] == [
        first, here, "  On your phones    https://cards.example.org", last
    ]  # fmt: skip
    monkeypatch.setattr("companion.address.lan_address", lambda: "192.168.1.5")
    lan = welcome(capsys, host="0.0.0.0")
    assert [line for line in lan if line.strip()] == [
        first, here, "  On your phones    http://192.168.1.5:8000",
        "                    (in the same Wi-Fi; or point the camera here)", last,
    ]  # fmt: skip


def test_the_link_for_an_organiser_begins_with_the_public_address(capsys: pytest.CaptureFixture[str]) -> None:
    for settings, address in (
        (Settings(public_url="https://cards.example.org"), "https://cards.example.org"),
        (Settings(host="127.0.0.1", port=8123), "http://127.0.0.1:8123"),
    ):
        terminal.say_organiser_link(settings, "abc")
        assert capsys.readouterr().out == (
            f"While Companion runs, open this link to organise the club:\n  {address}/recover/abc\n"
        )


def test_only_trusted_proxies_on_an_open_address_are_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    for settings in (Settings(trusted_proxies=1, host="127.0.0.1"), Settings(trusted_proxies=0, host="192.168.1.5")):
        terminal.warn_of_proxies(settings)
        assert capsys.readouterr().out == ""
    terminal.warn_of_proxies(Settings(trusted_proxies=1, host="192.168.1.5"))
    assert click.unstyle(capsys.readouterr().out) == (
        "Companion trusts headers of a proxy, but can also be reached without it, so anybody can forge them.\n"
        "If the proxy runs on this computer, set COMPANION_HOST=127.0.0.1; if not, let a firewall admit only it.\n\n"
    )
    terminal.warn("")
    terminal.warn("Look out.")
    assert click.unstyle(capsys.readouterr().out) == "Look out.\n\n"


def sqlite_error(code: int, text: str) -> OperationalError:
    fault = sqlite3.OperationalError(text)
    fault.sqlite_errorcode = code
    return OperationalError("select", {}, fault)


FULL = "Companion cannot read or write its database: the disk of its computer reports an error."


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (KeyLostError("Lost."), CommandRefused, "Lost."), (CopyError("No copy."), CommandRefused, "No copy."),
        (SettingsError("Wrong."), WrongUsage, "Wrong."),
        (CannotMigrateError("is newer."), CommandRefused, "The database in {folder} is newer."),
        (ArgumentError("bad"), WrongUsage, "COMPANION_DATABASE_URL is not usable: bad"),
        (ModuleNotFoundError("no driver"), WrongUsage, "COMPANION_DATABASE_URL is not usable: no driver"),
        (
            DatabaseBusyError(), CommandRefused,
            "The database in {folder} cannot be used: The database is busy: another program is using it.",
        ),
        (
            sqlite_error(sqlite3.SQLITE_LOCKED, "locked"), CommandRefused,
            "The database in {folder} cannot be used: The database is busy: another program is using it. (locked)",
        ),
        (
            DatabaseError("select", {}, sqlite3.DatabaseError("no such table")), CommandRefused,
            "The database in {folder} cannot be used: no such table.",
        ),
        (
            DatabaseDamagedError("page 3"), CommandRefused,
            "The database in {folder} cannot be used: it is damaged (page 3). {hint}",
        ),
        (OSError(errno.ENOSPC, "No space", "/x"), CommandRefused, "/x: No space."),
        (OSError(errno.ENOSPC, "No space"), CommandRefused, "The database in {folder}: No space."),
    ],
)  # fmt: skip
def test_errors_become_sentences(
    error: Exception, kind: type[click.ClickException], message: str, tmp_path: Path
) -> None:
    from companion.store.database.backups.backup_paths import BackupPaths

    hint = BackupPaths(tmp_path / "companion.sqlite3", tmp_path / "secret_key").restore_hint()
    with pytest.raises(kind) as refused, errors_as_messages(Settings(instance=tmp_path)):
        raise error
    assert refused.value.message == message.format(folder=tmp_path, hint=hint)
    assert refused.value.exit_code == (1 if kind is CommandRefused else 2)


def test_errors_of_a_database_server_name_its_setting() -> None:
    settings = Settings(database_url="postgresql://here/db")
    with pytest.raises(CommandRefused) as refused, errors_as_messages(settings):
        raise DatabaseDamagedError("page 3")
    assert refused.value.message == (
        "The database of COMPANION_DATABASE_URL cannot be used: The database is damaged. (page 3)"
    )


def test_other_errors_are_bugs() -> None:
    with pytest.raises(KeyError), errors_as_messages(Settings()):
        raise KeyError("x")


@pytest.mark.parametrize(
    ("number", "port", "message"),
    [
        (
            errno.EADDRINUSE, 8000,
            "Port 8000 is in use. Is Companion running already? Stop it, or use another port: "
            "companion serve --port 8001",
        ),
        (
            errno.EADDRINUSE, 65535,
            "Port 65535 is in use. Is Companion running already? Stop it, or use another port: "
            "companion serve --port 8000",
        ),
        (errno.EACCES, 80, "Only administrators may use port 80. Use another port: companion serve --port 8000"),
        (
            errno.EADDRNOTAVAIL, 80,
            "This computer has no address 192.0.2.7. Leave out --host, or give an address that it has.",
        ),
        (errno.EINVAL, 80, "Companion cannot listen on 192.0.2.7, port 80: Invalid argument."),
    ],
)  # fmt: skip
def test_why_the_app_cannot_listen_is_said_with_what_to_do(number: int, port: int, message: str) -> None:
    assert server._cannot_listen_message(OSError(number, "broken"), "192.0.2.7", port) == message


def test_progress_is_counted_on_the_error_output(capsys: pytest.CaptureFixture[str]) -> None:
    with terminal.progress_bar("Exporting") as step:
        step(1, 4)
        step(3, 4)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Exporting" in printed.err


def test_a_file_is_replaced_only_once_it_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text("old")
    with suppress(KeyError), terminal.atomic_file(file) as written:
        written.write(b"half")
        raise KeyError
    assert file.read_text() == "old"
    with terminal.atomic_file(file) as written:
        written.write(b"new")
        assert file.read_text() == "old"
    assert (file.read_text(), [one.name for one in tmp_path.iterdir()]) == ("new", ["club.json"])
