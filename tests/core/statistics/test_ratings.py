"""Skill ratings: teams, ties, and less uncertainty with each play."""

import subprocess
import sys
from math import exp, sqrt
from random import Random
from typing import Any

import pytest

from companion.core.statistics.play_facts import PlayFacts
from companion.core.statistics.ratings import FEWEST_PLAYS, ratings
from tests.core.statistics.evening import part, play

START = 25.0


def plays_of(*places: tuple[int, ...], sides: bool = False) -> list[PlayFacts]:
    """Return plays in which the people, in their order, had these places."""
    names = ("Ann", "Bob", "Cyd", "Dee")
    return [
        play(number, [part(name, 0, place, **({"side": seat % 2} if sides else {}))
                      for seat, (name, place) in enumerate(zip(names, row, strict=False))])
        for number, row in enumerate(places)
    ]  # fmt: skip


def skills(plays: list[PlayFacts]) -> dict[int, float]:
    return {one.person: one.skill for one in ratings(plays)}


def test_winners_rise_above_losers_and_both_ratings_get_more_certain() -> None:
    once, often = ratings(plays_of((1, 2))), ratings(plays_of(*[(1, 2)] * 6))
    assert [one.person for one in often] == [1, 2]
    assert often[0].skill > once[0].skill > START > once[1].skill > often[1].skill
    assert often[0].margin_of_error < once[0].margin_of_error < 2 * START / 3
    assert not once[0].is_shown
    assert often[0].is_shown
    assert FEWEST_PLAYS == 5
    assert [ratings(plays_of(*[(1, 2)] * plays))[0].is_shown for plays in (4, 5)] == [False, True]


def test_tied_players_stay_level() -> None:
    found = skills(plays_of((1, 1, 3)))
    assert found[1] == pytest.approx(found[2])
    assert found[1] > START > found[3]


def test_partners_rise_and_fall_together() -> None:
    found = skills(plays_of((1, 3, 1, 3), sides=True))
    assert found[1] == pytest.approx(found[3])
    assert found[2] == pytest.approx(found[4])
    assert found[1] > START > found[2]


def test_absent_players_and_plays_of_one_player_are_not_rated() -> None:
    out = play(1, [part("Ann", 1, 1), part("Bob", 0, 2), part("Cyd", 0, 2, rounds=0)])
    alone = play(2, [part("Dee", 1, 1), part("Bob", 0, 2, rounds=0)])
    assert set(skills([alone, out])) == set(skills([out, alone])) == {1, 2}
    assert ratings([]) == []


def test_beating_a_better_player_counts_more() -> None:
    before = plays_of(*[(1, 2, 2)] * 5)
    over_best, over_last = (
        skills([*before, play(9, [part(loser, 0, 2), part("Bob", 0, 1)])]) for loser in ("Ann", "Cyd")
    )
    assert over_best[2] > over_last[2] + 0.1


def expected(plays: list[PlayFacts]) -> dict[int, tuple[float, float]]:
    """Return mean and deviation by the formulas of Weng and Lin, written out once more."""
    beta2, tau2, kappa = (25 / 6) ** 2, (25 / 300) ** 2, 1e-4
    known: dict[int, tuple[float, float]] = {}
    for one in plays:
        teams: dict[Any, list[Any]] = {}
        for seat in one.parts:
            teams.setdefault(seat.seat if seat.side is None else f"side {seat.side}", []).append(seat)
        rows = [
            [(m, s * s + tau2) for m, s in (known.get(p.person, (25.0, 25 / 3)) for p in team)]
            for team in teams.values()
        ]
        ranks = [team[0].place for team in teams.values()]
        c = sqrt(sum(v for row in rows for _, v in row) + beta2 * len(rows))
        strength = [exp(sum(m for m, _ in row) / c) for row in rows]
        total = [sum(s for s, r in zip(strength, ranks, strict=True) if r >= rank) for rank in ranks]
        for i, (team, row) in enumerate(zip(teams.values(), rows, strict=True)):
            omega = delta = 0.0
            variance = sum(v for _, v in row)
            for q, rank in enumerate(ranks):
                if rank <= ranks[i]:
                    share = strength[i] / total[q]
                    omega += ((i == q) - share) / ranks.count(rank)
                    delta += share * (1 - share) / ranks.count(rank)
            omega, delta = omega * variance / c, delta * sqrt(variance) / c * variance / c**2
            for seat, (m, v) in zip(team, row, strict=True):
                known[seat.person] = (m + v / variance * omega, sqrt(v) * sqrt(max(1 - v / variance * delta, kappa)))
    return known


@pytest.mark.parametrize("sides", [False, True])
def test_the_library_agrees_with_the_formulas(sides: bool) -> None:
    dice = Random(4)
    alone, together = (
        [(1, 2, 3, 4), (2, 1, 2, 4), (4, 3, 1, 1), (1, 1, 1, 1)],
        [(1, 3, 1, 3), (3, 1, 3, 1), (1, 1, 1, 1)],
    )
    rows = [dice.choice(together if sides else alone) for _ in range(40)]
    plays = plays_of(*rows, sides=sides)
    right = expected(plays)
    for one in ratings(plays):
        assert one.skill == pytest.approx(right[one.person][0])
        assert one.margin_of_error == pytest.approx(2 * right[one.person][1])


def test_the_library_is_loaded_only_if_somebody_is_rated() -> None:
    script = "import sys, companion.core.statistics.ratings; print('openskill' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300)
    assert answer.stdout.strip() == "False"


def test_the_order_is_that_of_the_lower_ends_that_are_shown() -> None:
    rows = ratings(plays_of(*[(1, 2, 3)] * 2, *[(2, 1)] * 4))
    lowest = [one.skill - one.margin_of_error for one in rows]
    assert len({round(one.margin_of_error, 6) for one in rows}) > 1
    assert lowest == [one.lowest_skill for one in rows] == sorted(lowest, reverse=True)
    newcomer = play(9, [part("Cyd", 0, 1), part("Ann", 0, 2)])
    often, once, _ = ratings([*plays_of(*[(1, 2), (2, 1)] * 4), newcomer])
    assert (often.plays, once.plays, once.skill > often.skill) == (8, 1, True)
    level = ratings([play(1, [part("Cyd", 0, 1), part("Ann", 0, 1), part("Bob", 0, 1)])])
    assert [one.person for one in level] == [1, 2, 3]
