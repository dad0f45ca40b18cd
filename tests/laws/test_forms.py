"""Forms of any game's fields display and read back every value, and no input breaks them."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from flask import Flask, render_template_string
from werkzeug.datastructures import MultiDict

from companion.core.entry.fields import Field
from companion.core.entry.kinds import default_of
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record, read_record
from companion.core.game.game import Game
from companion.core.play.fold import coming_fields, fold, shared_fields_of
from companion.games import all_games
from companion.web.forms.entry import EntryForm, read_entry
from companion.web.referee.questions import QuestionContext, asked_fields
from tests.database import new_app
from tests.laws.drawn import agreed, record
from tests.web.forms.forms_of_pages import sent_by
from tests.web.forms.odd_forms import odd_form

PAGE = """{% import "forms/_sections.html" as entry %}<form id="entry"><input type="hidden" name="slot" value="1">
{{ entry.sections(sections) }}</form>"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return an app for these tests."""
    with new_app(tmp_path_factory.mktemp("forms")) as app:
        yield app


def asked(game: Game[Any], dice: Random) -> Iterator[tuple[Field, ...]]:
    """Yield the fields of a game at a random table: those of its rounds, its options, and each of its questions."""
    request, setup, _ = agreed(game, dice)
    table = fold(game, setup, []).table
    yield game.scoring.fields(table)
    yield coming_fields(game, table)
    yield shared_fields_of(game, table)
    yield game.options_for(setup.players)
    around = QuestionContext(setup.players, tuple(setup.sides), setup.options, request["options"], {})
    for situation in game.situations:
        yield asked_fields(situation, around)


def meant(fields: Sequence[Field], entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry as the core reads it, with defaults."""
    found, problems = read_record([item.of(required=False) for item in fields], entry)
    assert not problems
    return {item.key: in_any_order(item, found._values[item.key]) for item in fields}


def in_any_order(item: Field, value: Any) -> Any:
    """Return a value without the order of ticked boxes, which pages do not keep; rows as plain values."""
    if isinstance(value, Record):
        return {column.key: in_any_order(column, value._values[column.key]) for column in item.columns}
    if isinstance(value, Mapping):
        return {name: in_any_order(item, one) for name, one in value.items()}
    if isinstance(value, tuple) and item.columns:
        return [in_any_order(item if item.type == "rows" else item.columns[0], one) for one in value]
    boxes = item.type == "choices" or (item.type == "players" and not (item.bounds.ordered or item.bounds.repeats))
    return set(value) if boxes else value


def shown(fields: Sequence[Field], entry: dict[str, Any], problems: Sequence[Problem] = ()) -> str:
    """Return the page of a form with these values."""
    return render_template_string(PAGE, sections=EntryForm(fields, data=entry).sections(problems))


@pytest.mark.parametrize("game", all_games())
def test_every_value_is_displayed_and_read_back(app: Flask, game: Game[Any]) -> None:
    dice = Random(game.slug)
    with app.test_request_context():
        for _ in range(4):
            for fields in asked(game, dice):
                entry = record(fields, dice)
                carried = MultiDict(EntryForm(fields, data=entry).inputs)
                assert meant(fields, read_entry(fields, carried)) == meant(fields, entry)
                whole = with_defaults(fields, entry)
                sent = MultiDict(sent_by(shown(fields, whole), "entry"))
                assert meant(fields, read_entry(fields, sent)) == meant(fields, whole)


def with_defaults(fields: Sequence[Field], entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry with the defaults that a page shows and sends untouched."""
    defaults = {item.key: default_of(item) for item in fields if item.per == "table"}
    nulls = {item.key for item in fields if item.nobody}
    return {**{key: value for key, value in defaults.items() if value is not None or key in nulls}, **entry}


@pytest.mark.parametrize("game", all_games())
def test_a_form_reads_and_displays_any_input(app: Flask, game: Game[Any]) -> None:
    dice = Random(game.slug)
    with app.test_request_context():
        for _ in range(3):
            for fields in asked(game, dice):
                sent = odd_form(fields, dice)
                form = EntryForm(fields, formdata=sent)
                entry = form.entry()
                assert set(entry) <= {item.key for item in fields}
                assert read_entry(fields, sent) == entry
                problems = [Problem(item.key, "Look at this.") for item in fields]
                page = shown(fields, entry, problems)
                assert page.count("Look at this.") == len(fields)
                direct = render_template_string(PAGE, sections=form.sections(problems))
                assert direct == page, "a form shows what it has read as one made of the entry does"
