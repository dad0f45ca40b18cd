"""Ace-Deuce-Jack: bet against the bank that three cards show no ace, 2 or jack."""

from dataclasses import replace

from companion.games.ace_deuce_jack import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
