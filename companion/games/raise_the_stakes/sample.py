"""Draw random but believable rounds of Raise the Stakes."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.core.tricks.random_hands import random_tricks
from companion.games.raise_the_stakes.scoring import HAND_SIZE, MAX_RAISES


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: about every second one is raised, and some fold; strong hands take most tricks."""
    names = list(table.asked)
    entry: dict[str, Any] = {}
    if len(names) > 2 and dice.random() < 0.05:
        late = names.pop(dice.randrange(len(names)))
        entry["absent"] = [*table.absent, late]
    raised: list[str] = []
    staying = names
    while len(raised) < table.options[MAX_RAISES] and len(staying) > 1 and dice.random() < 0.45:
        raiser = dice.choice(staying)
        raised.append(raiser)
        staying = [name for name in staying if name == raiser or dice.random() < 0.7]
    hand = played = table.options[HAND_SIZE]
    reneged = []
    if len(staying) > 1 and dice.random() < 0.04:
        reneged = [dice.choice(staying)]
        played = dice.randint(1, hand)
    tricks = dict.fromkeys(names, 0)
    strength = [dice.random() ** 2 + (name in raised) for name in staying]
    if len(staying) > 1:
        tricks |= random_tricks(staying, played, dice, strength)
    folded = [name for name in names if name not in staying]
    return {**entry, "tricks": tricks, "raised_by": raised, "folded": folded, "reneged": reneged}
