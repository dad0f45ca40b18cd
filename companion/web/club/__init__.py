"""The page of a club, and the search inside it."""
