"""The OpenAPI document agrees with the API: it allows whatever the API accepts, and describes every response."""

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.kinds import KINDS
from companion.core.game.game import Game
from companion.core.game.situation import situation_of
from companion.core.game.table import Table
from companion.core.play.scoring_api import NotPlayable, score_request
from companion.games import SLUGS, all_games, game_of
from companion.web.api import openapi
from companion.web.api.answers import MOST_BYTES, PREFIX
from companion.web.api.openapi import question_name, type_name
from companion.web.api.schemas import entry_schema
from tests.alike import worked_questions
from tests.games.examples import all_cases, asked_by
from tests.laws.drawn import sampled
from tests.laws.strategies import few, spoiled, valid_plays
from tests.web.api.api_app import api_app, client, post
from tests.web.api.recorded_document import COMMAND, RECORDED, recorded_parts, written

METHODS = ("get", "post", "put", "patch", "delete")
GAMES = pytest.mark.parametrize("slug", SLUGS)


@cache
def the_document() -> Any:
    """Return the document as a program gets it."""
    return json.loads(client().get(f"{PREFIX}/openapi.json").data)


def validator(name: str) -> Draft202012Validator:
    """Return a validator of a type of the document."""
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": the_document()["components"]})


def assert_is(name: str, value: Any) -> None:
    faults = [f"{fault.json_path}: {fault.message}" for fault in validator(name).iter_errors(value)]
    assert not faults, faults


