"""The examples of ``contrib`` for nginx and Caddy before servers of a test, at a port of their own, without HTTPS."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.server import free_port
from tests.cli.running import clean_environment
from tests.hosting.gunicorn import ROOT
from tests.hosting.postgresql import HERE, found_program, wait_for

MOST_FILES = 20_000
"""Connections that nginx holds at once, those to the servers included."""


class Proxy(NamedTuple):
    """A proxy that runs."""

    port: int
    pid: int
    """Its process, which leads a session of its own."""


StartProxy = Callable[..., AbstractContextManager[Proxy]]
"""Starts a proxy before servers at these ports, in a folder of its own."""


@contextmanager
def nginx(folder: Path, *ports: int) -> Iterator[Proxy]:
    """Start nginx."""
    port = free_port()
    servers = "".join(f"server {HERE}:{one} max_fails=0;\n" for one in ports)
    example = (ROOT / "contrib" / "nginx.conf").read_text("utf-8")
    for line in ("    server 127.0.0.1:8001;\n", "    server_name cards.example.org;\n"):
        assert line in example
    own = (
        example.replace("    server 127.0.0.1:8001;\n", servers)
        .replace("    server 127.0.0.1:8002;\n", "")
        .replace("listen 443 ssl;", f"listen {HERE}:{port};")
    )
    temporary = "\n".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    settings = folder / "nginx.conf"
    settings.write_text(
        f"daemon off; pid {folder}/nginx.pid; worker_processes 1; error_log {folder}/error.log;\n"
        f"worker_rlimit_nofile {MOST_FILES}; events {{ worker_connections {MOST_FILES}; }}\n"
        f"http {{ access_log off;\n{temporary}\n{own}\n}}\n"
    )
    program = found_program("nginx")
    assert program is not None
    command = [program, "-p", folder, "-e", folder / "error.log", "-c", settings]
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            wait_for(port)
            yield Proxy(port, process.pid)
        finally:
            process.terminate()


@contextmanager
def caddy(folder: Path, *ports: int) -> Iterator[Proxy]:
    """Start Caddy."""
    port = free_port()
    example = (ROOT / "contrib" / "Caddyfile").read_text("utf-8")
    before, of, dynamic = example.partition("\t\t\tdynamic a {")
    assert of
    servers = "".join(f"\t\t\tto {HERE}:{one}\n" for one in ports)
    own = f"{{\n\tadmin off\n}}\n{before}{servers}{dynamic.partition('}')[2]}"
    settings = folder / "Caddyfile"
    settings.write_text(own)
    program = found_program("caddy")
    assert program is not None
    environment = clean_environment(SITE=f"http://{HERE}:{port}", HOME=str(folder))
    command = [program, "run", "--config", settings, "--adapter", "caddyfile"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            wait_for(port)
            yield Proxy(port, process.pid)
        finally:
            process.terminate()


PROXIES: dict[str, StartProxy] = {"nginx": nginx, "caddy": caddy}
