"""Recording payments of a night and amounts carried over, and taking them back."""

from datetime import datetime
from functools import partial

from sqlalchemy import Connection, and_, or_, select

from companion.core.entry.problems import Problem
from companion.core.money.currency import MOST_TYPED, Currency, amount_text
from companion.core.money.settling import Reckoning, Transfer
from companion.core.money.stakes import KITTY
from companion.core.words import capitalized, quoted
from companion.store.access.roles import Member
from companion.store.database.base import now
from companion.store.database.models import Event, Night
from companion.store.log.events import BACK, event_of
from companion.store.log.subjects import MONEY
from companion.store.log.write import Decision, NewEvent, WriteResult, write
from companion.store.log.write_results import Refused, refusal
from companion.store.money.money_log import CARRIED, PAID, Accounts, accounts_of, money_of_night
from companion.store.nights.night_lists import IS_LISTED_NIGHT
from companion.store.nights.night_state import NightState
from companion.store.plays.play_details import moment_to_log

MOST_REASON = 200
"""The longest reason of a payment in letters."""


def payment_event(
    kind: str, night: int | None, accounts: Accounts, between: tuple[str, str], amount: object, currency: Currency,
    at: datetime, **more: str,
) -> NewEvent:  # fmt: skip
    """Return the event of a payment. ``between``: payer and payee; ``more``: further data, such as ``reason``."""
    payer, payee = between
    data = {
        "from": accounts.number(payer), "to": accounts.number(payee), "amount": amount, "currency": currency.code,
        **more, "at": moment_to_log(at),
    }  # fmt: skip
    return NewEvent(MONEY, night, kind, data)


def pay(
    member: Member,
    night: NightState,
    *,
    payer: str,
    payee: str,
    amount: object,
    client_id: str,
    currency: Currency | None = None,
    at: datetime | None = None,
    is_suggested: bool = False,
) -> WriteResult:
    """Record a payment between people or with the kitty on a night.

    ``amount``: anything, since it is checked here; ``currency``: None for the club's; ``at``: when it was paid, None:
    at this moment; ``is_suggested``: the page suggested this payment, so it is refused if it is no longer open;
    ``client_id``: the id of the request.
    """
    moment = at or now()

    def decide(connection: Connection) -> Decision:
        """Return the event of the payment, or why it is refused."""
        money, accounts = money_of_night(member.club_id, night, connection), accounts_of(member.club_id, connection)
        own = currency or money.currency
        reckoning = money.reckonings.get(own.code) or Reckoning({}, {}, {}, ())
        most = max(MOST_TYPED, *map(abs, reckoning.open_balances.values()), 0)
        problems = [*transfer_faults(accounts, payer, payee), *amount_faults(amount, own, most)]
        if is_suggested and isinstance(amount, int) and not problems:
            problems += _open_payment_faults(reckoning, Transfer(payer, payee, amount), own)
        if problems:
            return Refused(tuple(problems))
        return payment_event(PAID, night.id, accounts, (payer, payee), amount, own, moment)

    return write(member, client_id, decide)


def transfer_faults(accounts: Accounts, payer: str, payee: str) -> list[Problem]:
    """Return the problems with payer and payee: a name that is not in the club, or the same person twice."""
    problems = [
        Problem(field, f"“{quoted(name)}” is not in this club." if name else "Say who it is.")
        for field, name in (("from", payer), ("to", payee))
        if accounts.number(name) is None
    ]
    if not problems and accounts.number(payer) == accounts.number(payee):
        problems.append(Problem("to", f"{payer} cannot pay {payee}: both are the same."))
    return problems


def amount_faults(amount: object, currency: Currency, most: int) -> list[Problem]:
    """Return the problem of an amount, if any: not a whole number, not positive, or above ``most``."""
    if type(amount) is not int:
        return [Problem("amount", "The amount must be a whole number of the currency's smallest unit.")]
    if amount <= 0:
        return [Problem("amount", "The amount must be above 0.")]
    return [Problem("amount", f"That is too high; {amount_text(most, currency)} is the most.")] if amount > most else []


def _open_payment_faults(reckoning: Reckoning, payment: Transfer, currency: Currency) -> list[Problem]:
    """Return the problem of a suggested payment that is no longer open: it was paid, or balances have changed.

    Empty if it is still open.
    """
    open_ = reckoning.open_balances
    if min(-open_.get(payment.payer, 0), open_.get(payment.payee, 0)) >= payment.amount:
        return []
    payer, payee = (capitalized("the kitty") if payment.payer == KITTY else payment.payer), payment.payee
    to = "the kitty" if payee == KITTY else payee
    if any((one.payer, one.payee) == (payment.payer, payee) for one in reckoning.paid):
        return [Problem("open", f"{payer} has paid {to} already.")]
    if any(reckoning.handed_on.values()):
        return [Problem("open", "The open amounts have been carried over already.")]
    return [
        Problem("open", f"{payer} no longer owes {to} {amount_text(payment.amount, currency)}: see what is open now.")
    ]


def take_back(member: Member, key: str, client_id: str, kinds: tuple[str, ...] = (PAID, CARRIED)) -> WriteResult:
    """Take back a payment or an amount carried over; it stays in the list. Doing so twice changes nothing.

    ``key``: that of its event; ``kinds``: the kinds of events that may be taken back; ``client_id``: the id of the
    request.
    """

    def decide(connection: Connection) -> Decision:
        club, of_money = member.club_id, Event.subject == MONEY
        found = event_of(club, of_money, Event.key == key, Event.kind.in_(kinds), connection=connection)
        if found is None:
            return refusal("key", "There is no such payment.")
        is_gone = event_of(club, of_money, Event.undoes == found.seq, connection=connection) is not None
        return None if is_gone else NewEvent(MONEY, found.subject_id, BACK, undoes=found.seq)

    return write(member, client_id, decide)


def carry(member: Member, night: NightState, client_id: str) -> WriteResult:
    """Carry the open amounts of a night over to the next one, even if that is in the future.

    ``client_id``: the id of the request.
    """
    return write(member, client_id, partial(_carry_event, member, night))


def _carry_event(member: Member, night: NightState, connection: Connection) -> Decision:
    """Return the event that carries the open amounts of a night over, or why it is refused.

    They go to the next listed night; if there is none yet (``to`` is None), to the first one that comes later.
    """
    club = member.club_id
    money, accounts = money_of_night(club, night, connection), accounts_of(club, connection)
    rows = [
        {"currency": code, "who": accounts.number(name), "amount": amount}
        for code, one in money.reckonings.items()
        for name, amount in one.open_balances.items()
        if amount
    ]
    if not rows:
        is_done = any(step.kind == CARRIED and step.stands for step in money.steps)
        done = "The open amounts have been carried over already."
        message = done if is_done else "There is nothing to carry over."
        return refusal("open", message)
    later = or_(Night.began_at > night.began_at, and_(Night.began_at == night.began_at, Night.id > night.id))
    after = select(Night.id).where(Night.club_id == club, IS_LISTED_NIGHT, later).order_by(Night.began_at, Night.id)
    return NewEvent(MONEY, night.id, CARRIED, {"open": rows, "to": connection.scalar(after.limit(1))})
