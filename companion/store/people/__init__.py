"""People: their names and statistics."""
