"""Settings, from ``COMPANION_*`` variables and ``companion.toml`` in the instance folder."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_dir

from companion.core.words import listed, quoted
from companion.resources import PACKAGE, is_checkout

PREFIX = "COMPANION_"
FILE = "companion.toml"
"""The optional file with settings, in the instance folder."""

DATABASE = "companion.sqlite3"
"""The SQLite file, in the instance folder."""

KEY_FILE = "secret_key"
KEY_BYTES = 32


class SettingsError(Exception):
    """Settings are wrong; each problem is a sentence that says what to change."""

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


def _text_reader(
    message: str = "", fits: Callable[[str], object] = lambda _: True, tidy: Callable[[str], str] = str.strip
) -> Callable[[object], str]:
    """Return a function that reads a text and tidies it.

    It raises a ``ValueError`` with ``message`` if the tidied text does not pass ``fits``.
    """

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise ValueError("Give a text.")
        text = tidy(value)
        if not fits(text):
            raise ValueError(message)
        return text

    return read


_read_text = _text_reader()
_read_host = _text_reader(
    "Give only a name or an address, such as 0.0.0.0 or 127.0.0.1.", re.compile(r"[^\s/?#@]+").fullmatch
)
_read_database_url = _text_reader(
    "Give a database URL such as postgresql+psycopg://name:password@host/companion.",
    re.compile(r"(.*://.*)?", re.DOTALL).fullmatch,
)
_read_limits_url = _text_reader(
    "Give the address of a Redis or Valkey, such as valkey://host:6379/0.",
    re.compile(r"((redis|valkey)s?(://.*)?)?", re.DOTALL).fullmatch,
)


def _is_public_url(text: str) -> bool:
    """Return whether a text is empty or the address of a site, with a port that exists if it has one."""
    try:
        port = urlsplit(text).port
    except ValueError:
        return False
    return port != 0 and bool(re.fullmatch(r"(https?://[^ ?#]+)?", text))


_read_public_url = _text_reader(
    "Give the whole address, such as https://cards.example.org.",
    _is_public_url,
    lambda url: url.strip().rstrip("/"),
)
_read_key = _text_reader(
    f"Give {KEY_BYTES} letters or more that nobody can guess.", lambda key: not key or len(key.encode()) >= KEY_BYTES
)
_read_new_clubs = _text_reader(
    "Give everybody, invited or nobody.",
    ("everybody", "invited", "nobody").__contains__,
    lambda word: word.strip().lower(),
)


def _read_flag(value: object) -> bool:
    """Read a setting that is yes or no: 1, true, yes, on, or 0, false, no, off.

    :raises ValueError: it is none of these.
    """
    words = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    known = words.get(str(value).strip().lower())
    if known is None:
        raise ValueError("Give yes or no.")
    return known


def _read_folder(value: object) -> Path:
    """Return a setting as the absolute path of a folder."""
    if not isinstance(value, str | Path) or not str(value).strip():
        raise ValueError("Give a folder.")
    folder = Path(value).expanduser().absolute()
    if any(letter in str(folder) for letter in "?#"):
        raise ValueError("Give a folder without ? and # in its name.")
    return folder


def default_instance() -> Path:
    """Return the default instance folder: inside the checkout, or else among the user's data."""
    return PACKAGE.parent / "instance" if is_checkout() else Path(user_data_dir("companion", appauthor=False))


def _setting(default: Any, read: Callable[[object], Any], *, is_secret: bool = False) -> Any:
    """Return the field of a setting. ``read``: parses and validates it; ``is_secret``: messages leave out its value."""
    return field(default=default, repr=not is_secret, metadata={"read": read})


def _number(default: int, least: int, most: int) -> Any:
    """Return the field of a whole number within these bounds."""

    def read(value: object) -> int:
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
            value = int(value.strip()[:20])
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"Give a whole number from {least} to {most}.")
        return value

    return _setting(default, read)


