"""Small helpers for sentences that players read."""

from collections.abc import Iterable


def listed(items: Iterable[str], last: str = "and") -> str:
    """Return items as a list in a sentence: ``Ann, Bob and Cyd``. ``last``: the word before the last item."""
    parts = list(items)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


COUNTS_AS = {2: "counts double", 3: "counts triple"}
"""How the page says that a play counts as 2 or 3 games."""


def with_verb(names: Iterable[str], one: str, many: str) -> str:
    """Return names with the verb phrase in the right number: ``Ann has a card``, ``Ann and Bob have a card``.

    ``one``, ``many``: the phrase after one name, and after several.
    """
    found = list(names)
    return f"{listed(found)} {one if len(found) == 1 else many}"


def on_one_line(name: str, value: object) -> str:
    """Join a name and its value so that no line breaks between them: ``Ann 3``."""
    return f"{name}\N{NO-BREAK SPACE}{value}"


def spelled(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return these names in the spelling of ``known`` names, ignoring case, without repeats and empty ones."""
    usual = {name.casefold(): name for name in known}
    found: dict[str, str] = {}
    for name in (" ".join(name.split()) for name in names):
        if name:
            found.setdefault(name.casefold(), usual.get(name.casefold(), name))
    return list(found.values())


def figure(number: int) -> str:
    """Format a whole number for people: ``1,250``, ``−3``."""
    return f"{number:,}".replace("-", "−")


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: ``1 trick``, ``3 tricks``. ``many``: the plural, if not ``one`` with an s."""
    noun = one if number in (1, -1) else many or f"{one}s"
    return f"{figure(number)} {noun}"


def often(number: int) -> str:
    """Return a number of times in words: ``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(number) or counted(number, "time")


def signed(number: int) -> str:
    """Format a change of score as on a sheet: ``+3``, ``−2``, ``0``."""
    return f"+{number:,}" if number > 0 else figure(number)


def wins(names: Iterable[str], sides: bool = False) -> str:
    """Return who wins: ``Ann wins``, ``Ann and Bob share the win``; empty if nobody does.

    ``sides``: whether the names are sides, so that the verb is plural: ``Ann & Cyd win``.
    """
    winners = list(names)
    return with_verb(winners, "win" if sides else "wins", "share the win") if winners else ""


def capitalized(text: str) -> str:
    """Return a text with its first letter as a capital; the others stay as they are."""
    return text[:1].upper() + text[1:]


def quoted(value: object, limit: int = 40) -> str:
    """Return a value that somebody sent, made printable and at most ``limit`` letters long, to quote in a message."""
    text = value if isinstance(value, str) else repr(value)
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"
