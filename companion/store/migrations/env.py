"""Alembic's way in: our rows, on the app's own engine."""

from typing import Literal

from alembic import context
from flask import current_app

from companion.store.base import Moment

config = context.config
database = current_app.extensions["migrate"].db


def plain_moments(kind: str, item: object, _: object) -> str | Literal[False]:
    """Migrations name the database's own types, not ours, which may change."""
    return "sa.DateTime()" if kind == "type" and isinstance(item, Moment) else False


def run() -> None:
    """Apply the migrations in one transaction each."""
    connectable = database.engine.execution_options(writes=True)
    with connectable.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=database.metadata,
            render_as_batch=True,
            render_item=plain_moments,
            transaction_per_migration=True,
        )
        with context.begin_transaction():
            context.run_migrations()


run()
