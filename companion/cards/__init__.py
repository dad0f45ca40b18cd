"""Standard cards: notation, decks and tricks. Pure, and without knowledge of any game."""
