"""Cribbage: pegs in the play, hands and the crib in order; the first player at 121 is out."""

from dataclasses import replace

from companion.games.cribbage import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
