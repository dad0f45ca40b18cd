"""Statistics of plays, charts and pictures of results."""
