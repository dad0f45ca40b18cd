"""Trick by trick: the cards of a round on pages and in forms."""
