"""Phones that tests use one after the other, each as if it were new.

A page in a new context takes Chromium as long as three pages in the same one.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from playwright.sync_api import Browser, Error

from tests.browser.phone import Phone, new_phone, own_address

LASTING = re.compile("add_|close$|emulate_|expose_|grant_|new_|on$|once$|route|set_")
"""Methods of a page, its context and its clock whose effects remain on a page that comes later."""

CLOCK = re.compile("fast_forward$|install$|pause_at$|resume$|run_for$|set_")

EMPTY = "/healthz"
"""A page of the server without a script."""


class Phones:
    """The phones of all tests of a process: one that a test has changed for good is not used again."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._unused: dict[str, Phone] = {}
        self._changed: set[Phone] = set()

    @contextmanager
    def phone(self, script: bool = True, **options: Any) -> Iterator[Phone]:
        """Yield a phone that has never opened Companion. ``options``: those of its context."""
        kind = str(options)
        phone = self._unused.pop(kind, None) or self._new(script, options)
        yield phone
        if self._starts_over(phone):
            self._unused[kind] = phone
        else:
            self._changed.discard(phone)
            phone.context.close()
        found, phone.faults = phone.faults, []
        assert not found, found

    def _new(self, script: bool, options: dict[str, Any]) -> Phone:
        phone = Phone(new_phone(self._browser, self._address, **options), script)
        for owner, lasting in ((phone.page, LASTING), (phone.context, LASTING), (phone.page.clock, CLOCK)):
            for name in filter(lasting.match, dir(owner)):
                setattr(owner, name, partial(self._change, phone, getattr(owner, name)))
        return phone

    def _change(self, phone: Phone, method: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Call a method with lasting effects."""
        self._changed.add(phone)
        return method(*arguments, **more)

    def _starts_over(self, phone: Phone) -> bool:
        """Forget all that a phone has stored, and give it another address, unless it must not be used again."""
        page, context = phone.page, phone.context
        if phone in self._changed or len(context.pages) > 1:
            return False
        try:
            page.goto(EMPTY)
        except Error:  # a page came in between that the test did not wait for
            return False
        page.evaluate("() => sessionStorage.clear()")
        tools = type(context).new_cdp_session(context, page)
        tools.send("Storage.clearDataForOrigin", {"origin": self._address, "storageTypes": "all"})
        tools.send("Page.resetNavigationHistory")
        tools.detach()
        context.clear_cookies()
        type(context).set_extra_http_headers(context, own_address())
        phone.taps = 0
        return True
