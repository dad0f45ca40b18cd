"""Nights: which play belongs to which, their details, and links to them."""
