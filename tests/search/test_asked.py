"""What players say in an argument finds the question of the referee that settles it."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.game.situation import situation_of
from companion.games import SLUGS, game_of
from companion.search.club_search import ClubSearch
from companion.search.rules_search import RulesSearch
from companion.search.search_results import Document

QUESTIONS = tomllib.loads((Path(__file__).parent / "asked.toml").read_text("utf-8"))
FEWEST = 24
FOUND = 0.7
"""Minimum of the half put aside that find their question; of the other half all do."""


def missed(rules_search: RulesSearch, half: str, slug: str) -> list[str]:
    """Return the sentences that do not find their question, with what they find."""
    found = {
        words: [one.situation.key for one in rules_search.search(words, first=slug).questions]
        for words in QUESTIONS[half].get(slug, ())
    }
    return [
        f"{words}: {keys or 'nothing'}" for words, keys in found.items() if QUESTIONS[half][slug][words] not in keys
    ]


def test_there_are_enough_sentences_for_each_game() -> None:
    for half in QUESTIONS.values():
        assert set(half) <= set(SLUGS)
        assert sum(map(len, half.values())) >= FEWEST
        for slug, asked in half.items():
            for key in asked.values():
                situation_of(game_of(slug).situations, key)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_question_is_among_the_results(
    rules_search: RulesSearch, slug: str, record_property: Callable[[str, object], None]
) -> None:
    aside = missed(rules_search, "aside", slug)
    if aside:
        record_property("measured", f"{game_of(slug).name}: the referee's question is not shown for {'; '.join(aside)}")
    assert not missed(rules_search, "tuning", slug)


def test_most_sentences_put_aside_find_their_question(
    rules_search: RulesSearch, record_property: Callable[[str, object], None]
) -> None:
    wrong = [f"{slug}: {one}" for slug in QUESTIONS["aside"] for one in missed(rules_search, "aside", slug)]
    number = sum(map(len, QUESTIONS["aside"].values()))
    share = 1 - len(wrong) / number
    record_property("measured", f"questions of the referee, put aside: {number} asked, {share:.1%} found")
    assert share >= FOUND, "\n".join(wrong)


def test_results_are_questions_of_the_game(rules_search: RulesSearch) -> None:
    assert {one.slug for one in rules_search.search("did not follow suit", game="rage").questions} == {"rage"}
    assert not rules_search.search("did not follow suit", first="brag").questions
    assert not rules_search.search("did not follow suit").questions


def test_a_club_finds_them_too(rules_search: RulesSearch) -> None:
    club = ClubSearch(rules_search, [Document("ruling", "r1", "rage", "Ruling 1", "May the dog play?\nNo.")])
    assert club.search("did not follow suit", first="rage").questions[0].situation.key == "renege"
