"""The laws that hold in every game."""

import json
import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.games
from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS
from companion.core.entry.problems import Problem
from companion.core.entry.record import read_record
from companion.core.game.game import Game
from companion.core.game.ranking import Better
from companion.core.game.situation import why_and_facts
from companion.core.game.table import Table
from companion.core.play.adjustments import BUY
from companion.core.play.fold import Refusal, Round, Sheet, coming_fields, opening_table, play_round, with_absent
from companion.core.play.scoring_api import (
    NotPlayable,
    field_json,
    next_json,
    next_round_json,
    score_json,
    score_request,
)
from companion.core.rules.rule_ids import RuleIds
from companion.core.rules.rules import SECTIONS, TABLE_RULES
from companion.games import SLUGS, all_games, folder_of, game_of
from tests.laws import drawn
from tests.laws.helping import check_help, check_labels_by_answer, without
from tests.laws.strategies import DICE, spoiled, tried

GAMES = pytest.mark.parametrize("slug", SLUGS)


def test_the_list_of_games_is_sorted_and_has_every_folder() -> None:
    folders = {path.parent.name for path in Path(companion.games.__file__).parent.glob("*/__init__.py")}
    assert list(SLUGS) == sorted(SLUGS)
    assert {folder_of(slug) for slug in SLUGS} == folders
    assert [game.slug for game in all_games()] == list(SLUGS)


@GAMES
def test_every_rule_named_in_code_has_a_paragraph(slug: str) -> None:
    game = game_of(slug)
    known = set(game.rules.by_id) | set(TABLE_RULES.by_id)
    folder = Path(companion.games.__file__).parent / folder_of(slug)
    pattern = re.compile(rf"(?:\b{slug}/|(?<=\"))((?:{'|'.join(SECTIONS)})\.[a-z0-9-]+)")
    tables = (folder / name for name in ("cases.toml", "objections.toml"))
    paths = [*folder.glob("*.py"), *(path for path in tables if path.exists())]
    code = "".join(path.read_text("utf-8") for path in paths)
    attributes = re.findall(r"\bP\.([a-z]+)\.([a-z0-9_]+)", code)
    named = {game.rules.id_of(found) for found in pattern.findall(code)}
    named |= {getattr(getattr(RuleIds(slug), heading), key) for heading, key in attributes}
    assert named, "a game names the rules that it scores by"
    unknown = ", ".join(sorted(named - known))
    assert not unknown, f"{game.name}: the code names a paragraph that rules.toml does not have: {unknown}"


@GAMES
def test_paragraphs_refer_to_existing_paragraphs_and_options(slug: str) -> None:
    game = game_of(slug)
    options = {option.key for option in game.options_for(("Ann", "Bob", "Cyd", "Dee")[: max(game.seats.fewest, 2)])}
    for paragraph in game.rules.paragraphs:
        unknown = set(paragraph.see) - set(game.rules.by_id)
        assert not unknown, f"{paragraph.id}: there is no paragraph {', '.join(sorted(unknown))}"
        is_option = not paragraph.option or paragraph.option in options
        assert is_option, f"{paragraph.id}: {game.name} has no option {paragraph.option}"


@GAMES
@tried(60)
@given(dice=DICE)
def test_random_options_are_valid_or_have_named_problems(slug: str, dice: Random) -> None:
    game = game_of(slug)
    request, setup, problems = drawn.agreed(game, dice)
    _are_named(problems)
    assert {problem.field for problem in problems} <= {option.key for option in game.options_for(setup.players)}
    table = opening_table(game, setup)
    assert not table.over
    assert set(setup.names) == set(request.get("sides") or setup.names)


