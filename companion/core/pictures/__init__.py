"""Charts as SVG, and the initials of players."""
