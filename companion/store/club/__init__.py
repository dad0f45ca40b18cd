"""A club as a whole: its size, what the operator does with it, its erasure."""
