"""An example for gunicorn: a process with threads. Several, one for each core, share one PostgreSQL and one Valkey.

gunicorn --config contrib/gunicorn.conf.py companion.wsgi:app
"""

bind = "0.0.0.0:8000"
workers = 1  # more are more servers, among which the proxy divides the clubs
worker_class = "gthread"
threads = 4
timeout = 60
graceful_timeout = 30
keepalive = 75  # longer than a proxy keeps a connection, so that none is closed just as a request comes
max_requests = 100_000
max_requests_jitter = 10_000
control_socket_disable = True  # it would be one file in the home folder for all servers of a user
worker_tmp_dir = "/dev/shm"  # noqa: S108 - in memory, so that a slow disk never looks like a process that hangs

preload_app = True
"""The app is loaded before the port is opened: until then a proxy asks the other servers."""


def post_fork(server: object, worker: object) -> None:
    """Start what runs in the background of each process."""
    from companion.wsgi import begin

    begin()