@GAMES
@tried(100)
@given(dice=DICE)
def test_a_play_keeps_the_laws(slug: str, dice: Random) -> None:
    """Under random options, with the game's own rounds and others that it accepts."""
    game = game_of(slug)
    play = drawn.played(game, dice, rounds=dice.choice((2, 6, 6, 25)))
    _are_named(play.faults)
    for refusal in play.refused:
        _are_named(refusal.problems)
    again = score_request(game, play.request)
    assert score_json(again) == score_json(play.sheet), "folding all at once gives what folding one by one gave"
    assert again.rounds == play.sheet.rounds, "a prefix folds to what was there: entries, lines, tables and all"
    _lines_add_up(play.sheet)
    _nothing_is_made_or_lost(play.sheet)
    _rules_exist(play.sheet)
    _everybody_is_mentioned(play.sheet)
    _winners_fit_the_end(play.sheet)
    for table in (play.sheet.opening, *(one.table for one in play.sheet.rounds)):
        _the_table_can_be_shown(game, table)
    _its_referee_knows_it(play.sheet)
    json.dumps(score_json(play.sheet))
    json.dumps(next_round_json(play.sheet))


def _are_named(problems: Iterable[Problem]) -> None:
    """Check that each problem is a sentence about something."""
    for problem in problems:
        assert isinstance(problem.field, str)
        assert problem.message.endswith((".", "?", "!", "…")), problem
        assert len(problem.message) < 2000, problem


def _lines_add_up(sheet: Sheet[Any]) -> None:
    before = sheet.opening.totals
    for item in sheet.rounds:
        for name, score in item.scores.items():
            points = sum(line.points for line in item.lines if line.name == name)
            assert points == score + item.adjusted.get(name, 0)
            bought = sum(line.points for line in item.lines if line.name == name and line.rule == BUY)
            assert bought == item.bought.get(name, 0) >= 0
            assert item.totals[name] == before[name] + points
        before = item.totals


def _nothing_is_made_or_lost(sheet: Sheet[Any]) -> None:
    """Check that chips and pots together change only by adjustments, if the game is zero-sum."""
    pot = sheet.game.totals.pot
    if pot is None:
        return
    before = sum(sheet.opening.totals.values()) + pot(sheet.opening)
    for item in sheet.rounds:
        after = sum(item.totals.values()) + pot(item.table)
        assert after == before + sum(item.adjusted.values()), item
        before = after


def _rules_exist(sheet: Sheet[Any]) -> None:
    known = set(sheet.game.rules.by_id) | set(TABLE_RULES.by_id)
    assert {line.rule for item in sheet.rounds for line in item.lines} <= known


def _everybody_is_mentioned(sheet: Sheet[Any]) -> None:
    """Check that every player in a round has a line or a note, or that somebody else won it."""
    tables = [sheet.opening, *(one.table for one in sheet.rounds)]
    for table, item in zip(tables, sheet.rounds, strict=False):
        asked = with_absent(sheet.game, table, item.absent).asked
        for name in table.setup.sides or asked:
            assert _is_mentioned(name, item, sheet.game.better_for(table.setup)), (name, item.lines, item.notes)


def _is_mentioned(name: str, item: Round[Any], better: Better) -> bool:
    lines = [line for line in item.lines if line.rule not in TABLE_RULES.by_id]
    if any(line.name == name for line in lines) or any(name in note for note in item.notes):
        return True
    if not lines:
        return any(re.search(r"\b(nobody|both)\b", note, re.IGNORECASE) for note in item.notes)
    won = [line for line in lines if line.points > 0]
    return better == "high" and (len({line.name for line in won}) == 1 or len({line.rule for line in won}) == 1)


def _winners_fit_the_end(sheet: Sheet[Any]) -> None:
    table = sheet.table
    assert bool(table.winners) == table.over
    assert set(table.winners) <= set(table.names)
    assert [one.table.over for one in sheet.rounds[:-1]] == [False] * len(sheet.rounds[:-1])
    places = [name for standing in sheet.standings for name in standing.names]
    assert sorted(places) == sorted(table.names)


def _the_table_can_be_shown(game: Game[Any], table: Table[Any]) -> None:
    """Check that the form is empty after the end, and otherwise can be filled in."""
    fields = coming_fields(game, table)
    assert (not fields) == table.over
    assert len({field.key for field in fields}) == len(fields)
    for field in fields:
        _hints_hold(field, fields)
        check_help(field, table.players)


