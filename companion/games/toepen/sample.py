"""Draw random but believable hands of Toepen."""

from random import Random
from typing import Any

from companion.core.entry.keys import Names
from companion.core.game.table import Table
from companion.games.toepen.scoring import MOST_PLAYERS, tokens_after


def sample_round(table: Table[Names], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: a knock or two, some fold at each; now and then a discard is challenged."""
    names = list(table.asked)
    challenges: list[dict[str, Any]] = []
    losers: list[str] = []
    # Each discard takes four cards of the stock, which has as many as are dealt to players who are not there.
    while len(challenges) < MOST_PLAYERS - len(names) and dice.random() < 0.12:
        discarder, challenger = dice.sample(names, 2)
        caught = dice.random() < 0.5
        challenges.append({"discarder": discarder, "challenger": challenger, "caught": caught})
        losers.append(discarder if caught else challenger)
    held = tokens_after(table, losers)
    knocks: list[str] = []
    folded: dict[str, int] = {}
    playing = names
    while len(playing) > 1 and dice.random() < 0.5:
        able = [name for name in playing if held[name] >= len(knocks) + 2]
        if not able:
            break
        knocks.append(dice.choice(able))
        folded |= {name: len(knocks) for name in playing if name != knocks[-1] and dice.random() < 0.35}
        playing = [name for name in playing if name not in folded]
    return {"winner": dice.choice(playing), "knocks": knocks, "folded": folded, "challenges": challenges}
