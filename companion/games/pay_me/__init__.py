"""Pay Me: eleven hands of growing size, and what is left unmelded counts against you."""

from dataclasses import replace

from companion.games.pay_me import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
