"""Skat: a declarer against two others for 61 of 120 card points; games are worth what was bid and more."""
