"""Keys of fields, options and facts that carry the type of their value, so that the type checker finds a misuse."""

from collections.abc import Mapping
from typing import Generic, TypeAlias, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Key(str, Generic[T_co]):
    """The key of a field, an option or a fact, as in the API. It tells the type checker the type of ``entry[BID]``.

    Otherwise it is an ordinary string: in JSON, in a problem, in a test.
    """

    __slots__ = ()


PerName: TypeAlias = Mapping[str, T_co]
"""Name to value, for all players or sides that a field asks, in seat order."""

Names: TypeAlias = tuple[str, ...]
"""A list of players or sides."""

Cards: TypeAlias = tuple[str, ...]
"""A list of cards."""
