"""The money of a club: what a night leaves open, who has paid, what is carried over, and the kitty.

What the plays settle to is worked out from them; payments are facts that nothing changes. Amounts are in the smallest
unit of their currency, and each currency is settled by itself.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from companion.core.currency import MOST_TYPED, Currency, amount_text, currency_of
from companion.core.money import KITTY, Stake, read_stake, summed
from companion.core.problems import Problem
from companion.core.settling import Reckoning, Transfer
from companion.core.words import begun, shown
from companion.store import plays
from companion.store.about import STAKE, moment_to_log
from companion.store.access import CALLED, Member, needs_writer, written_by
from companion.store.base import db, now
from companion.store.codes import random_key
from companion.store.models import Club, Device, Edit, Membership, Night, NightStep, Part, Play
from companion.store.nights import NightRow
from companion.store.people import themselves
from companion.store.projection import touch
from companion.store.stakes import balances_of, currency_of_play, stake_to_log
from companion.store.states import STANDS, PlayState, log_of, state_of, with_log
from companion.store.write_outcome import Refused, WriteOutcome
from companion.store.writing import hold, writing

MOST_REASON = 200

Amounts = dict[str, dict[str, int]]
"""By currency, by name."""


# What a club plays for.


@dataclass(frozen=True, slots=True)
class MoneySettings:
    """What a club plays for, and whether a new play is asked for its stake."""

    currency: Currency
    asks: bool


def settings_of(club_id: int) -> MoneySettings:
    """What a club plays for."""
    row = db.session.execute(select(Club.currency, Club.asks_stake).where(Club.id == club_id)).one()
    return MoneySettings(currency_of(row.currency), row.asks_stake)


def set_money(member: Member, currency: Currency, asks: bool) -> None:
    """Let the club play for something else. Plays that are there already keep what they are played for."""
    if not member.is_organiser:
        raise PermissionError("Only the phone that organises the club can do this.")
    with writing() as connection:
        values = {"currency": currency.code, "asks_stake": asks}
        connection.execute(update(Club).where(Club.id == member.club_id).values(**values))
        touch(connection, member.club_id)


def last_stake(club_id: int, game: str) -> Mapping[str, Any] | None:
    """What the club's last play of a game is played for; None: for nothing, or there was none."""
    last = select(*STANDS).where(Play.club_id == club_id, Play.game == game, ~Play.is_discarded)
    row = db.session.execute(last.order_by(Play.played_at.desc(), Play.id.desc()).limit(1)).first()
    if row is None:
        return None
    return state_of(*row).stake


def stake_for(member: Member, play: PlayState, raw: object) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The stake that raw JSON means for a play, as the play keeps it, empty for none; or what is wrong with it."""
    stake, problems = read_stake(raw, names=len(play.setup.names), unit=play.game.unit)
    if problems:
        return None, problems
    return stake_to_log(stake, settings_of(member.club_id).currency), []


def set_stake(
    member: Member, play: PlayState, *, base: int, stake: Stake | None, currency: Currency, client_id: str
) -> WriteOutcome:
    """Let a play be for another stake, or for nothing; an edit like any other."""
    found, problems = read_stake(stake.json if stake else None, names=len(play.setup.names), unit=play.game.unit)
    if problems:
        return Refused(tuple(problems))
    about = {STAKE: stake_to_log(found, currency)}
    return plays.tell(member, play, base=base, about=about, client_id=client_id)


# People.


@dataclass(frozen=True, slots=True)
class Purse:
    """Who has money in a club: its people, and the kitty."""

    names: Mapping[int, str]
    """By the number of anybody who ever was: the name of who they are today."""

    numbers: Mapping[str, int]

    def name(self, who: object) -> str:
        """What somebody in a step is called, or the kitty."""
        return KITTY if who == KITTY else self.names.get(who, "?") if isinstance(who, int) else "?"

    def number(self, name: str) -> int | str | None:
        """How a step names somebody; None: there is nobody called so."""
        return KITTY if name == KITTY else self.numbers.get(name)


def purse_of(club_id: int, connection: Connection | None = None) -> Purse:
    """Everybody in the club, those who were merged as who they are."""
    people = themselves(club_id, connection)
    names = {number: one.name.capitalize() if one.name == KITTY else one.name for number, one in people.items()}
    return Purse(names, {names[number]: number for number, one in people.items() if one.id == number})


# A night.


@dataclass(frozen=True, slots=True)
class MoneyStep:
    """One thing that was done about money: a payment, carrying over, money into the kitty or out of it."""

    id: int
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
        """Whether nobody took it back."""
        return self.taken_back is None

    @property
    def json(self) -> dict[str, Any]:
        """A payment as the API has it."""
        return {**transfer_json(self.transfer), "key": self.key, "at": self.at.isoformat()}


def transfer_json(one: Transfer) -> dict[str, Any]:
    """A payment that is suggested, as the API has it."""
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
        """What is to be settled in the club's currency."""
        return self.reckonings[self.currency.code]

    @property
    def is_even(self) -> bool:
        """Whether nothing is open."""
        return not any(any(one.open.values()) for one in self.reckonings.values())

    @property
    def json(self) -> dict[str, Any]:
        """As the API has it; other currencies apart, where there are any."""
        found = self._json(self.currency.code)
        others = {code: self._json(code) for code in self.reckonings if code != self.currency.code}
        return {**found, "others": others} if others else found

    def _json(self, code: str) -> dict[str, Any]:
        one = self.reckonings[code]
        paid = [step for step in self.steps[::-1] if step.kind == "paid" and step.stands and step.currency == code]
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
    """The money of a night as it stands."""
    return _money(db.session, club_id, night)


