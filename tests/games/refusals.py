"""Refusals of worked examples: what they say, and what an example could give instead."""

import json
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from companion.core.entry.fields import Field
from companion.core.game.situation import situation_of
from companion.core.play.fold import coming_fields, fold
from companion.core.play.scoring_api import NotPlayable
from companion.core.play.setups import read_options, read_setup
from companion.core.referee.judge_request import read_facts
from companion.games import game_of
from tests.laws import drawn


def refusal_is(refusal: NotPlayable, wanted: Mapping[str, Any]) -> None:
    """Check that a refusal has the expected round, fields, messages and places.

    :raises AssertionError: it is another one.
    """
    found = {"round": refusal.number, "fields": sorted({problem.field for problem in refusal.problems})}
    expected = {"round": wanted.get("round"), "fields": sorted(wanted.get("fields", ()))}
    assert found == expected, f"{refusal}\nso “refused” is {as_json(found)}, but expected is {as_json(expected)}"
    if "messages" in wanted:
        said = said_by(refusal)
        assert said == {key: wanted.get(key) for key in said}, f"the messages are {as_json(said['messages'])}"


def said_by(refusal: NotPlayable) -> dict[str, Any]:
    """Return the sentences of a refusal, and which players and rows they are about, as far as any is."""
    problems = refusal.problems
    names, rows = [problem.name for problem in problems], [problem.row for problem in problems]
    said: dict[str, list[Any]] = {"messages": [problem.message for problem in problems], "names": names, "rows": rows}
    return {key: values if any(values) else None for key, values in said.items()}


def as_json(value: Any) -> str:
    """Return a value as an example writes it."""
    return json.dumps(value, ensure_ascii=False)


def fault_text(slug: str, case: Mapping[str, Any], fault: BaseException) -> str:
    """Return which case a fault is about; of a refusal also each problem, with what the case could give instead."""
    text = f"{game_of(slug).name}, {case.get('situation', 'scored')}, “{case['name']}”"
    lines = _lines(slug, case, fault) if isinstance(fault, NotPlayable) else ()
    return "\n".join([text, *lines])


def _lines(slug: str, case: Mapping[str, Any], refusal: NotPlayable) -> Iterator[str]:
    """Yield a line for each problem: its field, its sentence, and once for each field what could be given instead."""
    fields, given = _asked(slug, case, refusal)
    by_key = {field.key: field for field in fields}
    faults_of_form = read_facts(fields, given)[1]
    instead = {
        fault.field: f" It could be {as_json(_example(by_key[fault.field], given))}."
        if fault.field in by_key
        else f" There are: {', '.join(by_key) or 'none'}."
        for fault in faults_of_form
    }
    for problem in refusal.problems:
        hint = instead.pop(problem.field, "") if problem in faults_of_form else ""
        yield f"- {problem.field}: {problem.message}{hint}"


def _asked(slug: str, case: Mapping[str, Any], refusal: NotPlayable) -> tuple[tuple[Field, ...], Mapping[str, Any]]:
    """Return the fields of the part of a case that is refused, and what the case gives for them."""
    game = game_of(slug)
    request = case.get("request", case)
    options, players = _object(request.get("options")), game.seats.placeholder_names()
    if "request" in case:
        setup, _ = read_setup(game, request)
        if refusal.number is not None and setup is not None:
            rounds = request["rounds"]
            table = fold(game, setup, rounds[: refusal.number - 1]).table
            return coming_fields(game, table), _object(rounds[refusal.number - 1])
        return game.options_for(players), options
    agreed, faults = read_options(game, players, options)
    if faults:
        return game.options_for(players), options
    return situation_of(game.situations, case["situation"]).facts(agreed), _object(case.get("facts"))


def _object(value: object) -> Mapping[str, Any]:
    """Return an object as it is; an empty one instead of anything else."""
    return value if isinstance(value, dict) else {}


def _example(field: Field, given: Mapping[str, Any]) -> Any:
    """Return a value that a field takes, about the players that are given, or else any."""
    players: object = given.get("players")
    names: Iterable[Any] = players if isinstance(players, list) and field.key != "players" else drawn.NAMES[:4]
    return drawn.value(drawn.about(field.of(nobody=""), tuple(names)), Random(1))
