"""Aggravation: cover matching cards faster than your opponent, and be first out of cards."""
