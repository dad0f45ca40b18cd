"""The money of a club: balances of nights, payments, amounts carried over, and the kitty.

What the plays settle to is worked out from them; payments are facts that nothing changes. Amounts are in the smallest
unit of their currency, and each currency is settled by itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, and_, func, or_, select, update
from sqlalchemy.orm import aliased

from companion.core.currency import MOST_TYPED, Currency, amount_text, currency_of
from companion.core.money import KITTY, Stake, read_stake, summed
from companion.core.problems import Problem
from companion.core.settling import Reckoning, Transfer
from companion.core.words import begun, shown
from companion.store.access.members import Member
from companion.store.database.base import db, now
from companion.store.database.models import Club, Event, Night, Part, Play
from companion.store.database.writing import writing
from companion.store.log.events import LoggedEvent, about_play, event_of, events_of
from companion.store.log.results import Refused, refused
from companion.store.log.write import Command, Decision, NewEvent, Seen, WriteResult, write
from companion.store.log.writers import Writers
from companion.store.money.stakes import balances_of, currency_of_play, stake_to_log
from companion.store.nights.placing import NightRow
from companion.store.people.names import themselves
from companion.store.plays import commands
from companion.store.plays.about import STAKE, moment_to_log
from companion.store.plays.projection import touch
from companion.store.plays.results import WriteOutcome
from companion.store.plays.states import STANDS, PlayState, log_of, state_of, with_log

MOST_REASON = 200

MONEY: Final = "money"
"""The subject of events about money: that of a night, or of none, as what goes into the kitty."""

PAID: Final = "paid"
CARRIED: Final = "carried"
IN_KITTY: Final = "kitty"
BACK: Final = "back"

Amounts = dict[str, dict[str, int]]
"""By currency, by name."""


# What a club plays for.


@dataclass(frozen=True, slots=True)
class MoneySettings:
    """The club's currency, and whether new plays ask for a stake."""

    currency: Currency
    asks: bool


def settings_of(club_id: int) -> MoneySettings:
    """Return the club's currency and whether new plays ask for a stake."""
    row = db.session.execute(select(Club.currency, Club.asks_stake).where(Club.id == club_id)).one()
    return MoneySettings(currency_of(row.currency), row.asks_stake)


def set_money(member: Member, currency: Currency, asks: bool) -> None:
    """Change the club's currency. Existing plays keep theirs."""
    if not member.is_organiser:
        raise PermissionError("Only the phone that organises the club can do this.")
    with writing() as connection:
        values = {"currency": currency.code, "asks_stake": asks}
        connection.execute(update(Club).where(Club.id == member.club_id).values(**values))
        touch(connection, member.club_id)


def last_stake(club_id: int, game: str) -> Mapping[str, Any] | None:
    """Return the stake of the club's last play of a game; None: it had none."""
    last = select(*STANDS).where(Play.club_id == club_id, Play.game == game, ~Play.is_discarded)
    row = db.session.execute(last.order_by(Play.played_at.desc(), Play.id.desc()).limit(1)).first()
    if row is None:
        return None
    return state_of(*row).stake


def stake_for(member: Member, play: PlayState, raw: object) -> tuple[dict[str, Any] | None, list[Problem]]:
    """Return the stake of raw JSON as a play stores it, empty for none; or what is wrong with it."""
    stake, problems = read_stake(raw, names=len(play.setup.names), unit=play.game.totals.unit)
    if problems:
        return None, problems
    return stake_to_log(stake, settings_of(member.club_id).currency), []


def set_stake(
    member: Member, play: PlayState, *, base: int, stake: Stake | None, currency: Currency, client_id: str
) -> WriteOutcome:
    """Change or remove the stake of a play; an edit like any other."""
    found, problems = read_stake(stake.json if stake else None, names=len(play.setup.names), unit=play.game.totals.unit)
    if problems:
        return Refused(tuple(problems))
    about = {STAKE: stake_to_log(found, currency)}
    return commands.tell(member, play, base=base, about=about, client_id=client_id)


# People.


