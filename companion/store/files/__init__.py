"""The file of a whole club, and the formats of other programs."""
