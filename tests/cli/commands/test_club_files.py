"""``companion export`` and ``import``: a club moves to another computer, and every refusal is a sentence."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.commands.command_line import companion, told
from tests.database import put_empty_database


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the instance folder of an installation with the demo's club."""
    folder = tmp_path_factory.mktemp("demo")
    put_empty_database(folder)
    assert companion("demo", "--seed", "7", folder=folder).exit_code == 0
    return folder


def test_an_exported_club_is_imported_elsewhere_and_exported_again(demo: Path, tmp_path: Path) -> None:
    file, again = tmp_path / "club.json", tmp_path / "again.json"
    result = companion("export", str(file), folder=demo)
    assert result.exit_code == 0, result.output
    size = f"{file.stat().st_size // 1024 + 1:,} kilobytes"
    assert result.output.splitlines()[-1] == f"Exported “The Thursday Table” to {file}: {size}."
    assert json.loads(file.read_bytes())["format"] == "companion-club"
    result = companion("import", str(file), folder=tmp_path / "fresh")
    assert result.exit_code == 0, result.output
    said = r"Imported “The Thursday Table” with \d+ games\.\nWhile Companion runs, .*:\n  http://\S+/recover/[0-9a-f]{40}\n"
    assert re.search(said, result.output)
    assert companion("export", str(again), folder=tmp_path / "fresh").exit_code == 0
    assert again.read_bytes() == file.read_bytes()
    assert companion("rebuild", folder=tmp_path / "fresh").output.endswith("Everything was right.\n")


def test_export_takes_the_club_that_is_named(demo: Path, tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    assert companion("export", str(file), folder=demo).exit_code == 0
    put_empty_database(tmp_path / "fresh")
    fresh = str(tmp_path / "fresh")
    for _ in range(2):
        assert companion("import", str(file), "--instance", fresh).exit_code == 0
    result = companion("export", str(tmp_path / "one.json"), "--instance", fresh)
    assert result.exit_code == 1
    assert "Which club do you mean? Name one of these, or give its number:" in result.output
    assert not (tmp_path / "one.json").exists()
    assert companion("export", str(tmp_path / "one.json"), "--club", "2", "--instance", fresh).exit_code == 0
    assert (tmp_path / "one.json").read_bytes() == file.read_bytes()


def test_export_does_not_overwrite_a_file(demo: Path, tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text("mine")
    result = companion("export", str(file), folder=demo)
    assert (result.exit_code, file.read_text()) == (1, "mine")
    assert f"Error: {file} exists already. Choose another name, or add --replace." in told(result)
    assert companion("export", str(file), "--replace", folder=demo).exit_code == 0
    assert file.read_text() != "mine"
    assert [one.name for one in tmp_path.iterdir()] == ["club.json"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"",
            "This is not a club exported by Companion. It is not JSON: Expecting value, line 1, column 1.",
        ),
        (
            b'{"format":"companion-club","version":3}',
            "The file comes from a newer version of Companion. Update this one, then try again.",
        ),
        (b'{"format":"companion-club","version":1,\n"cl', "The file is damaged or incomplete: line 2 was changed."),
    ],
)
def test_a_file_that_cannot_be_imported_is_refused_with_a_sentence(
    content: bytes, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "club.json"
    file.write_bytes(content)
    put_empty_database(tmp_path / "fresh")
    result = companion("import", str(file), folder=tmp_path / "fresh")
    assert result.exit_code == 1
    assert told(result).removeprefix("Checking ") == f"Error: {file}: {sentence} Nothing was changed."


def test_a_link_begins_with_the_public_address(demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "club.json"
    assert companion("export", str(file), folder=demo).exit_code == 0
    monkeypatch.setenv("COMPANION_PUBLIC_URL", "https://cards.example.org")
    put_empty_database(tmp_path / "fresh")
    result = companion("import", str(file), folder=tmp_path / "fresh")
    assert "  https://cards.example.org/recover/" in result.output


def test_a_folder_that_cannot_be_written_is_named(demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # root can write anywhere
    result = companion("export", str(tmp_path / "club.json"), folder=demo)
    assert result.exit_code == 1
    assert told(result) == f"Error: Nothing can be written to the folder {tmp_path}. Choose another."


def test_a_club_that_does_not_exist_is_refused_with_a_sentence(tmp_path: Path) -> None:
    result = companion("export", str(tmp_path / "club.json"), folder=tmp_path / "none")
    assert result.exit_code == 1
    database = tmp_path / "none" / "companion.sqlite3"
    assert told(result) == f"Error: There is no database at {database} yet, so there is no club to export."
    result = companion("export", str(tmp_path / "no" / "club.json"), folder=tmp_path)
    assert told(result) == f"Error: There is no folder {tmp_path / 'no'}. Create it, or choose another."
