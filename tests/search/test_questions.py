"""Questions of players find their paragraph among the first three results."""

from collections.abc import Callable
from functools import cache

import pytest

from companion.core.rules.rules import TABLE_RULES
from companion.games import SLUGS, all_games, game_of
from companion.search.rules_search import RulesSearch
from tests.search.players_questions import QUESTIONS, questions

FEWEST = 120
MISSED, MISSED_OF_ONE = 0.05, 0.15
"""Maximum of questions that do not find their paragraph: of all, and of one game."""

ANYWHERE = "anywhere"


def test_every_answer_is_a_paragraph() -> None:
    known = {one.id for game in all_games() for one in game.rules.paragraphs} | {
        one.id for one in TABLE_RULES.paragraphs
    }
    for place, question, answers in questions():
        assert place == ANYWHERE or place in SLUGS
        assert answers <= known, question
        if place != ANYWHERE:
            assert answers <= set(game_of(place).rules.by_id), question


@cache
def missed(rules_search: RulesSearch, place: str) -> list[str]:
    """Return the questions of a game that do not find their paragraph, with what they find."""
    found = {
        question: [
            hit.paragraph.id for hit in rules_search.search(question, first="" if place == ANYWHERE else place).hits
        ]
        for question in QUESTIONS[place]
    }
    return [
        f"{question}: {found[question][:5]}"
        for where, question, answers in questions()
        if where == place and not answers & set(found[question][:3])
    ]


@pytest.mark.parametrize("place", [ANYWHERE, *(slug for slug in SLUGS if slug in QUESTIONS)])
def test_questions_find_their_paragraphs(
    rules_search: RulesSearch, place: str, record_property: Callable[[str, object], None]
) -> None:
    wrong = missed(rules_search, place)
    if wrong:
        where = "Anywhere" if place == ANYWHERE else game_of(place).name
        record_property("measured", f"{where}: not among the first three: {'; '.join(wrong)}")
    assert len(wrong) <= MISSED_OF_ONE * len(QUESTIONS[place]), "\n".join(wrong)


def test_most_questions_find_their_paragraphs_without_a_game(
    rules_search: RulesSearch, record_property: Callable[[str, object], None]
) -> None:
    wrong = [f"{place}: {one}" for place in QUESTIONS for one in missed(rules_search, place)]
    number = sum(map(len, QUESTIONS.values()))
    record_property(
        "measured", f"search: {number} questions, {1 - len(wrong) / number:.1%} answered among the first three"
    )
    assert number >= FEWEST
    assert len(wrong) <= MISSED * number, "\n".join(wrong)
