"""Helpers that all areas of the web layer share."""
