"""Ristiseiska: play in sequence from the sevens, or beg; the first out of cards wins the game."""
