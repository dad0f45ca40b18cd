"""Recording payments of a night and amounts carried over, and taking them back."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, or_, select

from companion.core.entry.problems import Problem
from companion.core.money.currency import MOST_TYPED, Currency, amount_text
from companion.core.money.settling import Transfer
from companion.core.money.stakes import KITTY
from companion.core.words import begun, shown
from companion.store.access.roles import Member
from companion.store.database.base import now
from companion.store.database.models import Event, Night
from companion.store.log.events import LoggedEvent, event_of
from companion.store.log.results import Refused, refused
from companion.store.log.write import Command, Decision, NewEvent, WriteResult, write
from companion.store.money.money_log import (
    BACK,
    CARRIED,
    HAS_PLAYS,
    MONEY,
    PAID,
    Accounts,
    NightMoney,
    accounts_of,
    money_of_night,
)
from companion.store.nights.find_night import NightRow
from companion.store.plays.play_details import moment_to_log

MOST_REASON = 200


@dataclass(frozen=True, slots=True)
class _MoneySeen:
    """What the commands for a night's money read."""

    money: NightMoney
    accounts: Accounts
    next: int | None
    """The id of the next night; None: there is none yet."""


@dataclass(frozen=True, slots=True)
class _OfNight(Command[_MoneySeen]):
    night: NightRow

    def read(self, connection: Connection, member: Member) -> _MoneySeen:
        club, night = member.club_id, self.night
        later = or_(Night.began_at > night.began_at, and_(Night.began_at == night.began_at, Night.id > night.id))
        after = select(Night.id).where(Night.club_id == club, HAS_PLAYS, later).order_by(Night.began_at, Night.id)
        coming = connection.scalar(after.limit(1))
        return _MoneySeen(money_of_night(club, night, connection), accounts_of(club, connection), coming)


@dataclass(frozen=True, slots=True)
class _Pay(_OfNight):
    payer: str
    payee: str
    amount: object
    currency: Currency | None
    at: datetime
    is_suggested: bool

    def decide(self, seen: _MoneySeen) -> Decision:
        own = self.currency or seen.money.currency
        problems = transfer_faults(seen.accounts, self.payer, self.payee)
        reckoning = seen.money.reckonings.get(own.code)
        most = max(MOST_TYPED, *map(abs, reckoning.open.values()), 0) if reckoning else MOST_TYPED
        problems += amount_faults(self.amount, own, most)
        if self.is_suggested and isinstance(self.amount, int) and not problems:
            problems += _no_longer_open(seen.money, Transfer(self.payer, self.payee, self.amount), own)
        if problems:
            return Refused(tuple(problems))
        return payment_data(PAID, self.night.id, seen.accounts, (self.payer, self.payee), self.amount, own, self.at)


def payment_data(
    kind: str, night: int | None, accounts: Accounts, between: tuple[str, str], amount: object, currency: Currency,
    at: datetime, **more: str,
) -> NewEvent:  # fmt: skip
    """Return the event of a payment. ``between``: payer and payee; ``more``: further data."""
    payer, payee = between
    data = {
        "from": accounts.number(payer), "to": accounts.number(payee), "amount": amount, "currency": currency.code,
        **more, "at": moment_to_log(at),
    }  # fmt: skip
    return NewEvent(MONEY, night, kind, data)


def pay(
    member: Member,
    night: NightRow,
    *,
    payer: str,
    payee: str,
    amount: object,
    client_id: str,
    currency: Currency | None = None,
    at: datetime | None = None,
    is_suggested: bool = False,
) -> WriteResult:
    """Record a payment between people or with the kitty. ``currency``: None for the club's.

    ``is_suggested``: the page suggested this payment, so it is refused if it is no longer open.
    """
    return write(member, _Pay(night, payer, payee, amount, currency, at or now(), is_suggested), client_id)