def test_the_document_is_valid() -> None:
    assert the_document()["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(the_document()).validate()
    for schema in the_document()["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_the_document_has_every_url_of_the_api_and_no_other() -> None:
    routes = {
        (rule.rule.removeprefix(PREFIX).replace("<", "{").replace(">", "}"), method.lower())
        for rule in api_app().url_map.iter_rules()
        if rule.rule.startswith(PREFIX)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    routes |= {(f"/games/{slug}/{what}", "post") for slug in SLUGS for what in ("score", "next")}
    routes |= {
        (f"/games/{game.slug}/referee/{situation.key}", "post") for game in all_games() for situation in game.situations
    }
    described = {
        (path, method) for path, item in the_document()["paths"].items() for method in item if method in METHODS
    }
    assert described == routes
    assert the_document()["servers"] == [{"url": PREFIX}]


def test_the_document_says_how_large_a_body_may_be() -> None:
    too_large = the_document()["components"]["responses"]["TooLarge"]["description"]
    assert too_large == f"The body is larger than {MOST_BYTES // 1024} KiB."


def test_the_document_says_what_was_recorded() -> None:
    recorded = json.loads(RECORDED.read_text("utf-8"))
    found = recorded_parts()
    changed = [place for place in {**recorded, **found} if recorded.get(place) != found.get(place)]
    assert changed == [], f"if that is right, run: {COMMAND}"
    assert written(found) == RECORDED.read_text("utf-8"), "in another order"


def test_a_parameter_of_a_query_is_required_only_if_its_value_is() -> None:
    paths = the_document()["paths"]
    listing, removal = paths["/club/plays"]["get"], paths["/club/plays/{key}/rounds/{number}"]["delete"]
    assert {(one["name"], one["required"]) for one in listing["parameters"]} == {("limit", False), ("cursor", False)}
    assert {(one["name"], one["required"]) for one in removal["parameters"]} == {("base", True), ("client_id", True)}


def test_the_document_is_built_once() -> None:
    assert client().get(f"{PREFIX}/openapi.json").data == client().get(f"{PREFIX}/openapi.json").data
    assert json.loads(json.dumps(openapi.document())) == the_document()


def test_every_type_is_used() -> None:
    text = json.dumps(the_document())
    assert [
        name for name in the_document()["components"]["schemas"] if f'"#/components/schemas/{name}"' not in text
    ] == []


@GAMES
def test_options_have_their_bounds_choices_and_defaults(slug: str) -> None:
    game = game_of(slug)
    described = the_document()["components"]["schemas"][f"{type_name(game)}Options"]["properties"]
    for option in game.options:
        schema = described[option.key]
        values = Draft202012Validator({**schema, "components": the_document()["components"]})
        assert values.is_valid(schema["default"])
        if KINDS[option.type].is_number:
            assert values.is_valid(option.bounds.least)
            assert not values.is_valid(option.bounds.least - option.bounds.step)
            assert option.bounds.most is None or not values.is_valid(option.bounds.most + option.bounds.step)
        if option.type == "choice":
            assert all(values.is_valid(choice.value) for choice in option.choices)
            assert not values.is_valid("no such choice")


@GAMES
def test_the_example_of_a_play_has_its_real_answer(slug: str) -> None:
    for what, answer_type in (("score", "Sheet"), ("next", "Form")):
        operation = the_document()["paths"][f"/games/{slug}/{what}"]["post"]
        play = operation["requestBody"]["content"]["application/json"]["example"]
        answer = operation["responses"]["200"]["content"]["application/json"]["example"]
        assert len(play["rounds"]) == 2 or post(f"/games/{slug}/score", play).json["over"]
        assert post(f"/games/{slug}/{what}", play).json == answer
        assert_is(answer_type, answer)


def taken_means_valid(slug: str, play: dict[str, Any]) -> None:
    """Check that what the API accepts is of the game's type, and the response of its own."""
    game = game_of(slug)
    try:
        score_request(game, play)
    except NotPlayable as refusal:
        assert_is("Refusal", refusal.problem_json())
        return
    assert_is(f"{type_name(game)}Play", play)
    assert_is("Play", play)
    assert_is("Sheet", post(f"/games/{slug}/score", play).json)
    assert_is("Form", post(f"/games/{slug}/next", play).json)


@GAMES
def test_every_accepted_example_is_valid(slug: str) -> None:
    for _, _, case in (found for found in all_cases() if found[0] == slug):
        taken_means_valid(slug, case["request"])


@GAMES
def test_recorded_plays_are_valid(slug: str) -> None:
    for seed in range(5):
        taken_means_valid(slug, sampled(game_of(slug), Random(seed), rounds=20, short=seed % 2 == 0))


@GAMES
@settings(max_examples=few(40))
@given(data=st.data())
def test_every_accepted_request_is_valid(slug: str, data: st.DataObject) -> None:
    game = game_of(slug)
    taken_means_valid(slug, json.loads(json.dumps(data.draw(spoiled(game) | valid_plays(game, rounds=3)))))


@GAMES
def test_omitted_values_can_also_be_null_or_empty(slug: str) -> None:
    game = game_of(slug)
    play = sampled(game, Random(1), rounds=1)
    for nothing in (None, [], {}):
        for key in ("options", "rounds", "sides", "dealer"):
            taken_means_valid(slug, {**play, key: nothing})
        for option in game.options:
            taken_means_valid(slug, {**play, "options": {option.key: nothing}, "rounds": []})
        for entry in play["rounds"]:
            for key in (*entry, "adjust", "absent"):
                taken_means_valid(slug, {**play, "rounds": [{**entry, key: nothing}]})


@pytest.mark.parametrize("nothing", [None, [], {}, 0, False])
def test_a_value_of_somebody_who_is_not_asked_can_be_empty(nothing: Any) -> None:
    play = sampled(game_of("put-and-take"), Random(1), rounds=1)
    [entry], dealer = play["rounds"], play["players"][0]
    assert dealer not in entry["put"]
    entry["put"][dealer] = nothing
    taken_means_valid("put-and-take", play)
    assert post("/games/put-and-take/score", play).status_code == 200
    entry["put"][dealer] = ""
    assert not validator("PutAndTakePlay").is_valid(play)
    assert post("/games/put-and-take/score", play).status_code == 422


@GAMES
def test_games_and_the_catalogue_are_as_described(slug: str) -> None:
    assert_is("GameDetails", client().get(f"{PREFIX}/games/{slug}").json)
    assert_is("Catalogue", client().get(f"{PREFIX}/games").json)
    assert_is("Problem", client().get(f"{PREFIX}/games/{slug}-2").json)


@GAMES
def test_questions_and_verdicts_are_as_described(slug: str, subtests: pytest.Subtests) -> None:
    assert_is("Situations", client().get(f"{PREFIX}/games/{slug}/referee").json)
    for case in worked_questions(slug):
        with subtests.test(f"{case['situation']}: {case['name']}"):
            question_and_verdict(game_of(slug), case)


def question_and_verdict(game: Game[Any], case: dict[str, Any]) -> None:
    question = asked_by(case)
    answer = post(f"/games/{game.slug}/referee/{case['situation']}", question)
    if "refused" in case:
        assert answer.status_code == 422
        assert_is("Refusal", answer.json)
        return
    assert_is(question_name(game, situation_of(game.situations, case["situation"])), question)
    assert_is("Question", question)
    assert_is("Verdict", answer.json)


def test_a_field_says_what_it_is_called_beside_which_answer() -> None:
    question = the_document()["components"]["schemas"]["ReversisAceQuestion"]
    assert "Trick won by where `how` is `discarded`, Suit led by where `how` is `forced` or" in str(question)


def test_a_field_is_described_with_all_its_help() -> None:
    fields = the_document()["components"]["schemas"]["CactusRound"]["properties"]
    assert fields["points"]["description"] == (
        "Points. What the cards turned up at the end count. Queens, jacks and 10s 10, kings 0, aces 1, the others their"
        " pips."
    )


def test_a_choice_is_described_with_what_can_be_chosen_at_any_table() -> None:
    game = game_of("any-other-game")
    alone, partners = {"alone": "Alone", "nobody": "Nobody"}, {"nobody": "Nobody", "both": "Both partners"}

    def fields(table: Table[Any]) -> tuple[f.Field, ...]:
        who = f.choice(Key("who"), "Who", alone if len(table.players) < 4 else partners)
        return (*game.scoring.fields(table), who)

    described = entry_schema(replace(game, scoring=replace(game.scoring, fields=fields)))["properties"]["who"]
    assert described["description"] == "Who. One of `alone` (Alone), `nobody` (Nobody) or `both` (Both partners)."


def test_an_effect_says_whose_total_it_changes() -> None:
    effect = the_document()["components"]["schemas"]["Effect"]["properties"]
    assert effect["player"]["description"] == "Whose total changes: a player, or a side in partnership games."
