"""Settings: their sources, refused values, and the secret key."""

import ast
import inspect
import os
import re
import stat
import sys
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

import pytest
from flask import Flask

from companion.app_database import open_database
from companion.key_file import read_or_create_key, stored_key
from companion.settings import PREFIX, Settings, SettingsError, default_instance, load_settings
from companion.store.database.runtime import Quota, runtime

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
    assert problems({"COMPANION_PROT": "8000", "COMPANYON": "8000"}) == (
        "There is no setting COMPANION_PROT. Do you mean COMPANION_PORT or COMPANION_HOST?",
    )


def test_an_unknown_name_in_the_file_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text("treads = 2\n")
    assert problems({}, instance=tmp_path) == (f"{file}: there is no setting treads. Do you mean threads?",)


def test_a_name_unlike_all_others_is_answered_with_the_whole_list() -> None:
    *names, last = sorted(f"COMPANION_{item.name.upper()}" for item in fields(Settings))
    wrong = "COMPANION_QQQQQQQQQQQQQQQ"
    assert problems({wrong: ""}) == (f"There is no setting {wrong}. There are {', '.join(names)} and {last}.",)


def test_the_file_in_the_instance_cannot_move_the_instance(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('instance = "/elsewhere"\n')
    assert problems({}, instance=tmp_path) == (
        f"instance cannot be set in {file}, since this file is inside it. Use COMPANION_INSTANCE or --instance.",
    )


PORT = "Give a whole number from 0 to 65535."
HOST = "Give only a name or an address, such as 0.0.0.0 or 127.0.0.1."
PUBLIC_URL = "Give the whole address, such as https://cards.example.org."


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("PORT", "many", f"(many). {PORT}"),
        ("PORT", "65536", f"(65536). {PORT}"),
        ("PORT", "-1", f"(-1). {PORT}"),
        ("PORT", "9" * 5000, f"({'9' * 39}…). {PORT}"),
        ("PORT", "٣", f"(٣). {PORT}"),
        ("THREADS", "0", "(0). Give a whole number from 1 to 64."),
        ("HOST", "", f"(). {HOST}"),
        ("HOST", "http://here", f"(http://here). {HOST}"),
        ("SECURE_COOKIES", "perhaps", "(perhaps). Give yes or no."),
        ("PUBLIC_URL", "cards.example.org", f"(cards.example.org). {PUBLIC_URL}"),
        ("PUBLIC_URL", "https://", f"(https://). {PUBLIC_URL}"),
        ("PUBLIC_URL", "https://a.org:0", f"(https://a.org:0). {PUBLIC_URL}"),
        ("PUBLIC_URL", "https://a.org:99999", f"(https://a.org:99999). {PUBLIC_URL}"),
        ("PUBLIC_URL", "https://a.org:cards", f"(https://a.org:cards). {PUBLIC_URL}"),
        ("INSTANCE", " ", "( ). Give a folder."),
        ("INSTANCE", "/what?", "(/what?). Give a folder without ? and # in its name."),
        ("INSTANCE", "/what#", "(/what#). Give a folder without ? and # in its name."),
        ("NEW_CLUBS", "friends", "(friends). Give everybody, invited or nobody."),
        ("TRUSTED_PROXIES", "all", "(all). Give a whole number from 0 to 9."),
    ],
)
def test_a_bad_value_is_refused_with_what_is_allowed(name: str, value: str, told: str) -> None:
    assert problems({f"COMPANION_{name}": value}) == (f"COMPANION_{name} is not usable {told}",)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        (
            "DATABASE_URL",
            "ann:secret@localhost",
            "Give a database URL such as postgresql+psycopg://name:password@host/companion.",
        ),
        ("LIMITS_URL", "ann:secret@host", "Give the address of a Redis or Valkey, such as valkey://host:6379/0."),
        ("SECRET_KEY", "k" * 31, "Give 32 letters or more that nobody can guess."),
    ],
)
def test_a_bad_secret_is_not_printed(name: str, value: str, told: str) -> None:
    assert problems({f"COMPANION_{name}": value}) == (f"COMPANION_{name} is not usable. {told}",)


BOUNDS = {
    "port": (0, 65535), "threads": (1, 64), "cache_mb": (1, 65536), "trusted_proxies": (0, 9), "code_letters": (6, 16),
    "club_plays": (0, 10**9), "club_rounds": (0, 10**9), "club_mb": (0, 10**6), "pool_size": (1, 1000),
    "pool_overflow": (0, 1000), "pool_seconds": (1, 60), "statement_seconds": (0, 3600), "drain_seconds": (0, 600),
}  # fmt: skip


