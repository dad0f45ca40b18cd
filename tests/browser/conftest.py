"""A real server in an empty folder, and a real Chromium, for all browser tests."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.look import SMALLEST
from tests.browser.phone import FLAGS, Phone, new_phone


class Server:
    """``companion serve`` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.folder = folder
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start and wait until it answers."""
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("COMPANION_")}
        self.process = subprocess.Popen(
            [*command, "--instance", str(self.folder)], env=environment, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(200):
            try:
                with urllib.request.urlopen(self.address, timeout=2) as answer:
                    answer.read()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server did not start")

    def stop(self) -> None:
        """Stop it, as somebody with Ctrl-C does."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all browser tests."""
    server = Server(tmp_path_factory.mktemp("table"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Phone]:
    """A phone that has just opened Companion for the first time."""
    context = new_phone(browser, server.address)
    phone = Phone(context)
    yield phone
    context.close()
    assert not phone.faults


@pytest.fixture(params=["light", "dark"])
def small(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone of the smallest size in either theme."""
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST, color_scheme=request.param))
    yield phone
    phone.context.close()
    assert not phone.faults


@pytest.fixture
def plain_phone(browser: Browser, server: Server) -> Iterator[Phone]:
    """The same, with scripts switched off."""
    context = new_phone(browser, server.address, java_script_enabled=False)
    phone = Phone(context, script=False)
    yield phone
    context.close()
