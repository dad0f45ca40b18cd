"""The examples cover every option, choice and answer of every game."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from companion.core.entry.fields import Field
from companion.core.entry.kinds import default_of
from companion.core.game.game import Game
from companion.core.game.situation import Situation, never_offered, nothing_known, situation_of
from companion.core.phrases import no_text
from companion.core.play.fold import coming_fields, with_absent
from companion.core.play.scoring_api import NotPlayable, next_round_json, score_json, score_request
from companion.core.referee.judge_request import judge_request, read_options, verdict_json
from companion.games import SLUGS, all_games, game_of
from tests.games.examples import PROGRESS, all_cases, all_hands, all_offers, all_questions, expects_all
from tests.games.traced import (
    ends_of,
    left_out,
    refusals_of,
    rules_by_chance,
    rules_expected,
    touched_by_examples,
)

CASES = [(slug, case) for slug, _, case in all_cases()]
QUESTIONS = list(all_questions())
OFFERS = list(all_offers())
GAMES = pytest.mark.parametrize("slug", SLUGS)

ALIKE = {"trump", "colour", "suit", "won_in"}
"""Facts for which all colours are alike."""

ANY = "anything"
"""Placeholder for any value of a field without choices."""


def offered(field: Field) -> set[Any]:
    """Return the possible answers to a field: each choice, yes and no, somebody and nobody; else anything."""
    nobody = {None} if field.nobody else set()
    if field.choices:
        return {choice.value for choice in field.choices} | nobody
    if field.type == "flag":
        return {True, False} if field.nobody else {not default_of(field)}
    return {ANY} | (nobody if field.type == "player" else set())


def answers(field: Field, given: Any) -> Iterator[Any]:
    """Return the answers in a value, as ``offered`` names them."""
    if given is None:
        yield None
    elif isinstance(given, list):
        yield from given if field.choices else [ANY]
    else:
        yield given if field.choices or field.type == "flag" else ANY


def asked_in(fields: Iterable[Field], path: str = "") -> Iterator[tuple[str, Any]]:
    """Return every field and column, with each possible answer."""
    for field in fields:
        for answer in offered(field) if field.type not in ("rows", "object", "list") else ():
            yield path + field.key, answer
        yield from asked_in(field.columns, f"{path}{field.key}.")


def told_in(fields: Iterable[Field], given: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Return every field and column with a value, with each answer."""
    for field in fields:
        if field.key not in given:
            continue
        value = given[field.key]
        values = list(value.values()) if field.per != "table" and isinstance(value, dict) else [value]
        for one in values:
            if field.type in ("rows", "object", "list") and one:
                rows = [one] if field.type == "object" else one
                named = rows if field.type != "list" else [{field.columns[0].key: item} for item in rows]
                for row in named:
                    yield from told_in(field.columns, row, f"{path}{field.key}.")
            elif field.type not in ("rows", "object", "list"):
                yield from ((path + field.key, answer) for answer in answers(field, one))


def options_of(game: Game[Any]) -> tuple[Field, ...]:
    """Return all options of a play with the fewest players."""
    return game.options_for(tuple(f"P{seat}" for seat in range(game.seats.fewest)))


@GAMES
def test_every_option_and_each_of_its_choices_is_in_an_example(slug: str) -> None:
    """In one that is scored or judged; the default of the option in one that leaves it out."""
    options = options_of(game_of(slug))
    told: set[tuple[str, Any]] = set()
    for case in (case for other, case in (*CASES, *QUESTIONS) if other == slug and "expect" in case):
        given = case.get("request", case).get("options") or {}
        told |= set(told_in(options, {**{one.key: default_of(one) for one in options}, **given}))
        told |= {(one.key, "another") for one in options if given.get(one.key, default_of(one)) != default_of(one)}
    wanted = set(asked_in(one for one in options if one.choices or one.type == "flag"))
    wanted |= {(one.key, "another") for one in options}
    assert not wanted - told, f"{slug}: no example plays {sorted(map(str, wanted - told))}"


ONLY_PLAYED = {"dealer_bonus"}
"""Options that change only how cards are played, and neither sheets nor verdicts."""


@GAMES
def test_every_option_changes_an_example(slug: str) -> None:
    """Some example has another answer, or other problems, with the option at its default."""
    changed = {
        key
        for other, case in (*CASES, *QUESTIONS)
        if other == slug
        for key in case.get("request", case).get("options") or {}
        if outcome(slug, case) != outcome(slug, without(case, key))
    }
    wanted = {option.key for option in options_of(game_of(slug))} - ONLY_PLAYED
    left = sorted(wanted - changed)
    assert not left, f"{slug}: no example has another answer because of {left}"


