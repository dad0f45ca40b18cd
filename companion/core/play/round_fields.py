"""The fields of a round: which fields the options require, cached."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from companion.core.entry.fields import Field, Question, fields_of
from companion.core.entry.kinds import with_names
from companion.core.entry.record import Record
from companion.core.play.table import Table

Fields = tuple[Field, ...]


def fields_by(
    depends: Callable[[Table[Any]], tuple[Any, ...]],
) -> Callable[[Callable[..., Iterable[Question]]], Callable[[Table[Any]], Fields]]:
    """Make the fields of a game, cached by what they depend on, as a decorator.

    ``depends``: returns the arguments of the decorated function, given the table.
    """

    def make(fields: Callable[..., Iterable[Question]]) -> Callable[[Table[Any]], Fields]:
        made = lru_cache(maxsize=1024)(lambda *by: fields_of(*fields(*by)))
        return lambda table: made(*depends(table))

    return make


class RoundFields:
    """Decorator of a function that returns the fields of a round under some options. Caches them for each table."""

    def __init__(self, asked: Callable[[Record], Iterable[Question]]) -> None:
        self._asked = asked
        self._made = lru_cache(maxsize=1024)(self._named)

    def __call__(self, table: Table[Any]) -> Fields:
        """Return the fields of the coming round, with the names of the players in it."""
        return self._made(table.asked, table.setup.sides, table.options)

    def facts(self, options: Record) -> Fields:
        """Return the same fields for a referee, who accepts any names."""
        return fields_of(*self._asked(options))

    def _named(self, players: tuple[str, ...], sides: tuple[str, ...], options: Record) -> Fields:
        return tuple(with_names(field, players, sides) for field in self.facts(options))
