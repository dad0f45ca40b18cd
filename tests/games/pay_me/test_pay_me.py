"""Tables of Pay Me, named after the rules they prove."""

from typing import Any

import pytest

from companion.core.entry import read_record
from companion.core.fold import coming_fields, fold, opening_table, read_setup
from companion.games.pay_me import GAME
from companion.games.pay_me.scoring import card_points, packs_for, wild_rank

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@pytest.mark.parametrize(("hand", "rank"), list(enumerate(RANKS, start=3)))
def test_deal_wild(hand: int, rank: str) -> None:
    assert wild_rank(hand) == rank


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3)])
def test_need_packs(players: int, packs: int) -> None:
    assert packs_for(players) == packs


@pytest.mark.parametrize(
    ("card", "wild", "points"),
    [
        ("Jk", "3", 15), ("2h", "K", 15), ("Kd", "K", 15), ("3c", "3", 15), ("Kd", "3", 10),
        ("8h", "3", 10), ("10s", "9", 10), ("7c", "8", 5), ("3c", "4", 5), ("As", "K", 5),
    ],
)  # fmt: skip
def test_scoring_values(card: str, wild: str, points: int) -> None:
    assert card_points(card, wild) == points


def suggested(entry: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    """The questions that a second hand (4s wild) of Ann, Bob and Cyd suggests, each with why and what it answers."""
    setup, problems = read_setup(GAME, {"players": ["Ann", "Bob", "Cyd"]})
    assert setup is not None, problems
    table = fold(GAME, setup, [{"went_out": "Bob", "deadwood": {"Ann": 0, "Cyd": 5}}]).table
    record, problems = read_record(coming_fields(GAME, table), entry)
    assert not problems
    found = ((one, one.offered(table, record)) for one in GAME.situations)
    return {one.key: (why, one.answered(table, record)) for one, why in found if why}


def test_cards_that_could_be_melded_raise_a_question() -> None:
    cards = {"Bob": ["Jk", "8h", "Kd"], "Cyd": ["8c", "7c", "2d"]}
    assert suggested({"went_out": "Ann", "cards": cards}) == {
        "best": ("Cyd could meld some of the cards left.", {"cards": ["8c", "7c", "2d"]})
    }


def test_cards_left_of_who_called_raise_a_question() -> None:
    cards = {"Ann": ["Kd"], "Bob": []}
    assert suggested({"went_out": "Ann", "cards": cards, "deadwood": {"Cyd": 10}}) == {
        "best": ("Ann called “Pay me!” and yet has cards left.", {"cards": ["Kd"]})
    }
    assert suggested({"went_out": "Ann", "deadwood": {"Ann": 10, "Bob": 0, "Cyd": 0}}) == {
        "best": ("Ann called “Pay me!” and yet has cards left.", {})
    }


def test_a_figure_that_the_cards_do_not_make_raises_a_question() -> None:
    entry = {"went_out": "Ann", "deadwood": {"Bob": 25, "Cyd": 10}, "cards": {"Bob": ["Jk"], "Cyd": ["Kd"]}}
    assert suggested(entry) == {"deadwood": ("The cards that Bob has left do not make 25.", {"cards": ["Jk"]})}


def test_a_hand_without_surprise_raises_none() -> None:
    assert suggested({"went_out": "Ann", "deadwood": {"Bob": 10, "Cyd": 0}}) == {}
    assert suggested({"deadwood": {"Bob": 10, "Cyd": 0}, "went_out": "Ann", "cards": {"Bob": ["Kd"]}}) == {}


def test_what_the_play_knows_is_not_asked() -> None:
    setup, _ = read_setup(GAME, {"players": ["Ann", "Bob", "Cyd"]})
    assert setup is not None
    table = opening_table(GAME, setup)
    assert {tuple(one.known(table).items()) for one in GAME.situations} == {(("hand_number", 1), ("decks", 2))}
