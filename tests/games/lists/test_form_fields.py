"""What games say of themselves and ask is recorded."""

import pytest

from companion.games import SLUGS
from tests.games.lists.form_fields import COMMAND, file_of, text_of


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_asks_what_is_recorded(slug: str) -> None:
    """Labels, help, limits and order of all fields, and the titles of the questions."""
    recorded = file_of(slug).read_text("utf-8") if file_of(slug).exists() else ""
    assert text_of(slug) == recorded, f"read the difference; if it is meant, run: {COMMAND}"
