"""Cucumber: seven cards, and only the last trick counts, against whoever takes it."""
