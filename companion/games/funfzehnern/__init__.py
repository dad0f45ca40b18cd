"""Fünfzehnern: card points in tricks, and whoever has more than fifteen wins the difference."""

from dataclasses import replace

from companion.games.funfzehnern import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
