"""Measurements of the app: ``python -m tests.bench``."""
