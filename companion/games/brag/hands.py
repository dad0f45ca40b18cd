"""Hands of Brag: what three cards are called, and how they are compared."""

from companion.cards.notation import suit_of
from companion.cards.poker import kind_text, rank_groups
from companion.core.entry.keys import Cards
from companion.core.entry.record import Record
from companion.core.referee.showdown import (
    Measure,
    ShownHand,
    dashed_text,
    groups_text,
    rank_measures,
    rank_text,
    ranks_text,
)
from companion.games.brag.scoring import ACE_RUN

KINDS = ("prial", "running-flush", "run", "flush", "pair", "high-card")
"""The kinds of hands, best first. Source: brag/scoring.hands."""

THREES, ABOVE_ALL = 3, 15
"""The rank of the best prial, and a worth above that of an ace (14). Source: brag/scoring.prial."""

ACE_TWO_THREE, ROUND_THE_CORNER = (14, 3, 2), (14, 13, 2)
"""The ranks of A-2-3, which is a run only by agreement, and of K-A-2, which somebody might take for one."""

PICTURED = (12, 10, 9)
"""The ranks of the flush that the book pictures as a running flush. Source: brag/scoring.in-sequence."""

TOPS = {"lowest": 3, "highest": ABOVE_ALL}
"""The worth of A-2-3 among runs, by the option ``ace_run``; it is no run if the option is not listed.

Source: brag/scoring.ace-run.
"""


def _run_worth(ranks: tuple[int, ...], options: Record) -> int:
    """Return the worth of a run of these ranks among runs; 0 if they make none."""
    if ranks == ACE_TWO_THREE:
        return TOPS.get(options.text(ACE_RUN), 0)
    return ranks[0] if len(ranks) == 3 and ranks[0] - ranks[2] == 2 else 0


def brag_hand(cards: Cards, options: Record) -> ShownHand:
    """Return three cards as a hand: its kind, and the measures by which it is compared, in their order.

    Source: brag/scoring.hands, brag/scoring.prial, brag/scoring.level.
    """
    counts, ranks = rank_groups(cards)
    top = _run_worth(ranks, options)
    is_flush = len(set(map(suit_of, cards))) == 1
    if counts == (3,):
        rank = Measure(ABOVE_ALL if ranks[0] == THREES else ranks[0], ranks_text(ranks[0]), "the rank", several=True)
        return _hand("prial", f"a prial of {ranks_text(ranks[0])}", rank)
    if top:
        kind, text = "running-flush" if is_flush else "run", "A-2-3" if ranks == ACE_TWO_THREE else dashed_text(ranks)
        return _hand(kind, f"{kind_text(kind)}, {text}", Measure(top, text, "the top of the run"))
    kind = "flush" if is_flush else "pair" if counts[0] == 2 else "high-card"
    if kind == "pair":
        text = groups_text("pair", ranks)
    else:
        text = f"a flush, {dashed_text(ranks)}" if is_flush else f"{dashed_text(ranks)}, {rank_text(ranks[0])} high"
    return _hand(kind, text, *rank_measures(counts, ranks))


def _hand(kind: str, text: str, *measures: Measure) -> ShownHand:
    """Return a hand that is compared by its kind first, then by these measures."""
    return ShownHand(kind, text, (Measure(-KINDS.index(kind), kind_text(kind)), *measures))
