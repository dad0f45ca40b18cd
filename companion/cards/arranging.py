"""Arrange a hand in melds, and lay off on melds of the table, so that the fewest points are left over.

The result is the best of all ways.
"""

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, combinations, pairwise, product, repeat
from operator import or_
from typing import NamedTuple

from companion.cards.melds import RUN, LaidCard, Limits, Meld, MeldRules, RunRules
from companion.cards.notation import SUITS, rank_of, suit_of

Points = Callable[[str], int]
"""Return the points of a card that is left over; all wild cards must count the same."""


SHORT = range(3, 7)
"""The lengths of runs that are tried: every longer run can be split into runs of these lengths. No two wild cards lie
side by side, so of four neighbours at most two are wild. The four cards at one end can therefore be a run of their own;
if the rest would then have too many wild cards, three of them can."""


class LaidOff(NamedTuple):
    """A card added to a meld on the table."""

    card: str
    meld: int
    """The number of the meld, from 1."""

    stands_for: str
    """The card that it represents in a run; empty in a set, where it can be any card that is missing."""

    wild: bool
    """Whether it is used as wild."""


class Arrangement(NamedTuple):
    """A hand arranged in melds."""

    cost: int
    """The points of the cards left over, without the discard."""

    melds: tuple[tuple[str, ...], ...]
    laid_off: tuple[LaidOff, ...]
    """In an order in which the cards can be added one by one."""

    discard: str | None
    """The card to discard; None if none is left over, or nothing is discarded."""

    left: tuple[str, ...]
    """The cards left over, in the order of the hand."""


class _Use(NamedTuple):
    """Cards used together: a meld of the player's own, or cards laid off on one meld of the table."""

    naturals: tuple[str, ...]
    """The cards that lie as themselves, sorted."""

    wild: int
    """How many cards are used as wild."""

    laid: tuple[LaidCard, ...]
    """The cards in the order in which they are laid; a wild card as the card that it stands for."""


def _use_of(laid: Sequence[LaidCard]) -> _Use:
    """Return a use of these cards, laid in this order."""
    naturals = sorted(one.card for one in laid if not one.wild)
    return _Use(tuple(naturals), len(laid) - len(naturals), tuple(laid))


def _ways_to_lay(faces: Sequence[str], limits: Limits, held: Container[str], spare: int) -> Iterator[list[LaidCard]]:
    """Yield the ways to lay these cards within the limits: wild cards stand for those not held, perhaps for others.

    ``held``: the natural cards; ``spare``: how many wild cards there are.
    """
    missing = {index for index, face in enumerate(faces) if face not in held}
    apart = isinstance(limits, RunRules) and limits.apart
    for often in range(len(missing), min(spare, limits.most_wild(len(faces))) + 1):
        for wild in combinations(range(len(faces)), often):
            if missing <= {*wild} and not (apart and any(high - low == 1 for low, high in pairwise(wild))):
                yield [LaidCard(face, face, index in wild) for index, face in enumerate(faces)]


def _own_melds(rules: MeldRules, held: Collection[str], spare: int) -> Iterator[_Use]:
    """Yield the sets and short runs that the cards can make; in a set, wild cards come last.

    ``held``: the natural cards; ``spare``: how many wild cards there are.
    """
    if rules.sets:
        for rank in dict.fromkeys(map(rank_of, held)):
            for suits in chain(combinations(SUITS, 3), combinations(SUITS, 4)):
                for laid in _ways_to_lay([rank + suit for suit in suits], rules.sets, held, spare):
                    yield _use_of(sorted(laid, key=lambda one: one.wild))
    if rules.runs:
        line = rules.runs.line
        for suit, length in product(dict.fromkeys(map(suit_of, held)), SHORT):
            for low in range(len(line) - length + 1):
                faces = [rank + suit for rank in line[low : low + length]]
                yield from map(_use_of, _ways_to_lay(faces, rules.runs, held, spare))


