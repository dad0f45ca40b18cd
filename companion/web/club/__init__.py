"""The page of a club, its navigation bar, and the search inside it."""
