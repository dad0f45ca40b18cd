"""The forms of what is said about a play: when it was, a remark, whether it counts, its totals, and who sat where."""

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms.validators import ValidationError

from companion.store.plays.seating import SeatCorrection
from companion.web.start.forms import MOST_SEATS
from companion.web.support.form_base import CarriedForm, ManyField, StringField, TextAreaField, WholeField, whole

MOST_REMARK = 500
MOST_DIGITS = 12


class RemarkForm(CarriedForm):
    """A remark on a play, or on one of its rounds."""

    slot = StringField()
    remark = TextAreaField("What should be remembered of it")

    @property
    def round_slot(self) -> int | None:
        """The slot of the round that it is about; None: the whole play."""
        return whole(self.slot.data, most=99_999, least=1)

    def validate_remark(self, field: StringField) -> None:
        """Refuse what is longer than a remark."""
        if len(field.data) > MOST_REMARK:
            raise ValidationError(
                f"A remark has at most {MOST_REMARK} letters; these are {len(field.data)}. Shorten it a little."
            )


class WhenForm(CarriedForm):
    """When a play was played."""

    on = StringField("Date")
    at = StringField("Time, or nothing: after the others of that day")


class TotalsForm(CarriedForm):
    """The final totals of a play that was not written down round by round."""

    total = ManyField("Final totals", count=MOST_SEATS)

    def totals(self, names: tuple[str, ...]) -> dict[str, int]:
        """Return the totals that were given, by name; what is no number is refused beside its input."""
        found = {}
        for number, name in enumerate(names):
            text = self.total.data[number].replace("\N{MINUS SIGN}", "-").replace(" ", "")
            sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
            if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS:
                found[name] = sign * int(digits)
            else:
                self.refuse("total", f"Give the total of {name} as a whole number.")
        return found


class AnewForm(CarriedForm):
    """Who sits where, who dealt first and by which options is played, put right."""

    spots: ClassVar[Mapping[str, str]] = {"players": "name", "sides": "side"}

    name = ManyField("Who sits where", count=MOST_SEATS)
    place = ManyField("Seat", count=MOST_SEATS)
    dealer = WholeField("dealt first", most=MOST_SEATS - 1)
    side = ManyField("Names of the sides", count=2)

    def sitting(self, names: tuple[str, ...]) -> list[SeatCorrection]:
        """Return who sits where, in the new order; seats that say the same place stay in the order of before."""
        places = [whole(text, most=MOST_SEATS, least=1) or number for number, text in enumerate(self.place.data, 1)]
        rows = sorted(range(len(names)), key=lambda number: (places[number], number))
        return [SeatCorrection(self.name.data[number] or names[number], names[number]) for number in rows]

    def dealer_name(self, names: tuple[str, ...]) -> str:
        """Return who dealt first, by the new name."""
        number = self.dealer.data
        if number is None or number >= len(names):
            return ""
        return self.name.data[number] or names[number]

    @property
    def sides(self) -> list[str] | None:
        """The names of the sides, where both are given."""
        return self.side.data if all(self.side.data) else None

    def again(self, names: tuple[str, ...]) -> list[dict[str, Any]]:
        """Return what stands in the rows of the seats."""
        seats = zip(names, self.name.data, self.place.data, strict=False)
        return [
            {"was": was, "name": name or was, "place": place or number}
            for number, (was, name, place) in enumerate(seats, start=1)
        ]