def _hints_hold(field: Field, neighbours: tuple[Field, ...]) -> None:
    keys = {other.key for other in neighbours}
    assert field.label
    check_labels_by_answer(field, neighbours)
    assert field.key not in ("absent", "adjust")
    hints = field.hints
    assert hints.aim is None or hints.aim.result in keys
    assert hints.places is None or hints.places.of in keys
    _is_answered_with_the_one_before(field, neighbours)
    assert hints.sum is None or keys.issuperset(hints.sum.also)
    assert {key for key, _ in field.asking.shown_when} <= keys
    assert not KINDS[field.type].is_number or field.bounds.most is None or field.bounds.least <= field.bounds.most, (
        field
    )
    assert field.type != "choice" or field.choices
    if hints.turns:
        assert field.per != "table"
        assert hints.turns.led_by in keys or hints.turns.first in field.names
    assert not hints.starts or len(hints.starts) == len(field.names)
    assert hints.shares is None or (hints.shares.of in keys and set(hints.shares.order) == set(field.columns[1].names))
    assert hints.letters is None or hints.letters.tells in {"", *keys}
    if hints.layout:
        columns = {column.key: column for column in field.columns}
        assert columns[hints.layout.who].names
        assert columns[hints.layout.stake].hints.quick
        assert (letters := columns[hints.layout.on].hints.letters)
        assert columns[letters.tells].choices
    for column in field.columns:
        named = {other.key: other.names for other in field.columns}
        if prefill := column.hints.prefill:
            assert not prefill.other_than or named[prefill.other_than] == column.names
            assert {key for key, _, _ in prefill.mostly} <= set(named)
        _hints_hold(column, field.columns)


def _is_answered_with_the_one_before(field: Field, neighbours: tuple[Field, ...]) -> None:
    """Check that answers of one tap are adjacent: one choice after another, with usual values among the answers."""
    before = neighbours[neighbours.index(field) - 1] if field in neighbours else field
    if field.asking.in_one_with:
        assert before.key == field.asking.in_one_with
        assert before.type in {"choice", "player"}
        assert field.type in {"choice", "player"} or field.hints.quick
        assert (field.per, before.per, field.asking.group) == ("table", "table", before.asking.group)
    answers = [one.value for one in field.choices] or range(field.bounds.least, (field.bounds.most or 0) + 1)
    assert all(value in answers for value in field.hints.usual)


def _its_referee_knows_it(sheet: Sheet[Any]) -> None:
    """Check that the referee asks for all facts that come from the sheet, and that reasons for offers are sentences."""
    tables = [sheet.opening, *(one.table for one in sheet.rounds)]
    for situation in sheet.game.situations:
        asked = {field.key for field in situation.facts(sheet.table.options)}
        for table in tables if not sheet.table.over else tables[:-1]:
            assert set(situation.known_facts(table)) <= asked
        for table, item in zip(tables, sheet.rounds, strict=False):
            why, _ = why_and_facts(situation.offer(with_absent(sheet.game, table, item.absent), item.entry))
            assert not why or why.endswith((".", "?"))


@GAMES
@tried(100)
@given(dice=DICE)
def test_an_unsaved_round_can_be_previewed(slug: str, dice: Random) -> None:
    """Well-formed rounds, refused or not, are checked and offered to the referee while they are typed."""
    game = game_of(slug)
    table = drawn.played(game, dice, rounds=2).sheet.table
    if table.over:
        return
    fields, believable = game.scoring.fields(table), drawn.sample(game, table, dice)
    for _ in range(10):
        entry, problems = read_record(fields, drawn.bent(believable, fields, dice))
        _are_named(problems)
        if problems:
            continue
        _are_named(game.scoring.check(table, entry))
        for situation in game.situations:
            assert isinstance(why_and_facts(situation.offer(table, entry))[0], str)


@GAMES
@tried(80)
@given(data=st.data())
def test_a_spoiled_request_is_scored_or_refused_with_a_named_problem(slug: str, data: st.DataObject) -> None:
    game, request = game_of(slug), data.draw(spoiled(game_of(slug)))
    try:
        sheet = score_request(game, request)
    except NotPlayable as refusal:
        _are_named(refusal.problems)
    else:
        _lines_add_up(sheet)
        _nothing_is_made_or_lost(sheet)
        json.dumps(score_json(sheet))


