"""Sorting the tables of statistics: the head of a column is a link to the same page, sorted by that column."""

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple
from urllib.parse import urlencode

from companion.core.statistics.numbers import name_sort_key
from companion.web.people.forms import QueryItems

Column = tuple[str, str]
"""The head of a column, and the path to its value in a row: ``1.wins``; empty: the table cannot be sorted by it."""


class Head(NamedTuple):
    """The head of a column."""

    text: str
    address: str
    """The address of the page sorted by this column; empty: the table cannot be sorted by it."""

    order: str = ""
    """``ascending`` or ``descending`` if the table is sorted by this column."""


class Sorting(NamedTuple):
    """How the tables of a page are sorted.

    A tap on the first column, of names, sorts in ascending order, on any other in descending order. A second tap
    reverses the order.
    """

    by: str = ""
    """A table and the number of its column, such as ``who.2``; a ``-`` in front reverses the order. If there is no such
    column, the tables have their usual order."""

    filters: QueryItems = ()
    """The other items of the page's query."""

    def heads(self, table: str, columns: Sequence[Column]) -> list[Head]:
        """Return the heads of a table. ``table``: the id of its heading."""
        heads = []
        for number, (text, path) in enumerate(columns):
            key = f"{table}.{number}"
            query = urlencode([*self.filters, ("by", f"-{key}" if self.by == key else key)])
            orders = ("ascending", "descending") if number == 0 else ("descending", "ascending")
            order = dict(zip((key, f"-{key}"), orders, strict=True)).get(self.by, "")
            heads.append(Head(text, f"?{query}#{table}" if path else "", order if path else ""))
        return heads

    def rows(self, table: str, columns: Sequence[Column], rows: Sequence[Any]) -> Sequence[Any]:
        """Return the rows of a table in this order; equal ones stay in the usual order."""
        for head, (_, path) in zip(self.heads(table, columns), columns, strict=True):
            if head.order:
                return sorted(rows, key=lambda row: _sort_key(row, path), reverse=head.order == "descending")
        return rows


def _sort_key(row: Any, path: str) -> Any:
    """Return the value at a path of a row, as a sort key."""
    found = reduce(lambda one, step: one[int(step)] if step.isdigit() else getattr(one, step), path.split("."), row)
    return name_sort_key(found) if isinstance(found, str) else found
