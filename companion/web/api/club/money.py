"""Operations on the money of a night: open amounts, payments, and carrying over."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from companion.store.log.write import WriteResult
from companion.store.log.write_results import Written
from companion.store.money import money_log, payments
from companion.store.money.money_log import MoneyStep, money_of_night
from companion.store.nights.night_state import NightState, night_by_key
from companion.web.access.guard import current_club_id, current_member
from companion.web.api.club.answers import NightMoneyJson, PaymentJson
from companion.web.api.club.errors import UnusableError
from companion.web.api.club.operations import get, write
from companion.web.api.club.requests import Carry, PaymentEntry, RequestData, TakeBack
from companion.web.support.requests.not_found import or_404


def night_or_404(key: str) -> NightState:
    """Return the night with this key; abort with 404 if the club has none."""
    return or_404(night_by_key(current_club_id(), key), "This club has no such night.")


@get("/nights/<key>/money", NightMoneyJson)
def get_night_money(_: RequestData, key: str) -> Mapping[str, Any]:
    """Return the money of a night."""
    return _money_values(night_or_404(key))


@write("POST", "/nights/<key>/payments", PaymentEntry, PaymentJson, 201, find=night_or_404)
def pay(night: NightState, sent: PaymentEntry) -> Mapping[str, Any]:
    """Write a payment down."""
    outcome = payments.pay(current_member(), night, **asdict(sent))
    return _payment_values(_payment_or_404(night, _require_written(outcome).key))


@write("DELETE", "/nights/<key>/payments/<payment>", TakeBack, PaymentJson, find=night_or_404)
def take_payment_back(night: NightState, sent: TakeBack, payment: str) -> Mapping[str, Any]:
    """Take a payment back."""
    before = _payment_or_404(night, payment)
    _require_written(payments.take_back(current_member(), payment, sent.client_id, kinds=(money_log.PAID,)))
    return _payment_values(before)


@write("POST", "/nights/<key>/carry", Carry, NightMoneyJson, find=night_or_404)
def carry_over(night: NightState, sent: Carry) -> Mapping[str, Any]:
    """Carry what is open over to the next night."""
    _require_written(payments.carry(current_member(), night, sent.client_id))
    return _money_values(night)


def _payment_or_404(night: NightState, key: str) -> MoneyStep:
    """Return a payment of the night; abort with 404 if there is none with this key."""
    steps = money_of_night(current_club_id(), night).steps
    found = (step for step in steps if step.kind == money_log.PAID and step.key == key)
    return or_404(next(found, None), "This night has no such payment.")


def _payment_values(step: MoneyStep) -> Mapping[str, Any]:
    """Return what ``PaymentJson`` is filled from."""
    paid = step.transfer
    return {"from": paid.payer, "to": paid.payee, "amount": paid.amount, "key": step.key, "at": step.at}


def _money_values(night: NightState) -> Mapping[str, Any]:
    """Return what ``NightMoneyJson`` is filled from: the club's currency, and others below ``others``."""
    money = money_of_night(current_club_id(), night)
    found = {
        code: {
            "balances": reckoning.balances, "carried": reckoning.carried, "open": reckoning.open_balances,
            "payments": reckoning.suggested_transfers,
            "paid": [
                _payment_values(step) for step in money.steps[::-1]
                if step.kind == money_log.PAID and step.stands and step.currency == code
            ],
        }
        for code, reckoning in money.reckonings.items()
    }  # fmt: skip
    own_money = found.pop(money.currency.code)
    return {**own_money, "others": found} if found else own_money


def _require_written(outcome: WriteResult) -> Written:
    """Return the result of a command that was carried out.

    :raises UnusableError: the command was refused.
    """
    if not isinstance(outcome, Written):
        raise UnusableError(outcome.problems, "This cannot be saved")
    return outcome
