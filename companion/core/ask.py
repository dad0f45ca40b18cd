"""Keys that carry their field: what is asked, and of which type its answer is, are said in one place.

``HOOK = ask.flag("hook", "Screw the dealer")`` is an option, ``options[HOOK]`` its value. The fields of a round and the
facts of a referee are made like this, too; whose names they take is left open until a table is known.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.cards.decks import Deck
from companion.core import fields as f
from companion.core.entry import Rows
from companion.core.fields import Asked
from companion.core.keys import Cards, Key, Names, PerName

fields = f.fields_of
"""Return the fields of keys that carry theirs; fields among them stay as they are."""

# The kinds of answers. ``more``: all else that a field can have.


def flag(key: str, label: str, **more: Any) -> Asked[bool]:
    """Yes or no."""
    return Asked(f.flag(Key(key), label, **more))


def count(key: str, label: str, maximum: int | None = None, minimum: int = 0, **more: Any) -> Asked[int]:
    """Return a number of things."""
    return Asked(f.count(Key[int](key), label, maximum, minimum, **more))


def points(key: str, label: str, most: int, **more: Any) -> Asked[int]:
    """Return a number of points, above 0 or below."""
    return Asked(f.points(Key[int](key), label, most, -most, **more))


def each(key: str, label: str, maximum: int, minimum: int = 0, **more: Any) -> Asked[PerName[int]]:
    """Return a number of each player, or of each side where ``per`` says so."""
    make = f.points if minimum < 0 else f.count
    return Asked(make(Key[int](key), label, maximum, minimum, **{"per": "player", **more}))


def choice(key: str, label: str, choices: Mapping[Any, str], **more: Any) -> Asked[str | None]:
    """One word of a list."""
    return Asked(f.choice(Key[str | None](key), label, choices, **more))


def number(key: str, label: str, choices: Mapping[int, str], **more: Any) -> Asked[int]:
    """One number of a list."""
    return Asked(f.choice(Key[int](key), label, choices, **more))


def player(key: str, label: str, **more: Any) -> Asked[str | None]:
    """One player; one side where ``takes`` says so."""
    return Asked(f.player(Key(key), label, (), **more))


def players(key: str, label: str, **more: Any) -> Asked[Names]:
    """Return some players."""
    return Asked(f.players(Key(key), label, (), **more))


def rows(key: str, label: str, columns: Iterable[f.Question], **more: Any) -> Asked[Rows]:
    """Return a list of rows."""
    return Asked(f.rows(Key(key), label, columns, **more))


def card(key: str, label: str, deck: Deck, **more: Any) -> Asked[str | None]:
    """One card."""
    return Asked(f.card(Key(key), label, deck, **more))


def cards(key: str, label: str, deck: Deck, least: int = 0, most: int | None = None, **more: Any) -> Asked[Cards]:
    """Return some cards."""
    return Asked(f.cards(Key[Cards](key), label, deck, least, most, **more))


def chips(key: str, label: str, maximum: int, minimum: int = 0, **more: Any) -> Asked[int]:
    """Return a key for a number of chips."""
    return Asked(f.chips(Key[int](key), label, maximum, minimum, **more))


def several(key: str, label: str, item: f.Question, **more: Any) -> Asked[tuple[Any, ...]]:
    """Return a key for a list of values of one kind, each read like ``item``."""
    return Asked(f.several(Key(key), label, item, **more))
