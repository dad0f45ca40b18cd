"""Draw random but believable hands of Pay Me."""

from random import Random
from typing import Any

from companion.cards.decks import several_packs
from companion.core.game.table import Table
from companion.games.pay_me.scoring import card_points, hand_size, packs_for, wild_rank


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: somebody goes out, the others hold a few cards.

    Four in five type the sum of their cards, the others list the cards.
    """
    size, copies = hand_size(table), several_packs(packs_for(len(table.players))).copies
    wild = wild_rank(size)
    pack = [card for card, number in copies.items() for _ in range(number)]
    dice.shuffle(pack)
    out = dice.choice(table.players)
    deadwood: dict[str, int] = {}
    cards: dict[str, list[str]] = {}
    for name in table.players:
        if name == out:
            continue
        left = [pack.pop() for _ in range(dice.choice((0, 1, 2, 3, 3, 4, size // 2)))][:size]
        if dice.random() < 0.2:
            cards[name] = left
        if name not in cards or dice.random() < 0.2:
            deadwood[name] = sum(card_points(card, wild) for card in left)
    if dice.random() < 0.2:
        deadwood[out] = 0
    return {"went_out": out, "deadwood": deadwood, "cards": cards}
