"""What is missing or false is answered with 404, and a message if there is one."""

from typing import Any

import pytest
from werkzeug.exceptions import NotFound

from companion.games import game_of
from companion.web.support.requests.not_found import game_or_404, or_404


@pytest.mark.parametrize("missing", [None, False, 0, ()])
def test_what_is_missing_or_false_is_not_found(missing: Any) -> None:
    with pytest.raises(NotFound) as found:
        or_404(missing, "There is no such night.")
    assert found.value.description == "There is no such night."
    with pytest.raises(NotFound) as found:
        or_404(missing)
    assert found.value.description == NotFound.description


def test_what_is_there_is_returned_and_games_are_looked_up_by_their_slugs() -> None:
    assert or_404("night") == "night"
    assert game_or_404("rage") is game_of("rage")
    with pytest.raises(NotFound) as found:
        game_or_404("Rage", "There is no such game.")
    assert found.value.description == "There is no such game."
