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


def check_verdict(slug: str, key: str, verdict: Verdict, facts: Any) -> None:
    """Check the verdict on a question: sentences, existing paragraphs, effects on players of the table."""
    game = game_of(slug)
    where, paragraphs = f"{game.name}, {key}", {**COMMON_RULES, **game.rules.by_id}
    assert verdict.rules, f"{where}: “{verdict.verdict}” names no paragraph"
    unknown = [rule for rule in verdict.rules if rule not in paragraphs]
    assert not unknown, f"{where}: there is no paragraph {', '.join(unknown)}"
    twice = {rule for rule in verdict.rules if verdict.rules.count(rule) > 1}
    assert not twice, f"{where}: “{verdict.verdict}” names {', '.join(twice)} twice"
    assert verdict.because, f"{where}: “{verdict.verdict}” has no reason, only {', '.join(verdict.rules)}"
    for sentence in (verdict.verdict, *verdict.because):
        assert sentence[-1] in ".?!", f"{where}: “{sentence}” has no full stop"
        begins_well = not sentence[0].isalpha() or sentence[0].isupper() or sentence.split()[0] in set(texts_in(facts))
        assert begins_well, f"{where}: “{sentence}” begins with a small letter"
    players = facts.get("players") if isinstance(facts, dict) else None
    four = isinstance(players, list) and len(players) == 4
    sides = usual_sides(players) if four and not facts.get("sides") else ()
    others = {effect.name for effect in verdict.effects} - {*texts_in(facts), *sides}
    assert not others, f"{where}: an effect is on {', '.join(others)}, who is not in the facts"
    assert all(effect.points for effect in verdict.effects), f"{where}: an effect of no points"
    json.dumps(verdict_json(verdict))


def check_refusal(slug: str, key: str, refused: NotPlayable) -> None:
    """Check that the refusal of a question names what to correct, in sentences."""
    where = f"{game_of(slug).name}, {key}"
    assert refused.problems, f"{where}: a refusal without a problem"
    assert refused.problem_json()["title"] == "This cannot be judged"
    assert refused.number is None
    for problem in refused.problems:
        assert isinstance(problem.field, str), f"{where}: {problem}"
        assert problem.message.endswith((".", "?", "!", "…")), f"{where}: “{problem.message}” has no full stop"
        assert len(problem.message) < 2000, f"{where}: {problem}"


def judged_or_refused(slug: str, key: str, request: dict[str, Any]) -> Verdict | None:
    """Return the verdict, or None if the request is refused with named problems; anything else fails."""
    game, situation = game_of(slug), found(slug, key)
    try:
        verdict = judge_request(game, situation, request)
    except NotPlayable as refusal:
        check_refusal(slug, key, refusal)
        return None
    assert verdict_json(judge_request(game, situation, request)) == verdict_json(verdict)
    check_verdict(slug, key, verdict, request.get("facts"))
    return verdict
