"""Known migrations and the reached one, read without importing Alembic."""

from pathlib import Path

from sqlalchemy import inspect, text

from companion.store.database.base import db

MIGRATIONS = Path(__file__).parent.parent / "migrations"

_REACHED = text("SELECT version_num FROM alembic_version")


def known_revisions() -> tuple[str, ...]:
    """Return all migrations that this version knows, in order; each file begins with its number."""
    return tuple(sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))


def newest_revision() -> str:
    """Return the migration to which this version brings a database."""
    return known_revisions()[-1]


def reached_revision() -> str | None:
    """Return the migration that the database has reached; None: it is empty."""
    with db.engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        reached: str | None = connection.scalar(_REACHED)
        return reached
