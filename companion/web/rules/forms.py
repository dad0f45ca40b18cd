"""The filters of a search in the rules."""

from companion.core.rules.rules import SECTIONS
from companion.web.support.form_base import PageForm, SelectField, game_choices


class SearchFilterForm(PageForm):
    """Filters of a search: the game, and the part of its rules."""

    game = SelectField("Game", choices=game_choices(any_game="All games"))
    section = SelectField("Part", choices={"": "All parts", **SECTIONS})
