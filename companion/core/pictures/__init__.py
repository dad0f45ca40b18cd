"""Measures of charts, and the initials of players."""
