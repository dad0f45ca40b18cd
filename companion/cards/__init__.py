"""Standard cards: notation, decks, tricks, melds, hands of poker. Pure; knows no game."""
