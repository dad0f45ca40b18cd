"""Skat: a declarer against two others for 61 of 120 card points, in a game that must be worth the bid."""
