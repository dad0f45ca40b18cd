"""Who pays whom, beside a settlement chip by chip, and who draws when."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game.situation import situation_of
from companion.core.play.scoring_api import NotPlayable
from companion.core.referee.judge_request import judge_request
from companion.games import game_of

GAME = game_of("kabu")
NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay")


def asked(key: str, options: Mapping[str, Any] | None = None, **facts: Any) -> Mapping[str, Any]:
    """The outcome of a question."""
    request = {"options": dict(options or {}), "facts": facts}
    return judge_request(GAME, situation_of(GAME.situations, key), request).outcome


@settings(max_examples=60, deadline=None)
@given(
    hands=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 30)), min_size=2, max_size=6),
    rule=st.sampled_from(["others-pay", "nobody-pays"]),
)
def test_a_hand_is_settled_chip_by_chip(hands: list[tuple[int, int]], rule: str) -> None:
    """Every point between two players is one chip."""
    scores = {name: score for name, (score, _) in zip(NAMES, hands, strict=False)}
    chips = {name: held for name, (_, held) in zip(NAMES, hands, strict=False)}
    moved: Counter[tuple[str, str]] = Counter()
    for one, other in combinations(scores, 2):
        low, high = sorted((one, other), key=lambda name: scores[name])
        for _ in range(scores[low], scores[high]):
            moved[low, high] += 1
    owes = {name: sum(number for (payer, _), number in moved.items() if payer == name) for name in scores}
    short = [name for name in scores if owes[name] > chips[name]]
    if short and rule == "nobody-pays":
        moved.clear()
    changes = Counter(dict.fromkeys(scores, 0))
    for (payer, to), number in moved.items():
        if payer not in short:
            changes[payer] -= number
            changes[to] += number
    found = asked("payments", {"final_hand": rule}, scores=scores, chips=chips)
    assert (found["owed"], found["cannot_pay"], found["scores"]) == (owes, short, changes)
    for name in scores:
        paid = sum(row["chips"] for row in found["payments"] if row["from"] == name)
        got = sum(row["chips"] for row in found["payments"] if row["to"] == name)
        assert got - paid == changes[name]
        assert paid in (0, owes[name]), "all or nothing"


@settings(max_examples=60, deadline=None)
@given(
    choices=st.lists(st.sampled_from(["draw", "pass"]), max_size=12), number=st.integers(2, 6), seat=st.integers(0, 5)
)
def test_a_draw_goes_round_until_all_are_done(choices: list[str], number: int, seat: int) -> None:
    """Each answer is put down for whoever the referee says is next; nobody else may act."""
    players, dealer = list(NAMES[:number]), NAMES[seat % number]
    actions: list[dict[str, str]] = []
    for choice in choices:
        found = asked("turn", players=players, dealer=dealer, actions=actions)
        if found["next"] is None:
            break
        other = next(name for name in players if name != found["next"])
        with pytest.raises(NotPlayable):
            asked("turn", players=players, dealer=dealer, actions=[*actions, {"player": other, "action": "draw"}])
        actions.append({"player": found["next"], "action": choice})
    found = asked("turn", players=players, dealer=dealer, actions=actions)
    for name in players:
        own = [row["action"] for row in actions if row["player"] == name]
        assert found["cards"][name] == 2 + own.count("draw") <= 4
        assert "pass" not in own[:-1]
    done = all(found["cards"][name] == 4 or {"player": name, "action": "pass"} in actions for name in players)
    assert done == (found["next"] is None)
