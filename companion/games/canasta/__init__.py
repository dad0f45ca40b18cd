"""Canasta: partners meld sets of a rank, seven cards make a canasta; the first side with 5,000 points wins."""
