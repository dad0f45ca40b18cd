"""The fields of a round: which fields the options require, cached."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from companion.core.entry.fields import Field, Question, fields_of
from companion.core.entry.kinds import with_names
from companion.core.entry.record import Record
from companion.core.game.table import Table

Fields = tuple[Field, ...]
FieldsOfTable = Callable[[Table[Any]], Fields]
"""A function that returns the fields of the coming round at a table."""


def fields_by(
    depends: Callable[[Table[Any]], tuple[Any, ...]],
) -> Callable[[Callable[..., Iterable[Question]]], FieldsOfTable]:
    """Return a decorator for a function that makes the fields of a game from what they depend on; caches them by that.

    ``depends``: returns the arguments of the decorated function, given the table.
    """

    def decorate(make_fields: Callable[..., Iterable[Question]]) -> FieldsOfTable:
        cached = lru_cache(maxsize=1024)(lambda *arguments: fields_of(*make_fields(*arguments)))
        return lambda table: cached(*depends(table))

    return decorate


class RoundFields:
    """Decorator of a function that returns the fields of a round under some options. Caches them for each table."""

    def __init__(self, asked: Callable[[Record], Iterable[Question]]) -> None:
        """``asked``: the decorated function."""
        self._asked = asked
        self._cached = lru_cache(maxsize=1024)(self._fields_with_names)

    def __call__(self, table: Table[Any]) -> Fields:
        """Return the fields of the coming round, with the names of the players in it."""
        return self._cached(table.asked, table.setup.sides, table.options)

    def facts(self, options: Record) -> Fields:
        """Return the same fields for a referee, who accepts any names."""
        return fields_of(*self._asked(options))

    def _fields_with_names(self, players: tuple[str, ...], sides: tuple[str, ...], options: Record) -> Fields:
        """Return the fields under these options, which accept these names."""
        return tuple(with_names(field, players, sides) for field in self.facts(options))
