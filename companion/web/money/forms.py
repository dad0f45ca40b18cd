"""The forms about money: the stake of a play, what the club's money is, a payment, the kitty."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wtforms import BooleanField
from wtforms.validators import AnyOf, Length, ValidationError

from companion.core.currency import (
    NO_CURRENCY,
    Currency,
    amount_text,
    plain_amount,
    read_amount,
    read_code,
    read_word,
)
from companion.core.game import Unit
from companion.core.stakes import MOST_AMOUNT, STAKE_KINDS, Stake, StakeKind, kinds_for, read_stake
from companion.store.plays.play_lists import recent_players
from companion.web.access.guard import here
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
MOST_REASON = 200


class StakePart(PageForm):
    """The inputs of a stake, as a part of a form."""

    stake_kind = RadioField("Play for money", id="stake", name="stake.kind")
    stake_amount = StringField("Amount", id="amount", name="stake.amount")
    stake_place = NumberedField("By place", id="places", name="stake.place", count=MOST_PLACES)

    def offer_stakes(self, unit: Unit) -> Sequence[tuple[str, StakeKind]]:
        """Offer the kinds of stakes that a game has with these totals, and return them."""
        kinds = [(key, STAKE_KINDS[key]) for key in kinds_for(unit)]
        self.stake_kind.choices = {"": "No", **{key: kind.label for key, kind in kinds}}
        return kinds

    def stake(self, unit: Unit, currency: Currency, names: int) -> Stake | None:
        """Return what is played for, None for nothing; what is wrong with it stands beside its input then.

        ``names``: how many hold totals.
        """
        key = self.stake_kind.data
        if not key:
            return None
        if key == "places":
            amounts = self._amounts(currency)
            raw: dict[str, Any] = {"kind": key, "amounts": amounts}
            if amounts is None:
                return None
            if sum(amounts):
                rest = amount_text(sum(amounts), currency, signed=True)
                self.refuse("stake_place", f"The amounts must add up to 0; there is {rest} too much or too little.")
                return None
        else:
            amount = read_amount(self.stake_amount.data, currency, most=MOST_AMOUNT) if key in STAKE_KINDS else 1
            if isinstance(amount, str):
                self.refuse("stake_amount", amount)
                return None
            raw = {"kind": key, "amount": amount}
        stake, problems = read_stake(raw, names=names, unit=unit)
        for problem in problems:
            self.refuse("stake_place" if key == "places" else "stake_kind", problem.message)
        return stake

    def _amounts(self, currency: Currency) -> list[int] | None:
        """Return the amounts of the places, up to the last that was typed; None: one of them is none."""
        typed = list(self.stake_place.data)
        while typed and not typed[-1]:
            typed.pop()
        found = [read_amount(text, currency, most=MOST_AMOUNT, may_pay=True) for text in typed]
        for number, amount in enumerate(found, start=1):
            if isinstance(amount, str):
                self.refuse("stake_place", f"Place {number}: {amount}")
                return None
        return [amount for amount in found if isinstance(amount, int)]


def stake_inputs(stake: Stake | None, currency: Currency) -> dict[str, Any]:
    """Return a stake as it stands in its inputs."""
    if stake is None:
        return {}
    amount = plain_amount(stake.amount, currency) if stake.amount else ""
    return {
        "stake_kind": stake.kind,
        "stake_amount": amount,
        "stake_place": [plain_amount(one, currency) for one in stake.amounts],
    }


class StakeForm(StakePart, RevisionForm):
    """The stake of a play that is there already."""


class CurrencyForm(IdempotentForm):
    """What a club's money is, and whether a new play is asked for its stake."""

    kind = RadioField(
        "What you play for",
        choices={
            "iso": "Money, in a currency",
            "word": "Something else, in a word of your own",
            "none": "Nothing by name: plain numbers",
        },
    )
    code = StringField("Currency, by its three letters")
    word = StringField("A word of your own, for several")
    asks = BooleanField("Ask for the stake when a game starts")

    def currency(self) -> Currency | None:
        """Return what was chosen; None: something is wrong with it, which stands beside its input then."""
        if self.kind.data == "none":
            return NO_CURRENCY
        if self.kind.data not in ("iso", "word"):
            self.refuse("kind", "Choose a currency, a word of your own, or none.")
            return None
        is_code = self.kind.data == "iso"
        found = read_code(self.code.data) if is_code else read_word(self.word.data)
        if isinstance(found, Currency):
            return found
        self.refuse("code" if is_code else "word", found)
        return None


class PaymentForm(IdempotentForm):
    """Somebody has paid somebody: names by their place in a list, or as they are."""

    spots: ClassVar[Mapping[str, str]] = {"from": "payer", "to": "payee"}

    payer = SelectField("Who paid")
    payee = SelectField("To whom")
    amount = StringField("How much")
    units = StringField()  # the amount of a suggested payment, in smallest units
    currency = StringField()  # where it is not the club's
    key = StringField()  # the payment that is taken back


class KittyForm(IdempotentForm):
    """Money that somebody puts into the kitty or takes out, and what for."""

    way = RadioField(
        "In or out",
        [AnyOf(("in", "out"), "Say whether it is put in or taken out.")],
        choices={"in": "Put in", "out": "Take out"},
    )
    who = SelectField("Who", choices=lambda: choices_of(recent_players(here().club_id), nobody="–"))
    amount = StringField("How much")
    reason = StringField(
        "What for", [Length(max=MOST_REASON, message=f"The reason is longer than {MOST_REASON} letters.")]
    )
    key = StringField()  # what is taken back

    def validate_reason(self, field: StringField) -> None:
        """Refuse a withdrawal without a reason."""
        if self.way.data == "out" and not field.data:
            raise ValidationError("Write down what it is taken out for.")
