"""Random rounds of a game are recorded."""

import pytest

from companion.games import SLUGS
from tests.games.lists.random_rounds import COMMAND, file_of, text_of


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_draws_the_recorded_rounds(slug: str) -> None:
    """The same dice give the same rounds."""
    recorded = file_of(slug).read_text("utf-8") if file_of(slug).exists() else ""
    assert text_of(slug) == recorded, f"read the difference; if it is meant, run: {COMMAND}"
