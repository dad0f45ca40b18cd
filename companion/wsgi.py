"""The app for a server of WSGI, with the settings of the environment: ``gunicorn companion.wsgi:app``.

``contrib/gunicorn.conf.py`` has it loaded once, before the port is opened, and lets each process ``begin``.
"""

from contextlib import ExitStack

import click

from companion.command_line import app_of, settings_of
from companion.logs import log_to_terminal
from companion.store.database.base import db
from companion.store.database.listen_notify import listening_to_database
from companion.web.rules.views import warm_up

CANNOT_START = 3
"""The exit code by which gunicorn knows that starting once more is no use."""

log_to_terminal()
try:
    app = app_of(settings_of(instance=None))
except click.ClickException as fault:
    fault.show()
    raise SystemExit(CANNOT_START) from None
with app.app_context():
    db.engine.dispose()  # a process that is forked from this one must not share its connections
background = ExitStack()


def begin() -> None:
    """Build the indexes and hear of changes in the background; to be called once in each process, after its fork."""
    warm_up()
    background.enter_context(listening_to_database(app.app_context))
