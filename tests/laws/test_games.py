"""The laws that hold in every game."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion.games
from companion.core import fold as core
from companion.core.fields import Field, field_json
from companion.core.game import Game
from companion.core.report import NotPlayable, next_json, score_json, score_request
from companion.core.rules import SECTIONS, TABLE_RULES
from companion.games import SLUGS, all_games, folder_of, game_of
from tests.laws.helping import help_holds, named_by_an_answer
from tests.laws.strategies import requests, sampled, spoiled, valid_plays

GAMES = pytest.mark.parametrize("slug", SLUGS)


def test_the_list_is_sorted_and_has_every_folder() -> None:
    folders = {path.parent.name for path in Path(companion.games.__file__).parent.glob("*/__init__.py")}
    assert list(SLUGS) == sorted(SLUGS)
    assert {folder_of(slug) for slug in SLUGS} == folders
    assert [game.slug for game in all_games()] == list(SLUGS)


@GAMES
def test_every_rule_that_the_code_names_has_a_paragraph(slug: str) -> None:
    game = game_of(slug)
    known = set(game.rules.by_id) | set(TABLE_RULES.by_id)
    folder = Path(companion.games.__file__).parent / folder_of(slug)
    pattern = re.compile(rf"\b{slug}/(?:{'|'.join(SECTIONS)})\.[a-z0-9-]+")
    named = {found for path in folder.glob("*.py") for found in pattern.findall(path.read_text("utf-8"))}
    assert named, "a game names the rules that it scores by"
    assert named <= known, sorted(named - known)


@GAMES
def test_paragraphs_point_at_paragraphs_and_options_that_exist(slug: str) -> None:
    game = game_of(slug)
    options = {option.key for option in game.options_for(("Ann", "Bob", "Cyd", "Dee")[: max(game.fewest, 2)])}
    for paragraph in game.rules.paragraphs:
        assert set(paragraph.see) <= set(game.rules.by_id), paragraph.id
        assert not paragraph.option or paragraph.option in options, paragraph.id


@GAMES
def test_field_hints_point_at_fields_that_exist(slug: str) -> None:
    game = game_of(slug)
    sheet = score_request(game, {"players": [f"P{number}" for number in range(game.fewest)]})
    fields = game.fields(sheet.table)
    assert len({field.key for field in fields}) == len(fields)
    for field in fields:
        _hints_hold(field, fields)
        help_holds(field)


def _hints_hold(field: Field, neighbours: tuple[Field, ...]) -> None:
    keys = {other.key for other in neighbours}
    assert field.label
    named_by_an_answer(field, neighbours)
    assert field.key not in ("absent", "adjust")
    assert not field.preset or field.preset in keys
    assert not field.limit or field.limit in keys
    assert set(field.sum_with) <= keys
    assert {key for key, _ in field.shown_when} <= keys
    for column in field.columns:
        assert not column.sum_as or column.sum_as in keys
        _hints_hold(column, field.columns)


@GAMES
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_play_of_valid_rounds_keeps_the_laws(slug: str, data: st.DataObject) -> None:
    game = game_of(slug)
    request = data.draw(valid_plays(game))
    sheet = score_request(game, request)
    assert score_json(score_request(game, request)) == score_json(sheet), "folding twice gives the same"
    _lines_add_up(sheet)
    _the_form_is_empty_when_over(game, sheet)
    half = len(sheet.rounds) // 2
    prefix = score_request(game, {**request, "rounds": request["rounds"][:half]})
    assert prefix.rounds == sheet.rounds[:half] or score_json(prefix)["rounds"] == score_json(sheet)["rounds"][:half]
    known = set(game.rules.by_id) | set(TABLE_RULES.by_id)
    assert {line.rule for item in sheet.rounds for line in item.lines} <= known
    json.dumps(score_json(sheet))


def _lines_add_up(sheet: core.Sheet[Any]) -> None:
    before = sheet.opening.totals
    for item in sheet.rounds:
        for name, score in item.scores.items():
            points = sum(line.points for line in item.lines if line.name == name)
            assert points == score + item.adjusted.get(name, 0)
            assert item.totals[name] == before[name] + points
        before = item.totals


def _the_form_is_empty_when_over(game: Game[Any], sheet: core.Sheet[Any]) -> None:
    tables = [sheet.opening, *(item.table for item in sheet.rounds)]
    for table in tables:
        assert (not core.coming_fields(game, table)) == table.over
        assert bool(table.winners) <= table.over
    places = [name for standing in sheet.standings for name in standing.names]
    assert sorted(places) == sorted(sheet.table.names)


@GAMES
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_a_well_formed_entry_is_scored_or_refused_with_a_named_problem(slug: str, data: st.DataObject) -> None:
    game = game_of(slug)
    _scored_or_refused(game, data.draw(requests(game)))


@GAMES
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_a_spoiled_request_is_scored_or_refused_with_a_named_problem(slug: str, data: st.DataObject) -> None:
    game = game_of(slug)
    _scored_or_refused(game, data.draw(spoiled(game)))


def _scored_or_refused(game: Game[Any], request: dict[str, Any]) -> None:
    try:
        sheet = score_request(game, request)
    except NotPlayable as refusal:
        problems = refusal.problems
        assert problems
        for problem in problems:
            assert isinstance(problem.field, str)
            assert problem.message.endswith((".", "?", "!", "…"))
            assert len(problem.message) < 2000
    else:
        _lines_add_up(sheet)
        json.dumps(score_json(sheet))


@GAMES
def test_nobody_is_taken_in_silence_only_where_that_changes_no_score(slug: str) -> None:
    game = game_of(slug)
    for seed in range(25):
        request = sampled(game, Random(seed), rounds=4)
        sheet = score_request(game, request)
        tables = [sheet.opening, *(item.table for item in sheet.rounds)]
        for table, item, raw in zip(tables, sheet.rounds, request["rounds"], strict=False):
            for field in game.fields(core.with_absent(game, table, item.absent)):
                taken_for_granted = field.nobody and not (field.required or field.tapped or field.aside)
                if not taken_for_granted or raw.get(field.key) is None:
                    continue
                silent = core.play_round(game, table, {key: raw[key] for key in raw if key != field.key})
                assert isinstance(silent, core.Refusal) or silent.scores == item.scores, field.key


@GAMES
def test_what_has_to_be_tapped_may_be_nobody_and_is_asked_of_the_table(slug: str) -> None:
    game = game_of(slug)
    table = score_request(game, sampled(game, Random(1), rounds=0)).table
    for field in game.fields(table):
        if field.tapped:
            assert field.nobody, field.key
            assert field.per == "table", field.key
            assert not field.required, field.key
            assert field_json(field)["nullable"], field.key
            assert not field_json(field)["required"], "the API takes a default"


@GAMES
def test_an_entry_after_the_end_is_refused(slug: str) -> None:
    game = game_of(slug)
    dice = Random(7)
    for _ in range(40):
        request = _finished(game, dice)
        if request is None:
            continue
        request["rounds"].append(request["rounds"][-1])
        with pytest.raises(NotPlayable) as refusal:
            score_request(game, request)
        assert refusal.value.number == len(request["rounds"])
        assert [problem.field for problem in refusal.value.problems] == ["rounds"]
        return
    pytest.fail(f"no finished play of {slug} in 40 tries: options for a short play are missing")


def _finished(game: Game[Any], dice: Random) -> dict[str, Any] | None:
    request = sampled(game, dice, rounds=60, short=True)
    return request if score_request(game, request).table.over else None


@GAMES
def test_no_round_gives_more_than_the_game_says_it_can(slug: str) -> None:
    game = game_of(slug)
    if game.lowest_total is None:
        return
    dice = Random(11)
    for _ in range(40):
        sheet = score_request(game, sampled(game, dice, rounds=12))
        tables = [sheet.opening, *(item.table for item in sheet.rounds)]
        for table, item in zip(tables, sheet.rounds, strict=False):
            assert max(item.scores.values()) <= game.most_gained(table)


@GAMES
def test_what_the_table_holds_and_what_comes_next_is_told_as_a_person_says_it(slug: str) -> None:
    game, dice = game_of(slug), Random(13)
    for _ in range(12):
        sheet = score_request(game, sampled(game, dice, rounds=dice.randint(0, 6)))
        if sheet.table.over:
            continue
        shown = {**game.carry(sheet.table), **(next_json(game, sheet.table) or {})}
        mine = {key: value for key, value in shown.items() if key not in ("round", "dealer", "leads")}
        assert set(mine) <= set(game.says)
        for key, value in mine.items():
            text = game.says[key](value) if value is not None else ""
            assert "_" not in text
            assert not re.search(r"[{}\[\]]| ,|None|True|False", text), text


@GAMES
def test_how_far_it_is_to_the_end_is_told_by_name_or_by_rounds(slug: str) -> None:
    game, dice = game_of(slug), Random(17)
    for _ in range(12):
        table = score_request(game, sampled(game, dice, rounds=dice.randint(0, 6), short=dice.random() < 0.5)).table
        far = game.progress(table)
        if far is None or table.over:
            continue
        assert far.done >= 0
        assert not re.fullmatch(r"[\d,]+ of [\d,]+", far.text), "numbers alone say nothing"
        by_name = any(name in far.text for name in table.names) or "players" in far.text
        assert by_name or re.search(r"played|yet|end the play|to win", far.text), far.text
