"""The contract: what a game is, and how the rounds of a play become its score sheet. Pure; knows no game."""
