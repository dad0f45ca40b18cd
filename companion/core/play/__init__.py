"""A play of a game: the fold from entries to a sheet, and its outcome."""
