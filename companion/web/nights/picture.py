"""The picture of a night, for sharing."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from flask import get_template_attribute

from companion.core.pictures.initials import initials
from companion.core.words import counted
from companion.store.nights.night_state import day_text
from companion.web.nights.pages import NightPlay, ShownNight, decision_sentences
from companion.web.support.rendering.filters import ordinal
from companion.web.support.static.drawings import drawing


def picture_of_night(shown: ShownNight) -> str:
    """Return the picture of a night as SVG: who won most, how one play was decided, and how each game ended."""
    details, count = shown.night.details, counted(len(shown.plays), "game")
    beneath = ", ".join(filter(None, (day_text(shown.night.date) if details.name else "", details.place, count)))
    games = [(drawing(play.state.game.slug), play.state.title, play.result) for play in shown.plays]
    draw = get_template_attribute("pictures/night.svg", "picture_of_night")
    return str(draw(shown.title, beneath, picture_caption(shown.plays), podium_steps(shown.wins), games))


class PodiumStep(NamedTuple):
    """A step of the podium: all players with the same number of wins."""

    place: str
    people: Sequence[tuple[str, str, int]]
    """Name, initial, and the number of the colour around it."""

    value: str
    """The number of wins, in words."""


def podium_steps(won: Sequence[tuple[str, int]]) -> list[PodiumStep]:
    """Return at most three steps of the podium for the most wins; people with equally many wins share a step.

    ``won``: names and numbers of games won, most first.
    """
    letters = initials([name for name, _ in won])
    steps = []
    for number, group in groupby(range(len(won)), key=lambda place: won[place][1]):
        people = [(won[place][0], letters[place], place) for place in group]
        each = " each" if len(people) > 1 else ""
        steps.append(PodiumStep(ordinal(people[0][2] + 1), people, f"{counted(number, 'win')}{each}"))
    return steps[:3]


def picture_caption(plays: Sequence[NightPlay]) -> str:
    """Return how one play was decided, for the picture; empty if this is unknown for all plays.

    It is the play with the most sentences about it, or the last of several such plays.
    """
    candidates = [(len(sentences), number, f"{play.state.title}: {sentences[0]}")
            for number, play in enumerate(plays) if (sentences := decision_sentences(play.state))]  # fmt: skip
    return max(candidates)[-1] if candidates else ""
