"""Seats, clockwise: the next player in the list sits on the left."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Seats:
    """How many players a game takes, and whether they play in sides."""

    fewest: int
    most: int
    sides: Literal["never", "may", "always"] = "never"
    """Whether four players form two sides, which then hold the scores; with ``may`` they do if the sides are named."""

    come_and_go: bool = False
    """Whether players may sit rounds out."""

    def __post_init__(self) -> None:
        """Check that four can play if sides are possible, and only four if the game is always played in sides.

        :raises ValueError: the numbers of players do not fit the sides.
        """
        if self.is_in_sides and (self.fewest, self.most) != (4, 4):
            raise ValueError("partnership games are for four")
        if self.is_optionally_in_sides and not self.fewest <= 4 <= self.most:
            raise ValueError("four players can be two sides only where four can play")

    @property
    def is_in_sides(self) -> bool:
        """Whether the game is always played in two sides."""
        return self.sides == "always"

    @property
    def is_optionally_in_sides(self) -> bool:
        """Whether it can be played in two sides or individually."""
        return self.sides == "may"

    @property
    def can_be_in_sides(self) -> bool:
        """Whether it can be played in two sides, always or optionally."""
        return self.sides != "never"

    @property
    def number(self) -> str:
        """How many can play: ``2–8``, ``4``."""
        return str(self.most) if self.fewest == self.most else f"{self.fewest}–{self.most}"

    @property
    def number_text(self) -> str:
        """How many can play, for a sentence: ``2 to 8``, ``3 or 4``, ``4``."""
        return self.number.replace("–", " or " if self.most == self.fewest + 1 else " to ")

    @property
    def text(self) -> str:
        """How many can play, and whether as partners: ``2–8``, ``4, in two sides``."""
        return self.number + {"never": "", "may": "; 4 also in two sides", "always": ", in two sides"}[self.sides]

    def allows(self, number: int) -> bool:
        """Return whether this many can play."""
        return self.fewest <= number <= self.most

    def placeholder_names(self, number: int = 0) -> tuple[str, ...]:
        """Return placeholder names for this many players, by default the fewest: ``Player 1``, ``Player 2``."""
        return tuple(f"Player {seat}" for seat in range(1, (number or self.fewest) + 1))

    def nearest_allowed(self, number: int) -> int:
        """Return this number of players if that many can play, otherwise the nearest number that can."""
        return min(max(number, self.fewest), self.most)


PARTNERS = Seats(4, 4, "always")
"""Four players in two sides."""


def left_of(players: Sequence[str], name: str, steps: int = 1) -> str:
    """Return the player that many ``steps`` to the left of ``name``."""
    return players[(players.index(name) + steps) % len(players)]


def from_left_of(players: Sequence[str], name: str) -> tuple[str, ...]:
    """Return all players clockwise from the left of ``name``, who comes last."""
    start = players.index(name) + 1
    return (*players[start:], *players[:start])


def first_from(players: Sequence[str], name: str, among: Container[str]) -> str:
    """Return ``name`` if in ``among``, otherwise the first player on their left who is.

    :raises LookupError: nobody at the table is in ``among``.
    """
    for player in (name, *from_left_of(players, name)):
        if player in among:
            return player
    raise LookupError("nobody at the table is among them")


def next_among(players: Sequence[str], name: str, among: Container[str]) -> str:
    """Return the first player to the left of ``name`` who is in ``among``; ``name`` comes last.

    :raises LookupError: nobody at the table is in ``among``.
    """
    return first_from(players, left_of(players, name), among)


def names_except(names: Iterable[str], others: Container[str]) -> tuple[str, ...]:
    """Return the names that are not in ``others``, in their order."""
    return tuple(name for name in names if name not in others)


def player_opposite(players: Sequence[str], name: str) -> str:
    """Return who sits opposite at a table of four."""
    return left_of(players, name, 2)


def usual_sides(players: Sequence[str]) -> tuple[str, str]:
    """Return the default names of the two sides of four players: ``Ann & Cyd``. They always differ."""
    first, second, third, fourth = players[:4]
    sides = f"{first} & {third}", f"{second} & {fourth}"
    return sides if sides[0] != sides[1] else (f"{first} and {third}", sides[1])


def total_holders(players: Sequence[str], sides: Sequence[str]) -> dict[str, str]:
    """Return each player, in seat order, with the name under which their total is kept: their side's, or their own.

    Seats 0 and 2 are the first side, seats 1 and 3 the second.
    """
    return {player: sides[seat % 2] if sides else player for seat, player in enumerate(players)}
