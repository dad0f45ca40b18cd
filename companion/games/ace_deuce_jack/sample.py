"""Draw random but believable hands of Ace-Deuce-Jack."""

from random import Random
from typing import Any

from companion.cards.notation import rank_of
from companion.core.common.chips import MAX_BET, MIN_BET
from companion.core.game.game import STACK
from companion.core.game.table import Table
from companion.games.ace_deuce_jack.scoring import DECK, HITS, MOST_BET, Bank


def sample_round(table: Table[Bank], dice: Random) -> dict[str, Any]:
    """Draw a believable round: small bets within what the bank can cover; the cards are written down now and then."""
    options, stack = table.options, table.options[STACK]
    least, greatest = options[MIN_BET], options[MAX_BET] or MOST_BET
    entry: dict[str, Any] = {}
    if dice.random() < 0.1:
        entry["min_bet"] = least
        entry["max_bet"] = greatest = least * 3
    bank = table.totals[table.dealer] if stack else MOST_BET * len(table.players)
    bets: dict[str, int] = {}
    for name in table.asked:
        most = min(greatest, bank, table.totals[name] if stack else greatest)
        if name != table.dealer and most >= least and (not bets or dice.random() < 0.9):
            bets[name] = min(most, least * dice.choice((1, 1, 2, 2, 3, 5)))
            bank -= bets[name]
    cards = dice.sample(list(DECK.copies), 3)
    entry["bets"] = bets
    result = {"cards": cards, "banker_wins": any(rank_of(card) in HITS for card in cards)}
    written = dice.choice((("cards",), ("banker_wins",), ("banker_wins",), ("cards", "banker_wins")))
    return entry | {key: result[key] for key in written}
