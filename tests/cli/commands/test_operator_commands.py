"""The commands for operators: their output, and their effect on clubs."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from companion.store.club import operators
from companion.store.database.base import clock_at, db, now
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
    assert "1. The Aces ♠ – 1 game, the last one Raise the Stakes on" in listed
    assert "2 rounds, 0.0 MB, last change on" in listed
    assert "blocked" not in listed
    run(home, "block", "The Aces ♠")
    assert "; blocked" in run(home, "clubs")
    run(home, "unblock", "1")
    assert "blocked" not in run(home, "clubs")


def test_a_club_that_does_not_exist_is_named(home: Home) -> None:
    for command in ("block", "unblock", "quota", "delete"):
        assert "There is no club called Jokers" in run(home, command, "Jokers", code=1)


def test_delete_asks_for_confirmation(home: Home) -> None:
    assert "Aborted" in run(home, "delete", "1", code=1)
    assert "The Aces" in run(home, "clubs")
    assert run(home, "delete", "1", "--yes").startswith("Deleted The Aces")
    assert "The Aces" not in run(home, "clubs")


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


def test_clean_warns_idle_clubs_then_exports_and_removes_them(home: Home, tmp_path: Path) -> None:
    assert "--keep-in" in run(home, "clean", "--idle-days", "365", code=2)
    idle = ("clean", "--idle-days", "365", "--keep-in", str(tmp_path))
    assert run(home, *idle) == "There was nothing to delete."
    with clock_at(now() + timedelta(days=370)):
        assert run(home, *idle) == "2 clubs warned."
        assert "will be removed on" in run(home, "clubs")
    with clock_at(now() + timedelta(days=401)):
        assert run(home, *idle) == "2 idle clubs exported and removed."
        assert run(home, "clubs") == "There is no club yet."
    kept = json.loads((tmp_path / "club-1.json").read_text("utf-8"))
    assert kept["club"]["name"] == "The Aces ♠"
    assert len(kept["plays"]) == 1
    assert "with 1 game" in run(home, "import", str(tmp_path / "club-1.json"))


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
    assert "could not be written" in run(home, "export", str(tmp_path / "club.json"), "--club", "1")
    assert (tmp_path / "club.json").exists()
