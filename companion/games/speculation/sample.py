"""Draw random but believable hands of Speculation."""

from random import Random
from typing import Any

from companion.core.common.chips import ANTE
from companion.core.game.game import STACK
from companion.core.game.table import Table
from companion.games.speculation.scoring import FACE_DOWN, TRUMP, UPCARD

ACES_IN_PACK = 4 / 52


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: a few sales at prices below the pot; the last buyer often wins."""
    names, dealer = table.asked, table.dealer
    if dice.random() < ACES_IN_PACK:
        return {"ace_up": True, "winner": dealer}
    ante = table.options[ANTE]
    pot = ante * len(names)
    held = {name: table.totals[name] - ante if table.options[STACK] else pot for name in names}
    sales: list[dict[str, Any]] = []
    owner = dealer
    kinds = [UPCARD] * (dice.random() < 0.4) + dice.choices((TRUMP, FACE_DOWN), k=dice.choice((0, 1, 1, 2, 3)))
    for what in kinds:
        seller = dealer if what == UPCARD else dice.choice(names)
        buyer = owner if what == FACE_DOWN else dice.choice(names)
        price = min(held[buyer], dice.randint(1, max(1, pot // (4 if what == FACE_DOWN else 2))))
        if seller == buyer or price < 1:
            continue
        sales.append({"what": what, "seller": seller, "buyer": buyer, "chips": price})
        held[buyer] -= price
        held[seller] += price
        if what != FACE_DOWN:
            owner = buyer
    winner = owner if dice.random() < 0.6 else dice.choice(names)
    return {"sales": sales, "winner": winner} if sales else {"winner": winner}
