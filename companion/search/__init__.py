"""Search in the rules of all games: paragraphs by a player's words, games by players, packs and description."""
