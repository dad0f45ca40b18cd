"""Worked examples and recorded plays: JSON files beside a game's tests, run against the core.

A file holds a list of cases. Each has a ``name``, a scoring ``request``, and either

- ``expect``: the parts of the answer that matter. An object in it must be there with at least these keys,
- ``refused``: ``{"round": 3, "fields": ["tricks"]}``, optionally ``"names"``: words that the messages must hold.

``referee.json`` holds questions to the game's referee instead: ``name``, ``situation``, ``options`` (where not the
default ones), ``facts``, and ``expect`` or ``refused`` likewise.

``offers.json`` holds rounds that suggest a question to the referee, or do not: ``name``, ``situation``, the ``request``
of the rounds that were played, the coming ``round`` as somebody types it (or ``before``, what is put down of it before
the hand), and ``offered``: the sentence with which the question is offered, empty where it is not. Facts that the round
answers under other keys are ``answered``, all of them.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.entry import read_record
from companion.core.fold import fields_before, with_absent
from companion.core.referee import judge_request, verdict_json
from companion.core.scoring_api import NotPlayable, score_json, score_request
from companion.core.situation import situation_of
from companion.games import SLUGS, folder_of, game_of

HERE = Path(__file__).parent
REFEREE = "referee.json"
OFFERS = "offers.json"


def all_cases() -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Slug, file and case of every example of every game."""
    for slug in SLUGS:
        for path in sorted((HERE / folder_of(slug)).glob("*.json")):
            for case in json.loads(path.read_text("utf-8")) if path.name not in (REFEREE, OFFERS) else ():
                yield slug, path, case


def all_questions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Slug and case of every question to a referee."""
    return _cases_in(REFEREE)


def all_offers() -> Iterator[tuple[str, dict[str, Any]]]:
    """Slug and case of every round that suggests a question to a referee, or does not."""
    return _cases_in(OFFERS)


def _cases_in(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for slug in SLUGS:
        path = HERE / folder_of(slug) / name
        for case in json.loads(path.read_text("utf-8")) if path.exists() else ():
            yield slug, case


def judged(slug: str, case: dict[str, Any]) -> dict[str, Any]:
    """The verdict on the question of a case, as JSON.

    :raises NotPlayable: the facts or options are refused.
    """
    game = game_of(slug)
    situation = situation_of(game.situations, case["situation"])
    request = {key: case[key] for key in ("options", "facts") if key in case}
    answer: dict[str, Any] = json.loads(json.dumps(verdict_json(judge_request(game, situation, request))))
    return answer


def run_question(slug: str, case: dict[str, Any]) -> None:
    """Put the question of a case to the referee and compare.

    :raises AssertionError: the answer is another one.
    """
    if "refused" not in case:
        differences = list(unlike(case["expect"], judged(slug, case), "answer"))
        assert not differences, "\n".join(differences)
        return
    with pytest.raises(NotPlayable) as refusal:
        judged(slug, case)
    told(refusal.value, {"round": None, **case["refused"]})


def run_offer(slug: str, case: dict[str, Any]) -> None:
    """Type the round of a case and compare what the referee is offered for.

    :raises AssertionError: it is offered with another sentence, or answers other facts.
    """
    game = game_of(slug)
    situation, table = situation_of(game.situations, case["situation"]), score_request(game, case["request"]).table
    before = "before" in case
    typed = {key: value for key, value in case["before" if before else "round"].items() if key != "absent"}
    table = with_absent(game, table, case.get("round", {}).get("absent", ()))
    entry, problems = read_record(fields_before(game, table) if before else game.fields(table), typed)
    assert not problems, problems
    assert (situation.offered_before if before else situation.offered)(table, entry) == case["offered"]
    if case["offered"]:
        answered = dict(situation.answered(table, entry))
        assert answered == case.get("answered", {})
        whose = {situation.known_of.key} if situation.known_of else set()
        assert set(answered) <= {field.key for field in situation.facts(table.options)} | whose


def run_case(slug: str, case: dict[str, Any]) -> None:
    """Score the request of a case and compare.

    :raises AssertionError: the answer is another one.
    """
    game = game_of(slug)
    if "refused" in case:
        refused(game, case)
        return
    answer = score_json(score_request(game, case["request"]))
    differences = list(unlike(case["expect"], json.loads(json.dumps(answer)), "answer"))
    assert not differences, "\n".join(differences)


def refused(game: Any, case: dict[str, Any]) -> None:
    """Check that the request is refused for the reasons that the case names."""
    with pytest.raises(NotPlayable) as refusal:
        score_request(game, case["request"])
    told(refusal.value, case["refused"])


def told(refusal: NotPlayable, wanted: dict[str, Any]) -> None:
    """Check that a refusal names what it should."""
    problems = refusal.problems
    assert refusal.number == wanted["round"], problems
    assert sorted({problem.field for problem in problems}) == sorted(wanted["fields"]), problems
    messages = " ".join(problem.message for problem in problems)
    for word in wanted.get("names", ()):
        assert word in messages, messages


def unlike(wanted: Any, found: Any, where: str) -> Iterator[str]:
    """Where an answer differs from what is wanted of it."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            if key not in found:
                yield f"{where}.{key} is not there"
            else:
                yield from unlike(value, found[key], f"{where}.{key}")
    elif isinstance(wanted, list) and isinstance(found, list):
        if len(wanted) != len(found):
            yield f"{where}: {len(found)} items, not {len(wanted)}: {found}"
        for number, (one, other) in enumerate(zip(wanted, found, strict=False)):
            yield from unlike(one, other, f"{where}[{number}]")
    elif wanted != found or type(wanted) is not type(found):
        yield f"{where}: {found!r}, not {wanted!r}"
