"""What a game declares: seats, the table before a round, standings, auctions, questions to its referee."""
