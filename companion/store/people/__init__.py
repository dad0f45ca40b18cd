"""People: finding, renaming and merging them, and their statistics."""
