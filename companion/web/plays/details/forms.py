"""Forms for details of a play: remarks, its time, totals without rounds, and corrected seats."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms.validators import ValidationError

from companion.store.plays.change_seats import SeatCorrection
from companion.web.plays.forms import MOST_SEATS
from companion.web.support.form_base import NumberedField, RevisionForm, StringField, TextAreaField, WholeField
from companion.web.support.parsing import parse_whole

MOST_REMARK = 500
_TOTAL = re.compile("-?[0-9]{1,12}")


class RemarkForm(RevisionForm):
    """The form for a remark on a play or on one of its rounds."""

    slot = StringField()  # that of the round; empty: the remark is on the play
    remark = TextAreaField("Remark")

    def validate_remark(self, field: StringField) -> None:
        """Refuse a remark that is too long."""
        if len(field.data) > MOST_REMARK:
            raise ValidationError(
                f"A remark has at most {MOST_REMARK} letters; this one has {len(field.data)}. Shorten it a little."
            )


class WhenForm(RevisionForm):
    """The form for the date and time of a play."""

    on = StringField("Date")
    at = StringField("Time; if empty, this game comes after the others of that day")


class TotalsForm(RevisionForm):
    """The form for the final totals of a play that was not written down round by round."""

    total = NumberedField("Final totals", count=MOST_SEATS)

    def totals(self, names: tuple[str, ...]) -> dict[str, int]:
        """Return the totals by name; invalid ones are left out and refused beside their input."""
        found = {}
        for number, name in enumerate(names):
            text = self.total.data[number].replace("\N{MINUS SIGN}", "-").replace(" ", "")
            if _TOTAL.fullmatch(text):
                found[name] = int(text)
            else:
                self.refuse("total", f"Give the total of {name} as a whole number.")
        return found


class CorrectSetupForm(RevisionForm):
    """The form that corrects who sits where, who dealt first, and the options."""

    field_names: ClassVar[Mapping[str, str]] = {"players": "name", "sides": "side"}

    name = NumberedField("Who sits where", count=MOST_SEATS)
    place = NumberedField("Seat", count=MOST_SEATS)
    dealer = WholeField("dealt first", most=MOST_SEATS - 1)
    side = NumberedField("Names of the sides", count=2)

    def corrected_seats(self, names: tuple[str, ...]) -> list[SeatCorrection]:
        """Return the corrected players in their corrected order; equal seat numbers keep their earlier order."""
        typed = (parse_whole(text, most=MOST_SEATS, least=1) for text in self.place.data)
        places = [place or number for number, place in enumerate(typed, start=1)]
        rows = sorted(range(len(names)), key=lambda number: (places[number], number))
        return [SeatCorrection(self.name.data[number] or names[number], names[number]) for number in rows]

    def dealer_name(self, names: tuple[str, ...]) -> str:
        """Return the corrected name of the first dealer; empty if none was chosen."""
        number = self.dealer.data
        if number is None or number >= len(names):
            return ""
        return self.name.data[number] or names[number]

    @property
    def sides(self) -> list[str] | None:
        """The names of the sides if both are given; else None."""
        return self.side.data if all(self.side.data) else None

    def seat_rows(self, names: tuple[str, ...]) -> list[dict[str, Any]]:
        """Return a row for each seat: ``was``, the present player; ``name`` and ``place``, as typed or as before."""
        seats = zip(names, self.name.data, self.place.data, strict=False)
        return [
            {"was": was, "name": name or was, "place": place or number}
            for number, (was, name, place) in enumerate(seats, start=1)
        ]
