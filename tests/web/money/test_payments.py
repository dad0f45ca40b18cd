"""Payments that were typed or suggested, and money in several currencies."""

import re

import pytest

from tests.web.money.conftest import night
from tests.web.pages import main_of, words
from tests.web.phones import Club, Table, problem_texts
from tests.web.start.starts import in_euros


def won(club: Club, code: str, winner: str, *others: str, kind: str = "fixed", amount: str = "3") -> Table:
    """Return a play that somebody has won from the others, in this currency."""
    form = {"kind": "iso", "code": code} if code else {"kind": "none"}
    assert club.organiser.post(f"{club.url}/money", form).status_code == 303
    stake = {"stake.kind": kind, "stake.amount": amount}
    table = club.start("raise-the-stakes", [winner, *others], stake)
    table.write({"tricks": {winner: 5}})
    assert table.post("/end").status_code == 303
    return table


def suggested(table: Table) -> list[tuple[str, str]]:
    """Return payer and amount of each suggested payment."""
    page = words(main_of(table.phone.get(night(table)).text))
    return re.findall(r"(\w+) → pays \w+ (\S+) Paid", page)


def tap_paid(table: Table) -> int:
    """Tap the first button “Paid”; return the status."""
    page = table.phone.get(night(table)).text
    ((path, form), *_) = re.findall(r'<form method="post" action="([^"]+/payments)">(.*?)</form>', page, re.S)
    sent = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', form))
    return table.phone.post(path, sent).status_code


@pytest.mark.parametrize(
    ("form", "told", "beside"),
    [
        ({"amount": "0"}, "The amount cannot be 0; give one, or leave it out.", "amount"),
        ({"amount": "-1"}, "The amount cannot be below 0; write it without a sign.", "amount"),
        ({"amount": "1", "payee": "Bob"}, "Bob cannot pay Bob: both are the same.", "payee"),
        ({"amount": "1", "payee": ""}, "Say who it is.", "payee"),
    ],
)
def test_a_refused_payment_says_why_and_keeps_what_was_typed(
    table: Table, form: dict[str, str], told: str, beside: str
) -> None:
    sent = {"payer": "Bob", "payee": "Ann", **form}
    answer = table.phone.post(f"{night(table).removesuffix('/money')}/payments", sent)
    assert answer.status_code == 422
    assert set(problem_texts(answer)) == {told}
    assert re.findall(r'id="([^"]*)-problem"', answer.text) == [beside]
    assert f'value="{sent["amount"]}"' in answer.text
    assert re.findall(r'<option selected[^>]* value="([^"]*)"', answer.text)[0] == "Bob"


def test_an_amount_in_plain_numbers_is_paid_in_them_after_the_club_has_a_currency(club: Club) -> None:
    table = won(club, "", "Ann", "Bob")
    in_euros(club)
    assert suggested(table) == [("Bob", "3")]
    assert tap_paid(table) == 303
    assert suggested(table) == []
    assert "Bob paid Ann 3 " in words(table.phone.get(night(table)).text)


def test_a_suggested_payment_can_be_higher_than_a_typed_one(club: Club) -> None:
    in_euros(club)
    table = club.start("any-other-game", ["Ann", "Bob"], {"stake.kind": "to-winner", "stake.amount": "10000"})
    for _ in range(2):
        table.write({"points": {"Ann": 99_999, "Bob": -99_999}})
    table.post("/end")
    assert suggested(table) == [("Bob", "€3,999,960,000.00")]
    assert tap_paid(table) == 303
    assert suggested(table) == []


def test_several_currencies_are_listed_in_order_and_whoever_is_involved_comes_first(table: Table) -> None:
    club = table.club
    won(club, "CHF", "Bob", "Ann")
    won(club, "USD", "Ann", "Zed")
    club.start("rage", ["Wim", "Xan"])
    base = night(table).removesuffix("/money")
    sent = {"payer": "Wim", "payee": "Ann", "amount": "7"}
    assert table.phone.post(f"{base}/payments", sent).status_code == 303
    page = table.phone.get(night(table)).text
    assert re.findall(r'<h2 id="settle-.">.*?<bdi>(\w+)</bdi>', page, re.S) == ["USD", "CHF", "EUR"]
    offered = re.findall(r'<option[^>]* value="([^"]+)"', page.partition('name="payer"')[2].partition("</select>")[0])
    assert offered == ["Ann", "Zed", "Wim", "Bob", "&lt;script&gt;", "Xan", "kitty"]
    balances = words(main_of(table.phone.get(f"{club.url}/balances").text))
    assert balances.index("$") < balances.index("CHF") < balances.index("€")


def test_the_kitty_holds_each_currency(table: Table) -> None:
    url = f"{table.club.url}/kitty"
    for code, amount in (("EUR", "5"), ("USD", "3")):
        table.club.organiser.post(f"{table.club.url}/money", {"kind": "iso", "code": code})
        assert table.phone.post(url, {"way": "in", "who": "Ann", "amount": amount}).status_code == 303
    assert "It holds $3.00 and €5.00" in words(table.phone.get(url).text)
    assert table.phone.post(url, {"way": "out", "who": "Ann", "amount": "3", "reason": "x"}).status_code == 303
    assert "It holds $0.00 and €5.00" in words(table.phone.get(url).text)
