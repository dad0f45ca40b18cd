"""Erasing a name from everything that was ever written in a club."""
