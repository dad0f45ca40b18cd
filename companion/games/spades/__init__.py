"""Spades: partners bid their tricks together, and spades are always trump."""