@GAMES
def test_an_omitted_player_means_nobody_only_if_that_changes_no_score(slug: str) -> None:
    game = game_of(slug)
    for seed in range(25):
        request = drawn.sampled(game, Random(seed), rounds=4)
        sheet = score_request(game, request)
        tables = [sheet.opening, *(item.table for item in sheet.rounds)]
        for table, item, raw in zip(tables, sheet.rounds, request["rounds"], strict=False):
            for field in game.scoring.fields(with_absent(game, table, item.absent)):
                taken_for_granted = field.nobody and not (field.required or field.asking.tapped or field.asking.aside)
                if not taken_for_granted or raw.get(field.key) is None:
                    continue
                silent = play_round(game, table, {key: raw[key] for key in raw if key != field.key})
                assert isinstance(silent, Refusal) or silent.scores == item.scores, field.key


@GAMES
def test_a_required_choice_can_be_nobody_and_is_asked_of_the_table(slug: str) -> None:
    game = game_of(slug)
    table = score_request(game, drawn.sampled(game, Random(1), rounds=0)).table
    for field in game.scoring.fields(table):
        if field.asking.tapped:
            assert field.nobody, field.key
            assert field.per == "table", field.key
            assert not field.required, field.key
            assert field_json(field)["nullable"], field.key
            assert not field_json(field)["required"], "the API takes a default"


@GAMES
def test_an_entry_after_the_end_is_refused(slug: str) -> None:
    game, dice = game_of(slug), Random(7)
    plays = (drawn.played(game, dice, rounds=60) for _ in range(40))
    ended = [play.request for play in islice((play for play in plays if play.sheet.table.over), 3)]
    assert len(ended) == 3, f"3 of 40 plays of {slug} should come to their end: options for a short play are missing"
    for request in ended:
        rounds = [*request["rounds"], request["rounds"][-1]]
        with pytest.raises(NotPlayable) as refusal:
            score_request(game, {**request, "rounds": rounds})
        assert refusal.value.number == len(rounds)
        assert [problem.field for problem in refusal.value.problems] == ["rounds"]


@GAMES
def test_no_round_gives_more_than_the_declared_bounds(slug: str) -> None:
    game = game_of(slug)
    if game.totals.most_gained is None:
        return
    dice = Random(11)
    for _ in range(40):
        sheet = drawn.played(game, dice, rounds=12).sheet
        tables = [sheet.opening, *(item.table for item in sheet.rounds)]
        for table, item in zip(tables, sheet.rounds, strict=False):
            assert max(item.scores.values()) <= game.totals.most_gained(table)


@GAMES
def test_the_table_and_the_next_round_are_described_in_plain_sentences(slug: str) -> None:
    game, dice = game_of(slug), Random(13)
    for _ in range(12):
        sheet = drawn.played(game, dice, rounds=dice.randint(0, 6)).sheet
        if sheet.table.over:
            continue
        shown = {**game.carry_json(sheet.table), **(next_json(game, sheet.table) or {})}
        mine = {key: value for key, value in shown.items() if key not in ("round", "dealer", "leads")}
        assert set(mine) <= set(game.notice_texts)
        for key, value in mine.items():
            text = without(sheet.table.names, game.notice_texts[key](value)) if value is not None else ""
            assert "_" not in text
            assert not re.search(r"[{}\[\]]| ,|None|True|False", text), text


@GAMES
def test_progress_names_a_player_or_counts_rounds(slug: str) -> None:
    game, dice = game_of(slug), Random(17)
    for _ in range(12):
        table = drawn.played(game, dice, rounds=dice.randint(0, 6)).sheet.table
        far = game.ending.progress(table)
        if far is None or table.over:
            continue
        assert far.done >= 0
        assert not re.fullmatch(r"[\d,]+ of [\d,]+", far.text), "numbers alone say nothing"
        by_name = any(name in far.text for name in table.names) or "players" in far.text
        assert by_name or re.search(r"played|yet|ends|to win", far.text), far.text


@GAMES
def test_a_game_with_chips_describes_its_pot(slug: str) -> None:
    game = game_of(slug)
    assert game.totals.unit != "chips" or game.totals.pot is not None
