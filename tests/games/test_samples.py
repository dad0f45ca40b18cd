"""Random rounds cover every field of a round."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.core.entry.record import is_absent
from companion.core.game.game import Game
from companion.core.play.fold import coming_fields, extend_sheet, fold
from companion.games import SLUGS, game_of
from tests.laws.drawn import agreed, sample

FEWEST, MOST = 20, 300
"""Maximum of random plays of a game; fewer if every field has had a value."""


@pytest.mark.parametrize("slug", SLUGS)
def test_every_field_of_a_round_has_a_value_in_some_random_round(slug: str) -> None:
    """Under any options; every round is valid."""
    game, dice = game_of(slug), Random(21)
    asked: set[str] = set()
    given: set[str] = set()
    for number in range(MOST):
        if number > FEWEST and asked == given:
            return
        for fields, entry in rounds_of(game, dice):
            asked |= fields
            given |= {key for key, value in entry.items() if not is_absent(value) and key in fields}
    assert not asked - given, f"{slug}: no believable round has {sorted(asked - given)}"


def rounds_of(game: Game[Any], dice: Random) -> Iterator[tuple[set[str], dict[str, Any]]]:
    """Return the random rounds of a play, each with the keys of its fields."""
    _, setup, _ = agreed(game, dice)
    sheet = fold(game, setup, [])
    while len(sheet.rounds) < 6 and not sheet.table.over:
        entry = sample(game, sheet.table, dice)
        yield {field.key for field in coming_fields(game, sheet.table)}, entry
        sheet = extend_sheet(sheet, [entry])
        assert sheet.refusal is None, f"a believable round was refused: {entry} {sheet.refusal}"
