"""The page of a club, its navigation bar, the search inside it, and erasing it or a name."""
