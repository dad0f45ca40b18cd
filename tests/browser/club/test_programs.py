"""A program is let in with a thumb, comes in by the token that the page shows, and is taken out."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.look import check
from tests.browser.phone import PATIENCE, Phone

pytestmark = pytest.mark.browser


def asked(address: str, token: str) -> int:
    """The status of what a program is answered."""
    request = Request(f"{address}/api/v1/club", headers={"Authorization": f"Bearer {token}"})
    try:
        with urlopen(request, timeout=PATIENCE / 1000) as answer:
            assert json.load(answer)["people"] == []
            return int(answer.status)
    except HTTPError as fault:
        return fault.code


def let_in(phone: Phone, address: str) -> None:
    club = phone.start_club()
    phone.page.goto(f"{club}/devices")
    phone.press(phone.page.get_by_role("link", name="programs"))
    phone.page.locator("#name").fill("Display in the hall")
    phone.press(phone.page.get_by_role("button", name="Create the token"))
    token = phone.page.locator("code.token").first.inner_text()
    assert f'curl -H "Authorization: Bearer {token}"' in phone.page.locator("code.token").last.inner_text()
    assert asked(address, token) == 200
    phone.page.goto(phone.page.url)
    expect(phone.page.locator("code.token")).to_have_count(0)
    phone.press(phone.page.get_by_role("button", name="Remove Display in the hall"))
    expect(phone.page.locator(".device")).to_have_count(0)
    assert asked(address, token) == 401


def test_a_program_is_let_in_and_taken_out(phone: Phone, server: Server) -> None:
    let_in(phone, server.address)


def test_it_goes_without_a_script(plain_phone: Phone, server: Server) -> None:
    let_in(plain_phone, server.address)


@pytest.mark.ci
def test_the_token_and_what_is_wrong_read_well_on_the_smallest_phone(small: Phone) -> None:
    small.page.goto(small.start_club() + "/programs")
    small.press(small.page.get_by_role("button", name="Create the token"))
    assert "The name is empty" in small.problem()
    check(small)
    small.page.locator("#name").fill("Bartholomäus’ very long-named calculator")
    small.press(small.page.get_by_role("button", name="Create the token"))
    expect(small.page.locator("code.token")).to_have_count(2)
    check(small)
