"""The inputs of a form that has no fields of its own yet."""

from collections.abc import Iterable


class Submitted:
    """A submitted form: the first value of an input, or all of them."""

    def __init__(self, items: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, list[str]] = {}
        for key, value in items:
            self._values.setdefault(key, []).append(value)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def first(self, key: str) -> str:
        """The first value, trimmed; empty where there is none."""
        return self._values.get(key, [""])[0].strip()

    def all(self, key: str) -> list[str]:
        """All values that are not empty, trimmed."""
        return [value.strip() for value in self._values.get(key, ()) if value.strip()]

    def rows(self, key: str) -> list[int]:
        """The numbers of the rows sent for a field, in order."""
        parts = (name.split(".") for name in self._values)
        numbers = {int(part[1]) for part in parts if len(part) > 2 and part[0] == key and is_row(part[1])}
        return sorted(numbers)[:300]


def is_row(text: str) -> bool:
    """Whether a text is the number of a row, as a page writes it."""
    return text.isascii() and text.isdigit() and len(text) < 6
