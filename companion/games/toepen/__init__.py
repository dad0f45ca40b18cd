"""Toepen: win the last trick, and knock to make the others pay more."""
