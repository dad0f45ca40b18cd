"""Vazhushal: rummy with an open line of discards; the first to go out wins the game."""
