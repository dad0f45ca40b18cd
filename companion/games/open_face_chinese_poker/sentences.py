"""What the referee of Open-Face Chinese Poker says about rows: their order, fouls, royalties and fantasyland."""

from companion.cards.notation import suit_of
from companion.cards.poker import rank_groups
from companion.core.entry.keys import Cards
from companion.core.entry.record import Record
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import why_better
from companion.core.words import listed
from companion.games.open_face_chinese_poker.hands import (
    BACK,
    FRONT,
    MIDDLE,
    QUEENS,
    ROWS,
    JudgedRows,
    enough_to_stay,
    reaches_fantasyland,
)
from companion.games.open_face_chinese_poker.scoring import EQUAL_ROWS

FRONT_SIZE, ROW_SIZE = ROWS[FRONT], ROWS[MIDDLE]


LOW_STRAIGHT, EQUAL, STAY_QUEENS = "scoring.low-straight", "scoring.equal-rows", "scoring.stay-queens"


ACE_LOW = (14, 3, 2)


def looks_like_more(front: Cards) -> bool:
    """Return whether a front looks like a straight or a flush, neither of which counts there."""
    counts, ranks = rank_groups(front)
    in_sequence = len(counts) == FRONT_SIZE and (ranks[0] - ranks[-1] == FRONT_SIZE - 1 or ranks == ACE_LOW)
    return in_sequence or len(set(map(suit_of, front))) == 1


def order_text(hand: JudgedRows, upper: str, lower: str) -> str:
    """Return a sentence on which of two neighbouring rows is the stronger, and why."""
    rows = hand.rows
    if rows[upper].strength == rows[lower].strength[: len(rows[upper].measures)]:
        if upper == MIDDLE:
            return "Middle and back are exactly equal in strength."
        return "The front matches the middle as far as its three cards go; the middle has more, and is the stronger."
    weaker, row = sorted((upper, lower), key=lambda row: rows[row].strength)
    why = why_better(f"the {row}", rows[row], f"the {weaker}", rows[weaker])
    return f"The {row} is stronger than the {weaker}: {why[0].lower()}{why[1:]}"


def _has_strong_front(hand: JudgedRows) -> bool:
    """Return whether the front is stronger than the middle. That is enough to foul a hand."""
    return hand.rows[FRONT].strength > hand.rows[MIDDLE].strength


def foul_text(hand: JudgedRows) -> str:
    """Return the sentence on the two rows whose order fouls a hand."""
    return order_text(hand, *((FRONT, MIDDLE) if _has_strong_front(hand) else (MIDDLE, BACK)))


def say_order(why: Reasons, options: Record, hand: JudgedRows, whose: str) -> None:
    """Explain what the book leaves open about the order of rows: equal rows, and the ace in a straight.

    Say nothing if the front is too strong: that is enough for a foul. ``whose``: what a sentence calls middle and back.
    """
    if _has_strong_front(hand):
        return
    middle, back = hand.rows[MIDDLE], hand.rows[BACK]
    if middle.strength == back.strength:
        is_foul = options.text(EQUAL_ROWS) == "foul"
        no_foul = f"{whose} are exactly equal in strength: the back is not the weaker, so we see no foul."
        why.say("Equal rows are a foul at this table." if is_foul else no_foul, EQUAL)
    wheel = any("straight" in row.name and row.top == ROW_SIZE for row in (middle, back))
    why.say(
        "An ace may be low in a straight, as we read the book; it is then the lowest, 5 high.", LOW_STRAIGHT, when=wheel
    )


def say_fantasyland(why: Reasons, hand: JudgedRows, is_there: bool) -> None:
    """Explain whether the next hand is played in fantasyland. ``is_there``: whether this one was."""
    stays, holds = reaches_fantasyland(hand, is_there), listed(enough_to_stay(hand))
    if not is_there:
        has = "A pair of queens or better in front: fantasyland next hand."
        lacks = "Less than a pair of queens in front: no fantasyland next hand."
        text = "A fouled hand earns no fantasyland." if hand.foul else has if stays else lacks
        why.say(text, "scoring.fantasyland")
    elif stays:
        why.say(f"The hand stays in fantasyland with {holds}.", "scoring.stay")
    elif holds:
        why.say(f"It has {holds}, but we do not let a fouled hand stay; the book does not say.", STAY_QUEENS)
    else:
        why.say("Nothing in it is enough to stay in fantasyland.", "scoring.stay")
        ours = "A pair of queens or better in front leads there, but does not keep anybody there, as we read it."
        why.say(ours, STAY_QUEENS, when=hand.rows[FRONT].strength >= QUEENS and not hand.foul)
