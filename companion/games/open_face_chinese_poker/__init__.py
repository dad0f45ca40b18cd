"""Open-Face Chinese Poker: thirteen cards in three rows, against each opponent separately."""
