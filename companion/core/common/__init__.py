"""What many games share: ways to end, chips and pots, the canasta card."""