@dataclass(frozen=True)
class Settings:
    """All settings, each with its default and how it is read. README has their descriptions in a table."""

    instance: Path = field(default_factory=default_instance, metadata={"read": _read_folder})
    """Folder of the database, the secret key and the settings file."""

    database_url: str = _setting("", _read_database_url, is_secret=True)
    """Another database, as a SQLAlchemy URL."""

    secret_key: str = _setting("", _read_key, is_secret=True)
    """The secret key, if several computers share a database."""

    host: str = _setting("0.0.0.0", _read_host)  # noqa: S104 - the phones at the table have to reach it
    """Address to listen on; `127.0.0.1` keeps other devices out."""

    port: int = _number(8000, 0, 65535)
    """Port to listen on; 0: any free one."""

    threads: int = _number(4, 1, 64)
    """How many requests are handled at once."""

    cache_mb: int = _number(12, 1, 65536)
    """Size of the cache for games, pages and statistics, in megabytes."""

    public_url: str = _setting("", _read_public_url)
    """Address at which phones reach the app, for links and QR codes."""

    secure_cookies: bool = _setting(False, _read_flag)
    """Send cookies over HTTPS only; for use behind an HTTPS proxy."""

    trusted_proxies: int = _number(0, 0, 9)
    """Number of proxies in front of the app whose `X-Forwarded-*` headers are trusted."""

    limits_url: str = _setting("", _read_limits_url, is_secret=True)
    """Redis or Valkey server where several processes share their rate limits."""

    new_clubs: str = _setting("everybody", _read_new_clubs)
    """Who may start clubs: `everybody`, `invited` (`companion invite`), or `nobody`."""

    code_letters: int = _number(6, 6, 16)
    """Length of new invite codes; use 10 on a public server."""

    club_plays: int = _number(0, 0, 10**9)
    """How many games a club may have."""

    club_rounds: int = _number(0, 0, 10**9)
    """How many rounds a club may have."""

    club_mb: int = _number(0, 0, 10**6)
    """How many megabytes a club may fill."""

    pool_size: int = _number(32, 1, 1000)
    """Database connections that a process keeps open."""

    pool_overflow: int = _number(10, 0, 1000)
    """Further connections that it opens while those are in use."""

    pool_seconds: int = _number(1, 1, 60)
    """Seconds that a request waits for a connection before it is answered with 503."""

    statement_seconds: int = _number(30, 0, 3600)
    """Time-out of PostgreSQL statements in seconds; 0: none."""

    pgbouncer: bool = _setting(False, _read_flag)
    """Whether PostgreSQL is behind PgBouncer (see `docs/hosting.md`)."""

    access_log: bool = _setting(False, _read_flag)
    """Log each request as a line of JSON, without names, codes and addresses."""

    metrics_token: str = _setting("", _read_text, is_secret=True)
    """Token with which Prometheus may read `/metrics`."""

    privacy: str = _setting("", _read_text)
    """Who runs the server and how to reach them, for the page about privacy; each line is a paragraph."""

    drain_seconds: int = _number(0, 0, 600)
    """Seconds between the signal to stop and stopping; `/readyz` fails meanwhile."""

    @property
    def database_uri(self) -> str:
        """The SQLAlchemy URL of the database."""
        return self.database_url or f"sqlite:///{self.instance / DATABASE}"


_FIELDS = {item.name: item for item in fields(Settings)}


def load_settings(environ: Mapping[str, str] | None = None, **overrides: object) -> Settings:
    """Return the settings in force: overrides win over variables, these over the file, and the file over the defaults.

    ``environ``: None for the process's own. An override of None is ignored.

    :raises SettingsError: names are unknown or values invalid; it has all problems.
    """
    found: dict[str, Any] = {}
    problems: list[str] = []
    given = {name: value for name, value in overrides.items() if value is not None}
    variables = _settings_in_variables(os.environ if environ is None else environ, problems)
    _read_settings(given, found, problems, lambda name: "--" + name.replace("_", "-"))
    _read_settings(variables, found, problems, _variable)
    file = (found.get("instance") or default_instance()) / FILE
    _read_settings(_settings_in_file(file, problems), found, problems, lambda name: f"{name} in {file}")
    if problems:
        raise SettingsError(*problems)
    return Settings(**found)


def _variable(name: str) -> str:
    """Return the name of the variable for a setting."""
    return PREFIX + name.upper()


def _settings_in_variables(environ: Mapping[str, str], problems: list[str]) -> dict[str, object]:
    """Return the settings in the variables, and add a problem for each unknown name."""
    known = {_variable(name): name for name in _FIELDS}
    found: dict[str, object] = {}
    for variable, value in environ.items():
        if variable in known:
            found[known[variable]] = value
        elif variable.startswith(PREFIX):
            problems.append(f"There is no setting {quoted(variable, 60)}.{_name_suggestion(variable, known)}")
    return found


def _settings_in_file(path: Path, problems: list[str]) -> dict[str, object]:
    """Return the settings in the file, none if there is no file.

    Add a problem for each unknown name, or if the file cannot be read.
    """
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError):
        problems.append(f"{path} cannot be read. Make it a readable text file, or remove it.")
        return {}
    except tomllib.TOMLDecodeError as fault:
        problems.append(f"{path} is not TOML: {fault}.")
        return {}
    names = [name for name in _FIELDS if name != "instance"]
    for name in raw:
        if name == "instance":
            problems.append(
                f"instance cannot be set in {path}, since this file is inside it. Use {PREFIX}INSTANCE or --instance."
            )
        elif name not in names:
            problems.append(f"{path}: there is no setting {quoted(name)}.{_name_suggestion(name, names)}")
    return {name: raw[name] for name in names if name in raw}


def _name_suggestion(name: str, known: Mapping[str, str] | list[str]) -> str:
    """Return a sentence with names that resemble a wrong one; if none does, with all known names."""
    near = get_close_matches(name, known, n=2, cutoff=0.6)
    return f" Do you mean {listed(near, 'or')}?" if near else f" There are {listed(sorted(known))}."


def _read_settings(
    raw: Mapping[str, object], values: dict[str, Any], problems: list[str], named: Callable[[str], str]
) -> None:
    """Validate settings that are not in ``values`` yet, and add them to it, or to ``problems``.

    ``named``: returns how messages name a setting.
    """
    for name, value in raw.items():
        if name in values:
            continue
        try:
            values[name] = _FIELDS[name].metadata["read"](value)
        except ValueError as fault:
            what = f" ({quoted(value)})" if _FIELDS[name].repr else ""
            problems.append(f"{named(name)} is not usable{what}. {fault}")
