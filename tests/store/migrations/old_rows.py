"""Fill a database with rows of an earlier version."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import JSON, DateTime, MetaData, create_engine

from companion.games import game_of
from companion.settings import DATABASE
from companion.store.database.base import db
from companion.store.migrations.run_migrations import alembic_config
from companion.store.plays.play_state import PlayState, load_play
from tests.database import URL
from tests.old_versions import OLD
from tests.store.tables import rows

TOLD = [json.loads(line) for line in (OLD / "plays.jsonl").read_text("utf-8").splitlines()]
"""What that version displayed for each play."""
for _play in TOLD:
    # Only points and rules must be the same; the wording of a line may have changed.
    _play["lines"] = [[line[:3] for line in lines] for lines in _play["lines"]]
    if _play["stake"] and _play["stake"]["kind"] == "point":
        _play["stake"]["kind"] = "chips" if game_of(_play["game"]).totals.unit == "chips" else "difference"

EDITS = "event where subject = 'play'"
"""Edits, which had a table of their own then."""


def bring_in(path: Path, name: str) -> None:
    """Fill the database of this app, at the revision of that day, with those rows."""
    with sqlite3.connect(path) as old:
        old.executescript((OLD / name).read_text("utf-8"))
    there, here = MetaData(), MetaData()
    source = create_engine(f"sqlite:///{path}")
    there.reflect(source)
    assert isinstance(there.tables["edit"].c.entry.type, JSON)
    assert isinstance(there.tables["edit"].c.at.type, DateTime)
    here.reflect(db.engine)
    with source.connect() as old_rows, db.engine.connect().execution_options(writes=True) as new, new.begin():
        for table in there.sorted_tables:
            if table.name == "alembic_version":
                continue
            found = [dict(row) for row in old_rows.execute(table.select()).mappings()]
            if found:
                new.execute(here.tables[table.name].insert(), found)
                if new.dialect.name == "postgresql" and "id" in table.c:  # explicit ids do not advance the sequence
                    counter = f"pg_get_serial_sequence('{table.name}', 'id')"
                    new.exec_driver_sql(f"select setval({counter}, (select max(id) from {table.name}))")
    source.dispose()


filled: dict[str, sqlite3.Connection] = {}


def go_back(instance: Path, revision: str, name: str) -> None:
    """Revert the database of the app in this folder and fill it with old rows; copy it if that was done before."""
    with closing(sqlite3.connect(instance / DATABASE)) as database:
        if name in filled:
            db.engine.dispose()
            filled[name].backup(database)
            return
        command.downgrade(alembic_config(), revision)
        db.session.remove()
        bring_in(instance / "old.sqlite3", name)
        if not URL:
            filled[name] = sqlite3.connect(":memory:")
            database.backup(filled[name])


def state_of(key: str) -> PlayState:
    [(club,)] = rows("select club_id from play where key = :key", key=key)
    found = load_play(club, key)
    assert found is not None
    return found


def today(label: str) -> str:
    """Return today's label of an edit."""
    label = label.replace(" taken out", " (removed)")
    return {"going on with the game": "continuing the game", "start": "start of the game"}.get(label, label)


def kept(table: str) -> list[dict[str, Any]]:
    """Return the rows of a table without the number of writes, which no version before counted."""
    counts = ("mark", "sheet_mark", "cards_mark", "club_mark", *(("key",) if table == EDITS else ()))
    found = rows(f"select * from {table} order by 1, 2")
    return [
        {key: None if value == "null" else value for key, value in row._mapping.items() if key not in counts}
        for row in found
    ]