def _money(reader: Any, club_id: int, night: NightRow) -> NightMoney:
    purse = purse_of(club_id, reader)
    steps = _steps(reader, club_id, purse, night.id)
    own = currency_of(reader.execute(select(Club.currency).where(Club.id == club_id)).scalar_one())
    balances = _balances(reader, night.id, purse)
    mine = [step for step in steps if step.night == night.id]
    carried_on = [step for step in mine if step.kind == "carried" and step.stands]
    carried_in = _carried_into(reader, club_id, night, steps)
    paid = [step for step in mine if step.kind == "paid" and step.stands]
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
    """What the plays of a night gave everybody at them, by currency."""
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
    """What was carried over to a night."""
    carried = [step for step in steps if step.kind == "carried" and step.stands]
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
    """All that was done about money in a club, the latest first.

    ``night``: only what was done on it, and what was carried over from any.
    """
    kinds = ("paid", "carried", "kitty", "back")
    ask = (
        select(
            NightStep.id, NightStep.key, NightStep.kind, NightStep.night_id, NightStep.data, NightStep.undoes,
            NightStep.at, NightStep.player_id, CALLED.label("label"),
        )
        .join(Device, Device.id == NightStep.device_id, isouter=True)
        .join(Membership, (Membership.device_id == Device.id) & (Membership.club_id == club_id), isouter=True)
        .where(NightStep.club_id == club_id, NightStep.kind.in_(kinds))
        .order_by(NightStep.id.desc())
    )  # fmt: skip
    if night is not None:
        ask = ask.where(or_(NightStep.night_id == night, NightStep.kind.in_(("carried", "back"))))
    rows = reader.execute(ask).all()
    back = {row.undoes: row for row in rows if row.kind == "back"}

    def writer(row: Any) -> str:
        return purse.name(row.player_id) if row.player_id in purse.names else row.label or "A phone"

    found = []
    for row in rows:
        if row.kind == "back":
            continue
        data, undone = row.data, back.get(row.id)
        carried: Amounts = {}
        for one in data.get("open", ()):
            own = carried.setdefault(one["currency"], {})
            own[purse.name(one["who"])] = own.get(purse.name(one["who"]), 0) + one["amount"]
        who, to = purse.name(data.get("from")), purse.name(data.get("to")) if row.kind != "carried" else ""
        found.append(
            MoneyStep(
                id=row.id, key=row.key, kind=row.kind, night=row.night_id, currency=data.get("currency", ""),
                transfer=Transfer(who, to, data.get("amount", 0)), reason=data.get("reason", ""),
                at=datetime.fromisoformat(data["at"]) if "at" in data else row.at, written_at=row.at, by=writer(row),
                taken_back=undone.at if undone else None, taken_back_by=writer(undone) if undone else "",
                carried=carried, to=data.get("to") if row.kind == "carried" else None,
            )
        )  # fmt: skip
    return found


