"""Thirteen cards in three rows: fouls, royalties, fantasyland, and how two hands compare."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from companion.cards.notation import RANKS, ranks_text
from companion.cards.poker import HandRank, is_at_least, kind_text, outranks, rank_five, rank_three
from companion.core.entry.keys import Cards, Key
from companion.core.entry.record import Record
from companion.core.words import listed

T = TypeVar("T")

FRONT: Key[Cards] = Key("front")
MIDDLE: Key[Cards] = Key("middle")
BACK: Key[Cards] = Key("back")

ROWS: Mapping[Key[Cards], int] = {FRONT: 3, MIDDLE: 5, BACK: 5}
"""The number of cards of each row. Source: open-face-chinese-poker/play.rows."""

MIDDLE_ROYALTIES = {
    "royal-flush": 50, "straight-flush": 30, "four-of-a-kind": 20, "full-house": 12, "flush": 8, "straight": 4,
}  # fmt: skip
"""Royalties of the middle row; the back row gets half as much. Source: open-face-chinese-poker/scoring.royalties."""

FRONT_TRIPS, PLAIN_PAIR = 20, 5
"""Royalties of three of a kind in front; and the highest pair there without royalties, each higher pair gets 1 more."""

QUEENS = rank_three(("Qs", "Qh", "2s")).strength
"""The strength of the lowest front that leads into fantasyland. Source: open-face-chinese-poker/scoring.fantasyland."""

FOUL_UNITS, SWEEP_POINTS = 6, 3
"""What a foul costs, and what winning all three rows gives besides a point for each."""


class JudgedRows(NamedTuple):
    """The finished rows of a player: their ranks, whether they are fouled, and their royalties."""

    front: HandRank
    middle: HandRank
    back: HandRank
    foul: str
    """Why the hand is fouled; empty if it is not."""

    royalties: tuple[int, int, int]
    """Royalties of front, middle and back; all 0 in a fouled hand."""

    @property
    def total(self) -> int:
        """The royalties of all rows."""
        return sum(self.royalties)

    @property
    def good_rows(self) -> tuple[tuple[str, int, HandRank], ...]:
        """The rows with royalties: name, royalties and rank."""
        rows = zip(ROWS, self.royalties, (self.front, self.middle, self.back), strict=True)
        return tuple(row for row in rows if row[1])

    def rows_over(self, other: "JudgedRows") -> int:
        """Count the rows that beat the same row of the opponent. Source: open-face-chinese-poker/scoring.rows."""
        return sum(one.strength > against.strength for one, against in zip(self[:3], other[:3], strict=True))


def judge_three_rows(front: Cards, middle: Cards, back: Cards, equal_is_foul: bool = False) -> JudgedRows:
    """Judge three finished rows. ``equal_is_foul``: whether a middle that is level with the back is a foul."""
    rows = rank_three(front), rank_five(middle), rank_five(back)
    foul = foul_of(*rows, equal_is_foul)
    return JudgedRows(*rows, foul, (0, 0, 0) if foul else royalties_of(*rows))


def foul_of(front: HandRank, middle: HandRank, back: HandRank, equal_is_foul: bool) -> str:
    """Return why rows are fouled; empty if they are not. ``equal_is_foul``: a middle level with the back is a foul.

    Source: open-face-chinese-poker/scoring.foul, open-face-chinese-poker/scoring.equal-rows.
    """
    if outranks(front, middle):
        return "the front is stronger than the middle"
    if middle.strength > back.strength:
        return "the middle is stronger than the back"
    return "the middle is as strong as the back" if equal_is_foul and middle.strength == back.strength else ""


def royalties_of(front: HandRank, middle: HandRank, back: HandRank) -> tuple[int, int, int]:
    """Return the royalties of rows that are not fouled. Source: open-face-chinese-poker/scoring.royalties."""
    ahead = {"three-of-a-kind": FRONT_TRIPS, "pair": max(0, front.ranks[0] - PLAIN_PAIR)}.get(front.kind, 0)
    return ahead, MIDDLE_ROYALTIES.get(middle.kind, 0), MIDDLE_ROYALTIES.get(back.kind, 0) // 2


def reaches_fantasyland(hand: JudgedRows, is_there: bool) -> bool:
    """Return whether a player plays the next hand in fantasyland. ``is_there``: whether this hand was played there.

    Source: open-face-chinese-poker/scoring.fantasyland, open-face-chinese-poker/scoring.stay.
    """
    return not hand.foul and (bool(enough_to_stay(hand)) if is_there else hand.front.strength >= QUEENS)


def enough_to_stay(hand: JudgedRows) -> list[str]:
    """List what a hand has that keeps a player in fantasyland. Source: open-face-chinese-poker/scoring.stay."""
    rows = {
        "three of a kind in front": hand.front.kind == "three-of-a-kind",
        "a full house or better in the middle": is_at_least(hand.middle.kind, "full-house"),
        "four of a kind or better in the back": is_at_least(hand.back.kind, "four-of-a-kind"),
    }
    return [text for text, has in rows.items() if has]


def royalties_text(hand: JudgedRows) -> str:
    """List the royalties of a hand: ``7 for a pair of queens in the front``; empty if there are none."""
    parts = []
    for row, points, held in hand.good_rows:
        kind = f"a pair of {ranks_text(RANKS[14 - held.ranks[0]])}" if held.kind == "pair" else kind_text(held.kind)
        parts.append(f"{points} for {kind} in the {row}")
    return listed(parts)


def duplicates(hands: Iterable[tuple[T, Record]]) -> Iterator[tuple[str, tuple[T, str], tuple[T, str]]]:
    """Yield each card that is there twice, with its two places: owner and row. ``hands``: owners and their rows."""
    places: dict[str, tuple[T, str]] = {}
    for whose, rows in hands:
        for row in ROWS:
            for card in rows[row]:
                if card in places:
                    yield card, places[card], (whose, row)
                places.setdefault(card, (whose, row))


class Match(NamedTuple):
    """The result of two hands against each other."""

    rows: tuple[int, int]
    """The rows won by each; 0 to 0 if one of them fouled."""

    points: tuple[int, int]
    """The points of each; a foul gives the opponent 6 and the opponent's royalties."""


def compare(one: JudgedRows, other: JudgedRows) -> Match:
    """Compare two hands: return rows won and points. Source: open-face-chinese-poker/scoring.difference."""
    if one.foul or other.foul:
        gains = [0 if hand.foul else FOUL_UNITS + hand.total for hand in (one, other)]
        return Match((0, 0), (gains[0], gains[1]))
    won, lost = one.rows_over(other), other.rows_over(one)
    return Match((won, lost), (one.total + _row_points(won), other.total + _row_points(lost)))


def _row_points(won: int) -> int:
    """Return a point for each row won, and 3 more for all of them. Source: open-face-chinese-poker/scoring.sweep."""
    return won + (SWEEP_POINTS if won == len(ROWS) else 0)
