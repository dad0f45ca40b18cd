"""The contract: what a game is, how a play is folded into a sheet. Pure, and knows no game."""
