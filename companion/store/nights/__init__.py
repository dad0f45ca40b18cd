"""Nights: which play belongs to which, what is said of them, and their links."""
