"""Reading the money of a club: balances of nights, payments, amounts carried over, and the kitty.

Balances are computed from plays; payments are events. Amounts are in the smallest unit of their currency, and each
currency is settled separately.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, or_, select
from sqlalchemy.orm import aliased

from companion.core.money.currency import Currency, currency_of
from companion.core.money.settling import Reckoning, Transfer
from companion.core.money.stakes import KITTY, sum_balances
from companion.store.database.base import db
from companion.store.database.models import Club, Event, Night, Part, Play
from companion.store.log.authors import Authors
from companion.store.log.events import BACK, LoggedEvent, events_of
from companion.store.log.subjects import MONEY
from companion.store.names.names import merged_people, name_key
from companion.store.nights.night_lists import IS_LISTED_NIGHT
from companion.store.nights.night_state import NightState

PAID: Final = "paid"
CARRIED: Final = "carried"
IN_KITTY: Final = "kitty"

Amounts = dict[str, dict[str, int]]
"""Amounts by currency and name."""


class Accounts(NamedTuple):
    """Everybody who can have money in a club, its people and the kitty, by name and by id."""

    names: Mapping[int, str]
    """Today's names by id, merged people included."""

    numbers: Mapping[str, int]
    """The ids of people by the key of their name."""

    def name(self, who: object) -> str:
        """Return the name for an id in an event; ``KITTY`` stays as it is. “?”: nobody has the id."""
        return KITTY if who == KITTY else self.names.get(who, "?") if isinstance(who, int) else "?"

    def number(self, name: str) -> int | str | None:
        """Return the id for a name, or ``kitty``, as events store it; None: nobody has the name."""
        return KITTY if name == KITTY else self.numbers.get(name_key(name.strip()))


def accounts_of(club_id: int, connection: Connection | None = None) -> Accounts:
    """Return the people of a club and its kitty. ``connection``: of a transaction.

    The name of a person who is called like the kitty is capitalized, to tell both apart.
    """
    people = merged_people(club_id, connection)
    names = {number: one.name.capitalize() if one.name == KITTY else one.name for number, one in people.items()}
    return Accounts(names, {name_key(one.name): number for number, one in people.items() if one.id == number})


@dataclass(frozen=True, slots=True)
class MoneyStep:
    """An event about money: a payment, an amount carried over, money into the kitty or out of it."""

    key: str
    kind: str
    """``PAID``, ``CARRIED`` or ``IN_KITTY``."""

    night: int | None
    """The id of its night; None: it is about the kitty alone."""

    currency: str
    transfer: Transfer
    """Who paid whom how much; empty for amounts carried over."""

    reason: str
    at: datetime
    """When it was paid, as entered; else when it was recorded."""

    written_at: datetime
    by: str
    """The author of the event."""

    taken_back: datetime | None
    """When it was taken back; None: it was not."""

    taken_back_by: str
    carried: Amounts
    """The amounts that were carried over."""

    to: int | None
    """The id of the night to which they were carried; None: the next one."""

    @property
    def stands(self) -> bool:
        """Whether it is in force: not taken back."""
        return self.taken_back is None


class NightMoney(NamedTuple):
    """The money of a night."""

    night: NightState
    currency: Currency
    """The club's."""

    reckonings: Mapping[str, Reckoning]
    """By currency, the club's currency first."""

    steps: tuple[MoneyStep, ...]
    """The events about its money, the latest first, those taken back included."""

    @property
    def is_even(self) -> bool:
        """Whether nothing is open in any currency."""
        return not any(any(one.open_balances.values()) for one in self.reckonings.values())


def money_of_night(club_id: int, night: NightState, connection: Connection | None = None) -> NightMoney:
    """Return what a night has to settle, and its payments and carry-overs. ``connection``: of a transaction."""
    reader: Any = connection or db.session
    accounts = accounts_of(club_id, reader)
    steps = money_steps(reader, club_id, accounts, night.id)
    own = currency_of(reader.execute(select(Club.currency).where(Club.id == club_id)).scalar_one())
    balances = _balances(reader, night.id, accounts)
    mine = [step for step in steps if step.night == night.id]
    carried_on = [step for step in mine if step.kind == CARRIED and step.stands]
    carried_in = _carry_overs_to(reader, club_id, night, steps)
    paid = [step for step in mine if step.kind == PAID and step.stands]
    others = {*balances, *(step.currency for step in paid), *(code for step in carried_in for code in step.carried)}
    codes = [own.code, *sorted({*others, *(code for step in carried_on for code in step.carried)} - {own.code})]
    reckonings = {
        code: Reckoning(
            balances=balances.get(code, {}),
            carried=sum_balances(step.carried.get(code, {}) for step in carried_in),
            handed_on=sum_balances(step.carried.get(code, {}) for step in carried_on),
            paid=tuple(step.transfer for step in paid[::-1] if step.currency == code),
        )
        for code in codes
    }
    return NightMoney(night, own, reckonings, tuple(mine))


