"""What a table says in an argument leads to the question of the referee that settles it."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.referee.situation import situation_of
from companion.games import SLUGS, game_of
from companion.search.club import ClubLibrary
from companion.search.library import Library
from companion.search.results import Document

QUESTIONS = tomllib.loads((Path(__file__).parent / "asked.toml").read_text("utf-8"))
FEWEST = 24
FOUND = 0.7
"""How many of the half that is put aside find it, at least; of the other all do."""


def missed(library: Library, half: str, slug: str) -> list[str]:
    """What a table of a game says and does not find its question by, with what it finds."""
    found = {
        words: [one.situation.key for one in library.search(words, first=slug).questions]
        for words in QUESTIONS[half].get(slug, ())
    }
    return [
        f"{words}: {keys or 'nothing'}" for words, keys in found.items() if QUESTIONS[half][slug][words] not in keys
    ]


def test_the_questions_are_of_games_and_there_are_enough() -> None:
    for half in QUESTIONS.values():
        assert set(half) <= set(SLUGS)
        assert sum(map(len, half.values())) >= FEWEST
        for slug, asked in half.items():
            for key in asked.values():
                situation_of(game_of(slug).situations, key)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_question_is_among_those_shown(
    library: Library, slug: str, record_property: Callable[[str, object], None]
) -> None:
    aside = missed(library, "aside", slug)
    if aside:
        record_property("measured", f"{game_of(slug).name}: the referee’s question is not shown for {'; '.join(aside)}")
    assert not missed(library, "tuning", slug)


def test_most_of_what_is_put_aside_finds_its_question(
    library: Library, record_property: Callable[[str, object], None]
) -> None:
    wrong = [f"{slug}: {one}" for slug in QUESTIONS["aside"] for one in missed(library, "aside", slug)]
    number = sum(map(len, QUESTIONS["aside"].values()))
    share = 1 - len(wrong) / number
    record_property("measured", f"questions of the referee, put aside: {number} asked, {share:.1%} found")
    assert share >= FOUND, "\n".join(wrong)


def test_questions_are_those_of_the_game(library: Library) -> None:
    assert {one.slug for one in library.search("did not follow suit", game="rage").questions} == {"rage"}
    assert not library.search("did not follow suit", first="brag").questions
    assert not library.search("did not follow suit").questions


def test_a_club_finds_them_too(library: Library) -> None:
    club = ClubLibrary(library, [Document("ruling", "r1", "rage", "Ruling 1", "May the dog play?\nNo.")])
    assert club.search("did not follow suit", first="rage").questions[0].situation.key == "renege"
