"""Brag: bet on three cards until one player is left or two show."""
