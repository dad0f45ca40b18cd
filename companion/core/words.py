"""Small helpers for sentences that a card player reads."""

import re
from collections.abc import Iterable


def listed(items: Iterable[str], last: str = "and") -> str:
    """Return items as a person lists them: ``Ann, Bob and Cyd``."""
    parts = list(items)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


COUNTS_AS = {2: "counts double", 3: "counts triple"}
"""How a play that counts as so many games is described."""


def doing(names: Iterable[str], one: str, many: str) -> str:
    """Return who does something, in their number: ``Ann has a card``, ``Ann and Bob have a card``."""
    found = list(names)
    return f"{listed(found)} {one if len(found) == 1 else many}"


def on_one_line(name: str, value: object) -> str:
    """Return a name with what it has: ``Ann 3``. No line breaks between the two."""
    return f"{name}\N{NO-BREAK SPACE}{value}"


def spelled(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return names as they are known already, whatever their capitals, each once; blanks and empty ones left out."""
    usual = {name.casefold(): name for name in known}
    found: dict[str, str] = {}
    for name in (" ".join(name.split()) for name in names):
        if name:
            found.setdefault(name.casefold(), usual.get(name.casefold(), name))
    return list(found.values())


def figure(number: int) -> str:
    """Return a whole number as a person writes it: ``1,250``, ``−3``."""
    return f"{number:,}".replace("-", "−")


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: ``1 trick``, ``3 tricks``, ``2 canastas``."""
    if number in (1, -1):
        return f"{figure(number)} {one}"
    return f"{figure(number)} {many or one + 's'}"


def signed(number: int) -> str:
    """Return a change of score as written on a sheet: ``+3``, ``−2``, ``0``."""
    if number > 0:
        return f"+{number:,}"
    return f"−{-number:,}" if number < 0 else "0"


def wins(names: Iterable[str], sides: bool = False) -> str:
    """Return who wins: ``Ann wins``, ``Ann and Bob share the win``; a side is several people: ``Ann & Cyd win``."""
    winners = list(names)
    if len(winners) > 1:
        return f"{listed(winners)} share the win"
    return f"{listed(winners)} {'win' if sides else 'wins'}" if winners else ""


def begun(text: str) -> str:
    """Return a text as it begins a sentence."""
    return text[:1].upper() + text[1:]


def shown(value: object, limit: int = 40) -> str:
    """Return a value that somebody sent, short enough to be quoted in a message."""
    text = value if isinstance(value, str) else repr(value)
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def is_missing(label: str) -> str:
    """Return that something is missing, in the number of its label: ``Bid is missing``, ``Tricks are missing``."""
    return f"{label} {'are' if re.search(r'[^s]s$', label) else 'is'} missing"
