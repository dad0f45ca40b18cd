"""The app for a WSGI server, with the settings of the environment: ``gunicorn companion.wsgi:app``.

``contrib/gunicorn.conf.py`` loads it once before the port is opened, and calls ``begin`` in each process.
"""

from contextlib import ExitStack

import click

from companion.commands.command_line import create_app_from, settings_of
from companion.logs import log_to_terminal
from companion.store.database.base import db
from companion.store.database.caches.listen_notify import listening_to_database
from companion.web.rules.indexes import warm_up

CANNOT_START = 3
"""The exit code by which gunicorn knows that another start is useless."""

log_to_terminal()
try:
    app = create_app_from(settings_of(instance=None))
except click.ClickException as fault:
    fault.show()
    raise SystemExit(CANNOT_START) from None
with app.app_context():
    db.engine.dispose()  # forked processes must not share its connections
background = ExitStack()


def begin() -> None:
    """Build the search indexes and listen for changes in the background; call it once in each forked process."""
    warm_up()
    background.enter_context(listening_to_database(app.app_context))
