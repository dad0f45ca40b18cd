"""Finding a game by what is on the table."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game.game import Game
from companion.games import all_games, game_of
from companion.search.find_games import GameFinder


def slugs(game_finder: GameFinder, query: str) -> set[str]:
    """Return the slugs of games that fit."""
    return {game.slug for game in game_finder.find(query).games}


@pytest.mark.parametrize(
    ("query", "fitting"),
    [
        ("4 players, partners, two decks", {"burraco", "canasta"}),
        ("four of us in two teams with 2 packs", {"burraco", "canasta"}),
        ("partners, three decks", {"samba"}),
        ("ecarte", {"ecarte"}),
        ("500 bags", {"spades"}),
        ("nomination whist", {"oh-hell"}),
        ("from sweden", {"chicago"}),
        ("baccarat", {"kabu"}),
        ("nineteenth century", {"ecarte"}),
        ("misdeal", set()),
        ("revoke", {"euchre", "reversis"}),
        ("two people, a double deck, no jokers", {"spite-and-malice"}),
    ],
)
def test_games_are_found_by_description(game_finder: GameFinder, query: str, fitting: set[str]) -> None:
    assert slugs(game_finder, query) == fitting


@pytest.mark.parametrize("query", ["funfzehnern", "Fünfzehnern", "Fifteens"])
def test_a_game_of_this_name_comes_before_others_that_have_the_word(game_finder: GameFinder, query: str) -> None:
    first, *others = (game.slug for game in game_finder.find(query).games)
    assert first == "funfzehnern"
    assert "cribbage" in others


def test_all_forms_of_a_verb_find_the_same_games(game_finder: GameFinder) -> None:
    for one, other in (("draw", "drawn"), ("lead", "led"), ("deal", "dealt")):
        assert slugs(game_finder, one) == slugs(game_finder, other) != set()


def test_a_number_of_players_is_understood_in_any_words(game_finder: GameFinder) -> None:
    six = {game.slug for game in all_games() if game.seats.fewest <= 6 <= game.seats.most}
    for query in ("6 players", "six people", "we are six", "for 6", "six-handed", "six of us", "6", " six "):
        assert slugs(game_finder, query) == six, query


def test_a_range_of_players_must_fit_at_both_ends(game_finder: GameFinder) -> None:
    both = {game.slug for game in all_games() if game.seats.fewest <= 2 and game.seats.most >= 4}
    for query in ("2-4 players", "2–4", "2 to 4 people", "two to four of us", "4-2 players"):
        assert slugs(game_finder, query) == both, query
    assert "2–4 players" in game_finder.find("2-4 players, jokers").sentence
    assert slugs(game_finder, "2-4 players, jokers") == both & slugs(game_finder, "jokers")


def test_a_couple_is_two(game_finder: GameFinder) -> None:
    two = slugs(game_finder, "2 players")
    for query in ("a couple", "we are a couple", "for a couple", "a couple of people", "couple of friends"):
        assert slugs(game_finder, query) == two, query
    assert game_finder.find("4, a couple of decks").sentence.endswith("fit: 4 players and 2 decks.")


def is_alone(game: Game[Any]) -> bool:
    return not game.seats.is_in_sides


def in_pairs(game: Game[Any]) -> bool:
    return game.seats.can_be_in_sides


def has_joker(game: Game[Any]) -> bool:
    return game.rules.quick.jokers


def without_joker(game: Game[Any]) -> bool:
    return bool(game.rules.quick.packs) and not game.rules.quick.jokers


def is_special(game: Game[Any]) -> bool:
    return game.slug != "any-other-game" and not game.rules.quick.packs


def for_players(few: int, many: int) -> Callable[[Game[Any]], bool]:
    return lambda game: game.seats.fewest <= few and many <= game.seats.most


def of_decks(number: int) -> Callable[[Game[Any]], bool]:
    return lambda game: number in game.rules.quick.packs


@pytest.mark.parametrize(
    ("queries", "meant", "fits"),
    [
        (("we are 3", "3", "three", "for 3", "there are three", "3 hand"), "3 players", for_players(3, 3)),
        (("for twelve", "12 persons", "twelve friends"), "12 players", for_players(12, 12)),
        (("2-4", "2 or 4", "two to four players", "four 2 players"), "2–4 players", for_players(2, 4)),
        (("single pack", "a pack", "one full deck of cards", "1 deck of 52"), "1 deck", of_decks(1)),
        (("double deck", "a couple of decks", "there are two decks", "two standard packs"), "2 decks", of_decks(2)),
        (
            ("no partners", "without teams", "each for themselves", "everyone for themselves", "no partnership",
             "without a partner"),
            "each for themselves", is_alone,
        ),
        (("in two teams", "as pairs", "partnerships", "two sides", "as a partner"), "partners", in_pairs),
        (("no jokers", "without a joker", "without any jokers", "no joker"), "no jokers", without_joker),
        (("with jokers", "joker"), "jokers", has_joker),
        (("an own deck", "special pack", "a special deck"), "a special deck", is_special),
    ],
)  # fmt: skip
def test_each_condition_is_understood_and_repeated(
    game_finder: GameFinder, queries: tuple[str, ...], meant: str, fits: Callable[[Game[Any]], bool]
) -> None:
    games = tuple(game for game in all_games() if fits(game))
    for query in queries:
        found = game_finder.find(query)
        assert (found.games, found.sentence) == (games, f"{len(games)} games fit: {meant}."), query


@pytest.mark.parametrize(
    ("query", "sentence", "suggestions"),
    [
        (
            "9 players, partners, two decks", "No game fits all of that. Leave something out:",
            (("2 decks, partners", 2), ("9 players, partners", 1)),
        ),
        ("40 players, partners", "No game fits all of that. Leave something out:", (("partners", 7),)),
        ("40 players", "No game fits that.", ()), ("1 player", "No game fits that.", ()),
        ("xylophone", "No game is described with “xylophone”. No game fits that.", ()),
        (
            "xylophone and zzyzx and xylophone",
            "No game is described with “xylophone” or “zzyzx”. No game fits that.", (),
        ),
        ("xylophone, jokers", "No game is described with “xylophone”. 5 games fit: jokers.", ()),
        ("4 players, 4 players, jokers, betting", "No game fits all of that. Leave something out:",
         (("4 players, betting", 9), ("4 players, jokers", 5))),
    ],
)  # fmt: skip
def test_a_wish_is_answered_with_what_fits_or_what_to_leave_out(
    game_finder: GameFinder, query: str, sentence: str, suggestions: tuple[tuple[str, int], ...]
) -> None:
    found = game_finder.find(query)
    assert (found.sentence, found.suggestions) == (sentence, suggestions)


def test_kinds_and_equipment_are_found_by_their_words(game_finder: GameFinder) -> None:
    assert {"brag", "razz"} <= slugs(game_finder, "betting")
    assert {game.slug for game in all_games() if game.kind == "trick-taking"} <= slugs(game_finder, "trick taking")
    assert "rage" in slugs(game_finder, "a special deck")
    assert slugs(game_finder, "jokers") == {game.slug for game in all_games() if game.rules.quick.jokers}
    assert not slugs(game_finder, "each for themselves") & {"samba", "burraco", "pitch"}


def test_a_contradiction_is_reported_with_what_to_leave_out(game_finder: GameFinder) -> None:
    found = game_finder.find("9 players, partners, two decks")
    assert not found.games
    assert found.sentence == "No game fits all of that. Leave something out:"
    assert found.suggestions
    for words, count in found.suggestions:
        assert len(game_finder.find(words).games) == count
    assert game_finder.find("40 players").sentence == "No game fits that."
    assert game_finder.find("xylophone").sentence.startswith("No game is described with “xylophone”.")


def test_the_interpretation_is_displayed(game_finder: GameFinder) -> None:
    assert game_finder.find("three decks and partners").sentence == "1 game fits: 3 decks and partners."
    assert game_finder.find("trick taking").sentence.endswith(" games fit: trick taking.")


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("x" * 10_000, "Use at most 120 letters: 4 players, partners, two decks."),
        ('"(*', "Say how many play, or what lies on the table: 4 players, partners, two decks."),
        ("what is it", "Say how many play, or what lies on the table: 4 players, partners, two decks."),
    ],
)
def test_an_empty_or_endless_question_is_answered_with_a_sentence(
    game_finder: GameFinder, query: str, fault: str
) -> None:
    found = game_finder.find(query)
    assert not found.games
    assert found.fault == fault


@settings(deadline=None)  # the machine may be busy; another test measures the time
@given(st.text(max_size=130))
def test_any_question_is_answered(game_finder: GameFinder, query: str) -> None:
    found = game_finder.find(query)
    assert found.fault or found.sentence


def test_every_game_describes_its_equipment() -> None:
    for game in all_games():
        assert game.rules.quick.deck or game.slug == "any-other-game", game.slug
        for phrase in (game.rules.quick.deck, game.rules.quick.deal, game.rules.quick.order, game.rules.quick.scores):
            assert len(phrase) <= 120
            assert not phrase.endswith(".")
    assert game_of("samba").rules.quick.packs == (3,)
