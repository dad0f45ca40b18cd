"""Forms of the pages about people: filters of plays, and changes of names."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.core.statistics.numbers_json import FILTERS, read_day, read_filter
from companion.core.statistics.play_facts import PlayFilter
from companion.games import SLUGS, game_of
from companion.store.people.ledger import Ledger
from companion.web.people.statistics import short_day_with_year
from companion.web.support.form_base import IdempotentForm, PageForm, SelectField, StringField, choices_of, game_choices


class FilterForm(PageForm):
    """Filters of the plays that count in statistics."""

    field_names: ClassVar[Mapping[str, str]] = {"from": "begin", "to": "end", "with": "company"}

    game = SelectField("Game")
    begin = StringField("From", name="from")
    end = StringField("To", name="to")
    company = SelectField("Who was there", name="with")
    players = StringField("How many played")


class RenameForm(IdempotentForm):
    """The form with a person's new name."""

    name = StringField("Called")


class MergeForm(IdempotentForm):
    """The form that merges a person with another one."""

    into = SelectField()


class PageFilter(NamedTuple):
    """The filters of a page: the form, the plays that match, and the filters in use."""

    form: FilterForm
    play_filter: PlayFilter
    action: str
    """The address of the page without filters."""

    chips: Sequence[tuple[str, str]]
    """Each filter in use, and the address of the page without it."""

    company: Sequence[str]
    """The names that are filtered by, as in the address."""


QueryItems = Sequence[tuple[str, str]]
"""The filters in the query of an address."""


def is_valid_filter(ledger: Ledger, query: QueryItems) -> bool:
    """Return whether all filters of a query are valid."""
    return not read_filter(MultiDict(query).to_dict(flat=False), SLUGS, ledger.id_of_name)[1]


def page_filter(
    ledger: Ledger, query: QueryItems, endpoint: str, person: int | None = None, **values: Any
) -> PageFilter:
    """Return the filters of a page with the statistics of a person or a game.

    An invalid filter shows its problem beside its input and filters nothing; ``chips`` is then empty. ``ledger``: the
    club's plays; ``query``: the filters in the address; ``endpoint`` and ``values``: the address of the page;
    ``person``: whom the page is about. Without one, it is about a single game, so that no game can be chosen.
    """
    sent = MultiDict(query)
    form = FilterForm(sent)
    play_filter, problems = read_filter(sent.to_dict(flat=False), SLUGS, ledger.id_of_name)
    form.show_problems(problems)
    given = {key: [text for text in sent.getlist(key) if text.strip()] for key in FILTERS}
    if person is None:
        given["game"] = []
    elif played := ledger.played_slugs():
        form.game.choices = game_choices(played, any_game="Any")
    chosen = {person, *play_filter.company}
    people = [other.name for other in ledger.listed_people() if other.id not in chosen]
    form.company.choices = choices_of(people, nobody="Anybody else" if given["with"] else "Anybody")
    return PageFilter(
        form,
        play_filter,
        url_for(endpoint, **values),
        [] if problems else _filter_chips(given, lambda more: url_for(endpoint, **values, **more)),
        given["with"],
    )


def _filter_chips(given: Mapping[str, Sequence[str]], address: Any) -> list[tuple[str, str]]:
    """Return each filter in use, with the page's address without it. ``address``: returns the address with filters."""
    chips = []
    for key, texts in given.items():
        for text in texts:
            rest = {**given, key: [other for other in texts if other is not text]}
            without = address({name: values for name, values in rest.items() if values})
            chips.append((_filter_text(key, text.strip()), without))
    return chips


def _filter_text(key: str, text: str) -> str:
    """Describe a filter: ``from 2 May 2026``, ``with Ann``."""
    if key == "game":
        return game_of(text).name
    if key in ("from", "to"):
        day = read_day(text)
        return f"{key} {short_day_with_year(day) if day else text}"
    return f"with {text}" if key == "with" else f"{text} playing"
