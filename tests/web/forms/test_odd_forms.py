"""Random forms to routes that read a game's own fields are answered without an internal error."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.core.entry.fields import Field
from companion.core.play.fold import coming_fields, shared_fields_of
from companion.games import all_games
from companion.web.referee.questions import asked_fields, question_context
from tests.alike import each_kind_of_round
from tests.web.forms.odd_forms import odd_form
from tests.web.phones import Club, Table, seats_of

ANSWERS = (200, 302, 303, 400, 404, 409, 422)
CARRIED = (
    "base", "client_id", "slot", "more", "lock", "who", "present", "cleared", "mark", "absent", "ask", "admitted",
    "seats", "game", "look", "draw", "shown", "dealer", "house", "stays", "joins", "others", "change",
)  # fmt: skip


def odd(fields: tuple[Field, ...], dice: Random, **also: Any) -> dict[str, Any]:
    """Return random inputs, with those that such a form carries. ``also``: inputs that must be valid to get further."""
    beside = tuple(Field(key=name, label=name, type="text") for name in CARRIED)
    sent = dict(odd_form(fields, dice).lists())
    if dice.random() < 0.5:
        sent |= dict(odd_form(beside, dice).lists())
    return {**sent, **also}


def routes(table: Table, dice: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return where the forms of a play are sent, each with a form of its fields."""
    state = table.state
    now = state.sheet.table
    fields = (*shared_fields_of(state.game, now), *state.game.scoring.fields(now))
    first = tuple(item for item in coming_fields(state.game, now) if item.phase == 1)
    base = {"base": state.revision}
    yield "/rounds", odd(fields, dice, **base)
    yield "/rounds", odd(fields, dice, **base, more="payments")
    yield "/preview", odd(fields, dice)
    yield "/preview?phase=1", odd(first, dice)
    yield "/draft", odd(first, dice, slot=state.next_slot, lock="on")
    yield "/draft", odd(first, dice, slot=state.next_slot)
    yield "/draft", odd(first, dice, slot="7")
    yield "/draft", {"slot": str(state.next_slot), "lock": "off"}
    yield "/draft/so-far", odd(first, dice, slot=state.next_slot)
    if state.slots:
        yield "/rounds/1/edit", odd(fields, dice, **base)
        yield "/rounds/1/preview", odd(fields, dice)


def check(answer: TestResponse, sent: dict[str, Any]) -> None:
    """Check that the response is no internal error."""
    assert answer.status_code in ANSWERS, (answer.status_code, sent)


@each_kind_of_round
def test_the_forms_of_a_play_accept_any_input(club: Club, slug: str) -> None:
    dice = Random(slug)
    table = club.start(slug, seats_of(slug))
    table.write(table.sampled(dice))
    for _ in range(2):
        for path, sent in list(routes(table, dice)):
            check(table.post(path, sent), sent)
            assert table.phone.get(table.url).status_code == 200
    for path in ("/plays/new", f"/house/{slug}/new"):
        seats = {f"seat.{number}": name for number, name in enumerate(seats_of(slug))}
        for _ in range(2):
            sent = odd(table.state.game.options, dice, **({"game": slug, **seats} if "plays" in path else {}))
            check(club.organiser.post(club.url + path, sent), sent)


@pytest.mark.parametrize("game", [game for game in all_games() if game.situations])
def test_the_questions_of_the_referee_accept_any_input(club: Club, game: Any) -> None:
    dice = Random(game.slug)
    table = club.start(game.slug, seats_of(game.slug))
    state = table.state
    for situation in game.situations:
        fields = asked_fields(situation, question_context(state, state.sheet.table, situation))
        options = tuple(item.of(key=f"o-{item.key}") for item in game.options)
        for place in (f"{table.url}/referee", f"/rules/{game.slug}/referee"):
            sent = odd((*fields, *options), dice, ask="1")
            check(table.phone.get(f"{place}/{situation.key}", query_string=sent), sent)
