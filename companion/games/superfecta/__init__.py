"""Superfecta: bet on a race of four aces."""
