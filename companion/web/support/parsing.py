"""Parsing of short texts in inputs and addresses."""

import re
from collections.abc import Iterable, Sequence

_WHOLE = re.compile(r"-?[0-9]{1,9}")


def parse_whole(text: str, *, most: int, least: int = 0) -> int | None:
    """Return a text of plain digits, perhaps after a minus, as a number; None for other texts, or out of bounds."""
    number = int(text) if _WHOLE.fullmatch(text) else None
    return number if number is not None and least <= number <= most else None


def name_by_index(names: Sequence[str], text: str) -> str:
    """Return the name with the submitted index; other text is returned unchanged, to be refused."""
    place = parse_whole(text, most=len(names) - 1)
    return text if place is None else names[place]


def names_by_index(names: Sequence[str], texts: Iterable[str]) -> list[str]:
    """Return the names with the submitted indexes, in their own order; other texts are ignored."""
    numbers = {parse_whole(text, most=len(names) - 1) for text in texts}
    return [name for number, name in enumerate(names) if number in numbers]


def split_names(text: str) -> list[str]:
    """Return the names in a text, which are separated by commas, semicolons or line breaks."""
    return [name for name in map(str.strip, re.split(r"[,;\n]", text)) if name]
