"""Games in a file of BG Stats, found among ours."""

from typing import Any

from companion.exports.bgstats_games import find_game


def test_a_game_without_a_number_at_boardgamegeek_is_no_game_of_the_catalogue() -> None:
    unknown: list[dict[str, Any]] = [{"name": "None"}, {"name": "0"}, {"name": "", "bggId": 0}, {}]
    assert [find_game(row) for row in unknown] == [None] * 4
