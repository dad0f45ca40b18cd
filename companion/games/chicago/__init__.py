"""Chicago: poker hands at two showdowns and at the end, and the last trick between them."""

from companion.games.chicago.scoring import GAME

__all__ = ["GAME"]
