"""The page about privacy."""