@dataclass(frozen=True, slots=True)
class Purse:
    """Everybody who can have money in a club: its people, and the kitty."""

    names: Mapping[int, str]
    """By the number of anybody who ever was: the name of who they are today."""

    numbers: Mapping[str, int]

    def name(self, who: object) -> str:
        """Return the name of somebody in an event, or of the kitty."""
        return KITTY if who == KITTY else self.names.get(who, "?") if isinstance(who, int) else "?"

    def number(self, name: str) -> int | str | None:
        """Return how an event refers to a name; None: nobody has it."""
        return KITTY if name == KITTY else self.numbers.get(name)


def purse_of(club_id: int, connection: Connection | None = None) -> Purse:
    """Return everybody in the club; merged people by whom they were merged into."""
    people = themselves(club_id, connection)
    names = {number: one.name.capitalize() if one.name == KITTY else one.name for number, one in people.items()}
    return Purse(names, {names[number]: number for number, one in people.items() if one.id == number})


# A night.


@dataclass(frozen=True, slots=True)
class MoneyStep:
    """An event about money: a payment, an amount carried over, money into the kitty or out of it."""

    key: str
    kind: str
    night: int | None
    currency: str
    transfer: Transfer
    reason: str
    at: datetime
    """When it was paid, as far as somebody said."""

    written_at: datetime
    by: str
    """Who wrote it down."""

    taken_back: datetime | None
    taken_back_by: str
    carried: Amounts
    """Of carrying over: what was left open."""

    to: int | None
    """Of carrying over: the night that it went to; None: the one after."""

    @property
    def stands(self) -> bool:
        """Whether it was not taken back."""
        return self.taken_back is None

    @property
    def json(self) -> dict[str, Any]:
        """A payment as JSON of the API."""
        return {**transfer_json(self.transfer), "key": self.key, "at": self.at.isoformat()}


def transfer_json(one: Transfer) -> dict[str, Any]:
    """Return a suggested payment as JSON of the API."""
    return {"from": one.payer, "to": one.payee, "amount": one.amount}


@dataclass(frozen=True, slots=True)
class NightMoney:
    """The money of a night."""

    night: NightRow
    currency: Currency
    """The club's."""

    reckonings: Mapping[str, Reckoning]
    """By currency, the club's first."""

    steps: tuple[MoneyStep, ...]
    """All that was done, the latest first, also what was taken back."""

    @property
    def own(self) -> Reckoning:
        """Amounts in the club's currency."""
        return self.reckonings[self.currency.code]

    @property
    def is_even(self) -> bool:
        """Whether everything is settled."""
        return not any(any(one.open.values()) for one in self.reckonings.values())

    @property
    def json(self) -> dict[str, Any]:
        """The night's money as JSON of the API; other currencies apart."""
        found = self._json(self.currency.code)
        others = {code: self._json(code) for code in self.reckonings if code != self.currency.code}
        return {**found, "others": others} if others else found

    def _json(self, code: str) -> dict[str, Any]:
        one = self.reckonings[code]
        paid = [step for step in self.steps[::-1] if step.kind == PAID and step.stands and step.currency == code]
        return {
            "balances": dict(one.balances),
            "carried": dict(one.carried),
            "paid": [step.json for step in paid],
            "open": one.open,
            "payments": [transfer_json(suggested) for suggested in one.payments],
        }


_HAS_PLAYS = select(Play.id).where(Play.night_id == Night.id).exists()
"""Whether anything was played on a night: else everything was moved elsewhere, and nothing is carried over to it."""


def money_of_night(club_id: int, night: NightRow) -> NightMoney:
    """Return the money of a night."""
    return _money(db.session, club_id, night)


def _money(reader: Any, club_id: int, night: NightRow) -> NightMoney:
    purse = purse_of(club_id, reader)
    steps = _steps(reader, club_id, purse, night.id)
    own = currency_of(reader.execute(select(Club.currency).where(Club.id == club_id)).scalar_one())
    balances = _balances(reader, night.id, purse)
    mine = [step for step in steps if step.night == night.id]
    carried_on = [step for step in mine if step.kind == CARRIED and step.stands]
    carried_in = _carried_into(reader, club_id, night, steps)
    paid = [step for step in mine if step.kind == PAID and step.stands]
    others = {*balances, *(step.currency for step in paid), *(code for step in carried_in for code in step.carried)}
    codes = [own.code, *sorted({*others, *(code for step in carried_on for code in step.carried)} - {own.code})]
    reckonings = {
        code: Reckoning(
            balances=balances.get(code, {}),
            carried=summed(step.carried.get(code, {}) for step in carried_in),
            handed_on=summed(step.carried.get(code, {}) for step in carried_on),
            paid=tuple(step.transfer for step in paid[::-1] if step.currency == code),
        )
        for code in codes
    }
    return NightMoney(night, own, reckonings, tuple(mine))


