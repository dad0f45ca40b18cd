"""Aggravation: cover matching cards faster than the other, and be first out of cards."""
