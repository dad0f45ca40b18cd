"""The known migrations and the one that the database has reached, found without importing Alembic."""

from pathlib import Path

from sqlalchemy import inspect, text

from companion.store.database.base import db

MIGRATIONS = Path(__file__).parents[1] / "migrations"


def known_revisions() -> tuple[str, ...]:
    """Return the numbers of all migrations that this version knows, in order."""
    return tuple(sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))


def newest_revision() -> str:
    """Return the number of the newest migration that this version knows."""
    return known_revisions()[-1]


def reached_revision() -> str | None:
    """Return the number of the migration that the database has reached; None: it has none."""
    with db.engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        reached: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return reached
