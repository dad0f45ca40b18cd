"""Seats, clockwise: the next in the list sits on the left."""

from collections.abc import Container, Sequence


def left_of(players: Sequence[str], name: str, steps: int = 1) -> str:
    """The player so many seats to the left of ``name``."""
    return players[(players.index(name) + steps) % len(players)]


def from_left_of(players: Sequence[str], name: str) -> tuple[str, ...]:
    """All players clockwise from ``name``'s left; ``name`` comes last."""
    start = players.index(name) + 1
    return (*players[start:], *players[:start])


def first_from(players: Sequence[str], name: str, among: Container[str]) -> str:
    """``name`` if among those, else the first player on their left who is.

    :raises LookupError: nobody at the table is among them.
    """
    start = players.index(name)
    for player in (*players[start:], *players[:start]):
        if player in among:
            return player
    raise LookupError("nobody at the table is among those asked for")


def next_among(players: Sequence[str], name: str, among: Container[str]) -> str:
    """The first player on ``name``'s left who is among those; ``name`` comes last.

    :raises LookupError: nobody at the table is among them.
    """
    return first_from(players, left_of(players, name), among)


def opposite(players: Sequence[str], name: str) -> str:
    """Who sits opposite at a table of four."""
    return left_of(players, name, 2)


def side_of(players: Sequence[str], sides: Sequence[str], name: str) -> str:
    """The side of a player: seats 0 and 2 are the first, seats 1 and 3 the second."""
    return sides[players.index(name) % 2]
