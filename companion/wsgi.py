"""The app for a server of WSGI, with the settings of the environment: ``gunicorn companion.wsgi:app``."""

from companion.logs import log_to_terminal
from companion.settings import load_settings
from companion.web import create_app
from companion.web.rules.views import warm_up

log_to_terminal()
app = create_app(load_settings())
warm_up()
