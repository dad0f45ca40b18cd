"""Écarté: five tricks for two, and a king of trumps is worth showing."""

from dataclasses import replace

from companion.games.ecarte import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
