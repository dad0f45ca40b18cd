"""People: their names, and what their plays add up to."""
