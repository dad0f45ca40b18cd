"""Running migrations by Alembic, which is imported only if there is one to run."""

from alembic import command
from alembic.config import Config

from companion.store.database.revisions import MIGRATIONS


def alembic_config() -> Config:
    """Return the configuration for Alembic's commands, which need the context of an app."""
    config = Config(str(MIGRATIONS / "alembic.ini"))
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def upgrade_to_head() -> None:
    """Apply all pending migrations."""
    command.upgrade(alembic_config(), "head")
