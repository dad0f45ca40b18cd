"""Burraco: two partnerships, two pozzetti, and a bonus for every meld of seven."""
