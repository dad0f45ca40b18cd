"""A rating of skill, made for plays of many and of teams: worked out from the plays each time, never kept.

The model is Plackett and Luce's, as openskill has it: beating those who are rated highly counts most, level ones share,
and each play makes a rating surer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.play_facts import PartFacts, PlayFacts, held_to_the_end

FEWEST_PLAYS = 5
"""Before so many plays no rating is shown: it would tell more of luck than of skill."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody plays, by all their plays."""

    person: int
    plays: int
    skill: float
    """About 25 for who wins as often as others do."""

    unsure: float
    """By how much the skill may be off either way, in 19 of 20 cases."""

    @property
    def is_shown(self) -> bool:
        """Whether there are plays enough to tell."""
        return self.plays >= FEWEST_PLAYS

    @property
    def at_least(self) -> float:
        """What the skill is almost surely above: who has played little does not stand before who has won much."""
        return self.skill - 1.5 * self.unsure


def ratings(plays: Iterable[PlayFacts]) -> list[Rating]:
    """Return the rating of everybody who held a seat to the end with or against somebody, the best one first."""
    from openskill.models import PlackettLuce  # only here: most pages do without it

    model = PlackettLuce()
    known: dict[int, Any] = {}
    counts: dict[int, int] = {}
    for play in plays:
        teams = _teams(held_to_the_end(play))
        if len(teams) < 2:
            continue
        rated = [[known.get(part.person) or model.rating() for part in team] for team in teams]
        after = model.rate(rated, ranks=[team[0].place for team in teams])
        for team, skills in zip(teams, after, strict=True):
            for part, skill in zip(team, skills, strict=True):
                known[part.person] = skill
                counts[part.person] = counts.get(part.person, 0) + 1
    found = [Rating(person, counts[person], skill.mu, 2 * skill.sigma) for person, skill in known.items()]
    return sorted(found, key=lambda one: (-one.at_least, one.person))


def _teams(there: Sequence[PartFacts]) -> list[list[PartFacts]]:
    """Return those who play together: the sides, or each for themselves."""
    teams: dict[tuple[int | None, int | None], list[PartFacts]] = {}
    for part in there:
        key = (part.side, None) if part.side is not None else (None, part.seat)
        teams.setdefault(key, []).append(part)
    return list(teams.values())
