"""Thirteen cards in three rows: fouls, royalties, fantasyland, and how two hands compare."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.cards.poker import is_at_least, kind_text
from companion.core.entry.keys import Cards, Key
from companion.core.entry.record import Record
from companion.core.referee.showdown import ShownHand, five_card_hand, ranks_text, three_card_hand
from companion.core.words import listed

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

QUEENS = three_card_hand(("Qs", "Qh", "2s")).strength
"""The strength of the lowest front that leads into fantasyland. Source: open-face-chinese-poker/scoring.fantasyland."""

FOUL_UNITS, SWEEP_POINTS = 6, 3
"""What a foul costs, and what winning all three rows gives besides a point for each."""


class JudgedRows(NamedTuple):
    """The finished rows of a player: their hands, whether they are fouled, and their royalties."""

    rows: Mapping[str, ShownHand]
    """Front, middle and back."""

    foul: str
    """Why the hand is fouled; empty if it is not."""

    royalties: tuple[int, int, int]
    """Royalties of front, middle and back; all 0 in a fouled hand."""

    @property
    def total(self) -> int:
        """The royalties of all rows."""
        return sum(self.royalties)

    def rows_over(self, other: "JudgedRows") -> int:
        """Count the rows that beat the same row of the opponent. Source: open-face-chinese-poker/scoring.rows."""
        return sum(hand.strength > other.rows[row].strength for row, hand in self.rows.items())


def judge_three_rows(front: Cards, middle: Cards, back: Cards, equal_is_foul: bool = False) -> JudgedRows:
    """Judge three finished rows. ``equal_is_foul``: whether a middle that is level with the back is a foul."""
    rows = three_card_hand(front), five_card_hand(middle), five_card_hand(back)
    foul = foul_of(*rows, equal_is_foul)
    return JudgedRows(dict(zip(ROWS, rows, strict=True)), foul, (0, 0, 0) if foul else royalties_of(*rows))


def foul_of(front: ShownHand, middle: ShownHand, back: ShownHand, equal_is_foul: bool) -> str:
    """Return why rows are fouled; empty if they are not. ``equal_is_foul``: a middle level with the back is a foul.

    Source: open-face-chinese-poker/scoring.foul, open-face-chinese-poker/scoring.equal-rows.
    """
    if front.strength > middle.strength:
        return "the front is stronger than the middle"
    if middle.strength > back.strength:
        return "the middle is stronger than the back"
    return "the middle is as strong as the back" if equal_is_foul and middle.strength == back.strength else ""


def royalties_of(front: ShownHand, middle: ShownHand, back: ShownHand) -> tuple[int, int, int]:
    """Return the royalties of front, middle and back, if these are no foul.

    Source: open-face-chinese-poker/scoring.royalties.
    """
    ahead = {"three-of-a-kind": FRONT_TRIPS, "pair": max(0, front.top - PLAIN_PAIR)}.get(front.name, 0)
    return ahead, MIDDLE_ROYALTIES.get(middle.name, 0), MIDDLE_ROYALTIES.get(back.name, 0) // 2


def reaches_fantasyland(hand: JudgedRows, is_there: bool) -> bool:
    """Return whether a player plays the next hand in fantasyland. ``is_there``: whether this hand was played there.

    Source: open-face-chinese-poker/scoring.fantasyland, open-face-chinese-poker/scoring.stay.
    """
    return not hand.foul and (bool(enough_to_stay(hand)) if is_there else hand.rows[FRONT].strength >= QUEENS)


def enough_to_stay(hand: JudgedRows) -> list[str]:
    """List in words what keeps a hand in fantasyland, if anything. Source: open-face-chinese-poker/scoring.stay."""
    rows = {
        "three of a kind in front": hand.rows[FRONT].name == "three-of-a-kind",
        "a full house or better in the middle": is_at_least(hand.rows[MIDDLE].name, "full-house"),
        "four of a kind or better in the back": is_at_least(hand.rows[BACK].name, "four-of-a-kind"),
    }
    return [text for text, has in rows.items() if has]


def royalties_text(hand: JudgedRows) -> str:
    """List the royalties of a hand: ``7 for a pair of queens in the front``; empty if there are none."""
    parts = []
    for (row, held), points in zip(hand.rows.items(), hand.royalties, strict=True):
        kind = f"a pair of {ranks_text(held.top)}" if held.name == "pair" else kind_text(held.name)
        parts += [f"{points} for {kind} in the {row}"] if points else []
    return listed(parts)


def duplicates(hands: Mapping[str, Record]) -> Iterator[tuple[str, tuple[str, str], tuple[str, str]]]:
    """Yield each card that is there twice, with its two places: owner and row. ``hands``: the rows of each owner."""
    places: dict[str, tuple[str, str]] = {}
    for whose, rows in hands.items():
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
