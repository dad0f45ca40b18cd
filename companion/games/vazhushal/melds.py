"""Melds of Vazhushal: sequences and sets with wild cards, and the meld that a draw from the line needs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.cards.melds import ACE_EITHER, RUN, LaidCard, Meld, MeldRules, RunRules, SetRules, at_most
from companion.cards.notation import JOKER, RANKS, SUITS, rank_of, suit_of
from companion.core.referee.cases import first_true

RED = frozenset({"h", "d"})
FEWEST, LARGEST_SET, LONGEST = 3, 4, len(RANKS)
COURT_POINTS = 10

TOO_FEW, NO_NATURAL, TWICE = "too-few", "no-natural", "twice"
NO_MELD, FIRST, IDENTICAL = "not-a-meld", "first", "identical"


def wild_by_rank(negative: str) -> tuple[str, ...]:
    """Return the two cards that the negative joker makes wild; none if it is a joker.

    Source: vazhushal/play.wild, vazhushal/play.wild-joker.
    """
    if negative == JOKER:
        return ()
    red = suit_of(negative) in RED
    return tuple(rank_of(negative) + suit for suit in SUITS if (suit in RED) != red)


def points_of(card: str) -> int:
    """Return what a card counts. Source: vazhushal/scoring.values."""
    rank = rank_of(card)
    return int(rank) if rank.isdigit() else COURT_POINTS


def value(meld: Meld) -> int:
    """Return what a meld counts: each card as what it stands for. Source: vazhushal/scoring.values."""
    return sum(points_of(laid.stands_for) for laid in meld.laid)


@lru_cache(maxsize=64)
def rules_for(negative: str) -> MeldRules:
    """Return the rules of melds with this negative joker. Source: vazhushal/play.sequences, vazhushal/play.sets."""
    wild = {JOKER, *wild_by_rank(negative)}
    sets = SetRules(most=LARGEST_SET, most_wild=at_most(LONGEST), suits_differ=True)
    runs = RunRules(line=ACE_EITHER, most=LONGEST, most_wild=at_most(LONGEST))
    return MeldRules(sets=sets, runs=runs, is_wild=wild.__contains__, as_itself=True)


def cards_in_order(meld: Meld) -> tuple[LaidCard, ...]:
    """Return the cards of a sequence from low to high, those of a set in the order of suits."""
    if meld.kind == RUN:
        return meld.laid
    return tuple(sorted(meld.laid, key=lambda laid: SUITS.index(suit_of(laid.stands_for))))


def is_pure(meld: Meld) -> bool:
    """Return whether a meld is a sequence with no card used as wild. Source: vazhushal/play.first-meld."""
    return meld.kind == RUN and not meld.wild


def are_alike(meld: Meld, other: Meld) -> bool:
    """Return whether two melds are of one kind and count as the same cards, whichever of these are wild."""
    cards, others = ({laid.stands_for for laid in one.laid} for one in (meld, other))
    return meld.kind == other.kind and cards == others


def is_repeated(meld: Meld, others: Sequence[Meld]) -> bool:
    """Return whether a meld is a sequence that is among the others; sets may be laid again.

    Source: vazhushal/play.identical, vazhushal/play.identical-sets.
    """
    return meld.kind == RUN and any(are_alike(meld, other) for other in others)


class MeldReading(NamedTuple):
    """The meld that some cards are, and why they may not be laid."""

    meld: Meld | None
    """None: they are no meld at all."""

    why: str | None = None
    """The key of the objection, such as ``TOO_FEW``; None: they may be laid."""


def _preference(meld: Meld) -> tuple[int, bool, int, int]:
    """Return the sort key of possible readings: fewest wild cards, sequences first, the highest, the suit."""
    first = meld.laid[0].stands_for
    return len(meld.wild), meld.kind != RUN, -ACE_EITHER.index(rank_of(first)), SUITS.index(suit_of(first))


def read_meld(
    rules: MeldRules, cards: Sequence[str], others: Sequence[Meld] = (), *, first: bool = False
) -> MeldReading:
    """Read cards as a meld, or find the objection to them, given the player's other melds.

    ``first``: the player has melded nothing yet. Source: vazhushal/play.first-meld, vazhushal/play.identical.
    """
    readings = sorted(rules.readings(cards), key=_preference)
    pure = [meld for meld in readings if is_pure(meld) or not first]
    unlike = [meld for meld in pure if not is_repeated(meld, others)]
    why = first_true(
        (len(cards) < FEWEST, TOO_FEW),
        (set(cards) == {JOKER}, NO_NATURAL),
        (any(often > 1 and not rules.is_wild(card) for card, often in Counter(cards).items()), TWICE),
        (not readings, NO_MELD),
        (not pure, FIRST),
        (not unlike, IDENTICAL),
        (True, None),
    )
    return MeldReading(next(iter(unlike or readings), None), why)


def read_melds(rules: MeldRules, melds: Sequence[Sequence[str]]) -> list[MeldReading]:
    """Read a player's melds in their order; each is judged beside the legal ones before it."""
    found: list[MeldReading] = []
    for cards in melds:
        found.append(read_meld(rules, cards, [reading.meld for reading in found if reading.meld and not reading.why]))
    return found


# Drawing from the line.


@lru_cache(maxsize=LONGEST + 1)
def _sequences(length: int) -> tuple[tuple[str, ...], ...]:
    """Return the cards of every sequence of ``length`` cards."""
    starts = range(len(ACE_EITHER) - length + 1)
    return tuple(tuple(rank + suit for rank in ACE_EITHER[low : low + length]) for suit in SUITS for low in starts)


