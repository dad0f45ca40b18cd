"""The page of a club, the list behind its tab "More", the search inside it, and erasing it or a name."""
