"""Draw random but believable hands of Fünfzehnern."""

from random import Random
from typing import Any

from companion.cards.notation import SUITS, suit_of
from companion.core.game.seating import from_left_of
from companion.core.game.table import Table
from companion.core.tricks.random_hands import played_hand
from companion.games.funfzehnern.referee import DECK, PLAY


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: eight tricks with the cards of as many suits as there are players."""
    suits = SUITS[: len(table.players)]
    pack = [card for card in DECK.copies if suit_of(card) in suits]
    return played_hand(PLAY, table, from_left_of(table.players, table.dealer), dice.sample(pack, len(pack)))
