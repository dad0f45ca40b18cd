"""Forms of nights: their details, moving plays, and filters of lists."""

from wtforms import Field
from wtforms.validators import AnyOf, Length, Optional, ValidationError

from companion.core.words import quoted
from companion.games import SLUGS
from companion.store.nights.night_lists import people_called, unhidden_names, years_of
from companion.web.access.guard import current_club_id
from companion.web.support.form_base import (
    DayField,
    MultiCheckboxField,
    PageForm,
    RevisionForm,
    SearchField,
    SelectField,
    StringField,
    TextAreaField,
    choices_of,
    game_choices,
)
from companion.web.support.parsing import parse_whole

FIRST_YEAR, LAST_YEAR = 1900, 2200
MOST_ASKED = 60


class NightForm(RevisionForm):
    """The form for the details of a night."""

    name = StringField("Name")
    place = StringField("Place")
    dated = DayField("Date")
    present = MultiCheckboxField("Who was there without playing")
    others = StringField("Others, with commas between them")
    notes = TextAreaField("Notes")


class MoveForm(RevisionForm):
    """The form that moves plays to another night, or merges a night with another."""

    plays = MultiCheckboxField("Which games")
    to = StringField("Where to")  # the key of a night, or OWN_NIGHT


class SearchForm(PageForm):
    """Filters of a list of plays or nights."""

    game = SelectField(
        "Game", [Optional(), AnyOf(SLUGS, "Choose a game from the list.")], choices=game_choices(any_game="Any")
    )
    player: Field = StringField("Player")
    year: Field = StringField("Year")

    @property
    def year_number(self) -> int | None:
        """The year to filter by; None if there is none."""
        return parse_whole(self.year.data, least=FIRST_YEAR, most=LAST_YEAR)

    def validate_year(self, field: Field) -> None:
        """Refuse text that is no year."""
        if field.data and self.year_number is None:
            raise ValidationError("Give the year in four digits, such as 2026.")

    def people(self, club_id: int) -> frozenset[int]:
        """Return the ids of the people with the given name; none if it is empty. Refuse a name that nobody has."""
        found = people_called(club_id, self.player.data) if self.player.data else frozenset()
        if self.player.data and not found:
            self.refuse("player", f"Nobody called {quoted(self.player.data)} plays in this club.")
        return found


class PlaySearchForm(SearchForm):
    """Filters of the list of plays, each with choices."""

    player = SelectField("Player", choices=lambda: choices_of(unhidden_names(current_club_id()), nobody="Anybody"))
    year = SelectField("Year", choices=lambda: choices_of(map(str, years_of(current_club_id())), nobody="Any"))


class NightSearchForm(SearchForm):
    """Filters of the list of nights."""

    q = SearchField(
        "Name, place or notes", [Length(max=MOST_ASKED, message=f"Search for at most {MOST_ASKED} letters.")]
    )
    before = StringField()
    after = StringField()


class AroundForm(PageForm):
    """The form that offers nights near a certain day."""

    around = DayField("Offer the nights around")
