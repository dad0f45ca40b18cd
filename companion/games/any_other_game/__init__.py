"""Any other game: points for each round, by the rules of the table's own."""

from companion.games.any_other_game.scoring import GAME

__all__ = ["GAME"]
