"""The laws that hold for every referee."""

import copy
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game.situation import Situation
from companion.core.play.fold import coming_fields, opening_table
from companion.core.play.setups import read_setup
from companion.core.referee.judge_request import default_options, judge_admitted
from companion.core.words import listed
from companion.games import SLUGS, all_games, game_of
from tests.games.examples import all_questions
from tests.laws import drawn
from tests.laws.drawn import texts_in
from tests.laws.helping import check_help, check_labels_by_answer
from tests.laws.strategies import DICE, JUNK, tried
from tests.laws.verdicts import check_verdict, found, judged_or_refused

SITUATIONS = pytest.mark.parametrize(
    ("slug", "key"), [(game.slug, situation.key) for game in all_games() for situation in game.situations]
)
QUESTIONS = [(slug, case) for slug, case in all_questions() if "expect" in case]


@pytest.mark.parametrize("slug", SLUGS)
def test_situations_have_unique_keys_and_ask_a_question(slug: str) -> None:
    game = game_of(slug)
    assert not twice(one.key for one in game.situations), f"{game.name}: two questions have the same key"
    for situation in game.situations:
        where = f"{game.name}, {situation.key}"
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", situation.key), f"{where}: write the key in small letters and hyphens"
        assert situation.title.endswith("?"), f"{where}: “{situation.title}” has no question mark"
        fields = situation.facts(default_options(game))
        assert not twice(field.key for field in fields), f"{where}: two facts have the same key"
        for field in fields:
            assert re.fullmatch(r"[a-z]+(_[a-z]+)*", field.key), (
                f"{where}: write {field.key} in letters and underscores"
            )
            assert field.label, f"{where}: the fact {field.key} has no label"
            check_labels_by_answer(field, fields)
            check_help(field)


def twice(keys: Iterable[str]) -> list[str]:
    """Return the keys that are there more than once."""
    return [key for key, times in Counter(keys).items() if times > 1]


@SITUATIONS
@tried(60)
@given(dice=DICE)
def test_well_formed_facts_are_judged_or_refused(slug: str, key: str, dice: Random) -> None:
    agreed, setup, _ = drawn.agreed(game_of(slug), dice)
    facts = drawn.facts(found(slug, key).facts(setup.options), dice)
    judged_or_refused(slug, key, {"options": agreed["options"], "facts": facts})


@SITUATIONS
@tried(60)
@given(dice=DICE)
def test_a_changed_example_under_other_options_is_judged_or_refused(slug: str, key: str, dice: Random) -> None:
    """Ask with the facts of an example, unchanged or with one or two changed, under other options than its own."""
    cases = [case for case in questions_of(slug) if case["situation"] == key]
    assert cases, f"{game_of(slug).name}, {key}: referee.json has no case with “expect”"
    case = dice.choice(cases)
    agreed, setup, _ = drawn.agreed(game_of(slug), dice)
    facts = case["facts"]
    if drawn.likely(0.7, dice):
        facts = drawn.changed_facts(facts, found(slug, key).facts(setup.options), dice)
    judged_or_refused(slug, key, {"options": agreed["options"], "facts": facts})


@pytest.mark.parametrize("slug", SLUGS)
def test_every_situation_has_an_example_and_a_refusal_unless_its_facts_cannot_contradict(slug: str) -> None:
    game = game_of(slug)
    there = {(case["situation"], one) for other, case in all_questions() if other == slug for one in case}
    wanted = [(situation.key, one) for situation in game.situations for one in ("expect", "refused")]
    missing = [f"{key} has no case with “{one}”" for key, one in wanted if (key, one) not in there]
    assert not missing, f"{game.name}, referee.json: {listed(missing)}"


@pytest.mark.parametrize("slug", [game.slug for game in all_games() if game.situations])
@tried(150)
@given(dice=DICE, junk=st.lists(JUNK, min_size=1, max_size=3))
def test_a_spoiled_question_is_judged_or_refused(slug: str, dice: Random, junk: list[Any]) -> None:
    assert questions_of(slug), f"{game_of(slug).name}: referee.json has no case with “expect”"
    case = dice.choice(questions_of(slug))
    request: Any = copy.deepcopy({key: case[key] for key in ("options", "facts") if key in case})
    if dice.random() < 0.5:
        request["options"] = drawn.agreed(game_of(slug), dice)[0]["options"]
    for one in junk:
        spoil(request, dice, one)
    judged_or_refused(slug, case["situation"], request)


@cache
def questions_of(slug: str) -> list[Any]:
    """Return the worked questions of a game."""
    return [case for other, case in QUESTIONS if other == slug]


def spoil(spot: Any, dice: Random, junk: Any) -> None:
    """Replace some part by junk, or by another part."""
    instead = dice.choice((junk, dice.choice((0, 1, 2, None, True)), dice.choice(sorted(set(texts_in(spot))) or [""])))
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        if not keys:
            return
        key = dice.choice(keys)
        if isinstance(spot[key], dict | list) and spot[key] and dice.random() < 0.8:
            spot = spot[key]
            continue
        spot[key] = instead
        return


@SITUATIONS
@tried(10)
@given(dice=DICE)
def test_an_admitted_fault_has_a_verdict(slug: str, key: str, dice: Random) -> None:
    situation, where = found(slug, key), f"{game_of(slug).name}, {key}"
    if situation.judge_admitted is None:
        assert not situation.named_in, f"{where}: “named_in” needs “judge_admitted”"
        return
    setup = drawn.agreed(game_of(slug), dice)[1]
    known = {"players": [f"P{number}" for number, _ in enumerate(setup.players)]}
    verdict = judge_admitted(game_of(slug), situation, setup.options, "P0", known)
    check_verdict(slug, key, verdict, known)
    about = f"{where}: “{verdict.verdict}”, by {', '.join(verdict.rules)},"
    assert verdict.effects or verdict.basis == "open", f"{about} has no effect, so a paragraph must leave that open"
    assert all(0 < len(effect.reason) <= 200 for effect in verdict.effects), f"{about} has an effect without a reason"


@pytest.mark.parametrize(
    ("game", "situation"),
    [(game, one) for game in all_games() for one in game.situations if one.named_in],
)
def test_a_mark_is_a_field_of_the_round_that_names_players(game: Any, situation: Situation) -> None:
    names = ("Ann", "Bob", "Cyd", "Dee")[: max(game.seats.fewest, 2)]
    setup, problems = read_setup(game, {"players": list(names)})
    assert setup is not None, problems
    where = f"{game.name}, {situation.key}: named_in is {situation.named_in}"
    found_fields = [one for one in coming_fields(game, opening_table(game, setup)) if one.key == situation.named_in]
    assert [(one.type, one.names) for one in found_fields] == [("players", names)], f"{where}, no list of all players"
