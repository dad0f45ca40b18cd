"""Complete rules texts: a game can be played from its text alone."""

import re
import tomllib
from collections.abc import Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.data_files import read_toml
from companion.core.game.game import Game
from companion.core.referee.judge_request import default_options
from companion.games import SLUGS, all_games, folder_of, game_of
from tests.games.examples import all_questions
from tests.games.lists.rule_ids import ADD, published, there
from tests.laws import drawn
from tests.laws.verdicts import judged_or_refused


def open_points(slug: str) -> Mapping[str, str]:
    """Return question and paragraph of each open point in the file beside the tests of a game."""
    path = Path(__file__).parent / folder_of(slug) / "open.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


COMPLETE = tuple(game.slug for game in all_games() if game.rules.complete)
"""Games whose text says that it is complete."""

LONGEST = 700
"""Maximum length of a paragraph."""

GAMES = pytest.mark.parametrize("slug", COMPLETE)


@GAMES
def test_every_option_has_a_paragraph(slug: str) -> None:
    game = game_of(slug)
    keys = {option.key for option in game.options_for(tuple(f"P{seat}" for seat in range(game.seats.fewest)))}
    told = {paragraph.option for paragraph in game.rules.paragraphs if paragraph.option}
    assert not keys - told, f"{game.name}: no paragraph has the option {', '.join(sorted(keys - told))}"
    assert not told - keys, f"{game.name}: there is no option {', '.join(sorted(told - keys))}"


@GAMES
def test_every_link_refers_to_another_paragraph(slug: str) -> None:
    rules = game_of(slug).rules
    for paragraph in rules.paragraphs:
        unknown = set(paragraph.see) - set(rules.by_id)
        assert not unknown, f"{paragraph.id}: there is no paragraph {', '.join(sorted(unknown))}"
        assert paragraph.id not in paragraph.see, f"{paragraph.id} refers to itself"
        assert len(set(paragraph.see)) == len(paragraph.see), paragraph.id


@GAMES
def test_paragraphs_are_short_and_whole_sentences(slug: str) -> None:
    for paragraph in game_of(slug).rules.paragraphs:
        assert len(paragraph.text) <= LONGEST, paragraph.id
        assert paragraph.text.endswith("."), paragraph.id


@pytest.mark.parametrize("slug", SLUGS)
def test_each_open_point_of_the_book_has_its_paragraph(slug: str) -> None:
    """It says that the book leaves this open, and gives our answer."""
    points = open_points(slug)
    assert points or slug not in COMPLETE, (
        f"write tests/games/{folder_of(slug)}/open.toml: what is left open = its paragraph"
    )
    closed = {question for question, rule in points.items() if not game_of(slug).rules.by_id[rule].open}
    assert not closed, f"{slug}: the paragraphs of these points need “open = true”: {sorted(closed)}"


@GAMES
def test_there_are_worked_examples(slug: str) -> None:
    keys = [paragraph.id.split(".")[1] for paragraph in game_of(slug).rules.paragraphs]
    has_example = any(key.split("-")[0] == "example" for key in keys)
    assert has_example, (
        f"{slug}: no paragraph has a key that begins with “example”, such as [scoring.example-last-card]"
    )


def _has_file(game: Game[Any], file: str) -> bool:
    """Return whether the folder of a game has this file."""
    return files(game.package).joinpath(file).is_file()


WITH_CASES = [game for game in all_games() if _has_file(game, "cases.toml")]


@pytest.mark.parametrize("game", WITH_CASES, ids=lambda game: game.slug)
def test_a_table_of_verdicts_has_a_worked_question_for_every_case(game: Game[Any]) -> None:
    for key, table in read_toml(game.package, "cases.toml").items():
        asked = (one for slug, one in all_questions() if (slug, one["situation"]) == (game.slug, key))
        answers = [one["expect"] for one in asked if "expect" in one]
        unasked = [name for name, case in table["cases"].items() if not any(map(partial(_is_case, case), answers))]
        assert not unasked, f"{game.name}, {key}: no case of referee.json is judged by {unasked}"


def _is_case(case: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    """Return whether an answer has the sentences of a case, whatever words they have in braces."""
    said, told = (case["verdict"], *case["because"]), (answer["verdict"], *answer["because"])
    return len(said) == len(told) and all(map(re.fullmatch, map(_pattern, said), told))


def _pattern(sentence: str) -> str:
    """Return a pattern for a sentence with words in braces."""
    return ".*".join(map(re.escape, re.split("{[^}]*}", sentence)))


@pytest.mark.parametrize("slug", [game.slug for game in all_games() if _has_file(game, "objections.toml")])
def test_every_objection_to_cards_is_the_reason_in_a_worked_question(slug: str) -> None:
    table = read_toml(game_of(slug).package, "objections.toml")
    sentences = {one for part in table.values() for _, one in (part.values() if isinstance(part, dict) else [part])}
    told = [one["expect"]["verdict"] for other, one in all_questions() if other == slug and "expect" in one]
    assert not [one for one in sentences if not any(map(re.compile(_pattern(one)).search, told))]


@pytest.mark.parametrize("game", WITH_CASES, ids=lambda game: game.slug)
def test_a_table_of_verdicts_has_every_case(game: Game[Any]) -> None:
    """Whatever answers are drawn, under any options, the verdict is in the table."""
    dice, tables = Random(5), read_toml(game.package, "cases.toml")
    for situation in game.situations:
        for _ in range(300) if situation.key in tables else ():
            options = drawn.agreed(game, dice)[0]["options"]
            facts = drawn.facts(situation.facts(default_options(game)), dice)
            judged_or_refused(game.slug, situation.key, {"options": options, "facts": facts})


def test_no_published_rule_id_vanishes() -> None:
    vanished = sorted(set(published()) - there())
    assert not vanished, (
        f"sheets and rulings may name {', '.join(vanished)}: add the paragraph back, or keep its old id"
    )


def test_the_golden_list_is_complete() -> None:
    new = sorted(there() - set(published()))
    assert not new, f"{', '.join(new)}: new rule ids; put them on the golden list with: {ADD}"


def test_the_golden_list_is_sorted_and_unique() -> None:
    assert published() == sorted(set(published())), f"do not edit the golden list by hand; run: {ADD}"
