"""The web layer: pages and APIs, as thin views over the store and the games."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.app_database import open_database
from companion.file_permissions import restrict_permissions
from companion.key_file import stored_key
from companion.resources import STATIC, TEMPLATES
from companion.secret_key import load_key
from companion.settings import Settings, load_settings
from companion.store.database.base import db
from companion.store.database.caches.poll_cache import PollCache
from companion.store.database.runtime import runtime
from companion.store.migrations.upgrading import upgrade_database
from companion.web import templating
from companion.web.access import guard
from companion.web.access.cookies import SignedSessions, renew_token_cookie
from companion.web.blueprints import BLUEPRINTS, FOR_PROGRAMS
from companion.web.files import uploads
from companion.web.support.rendering.jinja import Compact, PageEnvironment
from companion.web.support.requests import compression, errors, long_work, monitoring, rate_limits, security
from companion.web.support.requests.hosts import HostValidation
from companion.web.support.requests.overload import LoadShedding
from companion.web.support.requests.polling import PollMiddleware
from companion.web.support.static import assets

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

MAX_REQUEST_BYTES = 256 * 1024
"""The largest body of a request in bytes, unless a view allows more."""


class CompanionApp(Flask):
    """The Flask app, with its own Jinja environment and without async views."""

    jinja_environment = PageEnvironment

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function unchanged: none is async, and Flask would check every view and hook in each request."""
        return func


def create_app(settings: Settings | None = None) -> Flask:
    """Create the app and migrate its database.

    :raises SettingsError: a setting is unknown or invalid.
    :raises KeyLostError: there are clubs, but the secret key that their tokens were made with is gone.
    """
    settings = settings or load_settings()
    stored_key(settings)  # first of all, to report an unusable folder
    app = CompanionApp("companion.web", template_folder=str(TEMPLATES), static_folder=str(STATIC))
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_REQUEST_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_REQUEST_BYTES,
        MAX_FORM_PARTS=5000,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        COMPANION=settings,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(Compact)
    app.jinja_env.add_extension("jinja2.ext.do")
    open_database(app, settings)
    with app.app_context():
        try:
            upgrade_database()
            load_key(settings)
        except BaseException:
            db.session.remove()
            db.engine.dispose()
            raise
        database = runtime().paths.database
        wrap_in_middleware(app, runtime().polls, settings.trusted_proxies)
    app.session_interface = SignedSessions()
    restrict_permissions(settings.instance, *(database.parent.glob(f"{database.name}*") if database else ()))
    guard.register(app)
    app.before_request(uploads.allow_upload)
    security.register(app)
    app.after_request(compression.compress)
    for blueprint in FOR_PROGRAMS:
        security.csrf.exempt(blueprint)
    for blueprint in (*FOR_PROGRAMS, *BLUEPRINTS):
        app.register_blueprint(blueprint)
    errors.register(app)
    rate_limits.register(app, settings.threads, settings.limits_url, settings.code_letters)
    long_work.register(app, settings.threads)
    monitoring.register(app, settings)
    assets.register(app)
    templating.register(app)
    app.after_request(renew_token_cookie)
    app.after_request(errors.hide_refusal)
    return app


def wrap_in_middleware(app: Flask, polls: PollCache, proxies: int) -> None:
    """Wrap the app in WSGI middleware: trusted proxies, overload, known hosts, polls answered from memory.

    ``proxies``: how many proxies are trusted. Without one, overload is not noticed, since proxies set its header.
    """
    wrapped: WSGIApplication = HostValidation(PollMiddleware(app.wsgi_app, polls))
    if proxies:
        wrapped = ProxyFix(LoadShedding(wrapped), x_for=proxies, x_proto=proxies, x_host=proxies)
    app.wsgi_app = wrapped  # type: ignore[assignment, method-assign] # Flask's documented way to add middleware
