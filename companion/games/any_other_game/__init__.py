"""Any other game: points for each round, by the rules of the table's own."""
