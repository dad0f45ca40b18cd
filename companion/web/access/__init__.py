"""Joining a club, managing its devices, and checking who is asking."""