def _balances(reader: Any, night: int, purse: Purse) -> Amounts:
    """Return what the plays of a night gave everybody, by currency."""
    other = aliased(Part)
    settled = or_(Play.kitty != 0, select(other.play_id).where(other.play_id == Play.id, other.balance != 0).exists())
    ask = (
        select(Play.id, Play.currency, Play.kitty, Part.player_id, Part.balance)
        .join(Part, Part.play_id == Play.id)
        .where(Play.night_id == night, ~Play.is_discarded, settled)
        .order_by(Play.played_at, Play.id, Part.seat)
    )
    found: Amounts = {}
    kitties: dict[int, tuple[str, int]] = {}
    for row in reader.execute(ask):
        own = found.setdefault(row.currency, {})
        name = purse.name(row.player_id)
        own[name] = own.get(name, 0) + row.balance
        kitties[row.id] = (row.currency, row.kitty)
    for currency, amount in kitties.values():
        if amount:
            found[currency][KITTY] = found[currency].pop(KITTY, 0) + amount
    return found


def _carried_into(reader: Any, club_id: int, night: NightRow, steps: Iterable[MoneyStep]) -> list[MoneyStep]:
    """Return the amounts that were carried over to a night."""
    carried = [step for step in steps if step.kind == CARRIED and step.stands]
    if not carried:
        return []
    rows = reader.execute(select(Night.id, Night.began_at).where(Night.club_id == club_id, _HAS_PLAYS)).all()
    order = sorted((row.began_at, row.id) for row in rows)
    begins = dict(reader.execute(select(Night.id, Night.began_at).where(Night.club_id == club_id)).all())

    def goes_to(step: MoneyStep) -> int | None:
        if any(step.to == number for _, number in order):
            return step.to
        here = (begins[step.night], step.night) if step.night in begins else None
        return next((number for at, number in order if here is not None and (at, number) > here), None)

    return [step for step in carried if goes_to(step) == night.id]


def _steps(reader: Any, club_id: int, purse: Purse, night: int | None = None) -> list[MoneyStep]:
    """Return all events about money in a club, the latest first.

    ``night``: only what was done on it, and what was carried over from any.
    """
    mine = () if night is None else (or_(Event.subject_id == night, Event.kind.in_((CARRIED, BACK))),)
    events = events_of(club_id, Event.subject == MONEY, *mine, by=reader)[::-1]
    writers = Writers(club_id, events, reader)
    back = {event.undoes: (event.at, writers.of(event)) for event in events if event.kind == BACK}
    return [
        _money_step(purse, event, writers.of(event), *back.get(event.seq, (None, "")))
        for event in events
        if event.kind != BACK
    ]


