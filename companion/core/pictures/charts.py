"""Measures of charts: widths of texts, numbers of an axis, places of labels, colours."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import accumulate
from math import ceil, floor, log10

from companion.core.words import figure

COLOURS = 8

_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_THIN, _WIDE = frozenset("iljtfrI.,:;'’|!()[] "), frozenset("mwMW@%—…&")


def printable(text: str) -> str:
    """Return a text in which the letters that XML does not allow are replaced."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)


def text_width(text: str) -> float:
    """Estimate the width of a text, in units of its letter size."""
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    """Estimate the width of a letter, in units of its size."""
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.2
    if letter in _THIN:
        return 0.36
    return 1 if letter in _WIDE else 0.74 if letter.isupper() else 0.64


def shorten(text: str, room: float) -> str:
    """Shorten a text to the width ``room``, in units of its letter size; a shortened text ends with ``…``."""
    if text_width(text) <= room:
        return text
    left = room - text_width("…")
    kept = sum(width <= left for width in accumulate(map(_letter_width, text)))
    while kept and unicodedata.category(text[kept - 1]) in ("Cf", "Zs"):  # no half of a joined letter
        kept -= 1
    return text[:kept] + "…"


def short_number(value: int) -> str:
    """Return the short form of a number on an axis, from 10,000 on: ``500``, ``20k``, ``1.5m``."""
    for size, sign in ((1_000_000, "m"), (1_000, "k")):
        if abs(value) >= size * (10 if sign == "k" else 1):
            tenths, rest = divmod(abs(value) * 10 // size, 10)
            return f"{'−' if value < 0 else ''}{tenths}{f'.{rest}' if rest else ''}{sign}"
    return figure(value)


def ticks(low: int, high: int) -> list[int]:
    """Return round numbers for an axis that covers the values and 0 in about five steps."""
    low, high = min(low, 0), max(high, 0, low + 1)
    size = 10 ** floor(log10((high - low) / 5)) if high - low >= 5 else 1
    step = next(factor * size for factor in (1, 2, 5, 10) if factor * size * 5 >= high - low)
    return list(range(floor(low / step) * step, ceil(high / step) * step + 1, step))


def spread_labels(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return the heights of labels, moved so that any two are at least ``gap`` apart.

    They stay between ``top`` and ``bottom`` if there is room.
    """
    placed, lowest, highest = list(wanted), top - gap, bottom + gap
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    for index in order:
        lowest = placed[index] = max(wanted[index], lowest + gap)
    for index in reversed(order):
        highest = placed[index] = min(placed[index], highest - gap)
    return placed


def colour_class(number: int) -> str:
    """Return the CSS class of a colour; after the last one the colours repeat, as rings."""
    return f"s{number % COLOURS}{' ring' if number // COLOURS % 2 else ''}"
