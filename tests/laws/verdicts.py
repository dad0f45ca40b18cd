"""What holds for every verdict and refusal of a referee."""

import json
from typing import Any

from companion.core.game.seating import usual_sides
from companion.core.game.situation import Situation, Verdict, situation_of
from companion.core.play.scoring_api import NotPlayable
from companion.core.referee.judge_request import judge_request, verdict_json
from companion.core.rules.rules import COMMON_RULES
from companion.games import game_of
from tests.laws.drawn import texts_in


def found(slug: str, key: str) -> Situation:
    return situation_of(game_of(slug).situations, key)


def check_verdict(slug: str, verdict: Verdict, facts: Any) -> None:
    """Check a verdict: sentences, existing rules, a basis that fits them, effects on players of the table."""
    paragraphs = {**COMMON_RULES, **game_of(slug).rules.by_id}
    assert verdict.rules, "a verdict names its rules"
    assert set(verdict.rules) <= set(paragraphs), set(verdict.rules) - set(paragraphs)
    assert len(set(verdict.rules)) == len(verdict.rules)
    assert verdict.because
    for sentence in (verdict.verdict, *verdict.because):
        assert sentence[-1] in ".?!", sentence
        assert not sentence[0].isalpha() or sentence[0].isupper() or sentence.split()[0] in set(texts_in(facts)), (
            sentence
        )
    players = facts.get("players") if isinstance(facts, dict) else None
    four = isinstance(players, list) and len(players) == 4
    sides = usual_sides(players) if four and not facts.get("sides") else ()
    assert {effect.name for effect in verdict.effects} <= {*texts_in(facts), *sides}
    assert all(effect.points for effect in verdict.effects)
    json.dumps(verdict_json(verdict))


def check_refusal(refused: NotPlayable) -> None:
    """Check that a refusal names what to correct, in sentences."""
    assert refused.problems
    assert refused.problem_json()["title"] == "This cannot be judged"
    assert refused.number is None
    for problem in refused.problems:
        assert isinstance(problem.field, str)
        assert problem.message.endswith((".", "?", "!", "…")), problem
        assert len(problem.message) < 2000


def judged_or_refused(slug: str, key: str, request: dict[str, Any]) -> Verdict | None:
    """Return the verdict, or None if the request is refused with named problems; anything else fails."""
    game, situation = game_of(slug), found(slug, key)
    try:
        verdict = judge_request(game, situation, request)
    except NotPlayable as refusal:
        check_refusal(refusal)
        return None
    assert verdict_json(judge_request(game, situation, request)) == verdict_json(verdict)
    check_verdict(slug, verdict, request.get("facts"))
    return verdict
