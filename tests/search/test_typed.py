"""Questions as strangers type them: what they find within a game, with its name typed, and without."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from companion.games import SLUGS, game_of
from companion.search.rules_search import RulesSearch
from companion.search.search_results import SearchResult

QUESTIONS = tomllib.loads((Path(__file__).parent / "typed.toml").read_text("utf-8"))
FLOORS = {
    ("within", "tuning"): 0.97,
    ("within", "aside"): 0.94,
    ("named", "tuning"): 0.9,
    ("named", "aside"): 0.85,
    ("unnamed", "tuning"): 0.85,
    ("unnamed", "aside"): 0.85,
}
"""Minimum shares that find their paragraph among the first three: within a game, with its name, and without."""

GENERAL = ("canasta", "cribbage", "euchre", "gin-rummy", "skat", "spades")
"""Games without a rulebook, whose questions came from people who had seen neither the texts nor the thesaurus."""

GENERAL_FLOORS = {"within": 0.9, "named": 0.85, "bare": 0.7}
"""Minimum shares of those: within the game, with its name typed, and by the question alone."""

ELSEWHERE_FLOORS = {
    ("named", "tuning"): 0.97,
    ("named", "aside"): 0.93,
    ("bare", "tuning"): 0.83,
    ("bare", "aside"): 0.67,
    ("one tap", "tuning"): 0.95,
    ("one tap", "aside"): 0.9,
}
"""Minimum shares for all games without a chosen game: with the game's name typed, without it, and without it but with
a tap on a game that is offered."""

SILENT = 0.55
"""Minimum share of unanswered questions that is reported as silence."""

Asked = tuple[str, str, set[str]]


def by_day(floors: Iterable[tuple[str, str]]) -> list[ParameterSet]:
    """Return the parameters of a test of both halves; the half that the search was tuned by is for the night."""
    return [
        pytest.param(*one, marks=pytest.mark.nightly if one[1] == "tuning" and one[0] != "within" else ())
        for one in floors
    ]


def asked_within(half: str) -> Iterator[Asked]:
    """Return the chosen game, the question, and the paragraphs that answer it."""
    for slug, asked in QUESTIONS[half].items():
        for question, answer in asked.items():
            yield slug, question, {answer} if isinstance(answer, str) else set(answer)


def asked_anywhere(kind: str, half: str) -> Iterator[Asked]:
    """Return no game, the question, and the paragraphs that answer it."""
    for question, answer in QUESTIONS[kind][half].items():
        yield "", question, {answer} if isinstance(answer, str) else set(answer)


def asked_of(kind: str, half: str) -> list[Asked]:
    """Return all questions of a kind and a half of the file."""
    return list(asked_within(half) if kind == "within" else asked_anywhere(kind, half))


@cache
def search(rules_search: RulesSearch, question: str, game: str = "", first: str = "") -> SearchResult:
    """Return what a question finds; several tests ask the same."""
    return rules_search.search(question, game, first=first)


def missed(rules_search: RulesSearch, asked: list[Asked], *, with_chips: bool = False) -> list[Asked]:
    """Return the questions that find neither their paragraph nor one that says the same among the first three.

    ``with_chips``: also not if asked in any of the games that are offered.
    """
    wrong = []
    for first, question, answers in asked:
        found = search(rules_search, question, first=first)
        slugs = {one.partition("/")[0] for one in answers}
        tapped = [one for one in found.games if with_chips and one.game in slugs]
        hits = [*found.hits[:3], *(hit for one in tapped for hit in search(rules_search, one.words, one.game).hits[:3])]
        if not answers & {one for hit in hits for one in (hit.paragraph.id, *(same for _, same in hit.same))}:
            wrong.append((first, question, answers))
    return wrong


def test_every_answer_is_a_paragraph() -> None:
    known = {one.id for slug in SLUGS for one in game_of(slug).rules.paragraphs}
    for kind, half in FLOORS:
        for first, question, answers in asked_of(kind, half):
            assert not first or first in SLUGS
            assert answers <= known, question
    assert set(QUESTIONS["silent"]) <= set(SLUGS)


@pytest.mark.parametrize(("kind", "half"), by_day(FLOORS))
def test_most_questions_find_their_paragraph(
    rules_search: RulesSearch, kind: str, half: str, record_property: Callable[[str, object], None]
) -> None:
    asked = asked_of(kind, half)
    wrong = missed(rules_search, asked)
    share = 1 - len(wrong) / len(asked)
    told = f"typed by strangers, {kind}, {half}: {len(asked)} questions, {share:.1%} answered among the first three"
    if half == "tuning" and wrong:
        games = Counter(next(iter(answers)).partition("/")[0] for _, _, answers in wrong)
        told += f"; missed: {', '.join(f'{slug} {number}' for slug, number in sorted(games.items()))}"
    record_property("measured", told)
    assert share >= FLOORS[kind, half]


def elsewhere(asked: list[Asked], way: str) -> list[Asked]:
    """Return the questions asked without a chosen game, with its name typed (`named`) or without (`bare`)."""
    return [
        ("", f"{game_of(slug).name.lower()} {question}" if way == "named" else question, answers)
        for slug, question, answers in asked
    ]


@pytest.mark.parametrize(("way", "half"), by_day(ELSEWHERE_FLOORS))
def test_most_questions_find_their_paragraph_without_a_chosen_game(
    rules_search: RulesSearch, way: str, half: str, record_property: Callable[[str, object], None]
) -> None:
    asked = elsewhere(list(asked_within(half)), way)
    with_chips = way == "one tap"
    share = 1 - len(missed(rules_search, asked, with_chips=with_chips)) / len(asked)
    where = "among the first three, there or one tap away" if with_chips else "among the first three"
    record_property(
        "measured", f"typed by strangers, all games, {way}, {half}: {len(asked)} questions, {share:.1%} {where}"
    )
    assert share >= ELSEWHERE_FLOORS[way, half]


@pytest.mark.parametrize("way", GENERAL_FLOORS)
def test_most_questions_on_well_known_games_find_their_paragraph(
    rules_search: RulesSearch, way: str, record_property: Callable[[str, object], None]
) -> None:
    asked = [one for half in ("tuning", "aside") for one in asked_within(half) if one[0] in GENERAL]
    asked = asked if way == "within" else elsewhere(asked, way)
    share = 1 - len(missed(rules_search, asked)) / len(asked)
    record_property(
        "measured",
        f"on games without a rulebook, {way}: {len(asked)} questions, {share:.1%} answered among the first three",
    )
    assert share >= GENERAL_FLOORS[way]


def test_most_questions_without_an_answer_are_reported_as_silence(
    rules_search: RulesSearch, record_property: Callable[[str, object], None]
) -> None:
    asked = [(slug, question) for slug, one in QUESTIONS["silent"].items() for question in one["questions"]]
    told = sum(bool(rules_search.search(question, first=slug).silence_note) for slug, question in asked)
    share = told / len(asked)
    record_property(
        "measured", f"typed by strangers, not answered: {len(asked)} questions, {share:.1%} told as silence"
    )
    assert share >= SILENT
