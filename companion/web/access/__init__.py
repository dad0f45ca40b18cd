"""Joining a club, its devices, and who is asking."""
