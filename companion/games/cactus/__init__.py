"""Cactus: four cards that nobody may look at, and the lower total wins."""
