"""Settings: their sources, refused values, and the secret key."""

import ast
import inspect
import os
import stat
import sys
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

import pytest

from companion.key_file import read_or_create_key, stored_key
from companion.settings import PREFIX, Settings, SettingsError, default_instance, load_settings

ROOT = Path(__file__).parents[2]


def problems(environ: dict[str, str], **overrides: object) -> tuple[str, ...]:
    """Return the messages about settings that cannot be used."""
    with pytest.raises(SettingsError) as fault:
        load_settings(environ, **overrides)
    return fault.value.problems


def test_without_settings_the_defaults_hold() -> None:
    settings = load_settings({})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.instance) == ("0.0.0.0", 8000, ROOT / "instance")
    assert settings.database_uri == f"sqlite:///{ROOT / 'instance' / 'companion.sqlite3'}"


def test_options_override_variables_and_variables_override_the_file(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text('port = 9001\nthreads = 2\nhost = "127.0.0.1"\nsecure_cookies = true\n')
    environ = {"COMPANION_INSTANCE": str(tmp_path), "COMPANION_PORT": "9002", "COMPANION_THREADS": "3"}
    settings = load_settings(environ, port="9003", host=None)
    assert (settings.port, settings.threads, settings.host, settings.secure_cookies) == (9003, 3, "127.0.0.1", True)
    assert settings.instance == tmp_path


def test_an_override_can_be_a_typed_value(tmp_path: Path) -> None:
    settings = load_settings({}, instance=tmp_path, port=0, secure_cookies=False)
    assert (settings.instance, settings.port, settings.secure_cookies) == (tmp_path, 0, False)


def test_database_url_replaces_the_sqlite_file() -> None:
    url = "postgresql+psycopg://ann:secret@localhost/companion"
    settings = load_settings({"COMPANION_DATABASE_URL": url})
    assert settings.database_uri == url
    assert "secret" not in repr(settings)


def test_an_unknown_variable_is_refused_with_the_nearest_name() -> None:
    (problem,) = problems({"COMPANION_PROT": "8000"})
    assert "COMPANION_PROT" in problem
    assert "COMPANION_PORT" in problem


def test_an_unknown_name_in_the_file_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("treads = 2\n")
    (problem,) = problems({}, instance=tmp_path)
    assert "companion.toml" in problem
    assert "Do you mean threads?" in problem


def test_a_name_unlike_all_others_is_answered_with_the_whole_list() -> None:
    (problem,) = problems({"COMPANION_QQQQQQQQQQQQQQQ": ""})
    assert "COMPANION_SECURE_COOKIES" in problem


def test_the_file_in_the_instance_cannot_move_the_instance(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text('instance = "/elsewhere"\n')
    (problem,) = problems({}, instance=tmp_path)
    assert "COMPANION_INSTANCE" in problem


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("PORT", "many", "whole number from 0 to 65535"),
        ("PORT", "65536", "whole number from 0 to 65535"),
        ("PORT", "-1", "whole number from 0 to 65535"),
        ("PORT", "9" * 5000, "whole number from 0 to 65535"),
        ("THREADS", "0", "whole number from 1 to 64"),
        ("HOST", "", "address"),
        ("HOST", "http://here", "address"),
        ("SECURE_COOKIES", "perhaps", "yes or no"),
        ("PUBLIC_URL", "cards.example.org", "whole address"),
        ("PUBLIC_URL", "https://", "whole address"),
        ("PUBLIC_URL", "https://cards.example.org:99999", "whole address"),
        ("PUBLIC_URL", "https://cards.example.org:cards", "whole address"),
        ("DATABASE_URL", "companion.sqlite3", "database URL"),
        ("INSTANCE", " ", "folder"),
        ("INSTANCE", "/what?", "without ?"),
        ("TRUSTED_PROXIES", "all", "whole number from 0 to 9"),
    ],
)
def test_a_bad_value_is_refused_with_what_is_allowed(name: str, value: str, hint: str) -> None:
    (problem,) = problems({f"COMPANION_{name}": value})
    assert f"COMPANION_{name}" in problem
    assert hint in problem
    assert len(problem) < 300


def test_a_bad_database_url_is_not_printed() -> None:
    (problem,) = problems({"COMPANION_DATABASE_URL": "ann:secret@localhost"})
    assert "secret" not in problem


@pytest.mark.parametrize("line", ['port = "many"', "port = true", "port = 80.5", "host = 1", "secure_cookies = []"])
def test_a_bad_value_in_the_file_is_refused_with_its_place(tmp_path: Path, line: str) -> None:
    (tmp_path / "companion.toml").write_text(line)
    (problem,) = problems({}, instance=tmp_path)
    assert line.split()[0] in problem
    assert "companion.toml" in problem


