"""The examples for servers, tested without containers: settings, commands, health."""

import json
import os
import re
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from configparser import RawConfigParser
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
import yaml

from companion.settings import load_settings
from tests.bench.server import free_port
from tests.cli.running import PATIENCE, clean_environment
from tests.hosting.kills import Valkey, needs_valkey
from tests.hosting.postgresql import HERE, needs_postgresql, own_server, wait_for

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(sys.executable).parent

slow = pytest.mark.slow


def told_to_type() -> dict[str, str]:
    """Return the ``.env`` that the page on hosting tells its reader to write."""
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    found = re.search(r"cat > \.env <<EOF\n(.*?)EOF", page, re.DOTALL)
    assert found is not None
    lines = dict(line.split("=", 1) for line in found[1].splitlines())
    return {
        name: re.sub(r"\$\(openssl rand -hex (\d+)\)", lambda n: "ab" * int(n[1]), value)
        for name, value in lines.items()
    }


def composed(given: Mapping[str, str]) -> dict[str, Any]:
    """Return ``compose.yaml`` with these variables filled in.

    :raises AssertionError: one is missing that has no default.
    """

    def value(found: re.Match[str]) -> str:
        name, default = found[1], found[2]
        assert name in given or default is not None, name
        return given.get(name) or default or ""

    text = (ROOT / "compose.yaml").read_text("utf-8")
    services: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}", value, text))["services"]
    return services


def instructions(name: str) -> list[str]:
    """Return the values of an instruction in the last stage of the Dockerfile."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ").rpartition("\nFROM ")[2].splitlines()
    return [line.partition(" ")[2].strip() for line in lines if line.startswith(name)]


def test_the_env_file_of_the_hosting_page_has_every_variable_that_compose_needs() -> None:
    given = told_to_type()
    services = composed(given)
    app = services["app"]
    assert app["read_only"]
    assert app["deploy"]["replicas"] > 1
    settings = load_settings(app["environment"])
    assert len(settings.secret_key) >= 32
    assert settings.database_url.endswith(f":{given['DATABASE_PASSWORD']}@database/companion")
    assert settings.limits_url.partition("://")[2].partition(":")[0] in services
    assert settings.public_url == f"https://{given['SITE']}"
    assert settings.trusted_proxies == 1
    assert settings.secure_cookies
    assert all(name in services for service in services.values() for name in service.get("depends_on", ()))
    assert services["proxy"]["environment"]["SITE"] == given["SITE"]
    for folder in services["proxy"]["volumes"]:
        if folder.startswith("./"):
            assert (ROOT / folder.partition(":")[0]).is_file()
    assert app["tmpfs"] == ["/tmp"]  # with options such as uid, Podman does not start it
    assert [place.partition(":")[2] for place in app["volumes"]] == instructions("VOLUME")
    assert not [image for one in services.values() if (image := one.get("image")) and ":" not in image]


def test_open_requests_are_finished_before_a_container_or_service_is_killed() -> None:
    example = runpy.run_path(str(ROOT / "contrib" / "gunicorn.conf.py"))
    assert int(composed(told_to_type())["app"]["stop_grace_period"].rstrip("s")) > example["graceful_timeout"]
    assert int(unit()["Service"]["TimeoutStopSec"]) > example["graceful_timeout"]


def test_the_image_runs_as_a_user_of_its_own_in_its_folder_for_data() -> None:
    (user,), (folder,) = instructions("USER"), instructions("VOLUME")
    (added,) = (line for line in instructions("RUN") if line.startswith("useradd"))
    assert added.endswith(f" {user}")
    assert f"--home-dir {folder}" in added
    assert instructions("WORKDIR") == [folder]
    assert json.loads(instructions("CMD")[0])[0] == "gunicorn"  # no shell, so that it gets the signals


def test_the_database_is_healthy_only_once_it_answers_over_the_network() -> None:
    test = composed(told_to_type())["database"]["healthcheck"]["test"]
    assert test[test.index("--host") + 1] == HERE  # at the socket it already answers while it is set up


def test_valkey_answers_the_other_containers_although_it_has_no_password() -> None:
    command = composed(told_to_type())["limits"]["command"]
    assert command[command.index("--protected-mode") + 1] == "no"


@contextmanager
def run(command: Sequence[str], port: int, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command of an example in this environment alone; stop it at the end."""
    found = {"PATH": f"{PROGRAMS}:{os.environ['PATH']}", **environment}
    with subprocess.Popen(command, cwd=ROOT, env=found, start_new_session=True) as process:
        try:
            wait_for(port)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


