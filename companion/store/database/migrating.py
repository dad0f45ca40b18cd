"""The migrations, run by Alembic: needed at a version's first start alone, so it is imported there and not before."""

from alembic import command
from alembic.config import Config

from companion.store.database.revisions import MIGRATIONS


def migrations() -> Config:
    """The migrations, for the commands of Alembic inside the context of an app."""
    config = Config(str(MIGRATIONS / "alembic.ini"))
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def move_on() -> None:
    """Apply all migrations that the database has not had yet."""
    command.upgrade(migrations(), "head")
