"""A PostgreSQL for one test, and a PgBouncer in front of it, in temporary folders."""

import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from tests.bench.server import free_port

HERE = "127.0.0.1"
ACCOUNT = "postgres"
"""Account that runs the server if the tests run as root, which PostgreSQL refuses."""

PATIENCE = 60


def programs() -> Path | None:
    """Return the folder of the newest server's programs; None: there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


def needs_postgresql() -> pytest.MarkDecorator:
    """Skip a test if there is no PostgreSQL to start."""
    return pytest.mark.skipif(programs() is None, reason="there is no PostgreSQL in /usr/lib/postgresql")


def needs_program(name: str) -> pytest.MarkDecorator:
    """Skip a test if a program is missing. Debian has servers in folders that only root searches."""
    return pytest.mark.skipif(found_program(name) is None, reason=f"there is no {name}")


def found_program(name: str) -> str | None:
    """Return the path of a program."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")


class OwnServer(NamedTuple):
    """A running PostgreSQL."""

    url: str
    """The address of an empty database."""

    pid: int
    """The process that all its others came from when it was started."""

    data: Path
    """The folder of its data."""

    start: Callable[[], object]
    """What starts it again after it was killed."""

    def postmaster(self) -> int:
        """The process id of the main server process."""
        return int((self.data / "postmaster.pid").read_text().partition("\n")[0])


@contextmanager
def own_server(disk: Path | None = None) -> Iterator[OwnServer]:
    """Start PostgreSQL."""
    found = programs()
    assert found is not None
    with TemporaryDirectory(prefix="companion-postgresql-", dir=disk) as name, _own(Path(name)) as account:
        port, data = free_port(), f"{name}/data"
        subprocess.run([found / "initdb", "-N", "-D", data, "-A", "trust", "-U", "companion"], check=True, **account)
        told = f"-p {port} -c listen_addresses={HERE} -c unix_socket_directories={name} -c fsync=off"
        control = [found / "pg_ctl", "-D", data, "-w"]

        def start() -> None:
            subprocess.run([*control, "-o", told, "-l", f"{name}/log", "start"], check=True, **account)

        start()
        try:
            subprocess.run([found / "createdb", "-h", HERE, "-p", str(port), "-U", "companion", "clubs"], check=True)
            pid = int(Path(data, "postmaster.pid").read_text().partition("\n")[0])
            yield OwnServer(f"postgresql+psycopg://companion@{HERE}:{port}/clubs", pid, Path(data), start)
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=True, **account)


@contextmanager
def pgbouncer(url: str) -> Iterator[str]:
    """Start PgBouncer in transaction mode; yield the URL of the database through it."""
    program = found_program("pgbouncer")
    assert program is not None
    port, server = free_port(), url.rpartition(":")[2].partition("/")[0]
    with TemporaryDirectory(prefix="companion-pgbouncer-") as name, _own(Path(name)) as account:
        settings = Path(name) / "pgbouncer.ini"
        settings.write_text(
            f"[databases]\n* = host={HERE} port={server} user=companion\n"
            f"[pgbouncer]\nlisten_addr = {HERE}\nlisten_port = {port}\nunix_socket_dir =\n"
            "auth_type = any\npool_mode = transaction\ndefault_pool_size = 3\n"
        )
        with subprocess.Popen([program, "-q", settings], **account) as process:
            try:
                wait_for(port)
                yield url.replace(f":{server}/", f":{port}/")
            finally:
                process.terminate()


def wait_for(port: int) -> None:
    """Wait until a port answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError):
            socket.create_connection((HERE, port), 1).close()
            return
        time.sleep(0.05)
    raise RuntimeError(f"nothing listens on port {port}")


@contextmanager
def _own(folder: Path) -> Iterator[dict[str, Any]]:
    """Give a folder to the account that runs the server; yield a function that runs programs as that account."""
    if os.geteuid() != 0:
        yield {"stdout": subprocess.DEVNULL}
        return
    account = pwd.getpwnam(ACCOUNT)
    os.chown(folder, account.pw_uid, account.pw_gid)
    yield {
        "stdout": subprocess.DEVNULL, "cwd": folder, "user": account.pw_uid, "group": account.pw_gid,
        "extra_groups": (),
    }  # fmt: skip
