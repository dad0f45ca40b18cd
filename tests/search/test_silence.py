"""The search says that a game's rules are silent if and only if they have no answer."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.game.game import Game
from companion.core.rules.rules import CUSTOMS, applicable_customs
from companion.games import SLUGS, all_games, game_of
from companion.search.club_search import ClubSearch
from companion.search.rules_search import RulesSearch
from companion.search.search_results import Document

QUESTIONS = tomllib.loads((Path(__file__).parent / "silence.toml").read_text("utf-8"))
FEWEST = 40
RIGHT = {"tuning": 0.85, "aside": 0.75}
"""Minimum of each half that is reported correctly."""


def questions(half: str) -> Iterator[tuple[str, str, bool]]:
    """Return game, question, and whether its rules have an answer."""
    for slug, asked in QUESTIONS[half].items():
        for question, answered in asked.items():
            yield slug, question, answered


def test_there_are_questions_with_and_without_an_answer() -> None:
    for half in RIGHT:
        answered = [one for _, _, one in questions(half)]
        assert len(answered) >= FEWEST
        assert 0.4 <= sum(answered) / len(answered) <= 0.6
        assert set(QUESTIONS[half]) <= set(SLUGS)


@pytest.mark.parametrize("half", RIGHT)
def test_silence_is_reported(
    rules_search: RulesSearch, half: str, record_property: Callable[[str, object], None]
) -> None:
    wrong = [
        f"{slug}: {question}: {'silent' if answered else 'answered'}"
        for slug, question, answered in questions(half)
        if bool(rules_search.search(question, first=slug).silence_note) == answered
    ]
    asked = list(questions(half))
    share = 1 - len(wrong) / len(asked)
    record_property("measured", f"silence, {half}: {len(asked)} questions, {share:.1%} told right")
    assert share >= RIGHT[half], "\n".join(wrong)


def test_the_message_is_a_sentence_and_customs_come_first(rules_search: RulesSearch) -> None:
    found = rules_search.search("Ann was dealt eleven cards", first="rage")
    assert found.silence_note == "The rules of Rage say nothing on “Ann was dealt eleven cards”."
    assert found.groups[0][0] == "If nothing else is said"
    assert [hit.paragraph.id for hit in found.groups[0][1]] == ["customs/deal.misdeal"]


def test_a_game_is_silent_if_a_custom_has_more_of_the_question(rules_search: RulesSearch) -> None:
    found = rules_search.search("too many cards", first="hearts")
    assert found.silence_note == "The rules of Hearts say nothing on “too many cards”."
    assert [heading for heading, _ in found.groups][:2] == ["If nothing else is said", "Nearest in Hearts"]


def test_a_custom_has_its_place_among_the_paragraphs_of_the_game(rules_search: RulesSearch) -> None:
    found = rules_search.search("change my bid", first="oh-hell")
    assert [heading for heading, _ in found.groups] == [
        "In Oh Hell", "If nothing else is said", "More in Oh Hell", "In other games"
    ]  # fmt: skip
    assert not found.silence_note


def test_a_game_is_not_silent_if_its_own_text_replaces_the_custom(rules_search: RulesSearch) -> None:
    found = rules_search.search("too many cards", first="canasta")
    assert not found.silence_note
    assert "canasta/deal.misdeal" in [hit.paragraph.id for hit in found.hits[:3]]


def test_without_a_game_nothing_is_silent(rules_search: RulesSearch) -> None:
    assert not rules_search.search("Ann was dealt eleven cards").silence_note
    assert rules_search.search("Ann was dealt eleven cards", game="rage").silence_note


def test_a_paragraph_on_the_topic_replaces_the_custom(rules_search: RulesSearch) -> None:
    assert {one.id for one in CUSTOMS.paragraphs} - {one.id for one in applicable_customs(game_of("kabu").rules)} == {
        "customs/deal.first-dealer", "customs/play.out-of-turn",
    }  # fmt: skip
    for question in ("draws out of turn", "out of turn"):
        found = rules_search.search(question, first="kabu")
        assert "customs/play.out-of-turn" not in [hit.paragraph.id for hit in found.hits], question


def test_a_rule_on_misdeals_that_replaces_the_custom_covers_a_card_turned_over_too() -> None:
    replacing = [one for game in all_games() for one in game.rules.paragraphs if "misdeal" in one.topics]
    assert replacing
    assert [one.id for one in replacing if "turned" not in one.text] == []


def test_a_text_of_the_club_is_an_answer_while_it_is_in_force(rules_search: RulesSearch) -> None:
    asked = "may the dog sit on the sofa"
    ruling = Document("ruling", "r1", "rage", "Ruling 1", "May the dog sit on the sofa?\nNo dogs.")
    assert rules_search.search(asked, first="rage").silence_note
    assert not ClubSearch(rules_search, [ruling]).search(asked, first="rage").silence_note
    assert ClubSearch(rules_search, [ruling]).search(asked, first="toepen").silence_note


def test_a_text_of_the_club_is_an_answer_even_if_a_custom_fits_better_than_the_rules(rules_search: RulesSearch) -> None:
    asked = "Ann was dealt eleven cards"
    assert rules_search.search(asked, first="rage").silence_note
    ruling = Document("ruling", "r1", "rage", "Ruling 1", f"{asked}?\nShe puts one back.")
    assert not ClubSearch(rules_search, [ruling]).search(asked, first="rage").silence_note


@pytest.mark.parametrize("game", all_games())
def test_every_topic_is_a_custom(game: Game[Any]) -> None:
    topics = {topic for one in CUSTOMS.paragraphs for topic in one.topics}
    own = {topic for one in game.rules.paragraphs for topic in one.topics}
    assert own <= topics, f"customs.toml has only {sorted(topics)}"


def test_customs_are_marked_open_and_are_sentences() -> None:
    for one in CUSTOMS.paragraphs:
        assert one.open
        assert one.text.endswith(".")
        assert len(one.text) <= 700
        assert len(one.topics) == 1
