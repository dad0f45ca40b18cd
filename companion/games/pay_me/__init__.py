"""Pay Me: eleven hands of growing size, and what is left unmelded counts against you."""

from companion.games.pay_me.scoring import GAME

__all__ = ["GAME"]
