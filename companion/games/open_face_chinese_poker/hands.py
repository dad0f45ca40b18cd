"""What thirteen cards in three rows are worth: foul, royalties, fantasyland, and one against another."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.cards.poker import Ranked, at_least, outranks, rank_five, rank_three
from companion.core.keys import Cards, Key

ROWS: Mapping[Key[Cards], int] = {Key("front"): 3, Key("middle"): 5, Key("back"): 5}
"""Row to its number of cards. Source: open-face-chinese-poker/play.rows."""

MIDDLE_ROYALTIES = {
    "royal-flush": 50,
    "straight-flush": 30,
    "four-of-a-kind": 20,
    "full-house": 12,
    "flush": 8,
    "straight": 4,
}
"""In the back half as much. Source: open-face-chinese-poker/scoring.royalties."""

FRONT_TRIPS, PLAIN_PAIR = 20, 5
"""Royalties of three of a kind in front; the highest pair there that has none, each above it has one more."""

QUEENS = rank_three(("Qs", "Qh", "2s")).strength
"""The least front that leads into fantasyland. Source: open-face-chinese-poker/scoring.fantasyland."""

FOUL_UNITS, SWEEP_POINTS = 6, 3


class Royalties(NamedTuple):
    """Points for good rows."""

    front: int
    middle: int
    back: int


class Judged(NamedTuple):
    """The finished rows of a player, and what they are worth."""

    front: Ranked
    middle: Ranked
    back: Ranked
    foul: str
    """Why the hand is fouled; empty where it is not."""

    royalties: Royalties
    """Nothing in any row of a fouled hand."""

    @property
    def total(self) -> int:
        """The royalties of all rows."""
        return sum(self.royalties)

    def rows_over(self, other: "Judged") -> int:
        """Return how many rows beat the opponent's same row. Source: open-face-chinese-poker/scoring.rows."""
        return (
            (self.front.strength > other.front.strength)
            + (self.middle.strength > other.middle.strength)
            + (self.back.strength > other.back.strength)
        )


def judge(
    front: tuple[str, ...], middle: tuple[str, ...], back: tuple[str, ...], equal_is_foul: bool = False
) -> Judged:
    """Return what three finished rows are worth. ``equal_is_foul``: whether a middle may not be level with the back."""
    three, five, last = rank_three(front), rank_five(middle), rank_five(back)
    foul = foul_of(three, five, last, equal_is_foul)
    return Judged(three, five, last, foul, Royalties(0, 0, 0) if foul else royalties_of(three, five, last))


def foul_of(front: Ranked, middle: Ranked, back: Ranked, equal_is_foul: bool) -> str:
    """Return what is wrong with the order of the rows; empty where nothing is.

    Source: open-face-chinese-poker/scoring.foul, open-face-chinese-poker/scoring.equal-rows.
    """
    if outranks(front, middle):
        return "the front is stronger than the middle"
    if middle.strength > back.strength:
        return "the middle is stronger than the back"
    if equal_is_foul and middle.strength == back.strength:
        return "the middle is as strong as the back"
    return ""


def royalties_of(front: Ranked, middle: Ranked, back: Ranked) -> Royalties:
    """Return points of rows that are not fouled. Source: open-face-chinese-poker/scoring.royalties."""
    ahead = 0
    if front.kind == "three-of-a-kind":
        ahead = FRONT_TRIPS
    elif front.kind == "pair":
        ahead = max(0, front.ranks[0] - PLAIN_PAIR)
    return Royalties(ahead, MIDDLE_ROYALTIES.get(middle.kind, 0), MIDDLE_ROYALTIES.get(back.kind, 0) // 2)


def reaches_fantasyland(hand: Judged, is_there: bool) -> bool:
    """Return whether the next hand is played in fantasyland, from there or from a normal hand.

    Source: open-face-chinese-poker/scoring.fantasyland, open-face-chinese-poker/scoring.stay.
    """
    if hand.foul:
        return False
    if not is_there:
        return hand.front.strength >= QUEENS
    return (
        at_least(hand.back.kind, "four-of-a-kind")
        or at_least(hand.middle.kind, "full-house")
        or hand.front.kind == "three-of-a-kind"
    )


class Match(NamedTuple):
    """One opponent against another."""

    rows: tuple[int, int]
    """Rows won by either; nothing where one of them fouled."""

    points: tuple[int, int]
    """Points of either; a foul gives the opponent 6 and the opponent's royalties."""


def compare(one: Judged, other: Judged) -> Match:
    """Return how two hands stand against each other. Source: open-face-chinese-poker/scoring.difference."""
    if one.foul and other.foul:
        return Match((0, 0), (0, 0))
    if one.foul:
        return Match((0, 0), (0, FOUL_UNITS + other.total))
    if other.foul:
        return Match((0, 0), (FOUL_UNITS + one.total, 0))
    won, lost = one.rows_over(other), other.rows_over(one)
    return Match((won, lost), (one.total + _row_points(won), other.total + _row_points(lost)))


def _row_points(rows: int) -> int:
    """Return a point for each row won, and more for all. Source: open-face-chinese-poker/scoring.sweep."""
    return rows + (SWEEP_POINTS if rows == len(ROWS) else 0)
