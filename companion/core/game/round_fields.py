"""Decorators for functions that make the fields of a round: they cache the fields."""

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
    """Return a decorator for a function that makes the fields of a round; they are cached by its arguments.

    ``depends``: returns these arguments, given the table: all that the fields depend on.
    """

    def decorate(make_fields: Callable[..., Iterable[Question]]) -> FieldsOfTable:
        cached = lru_cache(maxsize=1024)(lambda *arguments: fields_of(*make_fields(*arguments)))
        return lambda table: cached(*depends(table))

    return decorate


class RoundFields:
    """Decorator for a function that makes the fields of a round, given the options.

    Called with a table, it adds the names of its players and sides, and caches the result.
    """

    def __init__(self, make_fields: Callable[[Record], Iterable[Question]]) -> None:
        """``make_fields``: the decorated function."""
        self._make_fields = make_fields
        self._cached = lru_cache(maxsize=1024)(self._fields_with_names)

    def __call__(self, table: Table[Any]) -> Fields:
        """Return the fields of the coming round, with the names of the players in it."""
        return self._cached(table.asked, table.setup.sides, table.options)

    def facts(self, options: Record) -> Fields:
        """Return the same fields without names, so that they accept any: for a referee."""
        return fields_of(*self._make_fields(options))

    def _fields_with_names(self, players: tuple[str, ...], sides: tuple[str, ...], options: Record) -> Fields:
        """Return the fields under these options, with these names."""
        return tuple(with_names(field, players, sides) for field in self.facts(options))
