"""Statistics of people, games and years."""
