"""The kitty: a club's common money."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from companion.core.entry.problems import Problem, refuse
from companion.core.money.currency import MOST_TYPED, Currency, amount_text, currency_of
from companion.core.money.stakes import KITTY
from companion.store.access.roles import Member
from companion.store.database.base import db, now
from companion.store.database.models import Club
from companion.store.log.write import Decision, WriteResult, write
from companion.store.log.write_results import Refused
from companion.store.money.money_log import IN_KITTY, MoneyStep, accounts_of, money_steps
from companion.store.money.payments import MOST_REASON, amount_faults, payment_event, transfer_faults


class Kitty(NamedTuple):
    """The club's common money."""

    holds: Mapping[str, int]
    """Amounts by currency, the club's currency first."""

    steps: tuple[MoneyStep, ...]
    """Payments into the kitty and out of it, the latest first, those taken back included."""

    @property
    def currency(self) -> Currency:
        """The club's currency."""
        return currency_of(next(iter(self.holds)))


def kitty_of(club_id: int, connection: Connection | None = None) -> Kitty:
    """Return what the kitty of a club holds, and its payments. ``connection``: of a transaction."""
    reader: Any = connection or db.session
    steps = money_steps(reader, club_id, accounts_of(club_id, reader))
    mine = [step for step in steps if KITTY in (step.transfer.payer, step.transfer.payee)]
    holds = {reader.execute(select(Club.currency).where(Club.id == club_id)).scalar_one(): 0}
    for step in mine:
        if step.stands:
            sign = 1 if step.transfer.payee == KITTY else -1
            holds[step.currency] = holds.get(step.currency, 0) + sign * step.transfer.amount
    return Kitty(holds, tuple(mine))


def move_kitty(member: Member, *, into: bool, who: str, amount: object, reason: str, client_id: str) -> WriteResult:
    """Put money into the kitty or take some out, independently of any play, in the club's currency.

    ``into``: whether it is put in; ``who``: who pays or gets it; ``reason``: what for, if it is taken out;
    ``client_id``: the id of the request.
    """
    moment, reason = now(), reason.strip()

    def decide(connection: Connection) -> Decision:
        """Return the event of the payment, or why it is refused."""
        accounts, kitty = accounts_of(member.club_id, connection), kitty_of(member.club_id, connection)
        currency = kitty.currency
        between = (who, KITTY) if into else (KITTY, who)
        problems = [
            Problem("who", problem.message if who != KITTY else "The kitty cannot pay itself.")
            for problem in transfer_faults(accounts, *between)
        ]
        problems += amount_faults(amount, currency, MOST_TYPED)
        problems += refuse("reason", "Say what it is taken out for.", when=not into and not reason)
        too_long = f"The reason is longer than {MOST_REASON} letters."
        problems += refuse("reason", too_long, when=len(reason) > MOST_REASON)
        holds = kitty.holds[currency.code]
        too_much = f"The kitty holds {amount_text(holds, currency)}, so no more can be taken out."
        is_too_much = not problems and not into and isinstance(amount, int) and amount > holds
        problems += refuse("amount", too_much, when=is_too_much)
        if problems:
            return Refused(tuple(problems))
        return payment_event(IN_KITTY, None, accounts, between, amount, currency, moment, reason=reason)

    return write(member, client_id, decide)
