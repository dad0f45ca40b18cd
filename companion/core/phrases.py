"""Functions that return the ``text`` of a game's notices: each describes one value in a short phrase."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.words import counted, figure, listed, on_one_line, with_verb


def no_text(_: Any) -> str:
    """Return an empty string: for values that the page already shows in another way."""
    return ""


def count_phrase(one: str, where: str = "") -> Callable[[int], str]:
    """Return a function that counts things: ``1 token before the first knock``, ``3 remises so far``; empty for 0.

    ``one``: the noun for a single thing; ``where``: the words after the noun.
    """
    return lambda number: f"{counted(number, one)} {where}".strip() if number else ""


cards_each_text = count_phrase("card", "each")
packs_text = count_phrase("pack")


def amount_phrase(label: str) -> Callable[[int], str]:
    """Return a function that describes an amount: ``ante 5``; empty for 0."""
    return lambda number: f"{label} {number:,}" if number else ""


def names_phrase(one: str, many: str) -> Callable[[Sequence[str]], str]:
    """Return a function that names players: ``Bob may not exchange``, ``Ann and Bob have a cucumber``; empty for none.

    ``one``, ``many``: the verb phrase after one name, and after several.
    """
    return lambda names: with_verb(names, one, many) if names else ""


def counts_phrase(label: str) -> Callable[[Mapping[str, int]], str]:
    """Return a function that lists counts after a label: ``bags: Ann 3 and Bob 0``; empty if all are 0."""
    return lambda counts: (
        f"{label}: {listed(f'{name} {number}' for name, number in counts.items())}" if any(counts.values()) else ""
    )


def amounts_phrase(label: str) -> Callable[[Mapping[str, int]], str]:
    """Return a function that lists amounts after a label: ``still needed: Ann 3, Bob 5``."""
    return lambda values: f"{label}: " + ", ".join(on_one_line(name, figure(value)) for name, value in values.items())
