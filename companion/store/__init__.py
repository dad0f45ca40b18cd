"""Rows, and the only functions that write them. Knows the core and the games, not the web."""
