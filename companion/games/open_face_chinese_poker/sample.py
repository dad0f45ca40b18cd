"""Draw random but believable hands of Open-Face Chinese Poker."""

from itertools import accumulate
from random import Random
from typing import Any

from companion.cards.notation import rank_of, suit_of
from companion.core.entry.keys import Names
from companion.core.game.table import Table
from companion.core.referee.showdown import five_card_hand
from companion.games.open_face_chinese_poker.hands import ROWS, judge_three_rows
from companion.games.open_face_chinese_poker.scoring import ALL_CARDS, DECK

FOULED = 0.15
"""The share of hands that are set as the cards come, which mostly fouls them."""

TRIES, TRIES_IN_FANTASYLAND = 15, 60
"""How many ways of setting the cards a player tries out."""


def sample_round(table: Table[Names], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: most players set their cards well, better in fantasyland; some foul."""
    pack = dice.sample(list(DECK.copies), ALL_CARDS * len(table.players))
    hands = {}
    for seat, name in enumerate(table.players):
        cards = pack[seat * ALL_CARDS : (seat + 1) * ALL_CARDS]
        in_fantasyland = name in table.state
        if not in_fantasyland and dice.random() < FOULED:
            hands[name] = _split(cards)
        else:
            hands[name] = _set_rows(cards, TRIES_IN_FANTASYLAND if in_fantasyland else TRIES, dice)
    return {"hands": hands}


def _split(cards: list[str]) -> dict[str, list[str]]:
    """Split thirteen cards into the three rows in their order."""
    front, middle, _ = accumulate(ROWS.values())
    return {"front": cards[:front], "middle": cards[front:middle], "back": cards[middle:]}


def _set_rows(cards: list[str], tries: int, dice: Random) -> dict[str, list[str]]:
    """Return the rows with most royalties of ``tries`` ways; if all are fouls, the cards as they come."""
    best, most = _split(cards), -1
    for _ in range(tries):
        front, *others = _split(_shuffled(cards, dice)).values()
        middle, back = sorted(others, key=lambda row: five_card_hand(tuple(row)).strength)
        judged = judge_three_rows(tuple(front), tuple(middle), tuple(back))
        if not judged.foul and judged.total > most:
            best, most = {"front": front, "middle": middle, "back": back}, judged.total
    return best


def _shuffled(cards: list[str], dice: Random) -> list[str]:
    """Shuffle the cards by rank or by suit, so that equal ones stay together."""
    shared = dice.choice((rank_of, rank_of, suit_of))
    weights = {shared(card): dice.random() for card in cards}
    return sorted(cards, key=lambda card: weights[shared(card)])
