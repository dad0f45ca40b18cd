"""The sums of the page's script by themselves: what is read, what follows, what is left, and in which words."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.core.entry.sums import read_sum
from tests.browser.conftest import Server
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

Share = dict[str, Any]


@pytest.fixture(scope="module")
def sums(browser: Browser, server: Server) -> Iterator[Phone]:
    """A page that has the module."""
    phone = Phone(new_phone(browser, server.address))
    phone.page.goto("/rules/hearts/referee/renege")
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
    found = sums.within("arg.map(own.readSum)", [text for text, _ in NUMBERS])
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
    found = sums.within("[...own.numbersToFill(...arg)]", given)
    assert dict(found) == wanted


def rule(**more: Any) -> dict[str, Any]:
    """Five tricks, to be shared out to the last."""
    asked = {"key": "tricks", "label": "Tricks", "to": 5, "unless": [], "most": None, "also": []}
    return {**asked, "noun": ["trick", "tricks"], **more}


ANSWERS = """((rule, answers, given) => {
  const values = own.keysOf(rule).flatMap((key) => answers[key] ?? []);
  return own.sumProblems(rule, values, own.requiredSum(rule, (key) => given.includes(key)));
})(...arg)"""
"""What is wrong with answers by key; ``given``: keys under which anything is said."""

WRONG = {
    "nobody has one yet": (rule(), {"tricks": [None, None]}, [], []),
    "they come to it": (rule(), {"tricks": [3, 2, 0]}, [], []),
    "some are left": (rule(), {"tricks": [2, None, 1]}, [], ["2 tricks left"]),
    "one is left": (rule(), {"tricks": [2, 2, None]}, [], ["1 trick left"]),
    "too many": (rule(), {"tricks": [4, 3]}, [], ["2 tricks too many"]),
    "what has no noun goes by its label": (rule(noun=["", ""]), {"tricks": [4]}, [], ["1 tricks left"]),
    "gains and losses": (rule(to=0), {"tricks": [30, -10, -5]}, [], ["15 tricks too many"]),
    "more lost than won": (rule(to=0), {"tricks": [-1, None]}, [], ["1 trick left"]),
    "none is not nothing": (rule(to=0), {"tricks": [0, 0]}, [], []),
    "with another field": (rule(also=["dead"]), {"tricks": [2, 2], "dead": [1]}, [], []),
    "and too few with it": (rule(also=["dead"]), {"tricks": [2, None], "dead": [1]}, [], ["2 tricks left"]),
    "with two others": (
        rule(also=["dead", "lost"]), {"tricks": [4], "dead": [1], "lost": [1]}, [], ["1 trick too many"],
    ),
    "with one that is not asked": (rule(also=["dead"]), {"tricks": [3, 2]}, [], []),
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
    assert sums.within(ANSWERS, [asked, answers, given]) == wanted


POTS: dict[str, tuple[dict[str, Any], list[int | None], list[tuple[int | None, list[int]]], list[list[int]], int]] = {
    # chips paid; pots: what somebody has typed and who won it; place and chips of each who takes some; what is left
    "nobody has won yet": ({}, [1, 15, 3, 7], [(None, [])], [], 26),
    "one takes all": ({}, [1, 15, 3, 7], [(None, [3])], [[3, 26]], 0),
    "two share, the first in order has the odd chip": ({}, [12, 3, 12], [(None, [0, 2])], [[0, 13], [2, 14]], 0),
    "a pot that was covered": ({}, [13, 5, 10, 4], [(23, [1]), (None, [2])], [[1, 23], [2, 9]], 0),
    "part of it": ({}, [13, 5, 10, 4], [(23, [1])], [[1, 23]], 9),
    "more than there is": ({}, [1, 1], [(5, [0])], [[0, 5]], -3),
    "the odd chip to who won the side pot": (
        {"latest_first": True}, [13, 5, 10, 4], [(23, [1, 2]), (None, [1])], [[1, 12], [2, 11], [1, 9]], 0,
    ),
    "no more than was matched": ({"matched": True}, [5, 9, 9], [(None, [0])], [[0, 15]], 8),
    "and a side pot": ({"matched": True}, [5, 9, 9], [(None, [0]), (None, [2])], [[0, 15], [2, 8]], 0),
    "level with one who put in less": ({"matched": True}, [5, 9, 9], [(None, [0, 1])], [[0, 7], [1, 16]], 0),
    "who has folded is matched": ({"matched": True}, [12, 2, 12], [(None, [2])], [[2, 26]], 0),
    "two of three pots shared": (
        {"matched": True}, [2, 6, 6, 9], [(None, [0]), (None, [1, 2]), (None, [3])],
        [[0, 8], [1, 6], [2, 6], [3, 3]], 0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", POTS)
def test_pots_are_shared_out_and_known_again_by_their_rows(sums: Phone, case: str) -> None:
    more, paid, pots, rows, left = POTS[case]
    asked = {"order": [2, 1, 3, 0], "latest_first": False, "matched": False, **more}
    told = [{"typed": typed, "winners": winners} for typed, winners in pots]
    found = sums.within("own.divide(...arg)", [paid, told, asked])
    assert [share for pot in found["pots"] for share in pot["shares"]] == rows
    assert found["left"] == left
    again = sums.within("own.divide(arg[0], own.potsOf(...arg), arg[2])", [paid, rows, asked])
    assert [share for pot in again["pots"] for share in pot["shares"]] == rows


@pytest.mark.parametrize(
    ("left", "words"), [(5, "5 chips left"), (1, "1 chip left"), (-1, "1 chip too many"), (-5, "5 chips too many")]
)
def test_what_remains_is_said(sums: Phone, left: int, words: str) -> None:
    assert sums.within("own.remainderText(...arg)", [left, "chip", "chips"]) == words
