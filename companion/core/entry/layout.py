"""The betting layout on which a page puts rows."""

from dataclasses import dataclass

from companion.core.entry.keys import Key


@dataclass(frozen=True, slots=True)
class Layout:
    """A betting layout for rows: a tap adds a row, with the name and the stake that were tapped before.

    Another tap on the same thing raises the stake of its row.
    """

    who: Key[str | None]
    """The column of the name."""

    stake: Key[int]
    """The column of the stake, with ``quick`` values."""

    on: Key[str | None]
    """The column of what is bet on: a text of ``letters``."""
