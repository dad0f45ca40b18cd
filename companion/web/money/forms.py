"""Forms about money: stakes, the club's currency, payments, and the kitty."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wtforms import BooleanField
from wtforms.validators import AnyOf, ValidationError

from companion.core.game.game import Unit
from companion.core.money.currency import (
    NO_CURRENCY,
    Currency,
    amount_text,
    plain_amount,
    read_amount,
    read_currency_code,
    read_currency_word,
)
from companion.core.money.stakes import MOST_AMOUNT, STAKE_KINDS, Stake, StakeKind, kinds_for_unit, read_stake
from companion.store.money.settings import settings_of
from companion.store.plays.play_lists import recent_players
from companion.web.access.guard import current_club_id
from companion.web.support.form_base import (
    IdempotentForm,
    NumberedField,
    PageForm,
    RadioField,
    RevisionForm,
    SelectField,
    StringField,
    choices_of,
)

MOST_PLACES = 12


class StakePart(PageForm):
    """The inputs of a stake, as a part of other forms."""

    stake_kind = RadioField("Play for money", id="stake", name="stake.kind")
    stake_amount = StringField("Amount", id="amount", name="stake.amount")
    stake_place = NumberedField("By place", id="places", name="stake.place", count=MOST_PLACES)

    def offer_stakes(self, unit: Unit) -> Sequence[tuple[str, StakeKind]]:
        """Set the choices to the kinds of stakes that suit this unit of totals, and return them."""
        kinds = [(key, STAKE_KINDS[key]) for key in kinds_for_unit(unit)]
        self.stake_kind.choices = {"": "No", **{key: kind.label for key, kind in kinds}}
        return kinds

    def stake(self, unit: Unit, currency: Currency, name_count: int) -> Stake | None:
        """Return the stake, or None for none. ``name_count``: how many players or sides have a total.

        :raises FormRefusedError: it is invalid; the messages are beside the inputs.
        """
        key = self.stake_kind.data
        if not key:
            return None
        if key == "places":
            amounts = self._amounts(currency)
            raw: dict[str, Any] = {"kind": key, "amounts": amounts}
            if sum(amounts):
                rest = amount_text(sum(amounts), currency, signed=True)
                why = f"The amounts must add up to 0; they add up to {rest}."
                raise self.refusal("stake_place", why)
        else:
            amount = read_amount(self.stake_amount.data, currency, most=MOST_AMOUNT) if key in STAKE_KINDS else 1
            raw = {"kind": key, "amount": self.accept(amount, "stake_amount")}
        stake, problems = read_stake(raw, holders=name_count, unit=unit)
        if problems:
            raise self.refusal(
                "stake_place" if key == "places" else "stake_kind", *(problem.message for problem in problems)
            )
        return stake

    def _amounts(self, currency: Currency) -> list[int]:
        """Return the amounts by place, up to the last one that was typed.

        :raises FormRefusedError: one of them is invalid, or empty before a later one.
        """
        typed = list(self.stake_place.data)
        while typed and not typed[-1]:
            typed.pop()
        found = []
        for number, text in enumerate(typed, start=1):
            amount = read_amount(text, currency, most=MOST_AMOUNT, may_pay=True)
            if isinstance(amount, str):
                raise self.refusal("stake_place", f"Place {number}: {amount}")
            found.append(amount)
        return found


def stake_inputs(stake: Stake | None, currency: Currency) -> dict[str, Any]:
    """Return a stake as values of its inputs; nothing for None."""
    if stake is None:
        return {}
    amount = plain_amount(stake.amount, currency) if stake.amount else ""
    return {
        "stake_kind": stake.kind,
        "stake_amount": amount,
        "stake_place": [plain_amount(by_place, currency) for by_place in stake.amounts],
    }


class StakeForm(StakePart, RevisionForm):
    """The form that changes the stake of a play."""


class CurrencyForm(IdempotentForm):
    """The form for the club's currency, and for whether new plays ask for a stake."""

    kind = RadioField(
        "What you play for",
        choices={
            "iso": "Money, in a currency",
            "word": "Something else, in your own word",
            "none": "No unit: plain numbers",
        },
    )
    code = StringField("Currency, as three letters")
    word = StringField("Your own word, in the plural")
    asks = BooleanField("Ask for the stake when a game starts")

    def currency(self) -> Currency:
        """Return the chosen currency.

        :raises FormRefusedError: it is invalid; the message is beside its input.
        """
        if self.kind.data == "none":
            return NO_CURRENCY
        if self.kind.data not in ("iso", "word"):
            raise self.refusal("kind", "Choose a currency, your own word, or no unit.")
        is_code = self.kind.data == "iso"
        found = read_currency_code(self.code.data) if is_code else read_currency_word(self.word.data)
        return self.accept(found, "code" if is_code else "word")


class PaymentForm(IdempotentForm):
    """The form of a payment, or of a button that takes one back."""

    field_names: ClassVar[Mapping[str, str]] = {"from": "payer", "to": "payee"}

    payer = SelectField("Who paid")
    payee = SelectField("To whom")
    amount = StringField("How much")
    units = StringField()  # the amount of a suggested payment, in smallest units
    currency = StringField()  # if it is not the club's
    key = StringField()  # the key of the payment to undo


class KittyForm(IdempotentForm):
    """The form for money put into the kitty or taken out, or for a button that takes such a move back."""

    way = RadioField(
        "In or out",
        [AnyOf(("in", "out"), "Say whether it is put in or taken out.")],
        choices={"in": "Put in", "out": "Take out"},
    )
    who = SelectField("Who", choices=lambda: choices_of(recent_players(current_club_id()), nobody="–"))
    amount = StringField("How much")
    reason = StringField("What for")
    key = StringField()  # the key of the move to undo

    units: int  # the amount in smallest units

    def validate_amount(self, field: StringField) -> None:
        """Set ``units``; refuse what is no amount above 0 in the club's currency."""
        found = read_amount(field.data, settings_of(current_club_id()).currency)
        if isinstance(found, str):
            raise ValidationError(found)
        self.units = found
