"""Pages that a phone can read without a network."""
