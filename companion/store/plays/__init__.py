"""A play: its edits, its state, what the coming round is known of, and the lists of plays."""
