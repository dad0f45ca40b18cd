"""Rage: bid your tricks, over ten shrinking hands."""
