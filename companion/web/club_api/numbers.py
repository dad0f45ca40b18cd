"""Return the numbers of people and games of a club for programs."""

from collections.abc import Sequence

from flask import Response, abort, request

from companion.core.numbers_json import FILTERS, game_numbers_json, person_json, read_filter
from companion.core.play_facts import PlayFilter
from companion.games import SLUGS
from companion.store.people.ledger import Ledger, ledger_of
from companion.web.api.answers import answer
from companion.web.club_api.door import club_api, here
from companion.web.club_api.shapes import Unusable, strange_keys

FILTERS_OF_A_GAME = tuple(key for key in FILTERS if key != "game")


@club_api.get("/people/<key>")
def show_person(key: str) -> Response:
    """Return the numbers of somebody."""
    ledger = ledger_of(here().club_id)
    one = ledger.person(key)
    if one is None:
        abort(404, "This club has nobody with this key.")
    numbers = ledger.person_numbers(one.id, _asked(ledger, FILTERS))
    return answer({"key": one.key, "name": one.name, **person_json(numbers, ledger.name)})


@club_api.get("/games/<slug>")
def show_game(slug: str) -> Response:
    """Return the numbers of a game in this club."""
    if slug not in SLUGS:
        abort(404, "There is no such game.")
    ledger = ledger_of(here().club_id)
    numbers = ledger.game_numbers(slug, _asked(ledger, FILTERS_OF_A_GAME))
    return answer({"game": slug, **game_numbers_json(numbers, ledger.name)})


def _asked(ledger: Ledger, filters: Sequence[str]) -> PlayFilter:
    """Return which plays are asked for."""
    which, problems = read_filter(dict(request.args.lists()), SLUGS, ledger.called)
    problems = [*strange_keys(request.args, filters), *problems]
    if problems:
        raise Unusable(problems)
    return which
