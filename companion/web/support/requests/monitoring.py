"""Metrics for Prometheus and an access log in JSON, without codes, names and addresses."""

import hmac
import json
import os
import re
import sys
import uuid
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any

from flask import Flask, Response, abort, request

from companion.core.words import quoted
from companion.settings import Settings, SettingsError

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

RULE = "companion.rule"
"""The WSGI environment key for the URL rule of a request: ``/clubs/<club>/plays/<key>``."""

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of prometheus_client for the folder in which several processes behind one address share metrics."""

POLL = "poll"
"""The rule that is logged for polls that are answered from memory."""

REQUEST_ID = "HTTP_X_REQUEST_ID"
A_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

RequestCallback = Callable[[str, str, int, float, str], None]
"""A callback that gets method, rule, status, seconds and id of an answered request."""


class RequestMonitor:
    """WSGI middleware that reports each answered request, and gives it an id."""

    def __init__(self, app: "WSGIApplication", callbacks: Iterable[RequestCallback]) -> None:
        self._app = app
        self._callbacks = tuple(callbacks)

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Return the app's response with the request's id."""
        began, given = perf_counter(), environ.get(REQUEST_ID, "")
        name = given if A_REQUEST_ID.fullmatch(given) else uuid.uuid4().hex

        def start_and_report(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            for callback in self._callbacks:
                rule = environ.get(RULE, POLL)
                callback(environ["REQUEST_METHOD"], rule, int(status[:3]), perf_counter() - began, name)
            return start_response(status, [*headers, ("X-Request-ID", name)], *more)

        return self._app(environ, start_and_report)


def _log_writer(stream: IO[str]) -> RequestCallback:
    """Return a callback that writes a line of JSON for each request."""

    def write_line(method: str, rule: str, status: int, seconds: float, name: str) -> None:
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"), "id": name, "method": method, "rule": rule,
            "status": status, "ms": round(seconds * 1000, 1),
        }  # fmt: skip
        print(json.dumps(line), file=stream, flush=True)

    return write_line


def _metrics_counter(app: Flask, token: str) -> RequestCallback:
    """Add the page ``/metrics``, open only with the token, and return the callback that counts every request for it.

    :raises SettingsError: prometheus_client is not installed, or processes have no folder to share their numbers.
    """
    folder = os.environ.get(SHARED_FOLDER)
    if folder is not None and not os.access(folder, os.W_OK):
        raise SettingsError(f"{SHARED_FOLDER} is not usable ({quoted(folder)}). Give an empty folder for the metrics.")
    try:
        import prometheus_client as prometheus
        from prometheus_client.multiprocess import MultiProcessCollector
    except ImportError:
        raise SettingsError("COMPANION_METRICS_TOKEN needs pip install 'companion-cards[hosted]'.") from None
    registry = prometheus.CollectorRegistry()
    took = prometheus.Histogram(
        "companion_request_seconds", "Seconds until a request was answered.", ["method", "rule", "status"],
        registry=registry,
    )  # fmt: skip

    @app.get("/metrics")
    def metrics() -> Response:
        """Send the numbers of all processes."""
        if not hmac.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()):
            abort(404)
        collected = registry
        if folder is not None:
            collected = prometheus.CollectorRegistry()
            MultiProcessCollector(collected)  # type: ignore[no-untyped-call] # registers itself
        return Response(prometheus.generate_latest(collected), content_type=prometheus.CONTENT_TYPE_LATEST)

    def count_request(method: str, rule: str, status: int, seconds: float, _: str) -> None:
        took.labels(method, rule, str(status)).observe(seconds)

    return count_request


def register(app: Flask, settings: Settings) -> None:
    """Set up metrics and access log as the settings say; by default there are none."""
    callbacks: list[RequestCallback] = []
    if settings.metrics_token:
        callbacks.append(_metrics_counter(app, settings.metrics_token))
    if settings.access_log:
        callbacks.append(_log_writer(sys.stdout))
    if not callbacks:
        return

    @app.before_request
    def remember_rule() -> None:
        request.environ[RULE] = request.url_rule.rule if request.url_rule else "none"

    app.wsgi_app = RequestMonitor(app.wsgi_app, callbacks)  # type: ignore[method-assign] # Flask's documented way to add middleware
