"""Operations that read the statistics of people and games."""

from collections.abc import Mapping
from typing import Any

from flask import request

from companion.core.statistics.game_numbers import game_numbers
from companion.core.statistics.numbers import person_numbers
from companion.core.statistics.numbers_json import game_numbers_json, person_json, read_filter
from companion.core.statistics.play_facts import PlayFilter
from companion.games import SLUGS
from companion.store.people.ledger import Ledger, ledger_of
from companion.web.access.guard import current_club_id
from companion.web.api.club.answers import GameNumbersJson, PersonNumbersJson
from companion.web.api.club.errors import UnusableError
from companion.web.api.club.operations import get
from companion.web.api.club.requests import GameFilter, PersonFilter
from companion.web.support.requests.not_found import game_or_404, or_404


@get("/people/<key>", PersonNumbersJson, PersonFilter)
def get_person(_: PersonFilter, key: str) -> Mapping[str, Any]:
    """Return the statistics of a person."""
    ledger = ledger_of(current_club_id())
    person = or_404(ledger.person(key), "This club has nobody with this key.")
    numbers = person_numbers(_play_filter(ledger).select(ledger.plays_of_person(person.id)), person.id)
    return {"key": person.key, "name": person.name, **person_json(numbers, ledger.name)}


@get("/games/<slug>", GameNumbersJson, GameFilter)
def get_game_numbers(_: GameFilter, slug: str) -> Mapping[str, Any]:
    """Return the statistics of a game in this club."""
    game = game_or_404(slug, "There is no such game.")
    ledger = ledger_of(current_club_id())
    numbers = game_numbers(_play_filter(ledger).select(ledger.plays_of_game(slug)))
    return {"game": game.slug, **game_numbers_json(numbers, ledger.name)}


def _play_filter(ledger: Ledger) -> PlayFilter:
    """Return the filter in the query of the request.

    :raises UnusableError: it is invalid.
    """
    play_filter, problems = read_filter(dict(request.args.lists()), SLUGS, ledger.id_of_name)
    if problems:
        raise UnusableError(problems)
    return play_filter
