"""Return the money of a night for programs: what is open, payments, and what is carried over."""

from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Any

from flask import Response, abort, request

from companion.store.log.results import Written
from companion.store.log.write import WriteResult
from companion.store.money import payments
from companion.store.money import settling as store
from companion.store.money.settling import MoneyStep, NightMoney
from companion.store.nights.placing import NightRow, night_row
from companion.store.nights.zones import zone_of
from companion.web.access.guard import new_client_id
from companion.web.api.answers import answer, sent
from companion.web.club_api.door import club_api, here
from companion.web.club_api.once import CallAnswer, once
from companion.web.club_api.shapes import (
    WRITE,
    SentKey,
    Unusable,
    a_moment,
    a_text,
    an_id,
    as_is,
    read_keys,
    read_query,
    time_json,
)


def _night(key: str) -> NightRow:
    found = night_row(here().club_id, key)
    if found is None:
        abort(404, "This club has no such night.")
    return found


@club_api.get("/nights/<key>/money")
def show_money(key: str) -> Response:
    """Return the money of a night."""
    read_query(request.args, {})
    return answer(_money_json(_night(key)))


def _money_json(night: NightRow) -> dict[str, Any]:
    money, zone = store.money_of_night(here().club_id, night), zone_of(here().club_id)
    found = money.json
    for part in (found, *found.get("others", {}).values()):
        part["paid"] = [_with_offset(payment, zone) for payment in part["paid"]]
    return found


def _with_offset(payment: Mapping[str, Any], zone: tzinfo) -> dict[str, Any]:
    return {**payment, "at": time_json(datetime.fromisoformat(payment["at"]), zone)}


_PAYMENT = {
    "from": SentKey(a_text, required=True),
    "to": SentKey(a_text, required=True),
    "amount": SentKey(as_is, required=True),
    "at": SentKey(a_moment),
    **WRITE,
}


@club_api.post("/nights/<key>/payments")
def pay(key: str) -> Response:
    """Write a payment down."""
    night, raw = _night(key), sent()
    said = read_keys(raw, _PAYMENT)

    def write(client_id: str) -> CallAnswer:
        outcome = payments.pay(
            here(), night, payer=said["from"], payee=said["to"], amount=said["amount"], at=said.get("at"),
            client_id=client_id,
        )  # fmt: skip
        return CallAnswer(201, _payment_json(_payment(_looked_at(night), _done(outcome))))

    return once(here(), raw, write)


@club_api.delete("/nights/<key>/payments/<payment>")
def take_back(key: str, payment: str) -> Response:
    """Take a payment back; it stays readable for the club."""
    night = _night(key)
    there = _payment(_looked_at(night), payment)
    raw = {"client_id": new_client_id(), **read_query(request.args, {"client_id": SentKey(an_id)})}

    def write(client_id: str) -> CallAnswer:
        _done(payments.take_back(here(), payment, client_id, kinds=("paid",)))
        return CallAnswer(200, _payment_json(there))

    return once(here(), raw, write)


@club_api.post("/nights/<key>/carry")
def carry(key: str) -> Response:
    """Carry what is open over to the next night."""
    night, raw = _night(key), sent()
    read_keys(raw, WRITE)

    def write(client_id: str) -> CallAnswer:
        _done(payments.carry(here(), night, client_id))
        return CallAnswer(200, _money_json(night))

    return once(here(), raw, write)


def _looked_at(night: NightRow) -> NightMoney:
    return store.money_of_night(here().club_id, night)


def _payment(money: NightMoney, key: str) -> MoneyStep:
    found = next((step for step in money.steps if step.kind == "paid" and step.key == key), None)
    if found is None:
        abort(404, "This night has no such payment.")
    return found


def _payment_json(payment: MoneyStep) -> dict[str, Any]:
    return _with_offset(payment.json, zone_of(here().club_id))


def _done(outcome: WriteResult) -> str:
    """Return the key of what was written down."""
    if not isinstance(outcome, Written):
        raise Unusable(outcome.problems, "This cannot be written down")
    return outcome.key
