"""Nights: their details, lists of them, moving plays between them, and links to them."""