def test_all_bad_settings_are_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("threads = 0\nnoise = 1\n")
    found = problems({"COMPANION_PORT": "x", "COMPANION_NOISE": "1"}, instance=tmp_path, host="a b")
    assert len(found) == 5


@pytest.mark.parametrize("content", [b"port 8000", b"\xff\xfe"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "companion.toml").write_bytes(content)
    (problem,) = problems({}, instance=tmp_path)
    assert str(tmp_path / "companion.toml") in problem


@pytest.mark.parametrize(("word", "meant"), [("yes", True), ("On", True), ("1", True), ("FALSE", False), ("no", False)])
def test_yes_and_no_have_several_spellings(word: str, meant: bool) -> None:
    assert load_settings({"COMPANION_SECURE_COOKIES": word}).secure_cookies is meant


def test_an_installed_app_keeps_its_instance_among_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.settings.is_checkout", lambda: False)
    assert default_instance().name.lower() == "companion"
    assert ROOT not in default_instance().parents


NO_DEFAULT = {
    "instance": "`instance/` of a checkout, else a folder among your user data",
    "database_url": "`companion.sqlite3` in the instance folder",
    "secret_key": "`secret_key` in the instance folder",
    "public_url": "guessed",
    "limits_url": "in the memory of each process",
    **dict.fromkeys(("club_plays", "club_rounds", "club_mb"), "any number"),
    "metrics_token": "none: no metrics",
    "privacy": "nobody is named",
}
"""What README says of settings whose default value does not say it."""


def test_the_readme_lists_all_settings_with_their_defaults() -> None:
    body = ast.parse(dedent(inspect.getsource(Settings))).body[0]
    assert isinstance(body, ast.ClassDef)
    docs = [ast.literal_eval(one.value) for one in body.body[1:] if isinstance(one, ast.Expr)]
    lines = ["| Variable | What it does | Default |", "| --- | --- | --- |"]
    for item, text in zip(fields(Settings), docs, strict=True):
        default = NO_DEFAULT.get(item.name) or ("no" if item.default is False else f"`{item.default}`")
        lines.append(f"| `{PREFIX}{item.name.upper()}` | {text} | {default} |")
    assert "\n".join(lines) + "\n" in (ROOT / "README.md").read_text("utf-8")


def test_the_readme_has_one_line_to_start_and_one_to_test() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert lines.count("python3 -m venv .venv && .venv/bin/pip install -e '.[picture]' && .venv/bin/companion") == 1
    assert lines.count("python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest") == 1


def test_the_secret_key_is_created_once_and_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "instance"
    key = read_or_create_key(Settings(instance=folder))
    assert len(key) >= 32
    assert read_or_create_key(Settings(instance=folder)) == key
    assert read_or_create_key(Settings(instance=tmp_path / "other")) != key
    assert [path.name for path in folder.iterdir()] == ["secret_key"]
    if sys.platform != "win32":
        assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600


def test_two_first_starts_agree_on_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, looks = read_or_create_key(Settings(instance=tmp_path)), []

    def look(settings: Settings) -> bytes | None:
        looks.append(settings)
        return None if len(looks) == 1 else stored_key(settings)

    monkeypatch.setattr("companion.key_file.stored_key", look)
    assert read_or_create_key(Settings(instance=tmp_path)) == first
    assert len(looks) == 2, "the first look came before the other one's key"


def test_a_file_system_without_hard_links_gets_a_key_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_source: str, _target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    assert read_or_create_key(Settings(instance=tmp_path)) == read_or_create_key(Settings(instance=tmp_path))


def test_a_truncated_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("abc\n")
    with pytest.raises(SettingsError, match="too short"):
        read_or_create_key(Settings(instance=tmp_path))


def test_a_key_that_cannot_be_read_or_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()
    with pytest.raises(SettingsError, match="--instance"):
        read_or_create_key(Settings(instance=tmp_path))
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="--instance"):
        read_or_create_key(Settings(instance=tmp_path / "file" / "instance"))


def test_a_key_in_the_settings_needs_no_file(tmp_path: Path) -> None:
    settings = load_settings({"COMPANION_SECRET_KEY": "k" * 32}, instance=tmp_path)
    assert read_or_create_key(settings) == b"k" * 32
    assert list(tmp_path.iterdir()) == []
    assert "kkk" not in repr(settings)


def test_a_weak_key_is_refused_and_not_printed(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"COMPANION_SECRET_KEY is not usable\. Give 32 letters or more") as refused:
        load_settings({"COMPANION_SECRET_KEY": "hunter2"}, instance=tmp_path)
    assert "hunter2" not in str(refused.value)
