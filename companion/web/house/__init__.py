"""House rules of a club."""
