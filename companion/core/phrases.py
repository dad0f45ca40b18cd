"""What the table holds and what comes next, as a person says it: for the ``says`` of a game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.words import counted, doing, figure, on_one_line


def silent(_: Any) -> str:
    """For what the page shows in another way already."""
    return ""


def so_many(one: str, where: str = "") -> Callable[[int], str]:
    """``1 token before the first knock``, ``3 remises so far``; nothing for 0."""
    return lambda number: f"{counted(number, one)} {where}".strip() if number else ""


dealt_each = so_many("card", "each")
packs = so_many("pack")


def amount(what: str) -> Callable[[int], str]:
    """``ante 5``; nothing for 0."""
    return lambda number: f"{what} {number:,}" if number else ""


def who(one: str, many: str) -> Callable[[Sequence[str]], str]:
    """``Bob may not exchange``, ``Ann and Bob have a cucumber``; nothing for nobody."""
    return lambda names: doing(names, one, many) if names else ""


def amounts(what: str) -> Callable[[Mapping[str, int]], str]:
    """``still needed: Ann 3, Bob 5``."""

    def told(values: Mapping[str, int]) -> str:
        return f"{what}: " + ", ".join(on_one_line(name, figure(value)) for name, value in values.items())

    return told
