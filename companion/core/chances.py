"""Chances, counted exactly and told."""

from fractions import Fraction


def fraction_told(value: Fraction) -> str:
    """Return a fraction as it is written, also where it is whole: ``3/8``, ``1/1``."""
    return f"{value.numerator}/{value.denominator}"


def percent(value: Fraction) -> float:
    """Return a part of all cases in per cent, to one decimal, halves away from 0."""
    tenths = int(abs(value) * 1000 + Fraction(1, 2))
    return (-tenths if value < 0 else tenths) / 10