def without(case: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the example with this option left at its default."""
    asked = case.get("request", case)
    left = {**asked, "options": {name: value for name, value in asked["options"].items() if name != key}}
    return {**case, "request": left} if "request" in case else left


def outcome(slug: str, case: Mapping[str, Any]) -> Any:
    """Return the answer to the example as JSON: the sheet and the next form, a verdict, or the problems."""
    game = game_of(slug)
    try:
        if "request" in case:
            sheet = score_request(game, case["request"])
            return json.dumps([score_json(sheet), next_round_json(sheet)])
        request = {key: case[key] for key in ("options", "facts") if key in case}
        return json.dumps(verdict_json(judge_request(game, situation_of(game.situations, case["situation"]), request)))
    except NotPlayable as refusal:
        return refusal.problem_json()


@GAMES
def test_every_answer_to_every_field_of_a_round_is_in_an_example(slug: str) -> None:
    game = game_of(slug)
    wanted: set[tuple[str, Any]] = set()
    told: set[tuple[str, Any]] = set()
    for case in (case for other, case in CASES if other == slug and "expect" in case):
        sheet = score_request(game, case["request"])
        tables = [sheet.opening, *(one.table for one in sheet.rounds)]
        for table, entry in zip(tables, case["request"].get("rounds") or (), strict=False):
            fields = coming_fields(game, with_absent(game, table, entry.get("absent") or ()))
            wanted |= set(asked_in(fields))
            told |= set(told_in(fields, entry))
    assert not wanted - told, f"{slug}: no example gives {sorted(map(str, wanted - told))}"


@GAMES
def test_every_rule_that_scores_is_cited_by_an_expected_line(slug: str) -> None:
    missing = rules_by_chance(slug) - rules_expected(slug)
    assert not missing, f"{slug}: no example expects a line with {sorted(missing)}"


@GAMES
def test_every_refusal_of_the_game_is_in_an_example(slug: str) -> None:
    """Of a round, of options together, and of a question to the referee."""
    missing = left_out(refusals_of(slug), touched_by_examples(slug).refusals)
    assert not missing, "no example is refused by\n" + "\n".join(missing)


@GAMES
def test_every_way_to_end_is_in_an_example(slug: str) -> None:
    missing = left_out(ends_of(slug), touched_by_examples(slug).ends)
    assert not missing, "no example ends by\n" + "\n".join(missing)


@pytest.mark.parametrize(
    ("game", "situation"),
    [(game, one) for game in all_games() for one in game.situations],
)
def test_every_answer_to_every_fact_is_in_an_example(game: Game[Any], situation: Situation) -> None:
    wanted: set[tuple[str, Any]] = set()
    told: set[tuple[str, Any]] = set()
    for slug, case in QUESTIONS:
        if (slug, case["situation"]) == (game.slug, situation.key) and "expect" in case:
            options, _ = read_options(
                game, ("Ann", "Bob", "Cyd", "Dee")[: max(2, game.seats.fewest)], case.get("options")
            )
            fields = situation.facts(options)
            wanted |= {alike(*one) for one in asked_in(fields)}
            told |= {alike(*one) for one in told_in(fields, case["facts"])}
    left = sorted(map(str, wanted - told))
    assert not left, f"{game.name}, {situation.key}: no case of referee.json gives {left}"


def alike(path: str, answer: Any) -> tuple[str, Any]:
    """Return a field and an answer to it, treating all colours or suits alike."""
    return path, ANY if path.rpartition(".")[2] in ALIKE and answer is not None else answer


@pytest.mark.parametrize(
    ("game", "situation", "when"),
    [
        (game, one, when)
        for game in all_games()
        for one in game.situations
        for when, offer in (("round", one.offer), ("before", one.offer_before))
        if offer is not never_offered
    ],
)
def test_every_suggested_question_is_offered_in_one_example_and_not_in_another(
    game: Game[Any], situation: Situation, when: str
) -> None:
    cases = [one for one in offers_of(game, situation) if "offered" in one and when in one]
    where = f"{game.name}, {situation.key}: offers.json has no “{when}” for which it is"
    assert any(one["offered"] for one in cases), f"{where} offered"
    assert not all(one["offered"] for one in cases), f"{where} not offered"


@pytest.mark.parametrize(
    ("game", "situation", "what"),
    [
        (game, one, what)
        for game in all_games()
        for one in game.situations
        for what, is_there in (
            ("known", one.known_facts is not nothing_known),
            ("before", one.known_before is not nothing_known),
            ("about", one.subject_facts is not None),
            ("admitted", one.judge_admitted is not None),
        )
        if is_there
    ],
)
def test_everything_else_that_a_play_adds_to_a_question_is_in_an_example(
    game: Game[Any], situation: Situation, what: str
) -> None:
    cases = [one for one in offers_of(game, situation) if "offered" not in one]
    assert any(what in one for one in cases), f"{game.name}, {situation.key}: offers.json has no case with “{what}”"


def offers_of(game: Game[Any], situation: Situation) -> list[dict[str, Any]]:
    """Return what a play adds to a question in the examples."""
    return [one for slug, one in OFFERS if (slug, one["situation"]) == (game.slug, situation.key)]


@GAMES
def test_every_sentence_about_the_table_is_in_an_example(slug: str) -> None:
    """Progress, what is on the table, and what comes next."""
    game = game_of(slug)
    told = {key for other, case in CASES if other == slug for key, text in case.get("told", {}).items() if text}
    wanted = {key for key, phrase in game.notice_texts.items() if phrase is not no_text} | {PROGRESS}
    assert not wanted - told, f"{slug}: no example tells {sorted(wanted - told)}"


@GAMES
def test_every_example_expects_the_whole_answer(slug: str) -> None:
    """Every line and note of a play, every reason of a verdict, every sentence of a refusal."""
    partial = [case["name"] for other, case in (*CASES, *QUESTIONS) if other == slug and not expects_all(case)]
    assert not partial, f"{partial}: run “python -m tests.games expect {slug}”, and read what it wrote"


@GAMES
def test_a_hand_of_every_game_that_is_followed_settles_an_entry(slug: str) -> None:
    """It is played to its end, and in another one somebody played a wrong card."""
    hands = [case["settled"] for other, case in all_hands() if other == slug]
    if any(one.by_tricks for one in game_of(slug).situations):
        deal = f"“python -m tests.games deal {slug}” deals one"
        assert any("entry" in settled for settled in hands), f"{slug}: no hand of hands.json settles an entry; {deal}"
        assert any("said" in settled for settled in hands), f"{slug}: no hand of hands.json has a wrong card; {deal}"
