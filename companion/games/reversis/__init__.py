"""Reversis: avoid aces and court cards, or take every trick."""
