"""The sums of the page's script by themselves: what is read, what follows, what is left, and in which words."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.core.sums import read_sum
from tests.browser.conftest import Server
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

Share = dict[str, Any]


@pytest.fixture(scope="module")
def sums(browser: Browser, server: Server) -> Iterator[Phone]:
    """A page that has the module."""
    phone = Phone(new_phone(browser, server.address))
    phone.page.goto("/")
    yield phone
    phone.context.close()
    assert not phone.faults


NUMBERS = [
    ("7", 7), ("-7", -7), ("−7", -7), ("–7", -7), ("+7", 7), ("3+6+2", 11), ("12-3", 9), ("12 − 3", 9), ("-5-5", -10),
    ("3+", 3), ("3−", 3), ("-", None), ("", None), (" ", None), ("0", 0), ("00", 0), ("3＋4", 7), ("1\u00a0000", 1000),
    ("3+-4", None), ("3++4", None), ("--3", None), ("1.5", None), ("1,5", None), ("7x", None), ("seven", None),
    ("٣", None), ("9999999999", 9999999999), ("10000000000", None), ("1" + "+1" * 40, 41), ("1" + "+1" * 41, None),
]  # fmt: skip


def test_numbers_are_read_as_the_server_reads_them(sums: Phone) -> None:
    found = sums.within("sums", "arg.map(own.readSum)", [text for text, _ in NUMBERS])
    assert dict(zip([text for text, _ in NUMBERS], found, strict=True)) == dict(NUMBERS)
    assert {text: read_sum(text) for text, _ in NUMBERS} == dict(NUMBERS)


def typed(value: int, **bounds: int) -> Share:
    """A number that somebody has written."""
    return {"value": value, "auto": False, **bounds}


def filled(value: int, **bounds: int) -> Share:
    """A number that the page has filled in."""
    return {"value": value, "auto": True, **bounds}


def empty(**bounds: Any) -> Share:
    """A number that is not there yet."""
    return {"value": None, "auto": False, **bounds}


FOLLOWING = {
    "nothing is written: nothing follows": ([empty(), empty(), empty()], 5, -1, -1, {}),
    "the last of three gets what is left": ([typed(2), typed(2), empty()], 5, 1, 1, {2: 1}),
    "what is left may be nothing": ([typed(3), typed(2), empty()], 5, 1, 1, {2: 0}),
    "all is taken: the others have none": ([typed(5), empty(), empty(), empty()], 5, 0, 0, {1: 0, 2: 0, 3: 0}),
    "two are open: nothing follows yet": ([typed(2), empty(), empty()], 5, 0, 0, {}),
    "what was filled in follows another number": ([typed(1), typed(2), filled(1)], 5, 0, 0, {2: 2}),
    "and goes where two are open again": ([typed(2), empty(), filled(1)], 5, 1, 1, {2: None}),
    "and where nobody has written any": ([empty(), filled(0), filled(0)], 5, 0, 0, {1: None, 2: None}),
    "what somebody has written never follows": ([typed(2), typed(2), typed(2)], 5, 2, 2, {}),
    "nor what somebody is about to write": ([typed(2), typed(2), empty()], 5, -1, 2, {}),
    "others do, beside it": ([typed(5), empty(), filled(0)], 5, -1, 1, {2: 0}),
    "too much is filled in nowhere": ([typed(4), typed(4), empty(least=0)], 5, 1, 1, {}),
    "and what was filled in goes": ([typed(4), typed(4), filled(1, least=0)], 5, 1, 1, {2: None}),
    "below nothing, where that is allowed": ([typed(30), typed(-10), empty()], 0, 1, 1, {2: -20}),
    "losses and gains come to nothing": ([typed(-4), typed(-6), empty(least=-50, most=50)], 0, 1, 1, {2: 10}),
    "beyond its bounds nothing is filled in": ([typed(-40), typed(-60), empty(least=-50, most=50)], 0, 1, 1, {}),
    "a chip that there is": ([typed(2), typed(2), empty(choices=[0, 1, 2])], 5, 1, 1, {2: 1}),
    "a chip that there is not": ([typed(1), typed(1), empty(choices=[0, 1, 2])], 5, 1, 1, {}),
    "of two the other follows": ([typed(3), empty()], 5, 0, 0, {1: 2}),
    "again and again": ([typed(4), filled(2)], 5, 0, 0, {1: 1}),
    "both ways, whoever wrote it": ([typed(3), typed(4)], 5, 1, 1, {0: 1}),
    "below nothing, too": ([typed(12), typed(-7)], 0, 0, 0, {1: -12}),
    "but not beyond its bounds": ([typed(9, least=0), typed(2, least=0)], 5, 0, 0, {}),
    "emptied, it takes back what followed": ([empty(), filled(2)], 5, 0, 0, {1: None}),
    "and leaves what was written": ([empty(), typed(2)], 5, 0, 0, {}),
    "of two, nobody has just written": ([typed(3), typed(1)], 5, -1, -1, {}),
    "who is alone has all of it": ([empty()], 5, -1, -1, {}),
}  # fmt: skip


@pytest.mark.parametrize("case", FOLLOWING)
def test_what_follows_from_what_is_written(sums: Phone, case: str) -> None:
    *given, wanted = FOLLOWING[case]
    found = sums.within("sums", "[...own.follow(...arg)]", given)
    assert dict(found) == wanted


def rule(**more: Any) -> dict[str, Any]:
    """Five tricks, to be shared out to the last."""
    asked = {"key": "tricks", "label": "Tricks", "to": 5, "unless": [], "most": None, "with": []}
    return {**asked, "one": "trick", "many": "tricks", **more}


ANSWERS = """((rule, answers, given) => {
  const values = own.keysOf(rule).flatMap((key) => answers[key] ?? []);
  return own.faultsOf(rule, values, own.aimOf(rule, (key) => given.includes(key)));
})(...arg)"""
"""What is wrong with answers by key; ``given``: keys under which anything is said."""

WRONG = {
    "nobody has one yet": (rule(), {"tricks": [None, None]}, [], []),
    "they come to it": (rule(), {"tricks": [3, 2, 0]}, [], []),
    "some are left": (rule(), {"tricks": [2, None, 1]}, [], ["2 tricks left"]),
    "one is left": (rule(), {"tricks": [2, 2, None]}, [], ["1 trick left"]),
    "too many": (rule(), {"tricks": [4, 3]}, [], ["2 tricks too many"]),
    "what has no noun goes by its label": (rule(one="", many=""), {"tricks": [4]}, [], ["1 tricks left"]),
    "gains and losses": (rule(to=0), {"tricks": [30, -10, -5]}, [], ["15 tricks too many"]),
    "more lost than won": (rule(to=0), {"tricks": [-1, None]}, [], ["1 trick left"]),
    "none is not nothing": (rule(to=0), {"tricks": [0, 0]}, [], []),
    "with another field": (rule(**{"with": ["dead"]}), {"tricks": [2, 2], "dead": [1]}, [], []),
    "and too few with it": (rule(**{"with": ["dead"]}), {"tricks": [2, None], "dead": [1]}, [], ["2 tricks left"]),
    "with two others": (
        rule(**{"with": ["dead", "lost"]}), {"tricks": [4], "dead": [1], "lost": [1]}, [], ["1 trick too many"],
    ),
    "with one that is not asked": (rule(**{"with": ["dead"]}), {"tricks": [3, 2]}, [], []),
    "unless something is said": (rule(unless=["claimed"]), {"tricks": [2, 1]}, ["claimed"], []),
    "which nobody has said": (rule(unless=["claimed"]), {"tricks": [2, 1]}, ["bid"], ["2 tricks left"]),
    "or one of two": (rule(unless=["claimed", "thrown"]), {"tricks": [2, 1]}, ["thrown"], []),
    "but never too many": (rule(unless=["claimed"]), {"tricks": [5, 1]}, ["claimed"], ["1 trick too many"]),
    "only up to it": (rule(to=None, most=3), {"tricks": [1, 1]}, [], []),
    "and beyond": (rule(to=None, most=3), {"tricks": [3, 2]}, [], ["2 tricks too many"]),
    "to one, and up to another": (rule(to=2, most=3), {"tricks": [4]}, [], ["2 tricks too many", "1 trick too many"]),
    "neither": (rule(to=None), {"tricks": [99]}, [], []),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_a_sum(sums: Phone, case: str) -> None:
    asked, answers, given, wanted = WRONG[case]
    assert sums.within("sums", ANSWERS, [asked, answers, given]) == wanted


POTS = [
    # chips paid, what the pots take, what is left, what the last pot takes with it
    ([10, 20, 30], [None], 60, 60),
    ([10, 20, 30], [60], 0, 60),
    ([10, 20, 30], [40, None], 20, 20),
    ([10, 20, 30], [40, 15], 5, 20),
    ([10, 20, None], [40, 15], -25, None),
    ([10, None], [10, 3], -3, None),
    ([None, None], [None], 0, None),
    ([15], [10, 5], 0, 5),
]


@pytest.mark.parametrize(("paid", "parts", "left", "rest"), POTS)
def test_the_last_pot_takes_what_is_left(
    sums: Phone, paid: list[int | None], parts: list[int | None], left: int, rest: int | None
) -> None:
    assert sums.within("sums", "own.leftOf(...arg)", [paid, parts]) == left
    assert sums.within("sums", "own.restOf(...arg)", [left, parts[-1]]) == rest


@pytest.mark.parametrize(("left", "words"), [(5, "5 chips left"), (-5, "5 chips too many")])
def test_what_remains_is_said(sums: Phone, left: int, words: str) -> None:
    assert sums.within("sums", "own.remains(...arg)", [left, "chips"]) == words
