"""Exact chances, and how they are written."""

from fractions import Fraction


def fraction_text(value: Fraction) -> str:
    """Write a fraction, also a whole number, as numerator and denominator: ``3/8``, ``1/1``."""
    return f"{value.numerator}/{value.denominator}"


def percent(value: Fraction) -> float:
    """Return a fraction in per cent, rounded to one decimal, halves away from 0."""
    tenths = int(abs(value) * 1000 + Fraction(1, 2))
    return (-tenths if value < 0 else tenths) / 10
