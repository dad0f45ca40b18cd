"""Companion: the scorekeeper and referee for games with a real deck of cards."""

__version__ = "0.1.0"
