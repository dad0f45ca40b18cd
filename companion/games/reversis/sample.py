"""Draw random but believable hands of Reversis."""

from random import Random
from typing import Any

from companion.cards.notation import rank_of
from companion.core.game.seating import from_left_of
from companion.core.game.table import Table
from companion.core.tricks.random_hands import played_hand
from companion.games.reversis.by_tricks import QUINOLA
from companion.games.reversis.payments import Pots
from companion.games.reversis.referee import DECK, ORDER, PLAY


def sample_round(table: Table[Pots], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: mostly an ordinary one, now and then a reversis or an espagnolette.

    A reversis is a hand with most of the high cards, made or broken in the last two tricks.
    """
    pack = dice.sample(list(DECK.copies), len(DECK.copies))
    if dice.random() < 0.1:
        high = sorted(pack, key=lambda card: ORDER.index(rank_of(card)))[: dice.choice((9, 10, 11))]
        first = [QUINOLA, *high] if dice.random() < 0.3 else high
        pack = [*first, *(card for card in pack if card not in first)]
    played = played_hand(PLAY, table, from_left_of(table.players, table.dealer), pack)
    entry = {key: value for key, value in played.items() if value is not None}
    for row in entry["payments"]:
        if row["kind"].endswith("led"):
            row["claimed"] = dice.random() < 0.8
    if dice.random() < 0.08:
        entry["espagnolette"] = dice.choice([name for name in table.players if name != entry.get("reversis")])
    return entry
