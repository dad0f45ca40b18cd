"""``companion token``: the token alone on the last line, for the club that is named."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Row

from companion.store.access import programs
from companion.store.access.roles import Member
from companion.store.database.base import db
from tests.cli.commands.command_line import companion, told
from tests.cli.commands.homes import Home, opened

ACES = "The Aces ♠"


def let_in(folder: Path, token: str) -> tuple[Member | None, Sequence[Row[Any]]]:
    """Return the member of a token, and the programs of that club."""
    with opened(folder) as app, app.app_context():
        found = programs.program(token)
        listed = programs.programs(found) if found else []
        db.session.remove()
    return found, listed


@pytest.mark.parametrize(("may", "role"), [("read", "viewer"), ("score", "scorer")])
def test_the_token_is_alone_on_the_last_line(home: Home, may: str, role: str) -> None:
    result = companion("token", "--club", ACES, "--may", may, "--name", " Wall ", folder=home.folder)
    assert result.exit_code == 0, result.output
    what = "read" if may == "read" else "read and score in"
    first, _ = result.output.splitlines()
    assert first == f"With this token a program can {what} “{ACES}”. Keep it secret; it is shown only once."
    found, listed = let_in(home.folder, result.output.splitlines()[-1])
    assert found is not None
    assert (found.role, found.club_name) == (role, ACES)
    assert [(one.name, one.may) for one in listed] == [("Wall", may)]


def test_a_second_token_leaves_the_first_one_valid(home: Home) -> None:
    made = [companion("token", "--club", "1", "--may", "read", folder=home.folder) for _ in range(2)]
    tokens = [result.output.splitlines()[-1] for result in made]
    assert len(set(tokens)) == 2
    for token in tokens:
        assert [one.name for one in let_in(home.folder, token)[1]] == ["A program"] * 2


def test_several_clubs_are_told_apart_as_with_recover(home: Home) -> None:
    result = companion("token", "--may", "read", folder=home.folder)
    assert result.exit_code == 1
    assert re.findall(r"^  (\d)  ", result.output, re.MULTILINE) == ["1", "2"]
    assert "Which club do you mean?" in result.output
    token = companion("token", "--may", "read", "--club", "2", folder=home.folder).output.splitlines()[-1]
    found, _ = let_in(home.folder, token)
    assert found is not None
    assert found.club_name == ""


@pytest.mark.parametrize("wrong", [["--may", "organise"], [], ["--may", "read", "--name", "x" * 41]])
def test_a_wrong_option_is_refused_and_no_token_is_made(home: Home, wrong: list[str]) -> None:
    result = companion("token", "--club", "1", *wrong, folder=home.folder)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    token = companion("token", "--club", "1", "--may", "read", folder=home.folder).output.splitlines()[-1]
    assert len(let_in(home.folder, token)[1]) == 1


def test_without_a_club_or_a_database_there_is_no_token(tmp_path: Path) -> None:
    result = companion("token", "--may", "read", folder=tmp_path / "nothing")
    assert result.exit_code == 1
    database = tmp_path / "nothing" / "companion.sqlite3"
    assert told(result) == f"Error: There is no database at {database} yet, so there is no club yet."
    assert not list(tmp_path.iterdir())
    with opened(tmp_path / "empty"):
        pass
    result = companion("token", "--may", "read", folder=tmp_path / "empty")
    assert result.exit_code == 1
    assert told(result) == "Error: There is no club yet."