def _lay_offs(rules: MeldRules, meld: Meld, held: Container[str], spare: int) -> Iterator[_Use]:
    """Yield each group of cards that can be laid off on a meld.

    ``held``: the natural cards; ``spare``: how many wild cards there are.
    """
    # Melds to extend further, each with the cards added below the original meld, and above it, from the meld outwards.
    waiting: list[tuple[Meld, list[LaidCard], list[LaidCard]]] = [(meld, [], [])]
    seen = {meld}
    for extended, below, above in waiting:
        left = spare - sum(laid.wild for laid in (*below, *above))
        for face, is_below in rules.extensions(extended):
            for wild in ([False] if face in held else []) + ([True] if left else []):
                card = LaidCard(face, face, wild)
                longer = Meld(meld.kind, (card, *extended.laid) if is_below else (*extended.laid, card))
                if longer not in seen and rules.allows(longer):
                    seen.add(longer)
                    ends = ([*below, card], above) if is_below else (below, [*above, card])
                    waiting.append((longer, *ends))
                    yield _use_of(list(_interleave(*ends)))


def _interleave(*ends: Sequence[LaidCard]) -> Iterator[LaidCard]:
    """Yield cards that extend both ends of a run one by one, natural cards as early as possible."""
    left = [list(end) for end in ends]
    while any(left):
        yield min(filter(None, left), key=lambda end: (end[0].wild, -len(end))).pop(0)


class _Hand:
    """A hand that encodes as a number which of its cards are used: a digit for each natural card, the lowest for wild.

    One large number keeps all such numbers that can be reached, each as a bit, so that a single shift adds a meld to
    all of them.
    """

    def __init__(self, rules: MeldRules, points: Points, cards: Sequence[str], usable: Collection[str]) -> None:
        """``usable``: the cards that some meld or lay-off uses as themselves."""
        self.rules, self.points, self.cards = rules, points, cards
        self.spare = sum(map(rules.is_wild, cards))
        """How many wild cards there are."""

        self.often = {card: often for card, often in Counter(cards).items() if card in usable}
        """How often the hand has each usable card."""

        self.strides, self.size = dict[str, int](), self.spare + 1
        """What one of each usable card adds to a number, and how many numbers there are."""

        for card, often in self.often.items():
            self.strides[card] = self.size
            self.size *= often + 1
        self._free = {card: self._below(self.strides[card], often, often + 1) for card, often in self.often.items()}
        self._wild_free = [self._below(1, self.spare + 1 - wild, self.spare + 1) for wild in range(self.spare + 1)]
        """The bits of the numbers to which one more of a natural card, or this many wild cards, can be added."""

    def _below(self, stride: int, digit: int, radix: int) -> int:
        """Return the bits of all numbers in which the digit at ``stride``, of base ``radix``, is below ``digit``."""
        mask, filled = (1 << stride * digit) - 1, stride * radix
        while filled < self.size:
            mask |= mask << filled
            filled *= 2
        return mask & (1 << self.size) - 1

    def offset(self, use: _Use) -> int:
        """Return the number that encodes a single use."""
        return use.wild + sum(map(self.strides.__getitem__, use.naturals))

    def add_use(self, reached: int, use: _Use) -> int:
        """Return the numbers that are reached by adding a use to all those to which it can be added."""
        fits = reached & self._wild_free[use.wild]
        for card in use.naturals:
            fits &= self._free[card]
        return fits << self.offset(use)

    def cheapest(self, reached: int, drops: bool) -> tuple[int, int]:
        """Return the reachable number with the lowest cost, and that cost: the points of the cards left over.

        ``drops``: whether the most expensive of them is discarded and does not count.
        """
        wild_points = max((self.points(card) for card in self.cards if self.rules.is_wild(card)), default=0)
        best = (1_000_000, 0, 0, 0)  # cost, cards left over, cards used as wild, number

        def search(bits: int, digits: Sequence[str], number: int, left: list[int], wild: int) -> None:
            """Search the sets of cards in these bits for a lower cost.

            ``digits``: the cards not decided on yet; ``number``: encodes the cards used so far; ``left``: the points of
            the cards left over so far; ``wild``: how many wild cards are not used as themselves.
            """
            nonlocal best
            if sum(left) - (max(left, default=0) if drops else 0) > best[0]:
                return
            if not digits:
                for used in (used for used in range(wild + 1) if bits >> used & 1):
                    costs = [*left, *[wild_points] * (wild - used)]
                    cost = sum(costs) - (max(costs, default=0) if drops else 0)
                    best = min(best, (cost, len(costs), used, number + used))
                return
            card, stride = digits[-1], self.strides[digits[-1]]
            for used in range(self.often[card], -1, -1):
                part, unused = bits >> stride * used & (1 << stride) - 1, self.often[card] - used
                if part and self.rules.is_wild(card):
                    search(part, digits[:-1], number + stride * used, left, wild - used)
                elif part:
                    search(part, digits[:-1], number + stride * used, [*left, *[self.points(card)] * unused], wild)

        never = [self.points(card) for card in self.cards if not (card in self.often or self.rules.is_wild(card))]
        search(reached, list(self.strides), 0, never, self.spare)
        return best[3], best[0]


