"""Open-Face Chinese Poker: thirteen cards in three rows, against each opponent by itself."""

from dataclasses import replace

from companion.games.open_face_chinese_poker import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
