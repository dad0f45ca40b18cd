"""How the games in a file of BG Stats are found among ours."""

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.core.game.game import Game
from companion.exports.bgstats_values import read_text, read_whole
from companion.games import all_games


@cache
def games_by_name() -> Mapping[str, Game[Any]]:
    """Return all games by their simplified names, other names included, and by their numbers at BoardGameGeek."""
    games = all_games()
    also = {simplified_name(name): game for game in games for name in game.rules.quick.also}
    numbered = {str(game.rules.quick.bgg): game for game in games if game.rules.quick.bgg}
    return {**also, **numbered, **{simplified_name(game.name): game for game in games}}


def find_game(row: Mapping[str, Any]) -> Game[Any] | None:
    """Return the game of the catalogue for a game in the file; None if there is none.

    It is found by its name, or else by its number at BoardGameGeek.
    """
    names = (simplified_name(read_text(row, key)) for key in ("name", "bggName"))
    known = (games_by_name().get(one) for one in (*names, str(read_whole(row.get("bggId"), 0))))
    return next((game for game in known if game), None)


def simplified_name(text: str) -> str:
    """Return the letters and digits of a name, in lower case and without accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text).casefold() if letter.isalnum())