def test_numbers_have_bounds() -> None:
    numbers = {item.name: item.default for item in fields(Settings) if type(item.default) is int}
    assert numbers.keys() == BOUNDS.keys()
    for name, (least, most) in BOUNDS.items():
        for value in (least, most):
            assert getattr(load_settings({f"COMPANION_{name.upper()}": f" {value} "}), name) == value
        for value in (least - 1, most + 1):
            assert problems({}, **{name: value}) == (
                f"--{name.replace('_', '-')} is not usable ({value}). Give a whole number from {least} to {most}.",
            )


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("LIMITS_URL", " redis ", "redis"),
        ("LIMITS_URL", "rediss://host:6379/0", "rediss://host:6379/0"),
        ("LIMITS_URL", "valkey://host", "valkey://host"),
        ("PUBLIC_URL", " https://cards.example.org/table/ ", "https://cards.example.org/table"),
        ("PUBLIC_URL", "", ""),
        ("NEW_CLUBS", " Invited ", "invited"),
        ("NEW_CLUBS", "nobody", "nobody"),
        ("HOST", " table.local ", "table.local"),
        ("DATABASE_URL", "", ""),
        ("SECRET_KEY", "", ""),
        ("METRICS_TOKEN", " t ", "t"),
    ],
)
def test_texts_are_read_without_blanks_around_them(name: str, value: str, read: str) -> None:
    assert getattr(load_settings({f"COMPANION_{name}": value}), name.lower()) == read


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('port = "many"', f"(many). {PORT}"),
        ("port = true", f"(True). {PORT}"),
        ("port = 80.5", f"(80.5). {PORT}"),
        ("host = 1", "(1). Give a text."),
        ("secure_cookies = []", "([]). Give yes or no."),
    ],
)
def test_a_bad_value_in_the_file_is_refused_with_its_place(tmp_path: Path, line: str, told: str) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(line)
    assert problems({}, instance=tmp_path) == (f"{line.split()[0]} in {file} is not usable {told}",)


def test_all_bad_settings_are_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("threads = 0\nnoise = 1\n")
    found = problems({"COMPANION_PORT": "x", "COMPANION_NOISE": "1"}, instance=tmp_path, host="a b")
    file = tmp_path / "companion.toml"
    assert [problem.partition(". ")[0] for problem in found] == [
        "There is no setting COMPANION_NOISE",
        "--host is not usable (a b)",
        "COMPANION_PORT is not usable (x)",
        f"{file}: there is no setting noise",
        f"threads in {file} is not usable (0)",
    ]


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes(b"port 8000")
    [told] = problems({}, instance=tmp_path)
    assert re.fullmatch(re.escape(f"{file} is not TOML: ") + r".* \(at line 1, column 6\)\.", told)
    file.write_bytes(b"\xff\xfe")
    assert problems({}, instance=tmp_path) == (f"{file} cannot be read. Make it a readable text file, or remove it.",)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        *((word, True) for word in ("1", "true", "Yes", "On ")),
        *((word, False) for word in ("0", "FALSE", "no", "off")),
    ],
)
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


@pytest.mark.parametrize(("threads", "most_waiting"), [(1, 0), (3, 0), (4, 1), (9, 3)])
def test_settings_reach_the_database(tmp_path: Path, threads: int, most_waiting: int) -> None:
    app = Flask("settings")
    open_database(
        app,
        load_settings(
            {}, instance=tmp_path, club_plays=3, club_rounds=4, club_mb=5, threads=threads, code_letters=9, cache_mb=24
        ),
    )
    with app.app_context():
        own = runtime()
        assert own.quota == Quota(3, 4, 5 * 1024 * 1024)
        assert own.code_letters == 9
        assert own.write_lock is not None
        assert own.write_lock._places._value == most_waiting, "the others go on reading"
        assert own.cache._kept.maxsize == 24 * 1024 * 1024
        assert (own.paths.database, own.paths.key) == (tmp_path / "companion.sqlite3", tmp_path / "secret_key")


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
    file = tmp_path / "secret_key"
    told = (
        f"{file} is too short. Put the old one back from your backup; if you have none, remove the file and run "
        "companion recover."
    )
    for content in ("abc\n", "k" * 31 + "\n"):
        file.write_text(content)
        with pytest.raises(SettingsError, match=re.escape(told)):
            read_or_create_key(Settings(instance=tmp_path))
    file.write_text("k" * 32 + "\n")
    assert read_or_create_key(Settings(instance=tmp_path)) == b"k" * 32


def test_a_key_that_cannot_be_read_or_made_is_refused(tmp_path: Path) -> None:
    advice = "Choose a folder that the app may write to, with --instance or COMPANION_INSTANCE."
    (tmp_path / "secret_key").mkdir()
    (tmp_path / "file").write_text("")
    for folder in (tmp_path, tmp_path / "file" / "instance"):
        told = re.escape(f"{folder / 'secret_key'} cannot be created or read (") + r".+" + re.escape(f"). {advice}")
        with pytest.raises(SettingsError, match=told):
            read_or_create_key(Settings(instance=folder))


def test_a_key_in_the_settings_needs_no_file(tmp_path: Path) -> None:
    settings = load_settings({"COMPANION_SECRET_KEY": "k" * 32}, instance=tmp_path)
    assert read_or_create_key(settings) == b"k" * 32
    assert list(tmp_path.iterdir()) == []
    assert "kkk" not in repr(settings)


def test_a_weak_key_is_refused_and_not_printed(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="COMPANION_SECRET_KEY") as refused:
        load_settings({"COMPANION_SECRET_KEY": "hunter2"}, instance=tmp_path)
    assert "hunter2" not in str(refused.value)
