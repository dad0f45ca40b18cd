"""Brag: bet on three cards until one is left or two show."""