def _money_step(
    purse: Purse, event: LoggedEvent, by: str, taken_back: datetime | None, taken_back_by: str
) -> MoneyStep:
    data, is_carried = event.data, event.kind == CARRIED
    carried: Amounts = {}
    for one in data.get("open", ()):
        own = carried.setdefault(one["currency"], {})
        own[purse.name(one["who"])] = own.get(purse.name(one["who"]), 0) + one["amount"]
    who, to = purse.name(data.get("from")), "" if is_carried else purse.name(data.get("to"))
    return MoneyStep(
        key=event.key, kind=event.kind, night=event.subject_id, currency=data.get("currency", ""),
        transfer=Transfer(who, to, data.get("amount", 0)), reason=data.get("reason", ""),
        at=datetime.fromisoformat(data["at"]) if "at" in data else event.at, written_at=event.at, by=by,
        taken_back=taken_back, taken_back_by=taken_back_by, carried=carried, to=data.get("to") if is_carried else None,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Corrected:
    """A play of a night whose balances have changed since something was paid."""

    key: str
    title: str
    currency: Currency
    change: Mapping[str, int]
    """What it changes for everybody."""


def corrected_since(club_id: int, money: NightMoney) -> list[Corrected]:
    """Return what corrections changed after something was paid or carried over. No payment changes by itself."""
    last = max((step.written_at for step in money.steps if step.stands), default=None)
    if last is None:
        return []
    fresh = (Play.club_id == club_id, Play.night_id == money.night.id, Play.last_at > last)
    found = []
    for row in db.session.execute(select(*STANDS).where(*fresh).order_by(Play.id)).all():
        revision = db.session.scalar(select(func.count()).where(about_play(row.id), Event.at <= last))
        if not revision:
            continue
        state, before = state_of(*row), with_log(row.id, log_of(row.id, revision))
        if not before.over or before.about.night != money.night.id:
            continue
        change = _difference(balances_of(before), balances_of(state))
        if change:
            title = state.game.title_for(state.setup)
            found.append(Corrected(state.key, title, currency_of_play(state), change))
    return found


def _difference(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    names = dict.fromkeys((*after, *before))
    return {
        name: after.get(name, 0) - before.get(name, 0) for name in names if after.get(name, 0) != before.get(name, 0)
    }


# Writing.


class MoneyCommand(Command[Seen]):
    """A command about money, which has no rows: it is read from its events."""

    def project(self, connection: Connection, club: int, event: LoggedEvent) -> None:
        """Do nothing: there are no rows to update."""


@dataclass(frozen=True, slots=True)
class _MoneySeen:
    """What paying and carrying over look at."""

    money: NightMoney
    purse: Purse
    next: int | None
    """The night after this one; None: it is still to come."""


@dataclass(frozen=True, slots=True)
class _OfNight(MoneyCommand[_MoneySeen]):
    night: NightRow

    def read(self, connection: Connection, member: Member) -> _MoneySeen:
        club, night = member.club_id, self.night
        later = or_(Night.began_at > night.began_at, and_(Night.began_at == night.began_at, Night.id > night.id))
        after = select(Night.id).where(Night.club_id == club, _HAS_PLAYS, later).order_by(Night.began_at, Night.id)
        coming = connection.scalar(after.limit(1))
        return _MoneySeen(_money(connection, club, night), purse_of(club, connection), coming)


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
        problems = _transfer_faults(seen.purse, self.payer, self.payee)
        reckoning = seen.money.reckonings.get(own.code)
        most = max(MOST_TYPED, *map(abs, reckoning.open.values()), 0) if reckoning else MOST_TYPED
        problems += _amount_faults(self.amount, own, most)
        if self.is_suggested and isinstance(self.amount, int) and not problems:
            problems += _no_longer_open(seen.money, Transfer(self.payer, self.payee, self.amount), own)
        if problems:
            return Refused(tuple(problems))
        return _passed(PAID, self.night.id, seen.purse, (self.payer, self.payee), self.amount, own, self.at)


def _passed(
    kind: str, night: int | None, purse: Purse, between: tuple[str, str], amount: object, currency: Currency,
    at: datetime, **more: str,
) -> NewEvent:  # fmt: skip
    """Return a payment as an event stores it."""
    payer, payee = between
    data = {
        "from": purse.number(payer), "to": purse.number(payee), "amount": amount, "currency": currency.code, **more,
        "at": moment_to_log(at),
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
    """Record a payment to somebody or into the kitty. ``currency``: None for the club's.

    ``is_suggested``: the payment was offered as one that is open, so it is refused where it no longer is.
    """
    return write(member, _Pay(night, payer, payee, amount, currency, at or now(), is_suggested), client_id)


def _transfer_faults(purse: Purse, payer: str, payee: str) -> list[Problem]:
    problems = [
        Problem(field, f"“{shown(name)}” is nobody in this club." if name else "Say who it is.")
        for field, name in (("from", payer), ("to", payee))
        if purse.number(name) is None
    ]
    if not problems and payer == payee:
        problems.append(Problem("to", f"{payer} cannot pay {payee}: it is the same."))
    return problems


def _amount_faults(amount: object, currency: Currency, most: int) -> list[Problem]:
    if type(amount) is not int:
        return [Problem("amount", "The amount is a whole number of the currency’s smallest unit.")]
    if amount <= 0:
        return [Problem("amount", "The amount must be above 0.")]
    return [Problem("amount", f"That is too high; {amount_text(most, currency)} is the most.")] if amount > most else []


def _no_longer_open(money: NightMoney, wish: Transfer, currency: Currency) -> list[Problem]:
    """Return why a payment is no longer open: another phone has confirmed it, or balances have changed."""
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
class _TakeMoneyBack(MoneyCommand[tuple[LoggedEvent | None, bool]]):
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
    """Take back a payment or an amount carried over; it stays readable. Doing so twice changes nothing."""
    return write(member, _TakeMoneyBack(key, kinds), client_id)


@dataclass(frozen=True, slots=True)
class _Carry(_OfNight):
    def decide(self, seen: _MoneySeen) -> Decision:
        rows = [
            {"currency": code, "who": seen.purse.number(name), "amount": amount}
            for code, one in seen.money.reckonings.items()
            for name, amount in one.open.items()
            if amount
        ]
        if not rows:
            is_done = any(step.kind == CARRIED and step.stands for step in seen.money.steps)
            told = "What was open has been carried over already." if is_done else "Nothing is open to be carried over."
            return refused("open", told)
        return NewEvent(MONEY, self.night.id, CARRIED, {"open": rows, "to": seen.next})


def carry(member: Member, night: NightRow, client_id: str) -> WriteResult:
    """Carry open amounts of a night over to another night, or to the next one."""
    return write(member, _Carry(night), client_id)


# The kitty.


@dataclass(frozen=True, slots=True)
class Kitty:
    """The club's common money."""

    holds: Mapping[str, int]
    """By currency, the club's first."""

    steps: tuple[MoneyStep, ...]
    """What went in and out, the latest first, also what was taken back."""


def kitty_of(club_id: int) -> Kitty:
    """Return the kitty: what was paid in on nights and beside them, less what was taken out."""
    return _kitty(db.session, club_id)


def _kitty(reader: Any, club_id: int) -> Kitty:
    steps = _steps(reader, club_id, purse_of(club_id, reader))
    mine = [step for step in steps if step.kind != CARRIED and KITTY in (step.transfer.payer, step.transfer.payee)]
    holds = {reader.execute(select(Club.currency).where(Club.id == club_id)).scalar_one(): 0}
    for step in mine:
        if step.stands:
            sign = 1 if step.transfer.payee == KITTY else -1
            holds[step.currency] = holds.get(step.currency, 0) + sign * step.transfer.amount
    return Kitty(holds, tuple(mine))


@dataclass(frozen=True, slots=True)
class _MoveKitty(MoneyCommand[tuple[Purse, Kitty]]):
    into: bool
    who: str
    amount: object
    reason: str
    currency: Currency | None
    at: datetime

    def read(self, connection: Connection, member: Member) -> tuple[Purse, Kitty]:
        return purse_of(member.club_id, connection), _kitty(connection, member.club_id)

    def decide(self, seen: tuple[Purse, Kitty]) -> Decision:
        purse, kitty = seen
        own = self.currency or currency_of(next(iter(kitty.holds)))
        between = (self.who, KITTY) if self.into else (KITTY, self.who)
        problems = [
            Problem("who", problem.message if self.who != KITTY else "The kitty cannot pay itself.")
            for problem in _transfer_faults(purse, *between)
        ]
        problems += _amount_faults(self.amount, own, MOST_TYPED)
        if not self.into and not self.reason:
            problems.append(Problem("reason", "Write down what it is taken out for."))
        if len(self.reason) > MOST_REASON:
            problems.append(Problem("reason", f"The reason is longer than {MOST_REASON} letters."))
        holds = kitty.holds.get(own.code, 0)
        if not problems and not self.into and isinstance(self.amount, int) and self.amount > holds:
            problems.append(Problem("amount", f"The kitty holds {amount_text(holds, own)}, no more can be taken out."))
        if problems:
            return Refused(tuple(problems))
        return _passed(IN_KITTY, None, purse, between, self.amount, own, self.at, reason=self.reason)


def move_kitty(
    member: Member, *, into: bool, who: str, amount: object, reason: str, client_id: str,
    currency: Currency | None = None,
) -> WriteResult:  # fmt: skip
    """Put money into the kitty or take some out, apart from any play."""
    return write(member, _MoveKitty(into, who, amount, reason.strip(), currency, now()), client_id)
