"""Bounds of coming rounds hold in every play: no round gives more, and whoever cannot win does not."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.core.game.game import Game
from companion.core.play.fold import Sheet, extend_sheet, fold, with_absent
from companion.core.play.outlook import chances
from companion.games import all_games, game_of
from tests.laws import drawn
from tests.laws.strategies import DICE, tried

DECLARING = [game.slug for game in all_games() if game.ending.outlook is not None]
NOTHING_SAID = {
    "chicago": "a royal flush gives as many points as end the game",
    "gin-rummy": "one deal can give all that ends the game",
    "skat": "a game lost with Kontra and Re costs more than an evening gives",
    "cactus": "a layout may grow to the whole pack, and mostly one deal is all",
    "cribbage": "pegs can be moved to the end of the board in one deal",
    **dict.fromkeys(("burraco", "canasta", "samba"), "melds of a hand have no bound that tells anything"),
    **dict.fromkeys(("cucumber", "toepen"), "who is not out has not lost, whatever the total"),
    **dict.fromkeys(
        ("aggravation", "ristiseiska", "spite-and-malice", "vazhushal"), "games are won one by one, as everybody sees"
    ),
    **dict.fromkeys(
        (
            "ace-deuce-jack", "brag", "farmer", "funfzehnern", "kabu", "open-face-chinese-poker", "put-and-take",
            "razz", "reversis", "speculation", "superfecta",
        ),
        "chips change hands as the table bets",
    ),
    "any-other-game": "nobody knows what its rounds give",
}  # fmt: skip
"""Games without bounds, with the reason."""


def test_every_game_declares_the_bounds_of_its_rounds_or_why_it_has_none() -> None:
    assert not set(DECLARING) & set(NOTHING_SAID)
    assert {game.slug for game in all_games()} == {*DECLARING, *NOTHING_SAID}


def played(game: Game[Any], dice: Random, rounds: int) -> Sheet[Any]:
    """Return a play without a referee, under random options; half of its rounds are as odd as the game accepts."""
    _, setup, _ = drawn.agreed(game, dice)
    sheet = fold(game, setup, [])
    while len(sheet.rounds) < rounds and not sheet.table.over:
        entry = drawn.believable(game, sheet.table, dice)
        tried = drawn.attempt(game, sheet.table, entry, dice) if drawn.likely(0.5, dice) else entry
        tried, entry = ({key: one for key, one in given.items() if key != "adjust"} for given in (tried, entry))
        after = extend_sheet(sheet, [tried])
        sheet = after if after.refusal is None else extend_sheet(sheet, [entry])
        assert sheet.refusal is None, sheet.refusal
    return sheet


@pytest.mark.parametrize("slug", DECLARING)
@tried(150)
@given(dice=DICE)
def test_no_round_exceeds_the_bounds_and_nobody_wins_who_cannot(slug: str, dice: Random) -> None:
    game = game_of(slug)
    outlook = game.ending.outlook
    assert outlook is not None
    sheet = played(game, dice, rounds=dice.choice((3, 12, 40)))
    tables = [sheet.opening, *(one.table for one in sheet.rounds)]
    last = outlook.last(sheet.opening)
    for table, item in zip(tables, sheet.rounds, strict=False):
        gains = outlook.gains(with_absent(game, table, item.absent))
        assert gains.least <= min(item.scores.values()), (table.number, item.lines)
        assert gains.most >= max(item.scores.values()), (table.number, item.lines)
        found = chances(game, table)
        if last:
            assert found is not None
            assert set(sheet.table.winners) <= set(found.contenders)
        elif outlook.target(table) and item.table.over:
            assert found is not None, "nobody could end the play with this round"
            assert set(item.table.winners) <= set(found.contenders)
    assert chances(game, sheet.table) is None or not sheet.table.over


@pytest.mark.parametrize("slug", DECLARING)
def test_sentences_are_short_and_name_players(slug: str) -> None:
    game, dice, said = game_of(slug), Random(3), set[str]()
    for _ in range(60):
        sheet = played(game, dice, rounds=40)
        for table in (sheet.opening, *(one.table for one in sheet.rounds)):
            found = chances(game, table)
            for sentence in found.sentences if found else ():
                said.add(sentence)
                assert sentence.endswith(".")
                assert any(name in sentence for name in table.names)
            assert len(found.sentences if found else ()) <= 2
    assert said, "the game says it now and then"