@lru_cache(maxsize=LONGEST + 1)
def _sets(length: int) -> tuple[tuple[str, ...], ...]:
    """Return the cards of every set of ``length`` cards."""
    return tuple(tuple(rank + suit for suit in suits) for rank in RANKS for suits in combinations(SUITS, length))


class Draw(NamedTuple):
    """The melds that make a draw from the line legal."""

    meld: Meld
    """The new meld with the deepest card taken."""

    first: Meld | None = None
    """The sequence that the player melds from the hand before that, as a first meld."""

    from_line: bool = False
    """Whether none of the new meld's cards comes from the hand."""


class _Available(NamedTuple):
    """The cards for the new meld: hand and taken cards. The deepest card taken has to go into it."""

    rules: MeldRules
    hand: Counter[str]
    taken: Counter[str]
    deepest: str

    def filled(self, wanted: Sequence[str]) -> tuple[str, ...] | None:
        """Return cards that make the meld ``wanted``, the deepest card among them; None: they cannot make it.

        Natural cards go to their own places first, which never needs more wild cards than any other way.

        The deepest card lies in its own place or, if it is wild, in the place of another card.
        """
        cards, at_home = self.hand + self.taken, self.deepest in wanted
        natural = [card for card in wanted if cards[card]][: len(wanted) - (not at_home)]
        fixed = natural if at_home else [*natural, self.deepest]
        wild = [card for card in (cards - Counter(fixed)).elements() if self.rules.is_wild(card)]
        made = (*fixed, *wild[: len(wanted) - len(fixed)])
        can_be_used = at_home or self.rules.is_wild(self.deepest)
        return made if can_be_used and natural and len(made) == len(wanted) else None

    def melds(self, length: int, others: Sequence[Meld], *, with_hand: bool) -> Iterator[Meld]:
        """Yield the legal melds of ``length`` cards that contain the deepest card, given the player's other melds.

        Melds with fewer wild cards come first.
        ``with_hand``: only melds with another card of the hand; False: only melds of cards of the line.
        """
        ways = filter(None, map(self.filled, (*_sequences(length), *_sets(length))))
        for cards in sorted(ways, key=lambda cards: sum(map(self.rules.is_wild, cards))):
            if self.takes_from_hand(cards) == with_hand:
                meld, why = read_meld(self.rules, cards, others)
                if meld and not why:
                    yield meld

    def takes_from_hand(self, cards: Sequence[str]) -> bool:
        """Return whether any of the cards, except the deepest one, is in the hand."""
        return any(self.hand[card] for card in Counter(cards) - Counter([self.deepest]))


def find_draw(
    rules: MeldRules, hand: Sequence[str], taken: Sequence[str], table: Sequence[Meld], *, discards: bool = True
) -> Draw | None:
    """Return the shortest new meld that makes a draw from the line legal; None: there is none.

    ``taken``: the cards taken, the oldest first. ``table``: the player's melds. ``discards``: whether one card has to
    be left to discard. A meld with a card of the hand is preferred to an equally long one without.

    Source: vazhushal/play.line, vazhushal/play.line-first.
    """
    # For a first meld only sequences of three are tried: every longer one contains one. The same goes for a sequence
    # melded from the hand before: a longer one contains two of three cards, and one of them differs from the new meld.
    # The new meld then needs four cards at most: cut to four around its deepest card, it differs from any of three.
    held = _Available(rules, Counter(hand), Counter(taken), taken[0])
    room, longest = len(hand) + len(taken) - discards, LONGEST
    openings: list[tuple[Meld | None, _Available]] = [(None, held)]  # a first meld, and the cards left after it
    if not table:
        all_held = {*hand, *taken}
        possible = [cards for cards in _sequences(FEWEST) if taken[0] in cards and all_held.issuperset(cards)]
        if possible and room >= FEWEST:
            best = max(possible, key=held.takes_from_hand)
            return Draw(_pure_sequence(best), None, not held.takes_from_hand(best))
        room, longest = room - FEWEST, LARGEST_SET
        own = [cards for cards in _sequences(FEWEST) if {*hand}.issuperset(cards)]
        openings = [(_pure_sequence(cards), held._replace(hand=held.hand - Counter(cards))) for cards in own]
    for length in range(FEWEST, min(longest, room) + 1):
        for with_hand in (True, False):
            for first, left in openings:
                for meld in left.melds(length, (first,) if first else table, with_hand=with_hand):
                    return Draw(meld, first, not with_hand)
    return None


def find_identical(rules: MeldRules, hand: Sequence[str], taken: Sequence[str]) -> Meld | None:
    """Return the shortest meld with the oldest card taken that would be legal if it lay on the table alone, or None."""
    held = _Available(rules, Counter(hand), Counter(taken), taken[0])
    ways = ((length, with_hand) for length in range(FEWEST, LONGEST + 1) for with_hand in (True, False))
    return next((meld for length, with_hand in ways for meld in held.melds(length, (), with_hand=with_hand)), None)


def _pure_sequence(cards: Sequence[str]) -> Meld:
    """Return these cards as a sequence with no wild card."""
    return Meld(RUN, tuple(LaidCard(card, card, wild=False) for card in cards))


def remaining_cards(cards: Sequence[str], used: Iterable[str]) -> list[str]:
    """Return cards without those that are used, in their order; of equal cards the last ones are kept."""
    left = list(cards)
    for card in used:
        if card in left:
            left.remove(card)
    return left
