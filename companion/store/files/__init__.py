"""Export and import: the file of a whole club, and formats of other programs."""
