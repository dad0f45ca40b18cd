"""The commands for operators: their output, and their effect on clubs."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert

from companion.store.club import operators
from companion.store.database.base import clock_at, db, now
from companion.store.database.service_models import Day
from companion.store.database.writing import writing
from tests.cli.commands.command_line import companion, told
from tests.cli.commands.homes import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Return an instance with a club called The Aces with two rounds, and one without a name."""
    home = Home(tmp_path / "instance")
    table = home.club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    for name in ("Ann", "Bob"):
        table.write({"tricks": {name: 5}})
    with home.club.app.app_context():
        db.engine.dispose()
    return home


def run(home: Home, *arguments: str, code: int = 0) -> str:
    result = companion(*arguments, folder=home.folder)
    assert result.exit_code == code, result.output
    return told(result)


def test_clubs_lists_size_last_use_and_limits(home: Home) -> None:
    listed = run(home, "clubs")
    on = rf"\d+ {now():%B %Y}"
    played = rf"1 game, the last one Raise the Stakes on {on} with Ann, Bob and Cyd"
    last = rf"– {played}; 2 rounds, 0\.0 MB, last change on {on}"
    first, other = rf"1\. The Aces ♠ {last}", rf"2\. \(no name\) – no game yet, started on {on}"
    assert re.fullmatch(f"{first} {other}", listed)
    told = "Nobody can enter “The Aces ♠” now. To reopen it: companion unblock 1"
    assert run(home, "block", "The Aces ♠") == told
    assert re.fullmatch(f"{first}; blocked {other}", run(home, "clubs"))
    assert run(home, "unblock", "1") == "The members of “The Aces ♠” can enter it again."
    assert run(home, "clubs") == listed
    assert run(home, "quota", "2", "--rounds", "3") == "The limits of the club without a name are set."


def test_a_club_that_does_not_exist_is_named(home: Home) -> None:
    for command in ("block", "unblock", "quota", "delete"):
        assert run(home, command, "Jokers", code=1).startswith(
            "Error: There is no club called Jokers. Name one of these, or give its number: 1 The Aces ♠ – 1 game,"
        )


def test_delete_asks_for_confirmation(home: Home) -> None:
    asked = run(home, "delete", "1", code=1)
    assert re.search(r"Delete The Aces ♠ – 1 game, .*\? This cannot be undone \[y/N\]:", asked)
    assert "The Aces" in run(home, "clubs")
    assert re.fullmatch(r"Deleted The Aces ♠ – 1 game, .*\.", run(home, "delete", "1", "--yes"))
    assert re.fullmatch(r"2\. \(no name\) – no game yet, .*", run(home, "clubs"))
    answered = companion("delete", "2", folder=home.folder, given="y\n")
    assert answered.exit_code == 0
    assert run(home, "clubs") == "There is no club yet."


def test_operator_log_lists_what_was_done(home: Home, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    assert run(home, "operator-log") == "There are no entries yet."
    run(home, "quota", "1", "--plays", "3", "--megabytes", "2")
    run(home, "token", "--club", "1", "--may", "read")
    run(home, "recover", "--club", "1")
    run(home, "export", str(tmp_path / "club.json"), "--club", "1")
    run(home, "import", str(tmp_path / "club.json"))
    lines = run(home, "operator-log").split(" root: ")[1:]
    said = ["import club 3", "export club 1", "recover club 1", "token club 1 (may read)"]
    assert [line.rsplit(" ", 2)[0] for line in lines[:4]] == said
    assert lines[4] == "quota club 1 (most_plays: 3, most_rounds: usual, most_bytes: 2097152)"
    assert re.match(rf"{now():%Y-%m-%d} \d\d:\d\d root: import club 3 ", run(home, "operator-log"))


def test_an_invitation_is_a_link_with_which_clubs_can_be_started(home: Home) -> None:
    told = "Error: Invitations are only needed if COMPANION_NEW_CLUBS is “invited”; it is “everybody”."
    assert run(home, "invite", code=1) == told
    (home.folder / "companion.toml").write_text('new_clubs = "invited"\npublic_url = "https://cards.example.org"\n')
    found = run(home, "invite")
    link = r"https://cards\.example\.org/welcome/[\w.-]+"
    assert re.fullmatch(rf"Phones that open this link can start clubs for thirty days: {link}", found)
    assert run(home, "operator-log").endswith(": invite")


def test_clean_deletes_unused_clubs(home: Home) -> None:
    with home.club.app.app_context():
        with writing() as connection:
            for day in range(1, 31):
                connection.execute(insert(Day).values(on=now().date() + timedelta(days=day)))
        db.engine.dispose()
    with clock_at(now() + timedelta(days=31)):
        assert run(home, "clean") == "1 unused club deleted."


def test_clean_warns_idle_clubs_then_exports_and_removes_them(home: Home, tmp_path: Path) -> None:
    told = "Error: Add --keep-in with a folder to which clubs are exported before they are removed."
    assert run(home, "clean", "--idle-days", "365", code=2) == told
    idle = ("clean", "--idle-days", "365", "--keep-in", str(tmp_path))
    assert run(home, *idle) == "There was nothing to delete."
    with clock_at(now() + timedelta(days=370)):
        assert run(home, *idle) == "2 clubs warned."
        due = now() + timedelta(days=30)
        assert run(home, "clubs").endswith(f"; will be removed on {due.day} {due:%B %Y}")
    with clock_at(now() + timedelta(days=401)):
        assert run(home, *idle) == "2 idle clubs exported and removed."
        assert run(home, "clubs") == "There is no club yet."
    kept = json.loads((tmp_path / "club-1.json").read_text("utf-8"))
    assert kept["club"]["name"] == "The Aces ♠"
    assert len(kept["plays"]) == 1
    imported = run(home, "import", str(tmp_path / "club-1.json"))
    assert "Imported “The Aces ♠” with 1 game. While Companion runs, open this link" in imported


def test_a_club_that_is_used_during_its_export_stays(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = ("clean", "--idle-days", "365", "--keep-in", str(tmp_path))
    with clock_at(now() + timedelta(days=370)):
        run(home, *idle)
    monkeypatch.setattr(operators, "remove_idle", lambda *_: False)
    with clock_at(now() + timedelta(days=401)):
        assert run(home, *idle) == "There was nothing to delete."
    assert "The Aces" in run(home, "clubs")


def test_an_export_is_made_although_it_cannot_be_logged(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.store.database.trouble import DatabaseBusyError

    def busy(*_: object) -> None:
        raise DatabaseBusyError

    monkeypatch.setattr(operators, "record", busy)
    said = run(home, "export", str(tmp_path / "club.json"), "--club", "1")
    assert said.startswith("The export could not be written to the operator's log. ")
    assert (tmp_path / "club.json").exists()
