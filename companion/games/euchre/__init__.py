"""Euchre: make trumps and take three of five tricks; the bowers are the highest trumps."""
