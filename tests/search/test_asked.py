"""What a table says in an argument leads to the question of the referee that settles it."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.situation import situation_of
from companion.games import game_of
from companion.search import ClubLibrary, Document, Library

QUESTIONS = tomllib.loads((Path(__file__).parent / "asked.toml").read_text("utf-8"))
FOUND = {"tuning": 0.9, "aside": 0.7}
"""How many of each half find it, at least."""


@pytest.mark.parametrize("half", FOUND)
def test_the_question_is_among_those_shown(
    library: Library, half: str, record_property: Callable[[str, object], None]
) -> None:
    missed, number = [], 0
    for slug, asked in QUESTIONS[half].items():
        for words, key in asked.items():
            number += 1
            situation_of(game_of(slug).situations, key)
            found = [one.situation.key for one in library.search(words, first=slug).questions]
            if key not in found:
                missed.append(f"{slug}: {words}: {found}")
    share = 1 - len(missed) / number
    record_property("measured", f"questions of the referee, {half}: {number} asked, {share:.1%} found")
    assert number >= 24
    assert share >= FOUND[half], "\n".join(missed)


def test_questions_are_those_of_the_game(library: Library) -> None:
    assert {one.slug for one in library.search("did not follow suit", game="rage").questions} == {"rage"}
    assert not library.search("did not follow suit", first="brag").questions
    assert not library.search("did not follow suit").questions


def test_a_club_finds_them_too(library: Library) -> None:
    club = ClubLibrary(library, [Document("ruling", "r1", "rage", "Ruling 1", "May the dog play?\nNo.")])
    assert club.search("did not follow suit", first="rage").questions[0].situation.key == "renege"
