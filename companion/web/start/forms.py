"""The form that starts a play: players, dealer, sides and stake. The options are fields of the game."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from wtforms import BooleanField
from wtforms.validators import ValidationError

from companion.core.game.game import Game
from companion.games import SLUGS, game_of
from companion.web.money.forms import StakePart
from companion.web.plays.forms import MOST_SEATS
from companion.web.support.dates import parse_moment
from companion.web.support.form_base import (
    IdempotentForm,
    NumberedField,
    StringField,
    WholeField,
)


class StartForm(StakePart, IdempotentForm):
    """The form that starts a play."""

    field_names: ClassVar[Mapping[str, str]] = {
        "players": "seat", "sides": "side", "stake": "stake_kind", "on": "played_on", "at": "played_at",
    }  # fmt: skip

    game = StringField("Game")  # slug, or slug:key of a play whose name and options are taken over
    shown = StringField()  # the game whose options the page shows
    look = StringField()  # show the options of the chosen game, or with "games" the whole list; start nothing
    draw = StringField()  # what to draw by lot
    drawn = StringField()  # what was drawn before, to count the draws
    house = StringField()  # the key of the house rules that the page showed
    seat = NumberedField("Who sits where", count=MOST_SEATS)
    dealer = WholeField("deals", most=MOST_SEATS - 1)
    side = NumberedField("Names of the sides", count=2)
    secret = BooleanField("Secret bids")
    played_on = StringField("Date", name="played.on")  # empty: now
    played_at = StringField("Time", name="played.at")

    @property
    def slug(self) -> str:
        """The slug of the chosen game; empty if there is no such game."""
        slug = self.game.data.partition(":")[0]
        return slug if slug in SLUGS else ""

    @property
    def like(self) -> str:
        """The key of the play whose name and options the new one takes over; empty if there is none."""
        return self.game.data.partition(":")[2] if self.slug else ""

    @property
    def showed_game(self) -> bool:
        """Whether the page showed the options of the chosen game; true if the form does not say which it showed."""
        return not self.shown.raw_data or self.shown.data == self.game.data

    @property
    def players(self) -> list[str]:
        """The players in seat order, without empty seats."""
        return [name for name in self.seat.data if name]

    @property
    def first_dealer(self) -> str | None:
        """The name of the first dealer; None if nobody was chosen."""
        place = self.dealer.data
        return None if place is None else self.seat.data[place] or None

    @property
    def dealer_seat(self) -> int:
        """The index of the first dealer among the players, without empty seats; 0 if nobody was chosen."""
        return sum(map(bool, self.seat.data[: self.dealer.data])) if self.first_dealer else 0

    def sides(self, game: Game[Any]) -> list[str] | None:
        """Return the names of the sides, if the game can have sides and both are named; else None."""
        return self.side.data if game.seats.can_be_in_sides and all(self.side.data) else None

    def moment(self, club: int) -> datetime | None:
        """Return when the play was played, if it is entered later; an invalid moment is refused beside its input."""
        if not self.played_on.data and not self.played_at.data:
            return None
        found = parse_moment(club, self.played_on.data, self.played_at.data)
        if isinstance(found, datetime):
            return found
        self.show_problems(found)
        return None

    def total_count(self, game: Game[Any]) -> int:
        """Return how many totals there will be: one for each side, or for each player if there are no sides."""
        in_sides = len(self.players) == 4 and (
            game.seats.is_in_sides or (game.seats.is_optionally_in_sides and all(self.side.data))
        )
        return 2 if in_sides else len(self.players)

    def validate_game(self, field: StringField) -> None:
        """Refuse an unknown game."""
        if not self.slug:
            raise ValidationError("Choose a game from the list.")

    def validate_seat(self, field: NumberedField) -> None:
        """Refuse a play without players; the game checks their number and names."""
        if not any(field.data):
            raise ValidationError("Type who plays, in the order in which they sit.")

    def validate_side(self, field: NumberedField) -> None:
        """Refuse a name for only one side."""
        if self.slug and game_of(self.slug).seats.can_be_in_sides and any(field.data) and not all(field.data):
            raise ValidationError("Name both sides, or neither.")
