"""Tricks: the referee of them, the cards of a hand followed, and the recorder."""
