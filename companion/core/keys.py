"""Keys of what is written down, which know what stands under them: a misspelt one is an error of its type."""

from collections.abc import Mapping
from typing import Generic, TypeAlias, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Key(str, Generic[T_co]):
    """The key of a field, an option or a fact, as the API has it; ``entry[BID]`` is of its type.

    A text like any other else: in JSON, in a problem, in a test.
    """

    __slots__ = ()


PerName: TypeAlias = Mapping[str, T_co]
"""Name to value, for all who are asked, in seat order."""

Names: TypeAlias = tuple[str, ...]
"""A list of players or sides."""

Cards: TypeAlias = tuple[str, ...]
"""A list of cards."""
