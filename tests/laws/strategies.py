"""Hypothesis strategies: random plays and questions, also with junk in them."""

import os
from random import Random
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st

from companion.core.game.game import Game
from tests.laws import drawn

TIMES = int(os.environ.get("LAWS_TIMES", "1"))
"""Factor for the number of examples."""

SHARE = 1 if settings.get_current_profile_name() == "nightly" else 5
"""Only one in this number of examples is run, but all with ``--hypothesis-profile=nightly``."""

DICE = st.integers(0, 2**32 - 1).map(Random)
"""Random numbers, seeded for each example. Too many are drawn for Hypothesis to record each."""


def few(examples: int) -> int:
    """Return how many examples are run. ``examples``: how many with ``--hypothesis-profile=nightly``."""
    return -(-examples * TIMES // SHARE)


def tried(examples: int) -> settings:
    """Return settings that run the part of the examples that ``few`` says.

    A smaller seed is not simpler, so nothing is shrunk.
    """
    return settings(max_examples=few(examples), deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**30), 10**30), st.floats(), st.text(max_size=50),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.lists(st.dictionaries(st.sampled_from(["player", "points", "reason"]), st.integers() | st.text(max_size=4))),
)  # fmt: skip


SPOILS = st.lists(
    st.tuples(st.text(max_size=8) | st.sampled_from(["absent", "adjust", "sides"]), JUNK), min_size=1, max_size=3
)
"""Junk values, and keys for surplus ones."""


@st.composite
def valid_plays(draw: st.DrawFn, game: Game[Any], rounds: int) -> dict[str, Any]:
    """Draw valid plays under random options."""
    return dict(drawn.played(game, draw(DICE), rounds).request)


@st.composite
def requests(draw: st.DrawFn, game: Game[Any]) -> dict[str, Any]:
    """Draw a few valid rounds, then one that is only well formed."""
    dice = draw(DICE)
    play = drawn.played(game, dice, 2)
    table = play.sheet.table
    more = [] if table.over else [drawn.attempt(game, table, drawn.sample(game, table, dice), dice)]
    return {**play.request, "rounds": [*play.request["rounds"], *more]}


@st.composite
def spoiled(draw: st.DrawFn, game: Game[Any]) -> dict[str, Any]:
    """Draw a valid play under random options, with junk in place of some part."""
    dice = draw(DICE)
    request = dict(drawn.played(game, dice, 2).request)
    for name, junk in draw(SPOILS):
        spot: Any = request
        while True:
            keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
            if isinstance(spot, dict) and dice.random() < 0.1:
                spot[name] = junk
                break
            if not keys:
                break
            key = dice.choice(keys)
            if isinstance(spot[key], dict | list) and spot[key] and dice.random() < 0.75:
                spot = spot[key]
                continue
            spot[key] = junk
            break
        if not isinstance(request.get("players"), list):
            break
    return request
