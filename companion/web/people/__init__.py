"""Statistics of people, games and years, and changes of names."""
