"""Mishaps at the table find their custom, or the paragraph of a game that settles them."""

import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from companion.core.rules.rules import CUSTOMS
from companion.games import SLUGS, game_of
from companion.search.rules_search import RulesSearch

QUESTIONS = tomllib.loads((Path(__file__).parent / "customs.toml").read_text("utf-8"))
MISHAPS = tomllib.loads(files("companion.search").joinpath("mishaps.toml").read_text("utf-8"))
FEWEST = 24
RIGHT = {"tuning": 0.9, "aside": 0.9}
"""Minimum of each half that is answered among the first three paragraphs."""


def questions(half: str) -> Iterator[tuple[str, str, list[str]]]:
    """Return game, question, and the paragraphs that answer it."""
    for slug, asked in QUESTIONS[half].items():
        for question, answers in asked.items():
            yield slug, question, answers


@pytest.mark.parametrize("half", RIGHT)
def test_a_mishap_finds_its_paragraph(
    rules_search: RulesSearch, half: str, record_property: Callable[[str, object], None]
) -> None:
    asked = list(questions(half))
    assert len(asked) >= FEWEST
    missed = []
    for slug, question, answers in asked:
        found = [hit.paragraph.id for hit in rules_search.search(question, first=slug).hits[:3]]
        if not set(answers) & set(found):
            missed.append(f"{slug}: {question}: {found}")
    share = 1 - len(missed) / len(asked)
    record_property("measured", f"customs, {half}: {len(asked)} questions, {share:.1%} answered among the first three")
    assert share >= RIGHT[half], "\n".join(missed)


def test_no_training_sentence_is_a_test_question() -> None:
    taught = [words for of in MISHAPS.values() for words in of["examples"]]
    assert len(taught) == len(set(taught))
    assert not {question for _, question, _ in questions("aside")} & set(taught)


def test_every_key_of_a_mishap_names_a_paragraph() -> None:
    known = [one.id for slug in SLUGS for one in game_of(slug).rules.paragraphs] + [
        one.id for one in CUSTOMS.paragraphs
    ]
    keys = [key for of in MISHAPS.values() for key in of["keys"]]
    assert [key for key in keys if not any(key in one for one in known)] == []


@pytest.mark.parametrize("question", ["too many cards", "how much is my hand", "played the card", "one more card"])
def test_no_phrase_is_refused(rules_search: RulesSearch, question: str) -> None:
    found = rules_search.search(question, first="hearts")
    assert not found.fault
    assert found.hits


def test_a_custom_is_ranked_among_paragraphs_that_fit_as_well(rules_search: RulesSearch) -> None:
    found = rules_search.search("bid out of turn", first="oh-hell")
    assert [heading for heading, _ in found.groups][:2] == ["In Oh Hell", "If nothing else is said"]
    assert not found.silence_note


RENEGES = ("renege noticed late", "renig noticed after the next trick", "a revoke spotted after the trick was turned")
TRICK_GAMES = (
    "cucumber", "ecarte", "euchre", "funfzehnern", "hearts", "oh-hell", "pitch", "polignac", "rage", "raise-the-stakes",
    "reversis", "skat", "spades", "toepen",
)  # fmt: skip


@pytest.mark.parametrize("question", RENEGES)
@pytest.mark.parametrize("slug", TRICK_GAMES)
def test_a_renege_that_is_called_so_finds_its_paragraph(rules_search: RulesSearch, slug: str, question: str) -> None:
    found = rules_search.search(question, first=slug)
    first = [hit.paragraph.id for hit in found.hits[:3]]
    assert any(key in one for one in first for key in MISHAPS["renege"]["keys"]), first
    assert not any(one.startswith(CUSTOMS.slug) for one in first), first
    assert not found.silence_note


def test_a_question_on_what_a_renege_is_keeps_its_own_paragraph_first(rules_search: RulesSearch) -> None:
    found = rules_search.search("is it a renege to throw a heart on the first trick", first="hearts")
    assert found.hits[0].paragraph.id == "hearts/play.first-trick"
