"""What goes wrong at every table finds its custom, or the paragraph of a game that settles it."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.search import Library

QUESTIONS = tomllib.loads((Path(__file__).parent / "customs.toml").read_text("utf-8"))
FEWEST = 24
RIGHT = {"tuning": 0.9, "aside": 0.55}
"""How many of each half are answered among the first three paragraphs, at least.

Nine in ten are wanted of both; the second figure keeps what is reached for questions that the search has never seen.
"""


def questions(half: str) -> Iterator[tuple[str, str, list[str]]]:
    """Game, question, and the paragraphs that answer it."""
    for slug, asked in QUESTIONS[half].items():
        for question, answers in asked.items():
            yield slug, question, answers


@pytest.mark.parametrize("half", RIGHT)
def test_what_goes_wrong_at_a_table_is_answered(
    library: Library, half: str, record_property: Callable[[str, object], None]
) -> None:
    asked = list(questions(half))
    assert len(asked) >= FEWEST
    missed = []
    for slug, question, answers in asked:
        found = [hit.paragraph.id for hit in library.search(question, first=slug).hits[:3]]
        if not set(answers) & set(found):
            missed.append(f"{slug}: {question}: {found}")
    share = 1 - len(missed) / len(asked)
    record_property("measured", f"customs, {half}: {len(asked)} questions, {share:.1%} answered among the first three")
    assert share >= RIGHT[half], "\n".join(missed)


@pytest.mark.parametrize("question", ["too many cards", "how much is my hand", "played the card", "one more card"])
def test_no_phrase_of_a_table_is_refused(library: Library, question: str) -> None:
    found = library.search(question, first="hearts")
    assert not found.fault
    assert found.hits


def test_a_custom_stands_among_the_paragraphs_of_a_game_that_fit_as_well(library: Library) -> None:
    found = library.search("too many cards dealt", first="hearts")
    assert [heading for heading, _ in found.groups][:2] == ["In Hearts", "If nothing else is said"]
    assert not found.silent
