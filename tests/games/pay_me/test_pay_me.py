"""Tables of Pay Me, named after the rules they prove."""

import pytest

from companion.core.play.fold import opening_table
from companion.core.play.setups import read_setup
from companion.games import game_of
from companion.games.pay_me.scoring import card_points, packs_for, wild_rank

GAME = game_of("pay-me")

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


def test_what_the_play_knows_is_not_asked() -> None:
    setup, _ = read_setup(GAME, {"players": ["Ann", "Bob", "Cyd"]})
    assert setup is not None
    table = opening_table(GAME, setup)
    of_cards = [one for one in GAME.situations if one.key != "call"]
    assert {tuple(one.known_facts(table).items()) for one in of_cards} == {(("hand_number", 1), ("decks", 2))}