def _balances(reader: Any, night: int, accounts: Accounts) -> Amounts:
    """Return what everybody won or lost in the plays of a night, by currency, the kitty last in each.

    Discarded plays are left out, and plays in which no money changed hands.
    """
    other = aliased(Part)
    settled = or_(Play.kitty != 0, select(other.play_id).where(other.play_id == Play.id, other.balance != 0).exists())
    ask = (
        select(Play.id, Play.currency, Play.kitty, Part.player_id, Part.balance)
        .join(Part, Part.play_id == Play.id)
        .where(Play.night_id == night, ~Play.is_discarded, settled)
        .order_by(Play.played_at, Play.id, Part.seat)
    )
    found: Amounts = defaultdict(Counter)
    kitties: dict[int, tuple[str, int]] = {}
    for row in reader.execute(ask):
        found[row.currency][accounts.name(row.player_id)] += row.balance
        kitties[row.id] = (row.currency, row.kitty)
    for currency, amount in kitties.values():
        if amount:
            found[currency][KITTY] += amount
    return found


def _carry_overs_to(reader: Any, club_id: int, night: NightState, steps: Iterable[MoneyStep]) -> list[MoneyStep]:
    """Return the steps in force that carried amounts over to a night. ``reader``: a connection or session."""
    carried = [step for step in steps if step.kind == CARRIED and step.stands]
    if not carried:
        return []
    rows = reader.execute(select(Night.id, Night.began_at).where(Night.club_id == club_id, IS_LISTED_NIGHT)).all()
    order = sorted((row.began_at, row.id) for row in rows)
    begins = dict(reader.execute(select(Night.id, Night.began_at).where(Night.club_id == club_id)).all())

    def target_night(step: MoneyStep) -> int | None:
        """Return the night to which a step carries amounts: the one that it names, or else the next listed one."""
        if any(step.to == number for _, number in order):
            return step.to
        here = (begins[step.night], step.night) if step.night in begins else None
        return next((number for at, number in order if here is not None and (at, number) > here), None)

    return [step for step in carried if target_night(step) == night.id]


def money_steps(reader: Any, club_id: int, accounts: Accounts, night: int | None = None) -> list[MoneyStep]:
    """Return the events about money in a club, the latest first, those taken back included.

    ``night``: the id of a night, to leave out payments of other nights; amounts that other nights carried over are
    always included; ``reader``: a connection or session.
    """
    mine = () if night is None else (or_(Event.subject_id == night, Event.kind.in_((CARRIED, BACK))),)
    events = events_of(club_id, Event.subject == MONEY, *mine, connection=reader)[::-1]
    authors = Authors(club_id, events, reader)
    back = {event.undoes: (event.at, authors.name_of(event)) for event in events if event.kind == BACK}
    return [
        _money_step(accounts, event, authors.name_of(event), *back.get(event.seq, (None, "")))
        for event in events
        if event.kind != BACK
    ]


def _money_step(
    accounts: Accounts, event: LoggedEvent, by: str, taken_back: datetime | None, taken_back_by: str
) -> MoneyStep:
    """Return a step from its event. ``by``: the author's name."""
    data, is_carried = event.data, event.kind == CARRIED
    carried: Amounts = defaultdict(Counter)
    for amount in data.get("open", ()):
        carried[amount["currency"]][accounts.name(amount["who"])] += amount["amount"]
    who, to = accounts.name(data.get("from")), "" if is_carried else accounts.name(data.get("to"))
    return MoneyStep(
        key=event.key, kind=event.kind, night=event.subject_id, currency=data.get("currency", ""),
        transfer=Transfer(who, to, data.get("amount", 0)), reason=data.get("reason", ""),
        at=datetime.fromisoformat(data["at"]) if "at" in data else event.at, written_at=event.at, by=by,
        taken_back=taken_back, taken_back_by=taken_back_by, carried=carried, to=data.get("to") if is_carried else None,
    )  # fmt: skip
