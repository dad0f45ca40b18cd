"""The kitty: its payments, deposits and withdrawals."""

from typing import Any

import pytest

from companion.core.money.settling import Transfer
from companion.core.money.stakes import KITTY
from companion.store.money import kitty, payments
from companion.store.people import find_or_add
from companion.store.plays import starting
from tests.store.money.stakes import ABOVE_0, DRINKS, EUR, MOST, WHOLE, key_of, paid, played, reckoning_of
from tests.store.tables import Club, Table, client_id, kinds_in_log, messages, problems_text


def test_at_most_the_content_of_the_kitty_can_be_taken_out(club: Club) -> None:
    Table(club.scorer)
    glasses = {"who": "Ann", "reason": "x" * 200}
    key_of(kitty.move_kitty(club.scorer, into=True, **glasses, amount=500, client_id=client_id()))
    more = kitty.move_kitty(club.scorer, into=False, **glasses, amount=501, client_id=client_id())
    assert problems_text(more) == "amount: The kitty holds €5.00, so no more can be taken out."
    key_of(kitty.move_kitty(club.scorer, into=False, **glasses, amount=500, client_id=client_id()))
    assert kitty.kitty_of(club.scorer.club_id).holds == {"EUR": 0}


def test_the_kitty_holds_all_payments_deposits_and_withdrawals(club: Club) -> None:
    table = played(club, 3, 0, 0, stakes=("kitty", 250))
    scorer = club.scorer
    assert kitty.kitty_of(scorer.club_id).holds == {"EUR": 0}
    for one in reckoning_of(table).suggested_transfers:
        key_of(paid(table, one.payer, one.payee, one.amount))
    key = key_of(kitty.move_kitty(scorer, into=True, who="Ann", amount=1000, reason="", client_id=client_id()))
    pizza = {"into": False, "who": "Bob", "reason": " pizza "}
    key_of(kitty.move_kitty(scorer, **pizza, amount=1200, client_id=client_id()))
    assert kitty.kitty_of(scorer.club_id).holds == {"EUR": 300}
    assert [(step.kind, step.reason) for step in kitty.kitty_of(scorer.club_id).steps[:2]] == [
        ("kitty", "pizza"), ("kitty", "")
    ]  # fmt: skip
    payment = next(step.key for step in kitty.kitty_of(scorer.club_id).steps if step.kind == "paid")
    for other, kinds in ((key, ("paid", "carried")), (payment, ("kitty",))):
        told = problems_text(payments.take_back(scorer, other, client_id(), kinds))
        assert told == "key: There is no such payment."
    key_of(payments.take_back(scorer, key, client_id(), ("kitty",)))
    assert kitty.kitty_of(scorer.club_id).holds == {"EUR": -700}
    assert [step.stands for step in kitty.kitty_of(scorer.club_id).steps[:2]] == [True, False]
    assert kinds_in_log(club, "money") == ["paid", "paid", "kitty", "kitty", "back"]
    assert not any(reckoning_of(table).open_balances.values())


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"who": "Zoe"}, "who: “Zoe” is not in this club."), ({"who": KITTY}, "who: The kitty cannot pay itself."),
        ({"amount": 0}, ABOVE_0), ({"amount": -1}, ABOVE_0), ({"amount": 10**10}, MOST), ({"amount": 1.5}, WHOLE),
        ({"reason": "x" * 201}, "reason: The reason is longer than 200 letters."),
        ({"into": False, "reason": " "}, "reason: Say what it is taken out for."),
        ({"into": False}, "amount: The kitty holds €0.00, so no more can be taken out."),
    ],
)  # fmt: skip
def test_an_invalid_movement_of_the_kitty_changes_nothing(club: Club, wish: dict[str, Any], told: str) -> None:
    Table(club.scorer)
    given = {"into": True, "who": "Ann", "amount": 500, "reason": "for the glasses", **wish}
    assert problems_text(kitty.move_kitty(club.scorer, **given, client_id=client_id())) == told
    assert kitty.kitty_of(club.scorer.club_id).steps == ()


def test_the_kitty_holds_each_currency_that_of_the_club_first(club: Club) -> None:
    table = played(club, 3, 0, 0)
    key_of(paid(table, "Bob", KITTY, 3, currency=DRINKS))
    key_of(paid(table, "Bob", "Ann", 100))
    key_of(paid(table, KITTY, "Ann", 1, currency=DRINKS))
    found = kitty.kitty_of(club.scorer.club_id)
    assert (list(found.holds.items()), found.currency) == ([("EUR", 0), ("drinks", 2)], EUR)
    assert [step.transfer for step in found.steps] == [Transfer(KITTY, "Ann", 1), Transfer("Bob", KITTY, 3)]


@pytest.mark.parametrize("name", ["kitty", "Kitty", " KITTY "])
def test_no_person_can_have_the_name_of_the_kitty(club: Club, name: str) -> None:
    told = f"{name.strip()} is what the club's common money is called; take another name."
    wish: dict[str, Any] = {"slug": "rage", "dealer": None, "options": {}, "client_id": client_id()}
    found = starting.start_play(club.scorer, players=["Ann", name], **wish)
    assert messages(found) == told
    table = Table(club.scorer)
    seated = table.seat(name)
    assert messages(seated) == told
    assert messages(find_or_add.find_or_add(club.scorer, name)) == told
