"""A real server in an empty folder, and a real Chromium, for all browser tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.look import SMALLEST
from tests.browser.phone import FLAGS, PATIENCE, Phone, new_phone
from tests.cli.running import Running, clean_environment, running
from tests.database import put_empty_database

Server = Running
"""The started app, as the tests in a browser see it."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all tests, to which each phone comes from an address of its own, as from behind a proxy: from one
    alone more clubs would be started than an address may start in a day.
    """
    folder, proxy = tmp_path_factory.mktemp("table"), clean_environment(COMPANION_TRUSTED_PROXIES="1")
    put_empty_database(folder / "instance")
    with running("--host", "127.0.0.1", folder=folder, environment=proxy) as server:
        yield server
        server.process.terminate()
        server.wait()


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS, timeout=PATIENCE)
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


@pytest.fixture
def small(browser: Browser, server: Server) -> Iterator[Phone]:
    """A phone of the smallest size."""
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST))
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
