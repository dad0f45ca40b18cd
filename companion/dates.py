"""Dates in words, for all layers outside the scoring, which knows no calendar."""

from datetime import date


def day_with_year(day: date) -> str:
    """Format a day, or the day of a moment, with its year: ``2 May 2026``."""
    return f"{day.day} {day:%B} {day.year}"
