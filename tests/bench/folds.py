"""How long the core takes to score a play."""

import json
from collections.abc import Mapping
from random import Random
from time import process_time
from typing import Any

from companion.core.game.game import Game
from companion.core.play.fold import fold
from companion.core.play.setups import read_setup
from tests.laws.drawn import sampled

ROUNDS = 10
SAMPLES = 8
REPEATS = 15


def slowest(game: Game[Any], players: int | None = None) -> tuple[float, int]:
    """Return the milliseconds for the slowest of some random plays of ten rounds, and its number of rounds.

    A play is scored several times from raw JSON, as in a request, and the shortest time counts. A play that ends early
    has fewer rounds. ``players``: only plays with so many.
    """
    dice = Random(game.slug)
    found = []
    while len(found) < SAMPLES:
        request = json.loads(json.dumps(sampled(game, dice, ROUNDS)))
        if players is None or len(request["players"]) == players:
            found.append((_milliseconds(game, request), len(request["rounds"])))
    return max(found)


def _milliseconds(game: Game[Any], request: Mapping[str, Any]) -> float:
    times = []
    for _ in range(REPEATS):
        start = process_time()
        setup, _ = read_setup(game, request)
        assert setup is not None
        sheet = fold(game, setup, request["rounds"])
        times.append(process_time() - start)
        assert sheet.refusal is None
    return min(times) * 1000  # other work on the machine only adds time
