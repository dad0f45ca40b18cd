"""The form that starts a play: who sits where, who deals, sides and stake; the options come from the game."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from wtforms.validators import ValidationError

from companion.core.game import Game
from companion.games import game_of
from companion.web.form_base import ManyField, PageForm, TapField, TypedField, WholeField
from companion.web.moments import NoMomentError, moment_typed

CURRENCIES = ("EUR", "USD", "GBP", "CHF", "SEK", "DKK", "NOK", "PLN", "CZK", "CAD", "AUD", "INR")
MOST_SEATS = 12
MOST_STAKE = 1_000_000
"""The highest stake, in the currency's smallest unit."""

STAKES = ("point", "fixed")
_AMOUNT = re.compile(r"([0-9]{0,7})(?:[.,]([0-9]{0,2}))?")


class StartForm(PageForm):
    """What somebody wants to start, as typed."""

    spots: ClassVar[Mapping[str, str]] = {"players": "seat", "sides": "side", "stake": "stake_amount"}

    client_id = TapField()
    game = TypedField("Game")
    switch = TypedField()  # another game, to be shown with the same people
    house = TypedField()  # the house rules under which the page was filled in
    seat = ManyField("Who sits where", count=MOST_SEATS)
    dealer = WholeField("deals", most=MOST_SEATS - 1)
    side = ManyField("Names of the sides", count=2)
    stake_kind = TypedField("Play for money", name="stake.kind")
    stake_amount = TypedField("Amount", name="stake.amount", longest=20)
    stake_currency = TypedField("Currency", name="stake.currency")
    played_on = TypedField("Date", name="played.on", longest=10)  # empty: now
    played_at = TypedField("Time", name="played.at", longest=8)

    @property
    def players(self) -> list[str]:
        """Who plays, in the order in which they sit; an empty seat is nobody's."""
        return [name for name in self.seat.data if name]

    @property
    def first_dealer(self) -> str | None:
        """Who deals first; None: nobody was chosen."""
        place = self.dealer.number
        return None if place is None or place >= len(self.seat.data) else self.seat.data[place] or None

    @property
    def dealer_seat(self) -> int:
        """Where the dealer sits among those who play."""
        return sum(map(bool, self.seat.data[: self.dealer.number])) if self.first_dealer else 0

    @property
    def side_names(self) -> list[str]:
        """What stands in the inputs of the two sides."""
        return [*self.side.data, "", ""][:2]

    def sides(self, game: Game[Any]) -> list[str] | None:
        """The names of the sides, where the game has or may have sides and both are named."""
        return self.side_names if has_sides(game) and all(self.side_names) else None

    @property
    def stake(self) -> dict[str, Any] | None:
        """What is played for; None: for nothing, or it cannot be read."""
        amount = self._amount()
        if self.stake_kind.data not in STAKES or amount is None or self.stake_currency.data not in CURRENCIES:
            return None
        return {"kind": self.stake_kind.data, "amount": amount, "currency": self.stake_currency.data}

    def moment(self, club: int) -> datetime | None:
        """When it was played, where it is entered later; what is no such moment is refused beside its input."""
        if not self.played_on.data and not self.played_at.data:
            return None
        try:
            return moment_typed(club, self.played_on.data, self.played_at.data)
        except NoMomentError as fault:
            self.refuse(f"played_{fault.field}", fault.sentence)
            return None

    def _amount(self) -> int | None:
        """The stake in the currency's smallest unit; None: it cannot be read."""
        found = _AMOUNT.fullmatch(self.stake_amount.data)
        if not found or not any(found.groups()):
            return None
        return int(found[1] or "0") * 100 + int(f"{found[2] or ''}00"[:2])

    def validate_seat(self, field: ManyField) -> None:
        """Refuse a play of nobody; how many can play, and under which names, the game knows."""
        if not any(field.data):
            raise ValidationError("Type who plays, in the order in which they sit.")

    def validate_side(self, field: ManyField) -> None:
        """Refuse one named side."""
        if has_sides(game_of(self.game.data)) and any(field.data) and not all(field.data):
            raise ValidationError("Name both sides, or neither.")

    def validate_stake_kind(self, field: TypedField) -> None:
        """Refuse a kind of stake that is none."""
        if field.data and field.data not in STAKES:
            raise ValidationError("Play for so much a point or chip, or for a fixed stake.")

    def validate_stake_amount(self, field: TypedField) -> None:
        """Refuse a stake that is no amount, or too high."""
        if self.stake_kind.data not in STAKES:
            return
        amount = self._amount()
        if amount is None:
            raise ValidationError("Give the stake as an amount, such as 0.10 or 5.")
        if not 0 < amount <= MOST_STAKE:
            raise ValidationError(f"The stake must be from 0.01 to {MOST_STAKE // 100:,}.")

    def validate_stake_currency(self, field: TypedField) -> None:
        """Refuse a currency that is not in the list."""
        if self.stake_kind.data in STAKES and field.data not in CURRENCIES:
            raise ValidationError("Choose a currency of the list.")


def has_sides(game: Game[Any]) -> bool:
    """Whether a game has, or may have, two sides."""
    return bool(game.partners or game.may_partner)
