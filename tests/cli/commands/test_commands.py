"""The commands: output and exit codes."""

import io
import json
import socket
import sqlite3
import stat
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion import __version__
from companion.commands import terminal
from companion.core.words import listed
from companion.games import SLUGS
from companion.settings import Settings
from tests.cli.commands.command_line import companion, told
from tests.database import put_empty_database

PLAY: dict[str, Any] = {
    "players": ["Ann", "Bob"],
    "options": {"first_hand": 1},
    "rounds": [{"bid": {"Ann": 1, "Bob": 0}, "tricks": {"Ann": 1, "Bob": 0}}],
}


def test_help_names_every_command() -> None:
    result = companion("--help")
    assert result.exit_code == 0
    for command in (
        "serve",
        "score",
        "demo",
        "backup",
        "recover",
        "restore",
        "rebuild",
        "export",
        "import",
        "migrate",
        "clean",
        "clubs",
        "invite",
        "block",
        "unblock",
        "delete",
        "quota",
        "operator-log",
    ):
        assert f"  {command} " in result.output
        assert companion(command, "-h").exit_code == 0


@pytest.mark.parametrize(
    ("command", "options"),
    [
        (
            "serve",
            "--host ADDRESS Address to listen on; 127.0.0.1 keeps other devices out. "
            "--port NUMBER Port to listen on; 0: any free one. "
            "--instance DIR Folder of the database, the key and the settings.",
        ),
        ("backup", "--replace Overwrite FILE if it exists."),
        ("restore", "--key FILE The file secret_key that belongs to FILE, if FILE is a bare database."),
        (
            "export",
            "--club NAME Name of the club, or its number as listed by companion clubs; only needed if there are "
            "several. "
            "--replace Overwrite FILE if it exists.",
        ),
        (
            "token",
            "--may [read|score] What the program may do. [required] "
            "--name NAME Name of the program in the list of programs and in the log.",
        ),
        (
            "demo",
            "--seed INTEGER The same number gives the same evenings again. "
            "--plays INTEGER RANGE Make this many games of forty people instead, one evening a week. [10<=x<=100000]",
        ),
        (
            "clean",
            "--idle-days DAYS Also remove clubs without any change for this many days. [x>=1] "
            "--notice INTEGER RANGE Days of warning on the club's page before that; 30 by default. [x>=1] "
            "--keep-in DIRECTORY Folder to which clubs are exported before they are removed.",
        ),
        ("delete", "--yes Do not ask for confirmation."),
        (
            "quota",
            "--plays NUMBER Most games that it may have; 0: no limit. [x>=0] "
            "--rounds NUMBER Most rounds that it may have; 0: no limit. [x>=0] "
            "--megabytes NUMBER Most megabytes that it may have; 0: no limit. [x>=0]",
        ),
    ],
)
def test_the_options_of_a_command_are_explained(command: str, options: str) -> None:
    assert options in " ".join(companion(command, "--help").output.split())


def test_version_is_printed() -> None:
    assert __version__ in companion("--version").output


@pytest.mark.parametrize("arguments", [["--prot", "1"], ["serve", "--prot", "1"], ["deal"], ["score"], ["backup"]])
def test_an_unknown_command_exits_with_2(arguments: list[str]) -> None:
    assert companion(*arguments).exit_code == 2


@pytest.mark.parametrize("command", [[], ["serve"], ["rebuild"], ["recover"], ["backup", "copy"]])
def test_a_bad_setting_ends_every_command_with_a_sentence(command: list[str], tmp_path: Path) -> None:
    env = {"COMPANION_INSTANCE": str(tmp_path), "COMPANION_PROT": "1", "COMPANION_THREADS": "none"}
    result = companion(*command, env=env)
    assert result.exit_code == 2
    assert told(result) == (
        "Error: There is no setting COMPANION_PROT. Do you mean COMPANION_PORT or COMPANION_HOST? "
        "COMPANION_THREADS is not usable (none). Give a whole number from 1 to 64."
    )
    assert not list(tmp_path.iterdir())


def test_options_without_a_command_are_those_of_serve() -> None:
    result = companion("--port", "none")
    assert result.exit_code == 2
    assert told(result) == "Error: --port is not usable (none). Give a whole number from 0 to 65535."


