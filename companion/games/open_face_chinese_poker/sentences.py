"""What the referee of Open-Face Chinese Poker says about rows: their order, fouls, royalties and fantasyland."""

from collections.abc import Mapping

from companion.cards.notation import suit_of
from companion.cards.poker import outranks, rank_groups
from companion.core.entry.keys import Cards
from companion.core.entry.record import Record
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import ShownHand, five_card_hand, three_card_hand, why_better
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


def shown_rows(rows: Record) -> dict[str, ShownHand]:
    """Return the three rows as hands of a showdown, which can be compared and described."""
    return {FRONT: three_card_hand(rows[FRONT]), MIDDLE: five_card_hand(rows[MIDDLE]), BACK: five_card_hand(rows[BACK])}


ACE_LOW = (14, 3, 2)


def looks_like_more(front: Cards) -> bool:
    """Return whether a front looks like a straight or a flush, neither of which counts there."""
    counts, ranks = rank_groups(front)
    in_sequence = len(counts) == FRONT_SIZE and (ranks[0] - ranks[-1] == FRONT_SIZE - 1 or ranks == ACE_LOW)
    return in_sequence or len(set(map(suit_of, front))) == 1


def order_text(shown: Mapping[str, ShownHand], upper: str, lower: str) -> str:
    """Return a sentence on which of two neighbouring rows is the stronger, and why."""
    if shown[upper].strength == shown[lower].strength[: len(shown[upper].measures)]:
        if upper == MIDDLE:
            return "Middle and back are exactly equal in strength."
        return "The front matches the middle as far as its three cards go; the middle has more, and is the stronger."
    weaker, row = sorted((upper, lower), key=lambda row: shown[row].strength)
    why = why_better(f"the {row}", shown[row], f"the {weaker}", shown[weaker])
    return f"The {row} is stronger than the {weaker}: {why[0].lower()}{why[1:]}"


def foul_text(shown: Mapping[str, ShownHand], hand: JudgedRows) -> str:
    """Return the sentence on the two rows whose order fouls a hand."""
    return order_text(shown, *((FRONT, MIDDLE) if outranks(hand.front, hand.middle) else (MIDDLE, BACK)))


def say_order(why: Reasons, options: Record, shown: Mapping[str, ShownHand], hand: JudgedRows, whose: str) -> None:
    """Explain what the book leaves open about the order of rows: equal rows, and the ace in a straight.

    ``whose``: what a sentence calls middle and back.
    """
    if outranks(hand.front, hand.middle):
        return  # that alone fouls the hand
    if shown[MIDDLE].strength == shown[BACK].strength:
        is_foul = options.text(EQUAL_ROWS) == "foul"
        no_foul = f"{whose} are exactly equal in strength: the back is not the weaker, so that is no foul."
        why.say("Equal rows are a foul at this table." if is_foul else no_foul, EQUAL)
    wheel = any("straight" in row.kind and row.ranks[0] == ROW_SIZE for row in (hand.middle, hand.back))
    why.say("An ace may be low in a straight; it is then the lowest, 5 high.", LOW_STRAIGHT, when=wheel)


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
        why.say(ours, STAY_QUEENS, when=hand.front.strength >= QUEENS)
