"""A real server in an empty folder, and a real Chromium, for all browser tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.look import SMALLEST
from tests.browser.phone import FLAGS, PATIENCE, Phone
from tests.browser.phones import Phones
from tests.cli.running import Running, clean_environment, running

Server = Running
"""The started app, as the tests in a browser see it."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all tests, to which each phone comes from an address of its own, as from behind a proxy: from one
    alone more clubs would be started than an address may start in a day.
    """
    folder, proxy = tmp_path_factory.mktemp("table"), clean_environment(COMPANION_TRUSTED_PROXIES="1")
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


@pytest.fixture(scope="session")
def phones(browser: Browser, server: Server) -> Phones:
    """The phones that tests use one after the other."""
    return Phones(browser, server.address)


@pytest.fixture
def phone(phones: Phones) -> Iterator[Phone]:
    """A phone that opens Companion for the first time."""
    with phones.phone() as phone:
        yield phone


@pytest.fixture
def small(phones: Phones) -> Iterator[Phone]:
    """A phone of the smallest size."""
    with phones.phone(viewport=SMALLEST) as phone:
        yield phone


@pytest.fixture
def plain_phone(phones: Phones) -> Iterator[Phone]:
    """The same, with scripts switched off."""
    with phones.phone(script=False, java_script_enabled=False) as phone:
        yield phone
