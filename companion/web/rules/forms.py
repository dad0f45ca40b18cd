"""The form of a search in the rules: where it looks."""

from companion.core.rules import SECTIONS
from companion.web.support.form_base import PageForm, SelectField, game_choices


class SearchFilterForm(PageForm):
    """Which game and which part of its rules is searched."""

    game = SelectField("Game", choices=game_choices(any_game="All games"))
    section = SelectField("Part", choices={"": "All parts", **SECTIONS})
