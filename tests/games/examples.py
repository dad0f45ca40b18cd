"""Worked examples and recorded plays: JSON files beside a game's tests, run against the core.

A file holds a list of cases. Each has a ``name``, a scoring ``request``, and either

- ``expect``: the answer, of which objects need at least the given keys. Further keys describe the table after the play:

  - ``told``: what the pages say, by keys of ``carry`` and ``next``, and of its ``progress``,
  - ``gains``: the least and the most that the coming round can give,
  - ``calls``: the bids of the last round, with their results,
  - ``weights``: the losses that count as several games,
  - ``offers``: the questions that the last round suggests, each with its sentence and the facts that it answers,
  - ``known``, ``about``: the facts that the referee knows without asking: those of the table, and of a player or side,
- ``refused``: ``{"round": 3, "fields": ["tricks"]}``, and ``"messages"``: the sentences of all problems, with
  the ``names`` and ``rows`` that they are about.

``referee.json`` holds questions to the game's referee instead: ``name``, ``situation``, ``options`` (where not the
default ones), ``facts``, and ``expect`` or ``refused`` likewise. Write what matters by hand, and
``python -m tests.games expect`` fills in the rest.

``offers.json`` holds what a play adds to these questions: ``name``, ``situation``, the ``request`` of the rounds that
were played, and one of

- ``offered``: the sentence with which the coming ``round`` as somebody types it (or ``before``, what is put down of it
  before the hand) suggests the question; empty: it does not. What it answers under other keys is ``answered``,
- ``known``: all facts that the referee takes from the sheet. ``before``: what was put down before the hand; ``about``:
  the player or side whose facts they are,
- ``admitted``: whom everybody agrees on, with ``expect`` of the verdict.

``hands.json`` holds hands followed trick by trick: the ``request`` of the rounds before, the ``hand`` as it is stored,
and what its cards have ``settled`` (``tests.games.playing.settled_by_cards``); the command fills it in.
``python -m tests.games deal`` adds random ones.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.core.entry.fields import Field
from companion.core.entry.names_in_entries import replace_names
from companion.core.entry.record import read_record
from companion.core.game.game import Game
from companion.core.game.situation import Situation, Verdict, situation_of, why_and_facts
from companion.core.game.table import Table
from companion.core.phrases import no_text
from companion.core.play.fold import Sheet, fields_before_hand, with_absent
from companion.core.play.scoring_api import NotPlayable, next_json, score_json, score_request
from companion.core.play.setups import read_options
from companion.core.referee.judge_request import default_options, judge_admitted, judge_request, verdict_json
from companion.games import SLUGS, folder_of, game_of
from tests.games.playing import settled_by_cards
from tests.games.refusals import as_json, refusal_is
from tests.laws.verdicts import check_verdict

HERE = Path(__file__).parent
REFEREE = "referee.json"
SAID_OF_ALL = ("verdict", "basis", "because", "rules", "effects")
"""Keys that every worked question expects in the answer, besides ``outcome``."""

SAID_IF_ANY = ("usual", "rests")
"""Keys of a verdict that pages show beside the API's answer, each missing where there is nothing."""

SAID_OF_A_PLAY = ("totals", "standings", "over", "winners", "carry", "next", "rounds")
SAID_OF_A_ROUND = ("lines", "notes")
"""Keys that every worked example expects in the answer, and in each of its rounds."""

BESIDE = ("told", "gains", "calls", "weights", "offers", "known", "about")
"""Keys of a worked example beside ``expect``, each missing where there is nothing."""

OFFERS = "offers.json"
HANDS = "hands.json"
PROGRESS = "progress"
OUTCOME = "outcome"
"""Key of a verdict for programs, which is written by hand from the book."""