@slow
@needs_postgresql()
@needs_valkey
def test_the_command_of_the_container_answers_with_the_settings_of_compose(tmp_path: Path) -> None:
    environment = dict(composed(told_to_type())["app"]["environment"])
    (command,), (health,), ((set_up),) = instructions("CMD"), instructions("HEALTHCHECK"), instructions("ENV")
    own = dict(pair.split("=", 1) for pair in set_up.split())
    assert own["COMPANION_INSTANCE"] in instructions("VOLUME")
    port, limits = free_port(), Valkey()
    try:
        with own_server() as server:
            environment |= {
                "COMPANION_DATABASE_URL": server.url, "COMPANION_LIMITS_URL": limits.url,
                "COMPANION_INSTANCE": str(tmp_path / "data"),
            }  # fmt: skip
            words = [word.replace("/app/", "contrib/") for word in json.loads(command)]
            with run([*words, "--bind", f"{HERE}:{port}"], port, environment):
                looks = [word.replace("8000", str(port)) for word in json.loads(health.partition("CMD ")[2])]
                subprocess.run([sys.executable, *looks[1:]], check=True, timeout=PATIENCE, env=clean_environment())
    finally:
        limits.kill()


def unit() -> RawConfigParser:
    """Return the systemd unit for several processes, with port 8001."""
    found = RawConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign] # names of units have capitals
    found.read_string((ROOT / "contrib" / "companion@.service").read_text("utf-8").replace("%i", "8001"))
    return found


def test_the_systemd_unit_may_write_to_the_folders_that_the_app_writes_to() -> None:
    service = unit()["Service"]
    environment = dict(pair.split("=", 1) for pair in service["Environment"].split())
    assert environment["COMPANION_INSTANCE"] == f"/var/lib/{service['StateDirectory']}"
    assert environment["PROMETHEUS_MULTIPROC_DIR"] == f"/run/{service['RuntimeDirectory']}"
    assert service["Restart"] == "always"
    assert "RestartPreventExitStatus" not in service  # a database that cannot be reached yet gives the same status


def test_commands_run_with_the_settings_user_and_folder_of_the_systemd_unit() -> None:
    service, command = unit()["Service"], (ROOT / "contrib" / "companion-command").read_text("utf-8")
    for name in ("EnvironmentFile", "DynamicUser", "User", "StateDirectory", "StateDirectoryMode", "UMask"):
        assert f"--property={name}={service[name]} " in command
    folder = f"/var/lib/{service['StateDirectory']}"
    assert f"--working-directory={folder} --setenv=COMPANION_INSTANCE={folder} " in command


@slow
@needs_postgresql()
def test_the_command_of_the_systemd_unit_reports_when_it_is_ready_and_adds_up_its_metrics(tmp_path: Path) -> None:
    service, port = unit()["Service"], free_port()
    command = service["ExecStart"].replace("/opt/companion/bin/", "").replace("/opt/companion/", "contrib/")
    words = command.replace("8001", str(port)).split()
    told = tmp_path / "notify"
    (tmp_path / "metrics").mkdir()
    with own_server() as server, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(told))
        listening.settimeout(PATIENCE)
        environment = {
            "COMPANION_DATABASE_URL": server.url, "COMPANION_SECRET_KEY": "k" * 40, "NOTIFY_SOCKET": str(told),
            "COMPANION_INSTANCE": str(tmp_path / "data"), "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics"),
            "COMPANION_METRICS_TOKEN": "token", "GUNICORN_CMD_ARGS": "--workers 2",
        }  # fmt: skip
        with run(words, port, environment) as process:
            assert b"READY=1" in listening.recv(4096)
            for _ in range(20):
                urlopen(f"http://{HERE}:{port}/readyz", timeout=PATIENCE).close()
            metrics = Request(f"http://{HERE}:{port}/metrics", headers={"Authorization": "Bearer token"})
            with urlopen(metrics, timeout=PATIENCE) as answer:
                counted = r'request_seconds_count\{method="GET",rule="/readyz",status="200"\} 20\.0'
                assert re.search(counted, answer.read().decode())
        assert process.returncode == 0