@dataclass(frozen=True, slots=True)
class Corrected:
    """A play of a night that settles otherwise now than when something was last paid."""

    key: str
    title: str
    currency: Currency
    change: Mapping[str, int]
    """What it changes for everybody."""


def corrected_since(club_id: int, money: NightMoney) -> list[Corrected]:
    """What corrections changed after something had been paid or carried over; it alters no payment by itself."""
    last = max((step.written_at for step in money.steps if step.stands), default=None)
    if last is None:
        return []
    fresh = (Play.club_id == club_id, Play.night_id == money.night.id, Play.last_at > last)
    found = []
    for row in db.session.execute(select(*STANDS).where(*fresh).order_by(Play.id)).all():
        seen = select(Edit.revision).where(Edit.play_id == row.id, Edit.at <= last)
        revision = db.session.scalar(seen.order_by(Edit.revision.desc()).limit(1))
        if revision is None:
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


@dataclass(frozen=True, slots=True)
class Done:
    """It is written down."""

    key: str
    """Of the step; empty: there was nothing to do."""

    repeated: bool = False
    """Whether it had been there already: the same tap, sent twice."""


MoneyOutcome = Done | list[Problem]


Wish = Callable[[Connection], tuple[dict[str, Any] | None, list[Problem]]]
"""Looks how things stand and gives the columns of a step, None where there is nothing to do; or what is wrong."""


def _step(member: Member, client_id: str, wish: Wish) -> MoneyOutcome:
    """One step, written if it can be as things stand. The same client id again gives the same step."""
    needs_writer(member)
    same = select(NightStep.key).where(NightStep.club_id == member.club_id, NightStep.client_id == client_id)
    try:
        with writing() as connection:
            hold(connection, Club, member.club_id)
            there = connection.scalar(same)
            if there is not None:
                return Done(there, repeated=True)
            values, problems = wish(connection)
            if problems:
                return problems
            if values is None:
                return Done("", repeated=True)
            key = random_key()
            row = {"key": key, "club_id": member.club_id, "at": now(), "client_id": client_id, **written_by(member)}
            connection.execute(insert(NightStep).values(**row, **values))
            touch(connection, member.club_id)
            return Done(key)
    except IntegrityError:
        there = db.session.scalar(same)
        if there is None:
            raise
        return Done(there, repeated=True)


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
) -> MoneyOutcome:
    """Somebody has paid somebody, or into the kitty. ``currency``: None for the club's.

    ``is_suggested``: the payment was offered as one that is open, so it is refused where it no longer is.
    """

    def wish(connection: Connection) -> tuple[dict[str, Any] | None, list[Problem]]:
        money = _money(connection, member.club_id, night)
        purse = purse_of(member.club_id, connection)
        own = currency or money.currency
        problems = _transfer_faults(purse, payer, payee)
        reckoning = money.reckonings.get(own.code)
        most = max(MOST_TYPED, *map(abs, reckoning.open.values()), 0) if reckoning else MOST_TYPED
        problems += _amount_faults(amount, own, most)
        if is_suggested and isinstance(amount, int) and not problems:
            problems += _no_longer_open(money, Transfer(payer, payee, amount), own)
        data = {
            "from": purse.number(payer), "to": purse.number(payee), "amount": amount, "currency": own.code,
            "at": moment_to_log(at or now()),
        }  # fmt: skip
        return {"kind": "paid", "night_id": night.id, "data": data}, problems

    return _step(member, client_id, wish)


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
    """Why a payment that was open is not any more: another phone has confirmed it, or what is open has changed."""
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


def take_back(member: Member, key: str, client_id: str, kinds: tuple[str, ...] = ("paid", "carried")) -> MoneyOutcome:
    """Take back a payment, or what was carried over; it stays readable. Once taken back, it is."""

    def wish(connection: Connection) -> tuple[dict[str, Any] | None, list[Problem]]:
        there = select(NightStep.id, NightStep.night_id).where(
            NightStep.key == key, NightStep.club_id == member.club_id, NightStep.kind.in_(kinds)
        )
        row = connection.execute(there).first()
        if row is None:
            return None, [Problem("key", "There is no such payment.")]
        gone = select(NightStep.id).where(NightStep.undoes == row.id)
        if connection.scalar(gone) is not None:
            return None, []
        return {"kind": "back", "night_id": row.night_id, "data": {}, "undoes": row.id}, []

    return _step(member, client_id, wish)


