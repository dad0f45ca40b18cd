"""Razz: seven-card stud for the lowest hand."""
