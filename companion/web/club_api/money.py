"""The money of a night for programs: what is open, payments, and what is carried over."""

from collections.abc import Mapping
from typing import Any

from flask import abort

from companion.store.log.results import Written
from companion.store.log.write import WriteResult
from companion.store.money import money_log, payments
from companion.store.money.money_log import MoneyStep, money_of_night
from companion.store.nights.find_night import NightRow, night_row
from companion.web.club_api.access import here
from companion.web.club_api.answers import NightMoneyJson, PaymentJson
from companion.web.club_api.errors import UnusableError
from companion.web.club_api.operations import get, write
from companion.web.club_api.requests import Carry, PaymentEntry, Sent, TakeBack


def night_of(key: str) -> NightRow:
    """Return the night of the club with this key."""
    found = night_row(here().club_id, key)
    if found is None:
        abort(404, "This club has no such night.")
    return found


@get("/nights/<key>/money", NightMoneyJson)
def get_night_money(_: Sent, key: str) -> Mapping[str, Any]:
    """Return the money of a night."""
    return _money(night_of(key))


@write("POST", "/nights/<key>/payments", PaymentEntry, PaymentJson, 201, find=night_of)
def pay(night: NightRow, sent: PaymentEntry) -> Mapping[str, Any]:
    """Write a payment down."""
    outcome = payments.pay(
        here(), night, payer=sent.payer, payee=sent.payee, amount=sent.amount, at=sent.at, client_id=sent.client_id
    )
    return _payment(_step(night, _done(outcome)))


@write("DELETE", "/nights/<key>/payments/<payment>", TakeBack, PaymentJson, find=night_of)
def take_payment_back(night: NightRow, sent: TakeBack, payment: str) -> Mapping[str, Any]:
    """Take a payment back."""
    there = _step(night, payment)
    _done(payments.take_back(here(), payment, sent.client_id, kinds=("paid",)))
    return _payment(there)


@write("POST", "/nights/<key>/carry", Carry, NightMoneyJson, find=night_of)
def carry_over(night: NightRow, sent: Carry) -> Mapping[str, Any]:
    """Carry what is open over to the next night."""
    _done(payments.carry(here(), night, sent.client_id))
    return _money(night)


def _step(night: NightRow, key: str) -> MoneyStep:
    steps = money_of_night(here().club_id, night).steps
    found = next((step for step in steps if step.kind == money_log.PAID and step.key == key), None)
    if found is None:
        abort(404, "This night has no such payment.")
    return found


def _payment(step: MoneyStep) -> Mapping[str, Any]:
    paid = step.transfer
    return {"from": paid.payer, "to": paid.payee, "amount": paid.amount, "key": step.key, "at": step.at}


def _money(night: NightRow) -> Mapping[str, Any]:
    """Return the money of a night; other currencies apart."""
    money = money_of_night(here().club_id, night)
    found = {
        code: {
            "balances": one.balances, "carried": one.carried, "open": one.open, "payments": one.payments,
            "paid": [
                _payment(step) for step in money.steps[::-1]
                if step.kind == money_log.PAID and step.stands and step.currency == code
            ],
        }
        for code, one in money.reckonings.items()
    }  # fmt: skip
    own = found.pop(money.currency.code)
    return {**own, "others": found} if found else own


def _done(outcome: WriteResult) -> str:
    """Return the key of what was written down."""
    if not isinstance(outcome, Written):
        raise UnusableError(outcome.problems, "This cannot be written down")
    return outcome.key