def transfer_faults(accounts: Accounts, payer: str, payee: str) -> list[Problem]:
    """Return problems of payer and payee: unknown people, or one who pays themselves."""
    problems = [
        Problem(field, f"“{shown(name)}” is not in this club." if name else "Say who it is.")
        for field, name in (("from", payer), ("to", payee))
        if accounts.number(name) is None
    ]
    if not problems and payer == payee:
        problems.append(Problem("to", f"{payer} cannot pay {payee}: both are the same."))
    return problems


def amount_faults(amount: object, currency: Currency, most: int) -> list[Problem]:
    """Return the problem of an amount, if any: not a whole number, not positive, or above ``most``."""
    if type(amount) is not int:
        return [Problem("amount", "The amount must be a whole number of the currency’s smallest unit.")]
    if amount <= 0:
        return [Problem("amount", "The amount must be above 0.")]
    return [Problem("amount", f"That is too high; {amount_text(most, currency)} is the most.")] if amount > most else []


def _no_longer_open(money: NightMoney, wish: Transfer, currency: Currency) -> list[Problem]:
    """Return the problem that a suggested payment is no longer open, if so: it was paid, or balances have changed."""
    reckoning = money.reckonings.get(currency.code)
    open_ = reckoning.open if reckoning else {}
    if min(-open_.get(wish.payer, 0), open_.get(wish.payee, 0)) >= wish.amount:
        return []
    payer, payee = (begun("the kitty") if wish.payer == KITTY else wish.payer), wish.payee
    to = "the kitty" if payee == KITTY else payee
    is_paid = reckoning is not None and any((one.payer, one.payee) == (wish.payer, payee) for one in reckoning.paid)
    if is_paid:
        return [Problem("open", f"{payer} has paid {to} already.")]
    if reckoning is not None and any(reckoning.handed_on.values()):
        return [Problem("open", "What was open has been carried over already.")]
    return [Problem("open", f"{payer} no longer owes {to} {amount_text(wish.amount, currency)}: see what is open now.")]


@dataclass(frozen=True, slots=True)
class _TakeMoneyBack(Command[tuple[LoggedEvent | None, bool]]):
    key: str
    kinds: tuple[str, ...]

    def read(self, connection: Connection, member: Member) -> tuple[LoggedEvent | None, bool]:
        club, there = member.club_id, (Event.key == self.key, Event.subject == MONEY, Event.kind.in_(self.kinds))
        found = event_of(club, *there, by=connection)
        back = found and event_of(club, Event.subject == MONEY, Event.undoes == found.seq, by=connection)
        return found, back is not None

    def decide(self, seen: tuple[LoggedEvent | None, bool]) -> Decision:
        found, is_gone = seen
        if found is None:
            return refused("key", "There is no such payment.")
        return None if is_gone else NewEvent(MONEY, found.subject_id, BACK, undoes=found.seq)


def take_back(member: Member, key: str, client_id: str, kinds: tuple[str, ...] = (PAID, CARRIED)) -> WriteResult:
    """Take back a payment or an amount carried over; it stays in the list. Doing so twice changes nothing."""
    return write(member, _TakeMoneyBack(key, kinds), client_id)


@dataclass(frozen=True, slots=True)
class _Carry(_OfNight):
    def decide(self, seen: _MoneySeen) -> Decision:
        rows = [
            {"currency": code, "who": seen.accounts.number(name), "amount": amount}
            for code, one in seen.money.reckonings.items()
            for name, amount in one.open.items()
            if amount
        ]
        if not rows:
            is_done = any(step.kind == CARRIED and step.stands for step in seen.money.steps)
            message = "What was open has been carried over already." if is_done else "There is nothing to carry over."
            return refused("open", message)
        return NewEvent(MONEY, self.night.id, CARRIED, {"open": rows, "to": seen.next})


def carry(member: Member, night: NightRow, client_id: str) -> WriteResult:
    """Carry the open amounts of a night over to the next one, even if that is still to come."""
    return write(member, _Carry(night), client_id)
