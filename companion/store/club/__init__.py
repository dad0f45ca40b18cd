"""A club as a whole: starting it, its size and time zone, what the operator does with it, its erasure."""
