"""Edits: every change of a play, written, listed and put into words."""
