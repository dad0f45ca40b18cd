"""Any other game: points for each round, by the table's own rules."""
