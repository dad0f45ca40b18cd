"""Ratings of skill, computed from all plays each time and never stored.

The model is openskill's Plackett–Luce: beating highly rated players counts most, ties are shared, and each play makes a
rating more certain.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.statistics.play_facts import PartFacts, PlayFacts, finishers, group_by

FEWEST_PLAYS = 5
"""Ratings from fewer plays are not shown, since they would say more about luck than about skill."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The skill of one person, from all their plays."""

    person: int
    plays: int
    skill: float
    """About 25 for an average player."""

    margin_of_error: float
    """The margin of error either way, in 19 of 20 cases."""

    @property
    def is_shown(self) -> bool:
        """Whether there are enough plays to show it."""
        return self.plays >= FEWEST_PLAYS

    @property
    def lowest_skill(self) -> float:
        """The lowest that the skill may be; ratings are sorted by it, so that a few lucky plays do not come first."""
        return self.skill - self.margin_of_error


def ratings(plays: Iterable[PlayFacts]) -> list[Rating]:
    """Return the rating of everybody who finished a play against somebody, best first."""
    from openskill.models import PlackettLuce  # imported here because most pages do not need it

    model = PlackettLuce()
    known: dict[int, Any] = {}
    counts: dict[int, int] = {}
    for play in plays:
        teams = _teams(finishers(play))
        if len(teams) < 2:
            continue
        rated = [[known.get(part.person) or model.rating() for part in team] for team in teams]
        after = model.rate(rated, ranks=[team[0].place for team in teams])
        for team, skills in zip(teams, after, strict=True):
            for part, skill in zip(team, skills, strict=True):
                known[part.person] = skill
                counts[part.person] = counts.get(part.person, 0) + 1
    found = [Rating(person, counts[person], skill.mu, 2 * skill.sigma) for person, skill in known.items()]
    return sorted(found, key=lambda one: (-one.lowest_skill, one.person))


def _teams(parts: Sequence[PartFacts]) -> list[list[PartFacts]]:
    """Return the teams of a play: its sides or, if each plays alone, its seats, with usually one player each."""
    teams = group_by(parts, lambda part: (None, part.seat) if part.side is None else (part.side, None))
    return list(teams.values())
