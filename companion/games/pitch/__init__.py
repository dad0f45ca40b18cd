"""Pitch: bid for high, low, jack and game, and make a bid of your own to win."""
