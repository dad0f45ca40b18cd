"""Cribbage: pegs in the play, hands and the crib in order; the first player at 121 is out."""
