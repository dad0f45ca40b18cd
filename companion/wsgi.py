"""The app for a server of WSGI, with the settings of the environment: ``gunicorn companion.wsgi:app``."""

import click

from companion.command_line import app_of, settings_of
from companion.logs import log_to_terminal
from companion.store.database.listening import hearing
from companion.web.rules.views import warm_up

CANNOT_START = 3
"""The exit code by which gunicorn knows that starting once more is no use."""

log_to_terminal()
try:
    app = app_of(settings_of(instance=None))
except click.ClickException as fault:
    fault.show()
    raise SystemExit(CANNOT_START) from None
warm_up()
listening = hearing(app.app_context)
listening.__enter__()  # for as long as the process runs
