"""A database with its key and its phones' cookies, as the first versions made them: those whose hashes and cookies
depended on the key and on the clock."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.old_versions import OLD

KNOWN: dict[str, Any] = json.loads((OLD / "first_version.json").read_text("utf-8"))
"""Key, URL, codes and recovery link of its first club; cookie, token and CSRF token of each phone."""

ROLES = ("organiser", "scorer", "viewer")


def put_into(instance: Path) -> Path:
    """Put the database and its key into a folder; gives the database."""
    instance.mkdir(exist_ok=True)
    (instance / "secret_key").write_text(KNOWN["secret_key"] + "\n")
    path = instance / "companion.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((OLD / "first_version.sql").read_text("utf-8"))
    return path
