"""A game and the plays of it: the fold from entries to a sheet, and its outcome."""
