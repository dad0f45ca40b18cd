"""The page of a club, the list behind its tab "More", and erasing it or a name."""
