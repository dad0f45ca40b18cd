"""Payments: facts in the log that can be undone."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.core.money.settling import Transfer
from companion.core.money.stakes import KITTY
from companion.store.database.base import clock_at
from companion.store.log.events import events_of
from companion.store.log.write_results import Written
from companion.store.money import kitty, payments, settings
from companion.store.money.money_log import accounts_of
from companion.store.nights.night_state import night_by_key
from tests.store.money.stakes import ABOVE_0, DRINKS, EUR, MOST, WHOLE, key_of, paid, played, reckoning_of, tonight
from tests.store.nights.evenings import EIGHT
from tests.store.people.players import merge, number
from tests.store.tables import Club, client_id, events_in_log, kinds_in_log, problems_text


def test_a_payment_confirmed_by_two_phones_is_written_once(club: Club) -> None:
    table = played(club, 3, 0, 0)
    suggested = reckoning_of(table).suggested_transfers
    for one in suggested:
        key_of(paid(table, one.payer, one.payee, one.amount, is_suggested=True))
        again = problems_text(paid(table, one.payer, one.payee, one.amount, is_suggested=True))
        assert again == f"open: {one.payer} has paid {one.payee} already."
    assert tonight(table).is_even
    assert len(tonight(table).steps) == len(suggested)


def test_an_outdated_suggestion_is_refused_but_any_payment_can_be_recorded(club: Club) -> None:
    table = played(club, 3, 0, 0)
    (one, *_) = reckoning_of(table).suggested_transfers
    key_of(payments.carry(club.scorer, tonight(table).night, client_id()))
    told = problems_text(paid(table, one.payer, one.payee, one.amount, is_suggested=True))
    assert told == "open: The open amounts have been carried over already."
    assert problems_text(payments.carry(club.scorer, tonight(table).night, client_id())) == told
    told = problems_text(paid(table, one.payee, one.payer, one.amount, is_suggested=True, currency=DRINKS))
    assert told == f"open: {one.payee} no longer owes {one.payer} 100\xa0drinks: see what is open now."
    key_of(paid(table, one.payer, one.payee, one.amount))


def test_a_suggestion_is_refused_for_what_was_paid_between_these_two(club: Club) -> None:
    table = played(club, 3, 0, 0)
    key_of(paid(table, "Bob", "Ann", 60, is_suggested=True))
    for payer, payee, amount, told in (
        ("Bob", "Ann", 41, "open: Bob has paid Ann already."),
        ("Bob", "Cyd", 40, "open: Bob no longer owes Cyd €0.40: see what is open now."),
        ("Cyd", "Ann", 101, "open: Cyd no longer owes Ann €1.01: see what is open now."),
        ("Cyd", "Zoe", 5, "to: “Zoe” is not in this club."),
    ):
        assert problems_text(paid(table, payer, payee, amount, is_suggested=True)) == told
    assert len(tonight(table).steps) == 1


def test_a_payment_stays_in_the_log_when_it_is_undone(club: Club) -> None:
    table = played(club, 3, 0, 0)
    at = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    table.member = club.organiser
    key = key_of(paid(table, "Bob", "Ann", 100, at=at))
    (step,) = tonight(table).steps
    assert (step.key, step.transfer, step.at, step.stands) == (key, Transfer("Bob", "Ann", 100), at, True)
    assert (step.kind, step.by, step.taken_back_by, step.reason) == ("paid", "Ann's phone", "", "")
    assert reckoning_of(table).open_balances == {"Ann": 100, "Bob": 0, "Cyd": -100}
    tap = client_id()
    assert key_of(payments.take_back(club.scorer, key, tap))
    again = payments.take_back(club.scorer, key, tap)
    assert isinstance(again, Written)
    assert again.repeated
    (step,) = tonight(table).steps
    assert not step.stands
    assert (step.by, step.taken_back_by) == ("Ann's phone", "A phone")
    assert reckoning_of(table).open_balances == {"Ann": 200, "Bob": -100, "Cyd": -100}
    twice = payments.take_back(club.scorer, key, client_id())
    assert isinstance(twice, Written)
    assert twice.repeated
    assert kinds_in_log(club, "money") == ["paid", "back"]


def test_events_about_money_are_stored_as_ever(club: Club) -> None:
    table, at = played(club, 3, 0, 0), datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    night, ann, bob, cyd = tonight(table).night, *(seat.person_id for seat in table.state.seats)
    when = {"at": "2026-01-02T03:04:00+00:00"}
    with clock_at(at):
        key_of(payments.take_back(club.scorer, key_of(paid(table, "Bob", "Ann", 100)), client_id()))
        key_of(paid(table, KITTY, "Ann", 3, currency=DRINKS))
        key_of(payments.carry(club.scorer, night, client_id()))
        key_of(kitty.move_kitty(club.scorer, into=True, who="Bob", amount=500, reason="", client_id=client_id()))
    events = events_in_log(club, "money")
    seq = next(one.seq for one in events_of(club.scorer.club_id) if one.kind == "paid")
    still_open = [("EUR", ann, 200), ("EUR", bob, -100), ("EUR", cyd, -100), ("drinks", KITTY, 3), ("drinks", ann, -3)]
    carried = [{"currency": currency, "who": who, "amount": amount} for currency, who, amount in still_open]
    assert events == [
        ("money", night.id, "paid", {"from": bob, "to": ann, "amount": 100, "currency": "EUR", **when}, None),
        ("money", night.id, "back", {}, seq),
        ("money", night.id, "paid", {"from": "kitty", "to": ann, "amount": 3, "currency": "drinks", **when}, None),
        ("money", night.id, "carried", {"open": carried, "to": None}, None),
        (
            "money", None, "kitty",
            {"from": bob, "to": "kitty", "amount": 500, "currency": "EUR", "reason": "", **when}, None,
        ),
    ]  # fmt: skip


def test_the_same_tap_pays_once(club: Club) -> None:
    table = played(club, 3, 0, 0)
    tap = client_id()
    first = paid(table, "Bob", "Ann", 100, client_id=tap)
    again = paid(table, "Bob", "Ann", 100, client_id=tap)
    assert isinstance(again, Written)
    assert (again.key, again.repeated) == (key_of(first), True)
    assert len(tonight(table).steps) == 1
    second = paid(table, "Cyd", "Ann", 30)
    assert [step.key for step in tonight(table).steps] == [key_of(second), key_of(first)]
    assert reckoning_of(table).paid == (Transfer("Bob", "Ann", 100), Transfer("Cyd", "Ann", 30))


def test_a_payment_to_the_kitty_is_suggested_once(club: Club) -> None:
    table = played(club, 3, 0, 0, stakes=("kitty", 250))
    wish = {"payer": "Bob", "payee": KITTY, "amount": 250, "is_suggested": True}
    key_of(paid(table, **wish))
    assert problems_text(paid(table, **wish)) == "open: Bob has paid the kitty already."
    back = {"payer": KITTY, "payee": "Cyd", "amount": 250, "is_suggested": True}
    told = "open: The kitty no longer owes Cyd €2.50: see what is open now."
    assert problems_text(paid(table, **back)) == told


def test_a_payment_may_be_as_high_as_what_is_open(club: Club) -> None:
    table = played(club, 3, 0, 0, stakes=("fixed", 2_000_000_000))
    told = "amount: That is too high; €40,000,000.00 is the most."
    assert problems_text(paid(table, "Bob", "Ann", 4_000_000_001)) == told
    key_of(paid(table, "Bob", "Ann", 2_000_000_000, is_suggested=True))
    with clock_at(EIGHT):
        loser = played(club, 3, 6, 0, stakes=("last-pays", 2_000_000_000))
    assert problems_text(paid(loser, "Cyd", "Ann", 4_000_000_001)) == told, "what the one who pays owes"
    key_of(paid(loser, "Cyd", "Ann", 4_000_000_000))


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "told"),
    [
        ("Zoe", "Ann", 5, "from: “Zoe” is not in this club."), ("Ann", "Zoe", 5, "to: “Zoe” is not in this club."),
        ("", "Ann", 5, "from: Say who it is."), ("<script>", "Bob", 5, "from: “<script>” is not in this club."),
        ("Zoe", "Zoe", 0, f"from: “Zoe” is not in this club. to: “Zoe” is not in this club. {ABOVE_0}"),
        ("x" * 90, "Ann", 5, f"from: “{'x' * 39}…” is not in this club."),
        ("Ann", "Ann", 5, "to: Ann cannot pay Ann: both are the same."),
        ("Ann", "ann", 5, "to: Ann cannot pay ann: both are the same."),
        (KITTY, KITTY, 5, "to: kitty cannot pay kitty: both are the same."),
        ("Ann", "Bob", 0, ABOVE_0), ("Ann", "Bob", -5, ABOVE_0),
        ("Ann", "Bob", 1_000_000_000, MOST), ("Ann", "Bob", 10**40, MOST),
        ("Ann", "Bob", 2.5, WHOLE), ("Ann", "Bob", True, WHOLE),
        ("Ann", "Bob", "5", WHOLE), ("Ann", "Bob", None, WHOLE),
    ],
)  # fmt: skip
def test_an_invalid_payment_changes_nothing(club: Club, payer: str, payee: str, amount: Any, told: str) -> None:
    table = played(club, 3, 0, 0)
    assert problems_text(paid(table, payer, payee, amount)) == told
    assert tonight(table).steps == ()


def test_names_of_a_payment_may_be_spelled_otherwise(club: Club) -> None:
    table = played(club, 3, 0, 0)
    key_of(paid(table, " bob", "ANN", 100))
    assert reckoning_of(table).open_balances == {"Ann": 100, "Bob": 0, "Cyd": -100}


def test_accounts_are_those_of_people_and_of_the_kitty(club: Club) -> None:
    table = played(club, 3, 0, 0)
    found = accounts_of(club.scorer.club_id)
    names = {seat.person_id: seat.name for seat in table.state.seats} | {KITTY: KITTY}
    assert {who: found.name(who) for who in names} == names
    assert {found.number(f" {name.lower()} " if name != KITTY else name) for name in names.values()} == {*names}
    assert [found.name(who) for who in (10**9, "Ann", None)] == ["?", "?", "?"]
    assert found.number("Zoe") is None


def test_people_who_were_merged_have_one_account(club: Club) -> None:
    played(club, 3, 0, 0)
    played(club, 0, 3, players=("Zoe", "Bob"))
    ann, bob, cyd, zoe = (number(club, name) for name in ("Ann", "Bob", "Cyd", "Zoe"))
    merge(club, "Zoe", "Ann")
    found = accounts_of(club.scorer.club_id)
    assert found.names == {ann: "Ann", bob: "Bob", cyd: "Cyd", zoe: "Ann"}
    assert found.numbers == {"ann": ann, "bob": bob, "cyd": cyd}


def test_a_viewer_cannot_pay(club: Club) -> None:
    table = played(club, 3, 0, 0)
    night = tonight(table).night
    for act in (
        lambda: payments.pay(club.viewer, night, payer="Bob", payee="Ann", amount=5, client_id="x"),
        lambda: payments.carry(club.viewer, night, "x"),
        lambda: payments.take_back(club.viewer, "x", "x"),
        lambda: kitty.move_kitty(club.viewer, into=True, who="Ann", amount=5, reason="", client_id="x"),
        lambda: settings.set_money_settings(club.scorer, EUR, True),
    ):
        with pytest.raises(PermissionError):
            act()


def test_money_is_private_to_its_club(club: Club) -> None:
    table = played(club, 3, 0, 0)
    key = key_of(paid(table, "Bob", "Ann", 100))
    other = Club()
    assert night_by_key(other.scorer.club_id, tonight(table).night.key) is None
    assert problems_text(payments.take_back(other.scorer, key, client_id())) == "key: There is no such payment."
    assert kitty.kitty_of(other.scorer.club_id).steps == ()
