"""Spite and Malice: two players race to empty their talons onto shared piles."""
