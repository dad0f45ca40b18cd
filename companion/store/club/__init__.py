"""A club as a whole: starting it, its size, what the operator does with it, its erasure."""
