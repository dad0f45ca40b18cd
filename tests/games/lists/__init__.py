"""Lists that are generated from the games."""