@pytest.mark.parametrize("command", [[], ["serve"]])
def test_a_port_in_use_is_named_with_what_to_do(command: list[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        result = companion(*command, "--host", "127.0.0.1", "--port", port, folder=tmp_path)
    assert result.exit_code == 1
    other = f"companion serve --port {int(port) + 1}"
    assert told(result) == (
        f"Error: Port {port} is in use. Is Companion running already? Stop it, or use another port: {other}"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("host", ["192.0.2.77", "no-such-host.invalid"])
def test_an_address_of_another_computer_is_named(host: str, tmp_path: Path) -> None:
    result = companion("--host", host, "--port", "0", folder=tmp_path)
    assert result.exit_code == 1
    assert told(result) == (
        f"Error: This computer has no address {host}. Leave out --host, or give an address that it has."
    )


def test_a_play_is_scored_from_standard_input() -> None:
    for arguments in (["score", "rage"], ["score", "rage", "-"]):
        result = companion(*arguments, given=json.dumps(PLAY))
        assert result.exit_code == 0
        answer = json.loads(result.stdout)
        assert answer["totals"] == {"Ann": 11, "Bob": 5}
        assert answer["winners"] == ["Ann"]


def test_a_play_is_scored_from_a_file_with_unicode_names(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    file.write_text(json.dumps({"players": ["Zoë", "Ann 🃏"]}), "utf-8")
    result = companion("score", "rage", str(file))
    assert result.exit_code == 0
    assert list(json.loads(result.stdout)["totals"]) == ["Zoë", "Ann 🃏"]
    file.write_text(json.dumps({"players": ["Zoë", "Ann \ud800"]}), "utf-8")
    result = companion("score", "rage", str(file))
    assert result.exit_code == 1
    assert json.loads(result.stdout)["errors"][0]["message"] == "Name 2 has letters that cannot be shown."


def test_what_cannot_be_scored_is_answered_with_problems() -> None:
    spoiled = PLAY | {"rounds": [{"bid": {"Ann": 1, "Bob": 0}, "tricks": {"Ann": 1, "Bob": 1}}]}
    result = companion("score", "rage", given=json.dumps(spoiled))
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert (answer["status"], answer["round"], answer["errors"][0]["field"]) == (422, 1, "tricks")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b'{"players": 1, "players": 2}', b'{"x": NaN}'])
def test_a_file_without_a_request_exits_with_2(body: bytes) -> None:
    result = companion("score", "rage", given=body)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: <stdin>: " in result.stderr


def test_a_missing_file_exits_with_2() -> None:
    result = companion("score", "rage", "nowhere.json")
    assert result.exit_code == 2
    assert "nowhere.json" in result.stderr


@pytest.mark.parametrize(
    ("game", "hint"),
    [
        ("Rage", "Do you mean rage, brag or cribbage?"), ("rag", "Do you mean rage or brag?"),
        ("zzzz", f"There are {listed(SLUGS)}."),
    ],
)  # fmt: skip
def test_an_unknown_game_is_answered_with_the_nearest_name(game: str, hint: str) -> None:
    result = companion("score", game, given="{}")
    assert result.exit_code == 2
    assert told(result) == f"Error: There is no game called {game}. {hint}"


def test_server_commands_migrate_clean_and_list_clubs(tmp_path: Path) -> None:
    at = ("--instance", str(tmp_path))
    assert companion("migrate", *at).output == "The database is up to date.\n"
    assert companion("clean", *at).output == "There was nothing to delete.\n"
    assert companion("clubs", *at).output == "There is no club yet.\n"
    assert companion("demo", "--seed", "1", "--plays", "12", *at).exit_code == 0
    first, *_ = companion("clubs", *at).output.splitlines()
    assert first.startswith("1. The Thursday Table – 12 games, the last one ")


def test_rebuild_then_backup_makes_a_complete_copy(tmp_path: Path) -> None:
    instance, copy = tmp_path / "instance", tmp_path / "copy.zip"
    result = companion("rebuild", folder=instance)
    assert result.exit_code == 0
    assert result.output == "Rebuilding every game from the log …\nEverything was right.\n"
    result = companion("backup", str(copy), folder=instance)
    assert result.exit_code == 0
    kilobytes = copy.stat().st_size // 1024
    assert result.output == (
        f"Saved {copy} with the key: {kilobytes} kilobytes.\nTo restore it: companion restore {copy}\n"
    )
    with zipfile.ZipFile(copy) as box:
        box.extract("companion.sqlite3", tmp_path)
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("SELECT count(*) FROM club").fetchone() == (0,)


def test_rebuild_names_what_it_corrected(tmp_path: Path) -> None:
    put_empty_database(tmp_path)
    assert companion("demo", "--plays", "10", "--seed", "7", folder=tmp_path).exit_code == 0
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as database:
        database.execute("UPDATE play SET rounds = rounds + 1 WHERE id < 3")
        database.execute("UPDATE night SET name = 'x' WHERE id = 1")
        database.commit()
    assert companion("rebuild", folder=tmp_path).output.splitlines()[-1] == "2 plays and 1 night corrected."


def test_backup_overwrites_a_file_only_with_replace(tmp_path: Path) -> None:
    instance, copy = tmp_path / "instance", tmp_path / "copy.sqlite3"
    put_empty_database(instance)
    companion("rebuild", folder=instance)
    copy.write_text("mine")
    result = companion("backup", str(copy), folder=instance)
    assert result.exit_code == 1
    assert told(result) == f"Error: {copy} exists already. Choose another name, or add --replace."
    assert copy.read_text() == "mine"
    assert companion("backup", str(copy), "--replace", folder=instance).exit_code == 0
    assert zipfile.is_zipfile(copy)


def test_backup_without_a_database_says_so_and_creates_nothing(tmp_path: Path) -> None:
    result = companion("backup", str(tmp_path / "copy"), folder=tmp_path / "instance")
    assert result.exit_code == 1
    database = tmp_path / "instance" / "companion.sqlite3"
    assert told(result) == f"Error: There is no database at {database} yet."
    assert not list(tmp_path.iterdir())


def test_backup_into_a_missing_folder_is_refused(tmp_path: Path) -> None:
    put_empty_database(tmp_path)
    companion("rebuild", folder=tmp_path)
    result = companion("backup", str(tmp_path / "no" / "copy"), folder=tmp_path)
    assert result.exit_code == 1
    assert told(result) == f"Error: There is no folder {tmp_path / 'no'}. Create it, or choose another."


@pytest.mark.parametrize(
    ("url", "code"),
    [("nonsense://here", 2), ("postgresql+nothing://here/db", 2), ("sqlite:////no/such/folder/db", 1)],
)
def test_a_database_that_cannot_be_opened_is_named(url: str, code: int, tmp_path: Path) -> None:
    result = companion("rebuild", folder=tmp_path, env={"COMPANION_DATABASE_URL": url})
    assert result.exit_code == code
    assert isinstance(result.exception, SystemExit)
    assert "COMPANION_DATABASE_URL" in result.output


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite3").write_text("not a database at all, " * 50)
    result = companion("rebuild", folder=tmp_path)
    assert result.exit_code == 1
    assert str(tmp_path) in result.output
    assert isinstance(result.exception, SystemExit)


def test_a_database_of_a_newer_version_is_named_and_left_alone(tmp_path: Path) -> None:
    put_empty_database(tmp_path)
    companion("rebuild", folder=tmp_path)
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as database:
        database.execute("UPDATE alembic_version SET version_num = 'ffff'")
        database.commit()
    result = companion("rebuild", folder=tmp_path)
    assert result.exit_code == 1
    assert told(result) == (
        f"Error: The database in {tmp_path} is of a newer version of Companion. Install that version, or restore an "
        "older backup."
    )
    assert isinstance(result.exception, SystemExit)


def test_a_short_secret_key_ends_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("x")
    result = companion("rebuild", folder=tmp_path)
    assert result.exit_code == 2
    assert told(result) == (
        f"Error: {tmp_path / 'secret_key'} is too short. Put the old one back from your backup; if you have none, "
        "remove the file and run companion recover."
    )


def test_a_terminal_without_block_characters_gets_no_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    terminal.print_welcome(Settings(public_url="https://cards.example.org"), 8000)
    assert b"https://cards.example.org" in raw.getvalue()
    assert b"\x1b" not in raw.getvalue()


def test_the_key_of_a_rebuilt_instance_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    put_empty_database(tmp_path)
    companion("rebuild", folder=tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
