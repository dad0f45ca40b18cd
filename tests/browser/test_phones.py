"""A phone of one test shows nothing of what another test did with it."""

from unittest.mock import Mock

import pytest
from playwright.sync_api import Browser, Error

from tests.browser.conftest import Server
from tests.browser.phones import Phones

pytestmark = pytest.mark.browser

KEEP = """() => {
  for (const one of [localStorage, sessionStorage]) one.setItem('kept', 'yes');
  return Promise.all([caches.open('kept'), new Promise(done => { indexedDB.open('kept').onsuccess = done; })]);
}"""

KEPT = """async () => [localStorage.length, sessionStorage.length, history.length, (await caches.keys()).length,
  (await indexedDB.databases()).length, document.cookie]"""


@pytest.fixture
def few(browser: Browser, server: Server) -> Phones:
    """Phones of this test alone."""
    return Phones(browser, server.address)


def test_a_phone_that_is_used_again_is_like_a_new_one(few: Phones) -> None:
    with few.phone() as first:
        first.page.goto("/rules")
        new = first.page.evaluate(KEPT)
        page, club = first.page, first.start_club()
        first.page.evaluate(KEEP)
        first.tap("a[href$='/invite']")
    with few.phone() as second:
        assert second.page is page
        assert second.taps == 0
        assert second.context.cookies() == []
        assert second.context.request.get(club).status == 404
        second.page.goto("/rules")
        assert second.page.evaluate(KEPT) == new
        assert second.page.evaluate("() => history.length") == new[2]
    first.context.close()


CHANGES = {
    "a route": lambda phone: phone.page.route("**/join", lambda route: route.abort()),
    "a route of all pages": lambda phone: phone.context.route("**/join", lambda route: route.abort()),
    "a listener": lambda phone: phone.page.on("request", lambda _: None),
    "a script": lambda phone: phone.page.add_init_script("window.added = true"),
    "another size": lambda phone: phone.page.set_viewport_size({"width": 900, "height": 900}),
    "paper": lambda phone: phone.page.emulate_media(media="print"),
    "another time": lambda phone: phone.page.clock.install(time=0),
    "no network": lambda phone: phone.context.set_offline(True),
    "another page": lambda phone: phone.context.new_page(),
    "the protocol": lambda phone: phone.context.new_cdp_session(phone.page),
    "a window": lambda phone: phone.page.evaluate("() => { open('/healthz'); }"),
    "the end": lambda phone: phone.context.close(),
}
"""What a test can do to a page that would last."""


@pytest.mark.parametrize("change", CHANGES)
def test_a_phone_that_was_changed_for_good_is_not_used_again(change: str, few: Phones) -> None:
    with few.phone() as first:
        CHANGES[change](first)
    with few.phone() as second:
        assert second.page is not first.page
    second.context.close()


def test_a_phone_on_its_way_to_another_page_is_not_used_again(few: Phones) -> None:
    with few.phone() as first:
        first.page.goto = Mock(side_effect=Error("Navigation is interrupted by another one"))
    with few.phone() as second:
        assert second.page is not first.page
    second.context.close()


def test_a_fault_of_a_page_fails_its_own_test_alone(few: Phones) -> None:
    with pytest.raises(AssertionError, match="a fault"), few.phone() as first, first.page.expect_event("pageerror"):
        first.page.evaluate("() => { setTimeout(() => { throw Error('a fault'); }); }")
    with few.phone() as second:
        assert second.page is first.page
    second.context.close()
