"""Statistics of plays."""
