"""Make a key and its field together. Use it for a key that only one game has, so that both are declared once.

``HOOK = ask.flag("hook", "Screw the dealer")`` declares an option, and ``options[HOOK]`` is its value, whose type the
type checker knows from the field. The fields of a round and the facts of a referee are made in the same way; fields of
names get their names when the table is known. For a key that exists already, such as those of ``core.referee.facts``,
use ``core.entry.fields``.

There is one function for each kind of answer; ``more`` are other attributes of its ``Field``.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.cards.decks import Deck
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.keys import Cards, Key, Names, PerName
from companion.core.entry.record import Rows


def flag(key: str, label: str, **more: Any) -> FieldKey[bool]:
    """Declare a field for yes or no."""
    return FieldKey(f.flag(Key(key), label, **more))


def count(key: str, label: str, most: int | None = None, least: int = 0, **more: Any) -> FieldKey[int]:
    """Declare a field for a number of things, by default 0 or more."""
    return FieldKey(f.count(Key[int](key), label, most, least, **more))


def points(key: str, label: str, most: int, **more: Any) -> FieldKey[int]:
    """Declare a field for a number of points from −``most`` to ``most``."""
    return FieldKey(f.points(Key[int](key), label, most, -most, **more))


def count_of_each(key: str, label: str, most: int, **more: Any) -> FieldKey[PerName[int]]:
    """Declare a field for a number of each player, or of each side with ``per="side"``."""
    return FieldKey(f.count(Key[int](key), label, most, **{"per": "player", **more}))


def points_of_each(key: str, label: str, most: int, **more: Any) -> FieldKey[PerName[int]]:
    """Declare a field for the points, from 0 to ``most``, of each player, or of each side with ``per="side"``."""
    return FieldKey(f.points(Key[int](key), label, most, **{"per": "player", **more}))


def choice(key: str, label: str, choices: Mapping[Any, str], **more: Any) -> FieldKey[str | None]:
    """Declare a field in which one of ``choices`` (value to label) is chosen; its answer is text."""
    return FieldKey(f.choice(Key[str | None](key), label, choices, **more))


def number(key: str, label: str, choices: Mapping[int, str], **more: Any) -> FieldKey[int]:
    """Declare a field in which one of ``choices`` (number to label) is chosen; its answer is a number."""
    return FieldKey(f.choice(Key[int](key), label, choices, **more))


def player(key: str, label: str, **more: Any) -> FieldKey[str | None]:
    """Declare a field for one player, or for one side with ``takes="side"``."""
    return FieldKey(f.player(Key(key), label, (), **more))


def players(key: str, label: str, **more: Any) -> FieldKey[Names]:
    """Declare a field for some players."""
    return FieldKey(f.players(Key(key), label, (), **more))


def choice_of_each(key: str, label: str, choices: Mapping[Any, str], **more: Any) -> FieldKey[PerName[f.Value | None]]:
    """Declare a field in which each player, or each side with ``per="side"``, chooses one of ``choices``."""
    return FieldKey(f.choice(Key(key), label, choices, **{"per": "player", **more}))


def rows(key: str, label: str, columns: Iterable[f.Question], **more: Any) -> FieldKey[Rows]:
    """Declare a field for a list of rows."""
    return FieldKey(f.rows(Key(key), label, columns, **more))


def card(key: str, label: str, deck: Deck, **more: Any) -> FieldKey[str | None]:
    """Declare a field for one card."""
    return FieldKey(f.card(Key(key), label, deck, **more))


def cards(key: str, label: str, deck: Deck, least: int = 0, most: int | None = None, **more: Any) -> FieldKey[Cards]:
    """Declare a field for some cards."""
    return FieldKey(f.cards(Key[Cards](key), label, deck, least, most, **more))


def card_of_each(key: str, label: str, deck: Deck, **more: Any) -> FieldKey[PerName[str | None]]:
    """Declare a field for one card of each player."""
    return FieldKey(f.card(Key(key), label, deck, per="player", **more))


def cards_of_each(
    key: str, label: str, deck: Deck, least: int = 0, most: int | None = None, **more: Any
) -> FieldKey[PerName[Cards]]:
    """Declare a field for some cards of each player, or of each side with ``per="side"``."""
    return FieldKey(f.cards(Key(key), label, deck, least, most, **{"per": "player", **more}))


def chips(key: str, label: str, most: int, least: int = 0, **more: Any) -> FieldKey[int]:
    """Declare a field for a number of chips."""
    return FieldKey(f.chips(Key[int](key), label, most, least, **more))


def several(key: str, label: str, item: f.Question, **more: Any) -> FieldKey[tuple[Any, ...]]:
    """Declare a field for several values of one kind, each read like ``item``."""
    return FieldKey(f.several(Key(key), label, item, **more))