def all_cases() -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Return slug, file and case of every example of every game."""
    for slug in SLUGS:
        for path in sorted((HERE / folder_of(slug)).glob("*.json")):
            for case in _cases_of(path) if path.name not in (REFEREE, OFFERS, HANDS) else ():
                yield slug, path, case


def all_questions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Return slug and case of every question to a referee."""
    return _cases_in(REFEREE)


def all_offers() -> Iterator[tuple[str, dict[str, Any]]]:
    """Return slug and case of everything that a play adds to the questions to a referee."""
    return _cases_in(OFFERS)


def all_hands() -> Iterator[tuple[str, dict[str, Any]]]:
    """Return slug and case of every hand that is followed trick by trick."""
    return _cases_in(HANDS)


def _cases_in(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for slug in SLUGS:
        for case in _cases_of(HERE / folder_of(slug) / name):
            yield slug, case


@cache
def _cases_of(path: Path) -> list[dict[str, Any]]:
    """Return the cases of a file, which is read once."""
    return read_cases(path) if path.exists() else []


def read_cases(path: Path) -> list[dict[str, Any]]:
    """Return the cases of a file.

    :raises ValueError: it is no JSON.
    """
    try:
        cases: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    except json.JSONDecodeError as fault:
        raise ValueError(f"{path.parent.name}/{path.name}: {fault}") from None
    return cases


def expects_all(case: dict[str, Any]) -> bool:
    """Whether an example has all that the command fills in."""
    if "refused" in case:
        return "messages" in case["refused"]
    expected = case["expect"]
    if "situation" in case:
        return {OUTCOME, *SAID_OF_ALL} <= set(expected)
    in_rounds = all(set(SAID_OF_A_ROUND) <= set(one) for one in expected.get("rounds", ()))
    return "told" in case and set(SAID_OF_A_PLAY) <= set(expected) and in_rounds


def at_the_table(slug: str, case: dict[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the players and the sides that the facts of a question mention."""
    game, facts = game_of(slug), case["facts"]
    told = facts["players"] if isinstance(facts.get("players"), list) else ()
    options, _ = read_options(game, told, case.get("options"))
    named: dict[str, dict[str, None]] = {"player": {}, "side": {}}

    def note(asked: Field, name: str) -> str:
        if not asked.names:
            named[asked.bounds.takes or (asked.per if asked.per != "table" else "player")][name.strip()] = None
        return name

    replace_names(situation_of(game.situations, case["situation"]).facts(options), facts, note, str)
    sides = tuple(facts.get("sides") or named["side"])
    players = tuple(told or (name for name in named["player"] if name not in sides))
    if game.seats.is_in_sides and len(players) == 4 and "sides" not in facts:
        sides = (f"{players[0]} & {players[2]}", f"{players[1]} & {players[3]}")
    return players, sides


def judged(slug: str, case: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict on the question of a case, as JSON.

    :raises NotPlayable: the facts or options are refused.
    """
    return shown_json(verdict_on(slug, case["situation"], asked_by(case)))


def shown_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as JSON, also with what only pages show: reasons of effects, usual effects, what it rests on."""
    effects, usual = (
        [{"player": one.name, "points": one.points, "reason": one.reason} for one in some]
        for some in (verdict.effects, verdict.usual)
    )
    shown = {**verdict_json(verdict), "effects": effects, "usual": usual, "rests": verdict.rests}
    answer: dict[str, Any] = json.loads(json.dumps(shown))
    return {key: value for key, value in answer.items() if value or key not in SAID_IF_ANY}


def asked_by(case: dict[str, Any]) -> dict[str, Any]:
    """Return what the referee gets of a case."""
    return {key: case[key] for key in ("options", "facts") if key in case}


def verdict_on(slug: str, key: str, request: dict[str, Any]) -> Verdict:
    """Return the verdict on a question.

    :raises NotPlayable: the facts or options are refused.
    """
    game = game_of(slug)
    return judge_request(game, situation_of(game.situations, key), request)


def admitted(slug: str, case: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict if everybody agrees on who was at fault, as JSON."""
    game = game_of(slug)
    situation, table = situation_of(game.situations, case["situation"]), score_request(game, case["request"]).table
    return shown_json(judge_admitted(game, situation, table.options, case["admitted"]))


def run_question(slug: str, case: dict[str, Any]) -> None:
    """Ask the referee the question of a case and compare.

    :raises AssertionError: the answer is another one.
    """
    if "refused" in case:
        refusal_is(refusal_of(slug, case), case["refused"])
        return
    verdict = verdict_on(slug, case["situation"], asked_by(case))
    check_verdict(slug, case["situation"], verdict, case["facts"])
    verdict_is(case["expect"], shown_json(verdict))


def verdict_is(wanted: dict[str, Any], found: dict[str, Any]) -> None:
    """Compare a verdict with what is expected of it.

    :raises AssertionError: it is another one.
    """
    differences = list(unlike(wanted, found, "answer"))
    assert not differences, "\n".join(differences)
    if "verdict" in wanted:
        assert {key: found.get(key) for key in SAID_IF_ANY} == {key: wanted.get(key) for key in SAID_IF_ANY}


def each_fact_is_needed(slug: str, case: dict[str, Any]) -> None:
    """Ask the question of a case without each fact that it needs, and with one of no meaning.

    :raises AssertionError: it is answered, or the refusal does not name the fact.
    """
    game, key, facts = game_of(slug), case["situation"], case["facts"]
    asked = situation_of(game.situations, key).facts(default_options(game))
    lacking = {one.key: {k: v for k, v in facts.items() if k != one.key} for one in asked if one.required}
    for name, instead in {**lacking, "weather": {**facts, "weather": "fine"}}.items():
        with pytest.raises(NotPlayable) as refusal:
            verdict_on(slug, key, {**asked_by(case), "facts": instead})
        assert name in {problem.field for problem in refusal.value.problems}


def run_offer(slug: str, case: dict[str, Any]) -> None:
    """Open the question of a case from within a play, and compare.

    :raises AssertionError: it is offered with another sentence, or the play knows other facts.
    """
    game = game_of(slug)
    situation, table = situation_of(game.situations, case["situation"]), score_request(game, case["request"]).table
    facts = {field.key for field in situation.facts(table.options)}
    if "admitted" in case:
        verdict_is(case["expect"], admitted(slug, case))
    elif "known" in case:
        before = case.get("before", {})
        known = {**situation.known_before(table, before), **situation.known_facts(table)}
        if "about" in case:
            assert situation.subject_facts is not None
            known |= situation.subject_facts.facts(table, before, case["about"])
        assert known == case["known"]
        assert set(known) <= facts
    else:
        _run_offered(game, situation, table, case)


def run_hand(slug: str, case: dict[str, Any]) -> None:
    """Follow the cards of a case, and compare what they settle.

    :raises AssertionError: it is something else.
    """
    wanted, found = case["settled"], settled_by_cards(slug, case)
    more = [f"settled.{key} is not expected: {found[key]!r}" for key in found if key not in wanted]
    assert found == wanted, "\n".join([*unlike(wanted, found, "settled"), *more])


def _run_offered(game: Game[Any], situation: Situation, table: Table[Any], case: dict[str, Any]) -> None:
    before = "before" in case
    typed = {key: value for key, value in case["before" if before else "round"].items() if key != "absent"}
    table = with_absent(game, table, case.get("round", {}).get("absent", ()))
    entry, problems = read_record(fields_before_hand(game, table) if before else game.scoring.fields(table), typed)
    assert not problems, problems
    why, answered = why_and_facts((situation.offer_before if before else situation.offer)(table, entry))
    assert why == case["offered"]
    if why:
        assert answered == case.get("answered", {})
        whose = {situation.subject_facts.key} if situation.subject_facts else set()
        assert set(answered) <= {field.key for field in situation.facts(table.options)} | whose


def run_case(slug: str, case: dict[str, Any]) -> None:
    """Score the request of a case and compare.

    :raises AssertionError: the answer is another one.
    """
    if "refused" in case:
        refusal_is(refusal_of(slug, case), case["refused"])
        return
    found = scored(slug, case)
    differences = list(unlike(case["expect"], found["expect"], "answer"))
    assert not differences, "\n".join(differences)
    assert {key: found.get(key) for key in BESIDE} == {key: case.get(key) for key in BESIDE}


def scored(slug: str, case: dict[str, Any]) -> dict[str, Any]:
    """Return all that can be expected of a scored request, under the keys of a case.

    :raises NotPlayable: the request is refused.
    """
    game = game_of(slug)
    sheet = score_request(game, case["request"])
    found: dict[str, Any] = {"expect": score_json(sheet), "told": dict(told_of(game, sheet.table))}
    if sheet.rounds:
        found["calls"] = sheet.rounds[-1].calls
        found["offers"] = dict(offers_of(sheet, case["request"]["rounds"][-1]))
    if sheet.table.over:
        found["weights"] = game.ending.weigh(sheet.table)
    else:
        found["known"] = {one.key: one.known_facts(sheet.table) for one in game.situations}
        found["about"] = {one.key: dict(facts_about_each(one, sheet.table)) for one in game.situations}
        if game.ending.outlook:
            found["gains"] = game.ending.outlook.gains(sheet.table)
    for key in ("known", "about"):
        found[key] = {one: facts for one, facts in found.get(key, {}).items() if facts}
    answer: dict[str, Any] = json.loads(json.dumps({key: value for key, value in found.items() if value}))
    return answer


def facts_about_each(situation: Situation, table: Table[Any]) -> Iterator[tuple[str, Any]]:
    """Return the facts that follow once it is clear whom a question is about: those of each player or side."""
    if situation.subject_facts is None:
        return
    for name in table.totals:
        facts = situation.subject_facts.facts(table, {}, name)
        if facts:
            yield name, facts


def offers_of(sheet: Sheet[Any], last: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Return the questions that the last round of a sheet suggested, each with its sentence and what was answered."""
    game, before = sheet.game, sheet.rounds[-2].table if len(sheet.rounds) > 1 else sheet.opening
    table = with_absent(game, before, last.get("absent") or ())
    fields = game.scoring.fields(table)
    keys = {one.key for one in fields}
    entry, problems = read_record(fields, {key: value for key, value in last.items() if key in keys})
    assert not problems, problems
    for one in game.situations:
        why, answered = why_and_facts(one.offer(table, entry))
        if why:
            yield one.key, [why, answered]


def told_of(game: Game[Any], table: Table[Any]) -> Iterator[tuple[str, str]]:
    """Return what the pages say about the table: of its carry, the next round and the progress, by their keys."""
    held = {**game.carry_json(table), **(next_json(game, table) or {})}
    for key, text in game.notice_texts.items():
        if key in held and text is not no_text:
            yield key, text(held[key]).replace("\N{NO-BREAK SPACE}", " ") if held[key] is not None else ""
    progress = game.ending.progress(table)
    yield PROGRESS, progress.text.replace("\N{NO-BREAK SPACE}", " ") if progress else ""


def refusal_of(slug: str, case: dict[str, Any]) -> NotPlayable:
    """Return why the request or the question of a case is refused.

    :raises AssertionError: it is answered.
    """
    try:
        if "request" in case:
            answer = f"the totals {as_json(dict(score_request(game_of(slug), case['request']).table.totals))}"
        else:
            answer = f"the verdict “{judged(slug, case)['verdict']}”"
    except NotPlayable as refusal:
        return refusal
    raise AssertionError(f"It should be refused, but gives {answer}")


def unlike(wanted: Any, found: Any, where: str) -> Iterator[str]:
    """Return the differences between an answer and what is expected of it."""
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