def carry(member: Member, night: NightRow, client_id: str) -> MoneyOutcome:
    """Carry what is open at a night over to the next one, or to the one that comes."""

    def wish(connection: Connection) -> tuple[dict[str, Any] | None, list[Problem]]:
        money = _money(connection, member.club_id, night)
        purse = purse_of(member.club_id, connection)
        rows = [
            {"currency": code, "who": purse.number(name), "amount": amount}
            for code, one in money.reckonings.items()
            for name, amount in one.open.items()
            if amount
        ]
        if not rows:
            is_done = any(step.kind == "carried" and step.stands for step in money.steps)
            told = "What was open has been carried over already." if is_done else "Nothing is open to be carried over."
            return None, [Problem("open", told)]
        later = or_(Night.began_at > night.began_at, and_(Night.began_at == night.began_at, Night.id > night.id))
        after = select(Night.id).where(Night.club_id == member.club_id, _HAS_PLAYS, later)
        after = after.order_by(Night.began_at, Night.id)
        data = {"open": rows, "to": connection.scalar(after.limit(1))}
        return {"kind": "carried", "night_id": night.id, "data": data}, []

    return _step(member, client_id, wish)


# The kitty.


@dataclass(frozen=True, slots=True)
class Kitty:
    """The club's common money."""

    holds: Mapping[str, int]
    """By currency, the club's first."""

    steps: tuple[MoneyStep, ...]
    """What went in and out, the latest first, also what was taken back."""


def kitty_of(club_id: int) -> Kitty:
    """What the kitty holds: what was paid into it on nights and put in, less what went out."""
    return _kitty(db.session, club_id)


def _kitty(reader: Any, club_id: int) -> Kitty:
    steps = _steps(reader, club_id, purse_of(club_id, reader))
    mine = [step for step in steps if step.kind != "carried" and KITTY in (step.transfer.payer, step.transfer.payee)]
    holds = {reader.execute(select(Club.currency).where(Club.id == club_id)).scalar_one(): 0}
    for step in mine:
        if step.stands:
            sign = 1 if step.transfer.payee == KITTY else -1
            holds[step.currency] = holds.get(step.currency, 0) + sign * step.transfer.amount
    return Kitty(holds, tuple(mine))


def move_kitty(
    member: Member, *, into: bool, who: str, amount: object, reason: str, client_id: str,
    currency: Currency | None = None,
) -> MoneyOutcome:  # fmt: skip
    """Somebody puts money into the kitty or takes some out, beside what plays bring it."""

    def wish(connection: Connection) -> tuple[dict[str, Any] | None, list[Problem]]:
        purse, kitty = purse_of(member.club_id, connection), _kitty(connection, member.club_id)
        own = currency or currency_of(next(iter(kitty.holds)))
        payer, payee = (who, KITTY) if into else (KITTY, who)
        problems = [
            Problem("who", problem.message if who != KITTY else "The kitty cannot pay itself.")
            for problem in _transfer_faults(purse, payer, payee)
        ]
        problems += _amount_faults(amount, own, MOST_TYPED)
        text = reason.strip()
        if not into and not text:
            problems.append(Problem("reason", "Write down what it is taken out for."))
        if len(text) > MOST_REASON:
            problems.append(Problem("reason", f"The reason is longer than {MOST_REASON} letters."))
        holds = kitty.holds.get(own.code, 0)
        if not problems and not into and isinstance(amount, int) and amount > holds:
            problems.append(Problem("amount", f"The kitty holds {amount_text(holds, own)}, no more can be taken out."))
        data = {
            "from": purse.number(payer), "to": purse.number(payee), "amount": amount, "currency": own.code,
            "reason": text, "at": moment_to_log(now()),
        }  # fmt: skip
        return {"kind": "kitty", "night_id": None, "data": data}, problems

    return _step(member, client_id, wish)
