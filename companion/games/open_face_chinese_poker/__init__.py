"""Open-Face Chinese Poker: thirteen cards in three rows, against each opponent by itself."""

from companion.games.open_face_chinese_poker.scoring import GAME

__all__ = ["GAME"]
