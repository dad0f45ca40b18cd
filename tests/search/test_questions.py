"""The questions of a table find their paragraph among the first three."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.core.rules import TABLE_RULES
from companion.games import SLUGS, all_games, game_of
from companion.search import Library

QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text("utf-8"))
FEWEST = 120
SHARE = 0.95
"""How many of them find it, at least."""


def questions() -> Iterator[tuple[str, str, set[str]]]:
    """Where it is asked, the question, and the paragraphs that answer it."""
    for place, asked in QUESTIONS.items():
        for question, answer in asked.items():
            yield place, question, {answer} if isinstance(answer, str) else set(answer)


def test_every_answer_is_a_paragraph() -> None:
    known = {one.id for game in all_games() for one in game.rules.paragraphs} | {
        one.id for one in TABLE_RULES.paragraphs
    }
    for place, question, answers in questions():
        assert place == "anywhere" or place in SLUGS
        assert answers <= known, question
        if place != "anywhere":
            assert answers <= set(game_of(place).rules.by_id), question


def test_the_questions_find_their_paragraphs(library: Library, record_property: Callable[[str, object], None]) -> None:
    missed = []
    asked = list(questions())
    for place, question, answers in asked:
        found = [hit.paragraph.id for hit in library.search(question, first="" if place == "anywhere" else place).hits]
        if not answers & set(found[:3]):
            missed.append(f"{place}: {question}: {found[:5]}")
    share = 1 - len(missed) / len(asked)
    record_property("measured", f"search: {len(asked)} questions, {share:.1%} answered among the first three")
    assert len(asked) >= FEWEST
    assert share >= SHARE, "\n".join(missed)
