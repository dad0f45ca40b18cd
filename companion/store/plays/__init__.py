"""Plays: starting them, edits, state, the draft of the coming round, and lists."""
