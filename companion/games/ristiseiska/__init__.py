"""Ristiseiska: play in sequence from the sevens, or beg; the first out of cards wins the game."""

from dataclasses import replace

from companion.games.ristiseiska import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