def arrange(
    rules: MeldRules,
    points: Points,
    cards: Sequence[str],
    table: Sequence[Meld] = (),
    *,
    melding: bool = True,
    drops: bool = False,
) -> Arrangement:
    """Return the best arrangement of a hand: the fewest points left, then the fewest cards left, then the fewest wild.

    ``table``: melds to lay off on; ``melding``: whether the cards may make melds of their own; ``drops``: whether the
    most expensive card left over is discarded.
    """
    held, spare = [card for card in cards if rules.is_natural(card)], sum(map(rules.is_wild, cards))
    off = [list(_lay_offs(rules, meld, held, spare)) for meld in table]
    own = {use[:2]: use for use in _own_melds(rules, held, spare)}.values() if melding else ()
    hand = _Hand(rules, points, cards, {card for use in chain(own, *off) for card in use.naturals})
    # Bit n of ``reached``: the cards whose number is n in ``hand`` can be used; bit 0: no card is used.
    # Each step: the number of the meld on the table (0: a new meld), what was reachable before, and the possible uses.
    reached, steps = 1, list[tuple[int, int, list[_Use]]]()
    for number, uses in enumerate(off, start=1):
        steps.append((number, reached, uses))
        reached = reduce(or_, [hand.add_use(reached, use) for use in uses], reached)
    for use in own:
        while (after := reached | hand.add_use(reached, use)) != reached:
            steps.append((0, reached, [use]))
            reached = after
    used, cost = hand.cheapest(reached, drops)
    chosen: list[tuple[int, _Use]] = []
    for number, before, uses in reversed(steps):
        if not before >> used & 1:  # only this step has made it possible to use these cards
            ways = [use for use in reversed(uses) if hand.add_use(before, use) >> used & 1]
            use = max(ways, key=lambda way: sum(one.wild and one.card in cards for one in way.laid))
            chosen.insert(0, (number, use))
            used -= hand.offset(use)
    return _arrangement_of(hand, chosen, table, cost, drops)


def _arrangement_of(
    hand: _Hand, chosen: Iterable[tuple[int, _Use]], table: Sequence[Meld], cost: int, drops: bool
) -> Arrangement:
    """Return the arrangement that consists of these uses, with actual cards of the hand as the wild ones.

    Where a wild card is used as the card that it is, that very card is taken, otherwise the next wild one in the order
    of the hand. ``chosen``: each use with the number of the meld that it extends, 0 for a new one; ``cost``: the points
    of the cards left over; ``drops``: as in ``arrange``. If something is dropped, it is the dearest card left.
    """
    left = list(hand.cards)
    for card in (card for _, use in chosen for card in use.naturals):
        left.remove(card)
    melds: list[tuple[str, ...]] = []
    laid_off: list[LaidOff] = []
    for number, use in chosen:
        cards = []
        for laid in use.laid:
            card = laid.card
            if laid.wild:
                spare = [card for card in left if hand.rules.is_wild(card)]
                card = card if card in spare else spare[0]
                left.remove(card)
            cards.append(card)
        if number:
            faces = [laid.stands_for if table[number - 1].kind == RUN else "" for laid in use.laid]
            laid_off += map(LaidOff, cards, repeat(number), faces, [laid.wild for laid in use.laid])
        else:
            melds.append(tuple(cards))
    discard = max(left, key=hand.points) if drops and left else None
    if discard:
        left.remove(discard)
    return Arrangement(cost, tuple(melds), tuple(laid_off), discard, tuple(left))
