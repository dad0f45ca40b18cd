"""The arrangement of a hand that costs least, with what can be laid off; exact, whatever the hand.

Which cards are used is a number: each different card has a digit, how many of it lie as the card that they are, and
the lowest digit is how many wild cards stand for others. What can be used together is a set of such numbers, kept as
the bits of one large number, so that adding a meld to all of them is one shift.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

from companion.cards.melds import RUN, Meld
from companion.cards.notation import RANKS, SUITS, suit_of
from companion.games.pay_me.melds import LARGEST_SET, HandRules
from companion.games.pay_me.scoring import HIGH_POINTS, LOW_POINTS, WILD_POINTS

SHORT = range(3, 7)
"""The lengths of runs that are looked at: every longer one falls apart into such. Of any four neighbours with no two
wild ones side by side at most two are wild, so four at one end can be a run by themselves, or three where that leaves
too many wild ones in the rest."""


class Spot(NamedTuple):
    """One card of a meld that is to be laid: itself, or a wild card in its stead."""

    card: str
    wild: bool


class LaidOff(NamedTuple):
    """A card put to a meld on the table."""

    card: str
    meld: int
    """The number of the meld, from 1."""

    stands_for: str
    """The card that it is in a run; empty: any that the set lacks."""

    wild: bool
    """Whether it is used as wild."""


@dataclass(frozen=True)
class Arrangement:
    """How a hand is melded, laid off and thrown away."""

    melds: tuple[tuple[str, ...], ...]
    laid_off: tuple[LaidOff, ...]
    discard: str | None
    left: tuple[str, ...]
    """Deadwood, in the order of the hand."""

    cost: int
    may_call: bool
    """Whether some arrangement melds the hand, with one card left over where one is to be discarded."""


class _Use(NamedTuple):
    """Cards used together: a meld of one's own, or what is laid off at one end of a meld on the table."""

    naturals: tuple[str, ...] = ()
    """Those that lie as the cards that they are, each once; the same ones always in the same order."""

    wild: int = 0
    """How many lie in the stead of others."""

    places: tuple[Spot, ...] = ()
    """In the order in which they are laid."""

    @property
    def more(self) -> int:
        """How many more of them are natural than wild."""
        return len(self.naturals) - self.wild

    @property
    def begins_natural(self) -> bool:
        """Whether its first card is the card that it is."""
        return bool(self.places) and not self.places[0].wild


_NOTHING = _Use()


def _use(places: Sequence[Spot]) -> _Use:
    naturals = tuple(card for card, wild in places if not wild)
    return _Use(naturals, len(places) - len(naturals), tuple(places))


def own_melds(rules: HandRules, cards: Sequence[str]) -> Iterator[_Use]:
    """Yield the sets and short runs that these cards can make, each once."""
    held = {card for card in cards if rules.is_natural(card)}
    spare = sum(map(rules.is_wild, cards))
    faces = [tuple(rank + suit for suit in SUITS if rank + suit in held) for rank in RANKS]
    for there in faces:
        for size in range(2, len(there) + 1):
            for chosen in combinations(there, size):
                free = [rank_suit for rank_suit in _suits_of(chosen[0]) if rank_suit not in chosen]
                for wild in range(max(0, 3 - size), min(size, LARGEST_SET - size, spare) + 1):
                    places = [
                        *(Spot(card, wild=False) for card in chosen),
                        *(Spot(card, wild=True) for card in free[:wild]),
                    ]
                    yield _use(places)
    for suit in {suit_of(card) for card in held}:
        for length in SHORT:
            for low in range(len(rules.line) - length + 1):
                yield from _runs(rules.line[low : low + length], suit, held, spare)


def _suits_of(card: str) -> tuple[str, ...]:
    return tuple(card[:-1] + suit for suit in SUITS)


def _runs(ranks: Sequence[str], suit: str, held: set[str], spare: int) -> Iterator[_Use]:
    """Yield the runs in these places: each natural or wild, where the card is held."""
    cards = [rank + suit for rank in ranks]
    missing = {at for at, card in enumerate(cards) if card not in held}
    for wild in _WILD_PLACES[len(cards)]:
        if missing <= wild and len(wild) <= spare:
            yield _use([Spot(card, at in wild) for at, card in enumerate(cards)])


def _wild_places(length: int) -> Iterator[frozenset[int]]:
    """Yield where wild cards can lie in a short run that does not fall apart into two."""
    for often in range(length // 2 + 1):
        for wild in combinations(range(length), often):
            apart = all(later - earlier > 1 for earlier, later in pairwise(wild))
            halves = sum(at < 3 for at in wild), sum(at >= 3 for at in wild)
            if apart and (length < 6 or max(halves) > 1):
                yield frozenset(wild)


_WILD_PLACES = {length: tuple(_wild_places(length)) for length in SHORT}


class _Both(NamedTuple):
    """What can be laid off at the two ends of a run: any of these below with any of those above."""

    below: list[_Use]
    above: list[_Use]


def _laid_off(rules: HandRules, meld: Meld, cards: Sequence[str]) -> list[_Both]:
    """Return what can be laid off on one meld; on a set everything is above."""
    held = {card for card in cards if rules.is_natural(card)}
    spare = sum(map(rules.is_wild, cards))
    if meld.kind != RUN:
        return [_Both([_NOTHING], list(_fourth(meld, held, spare)))]
    suit = suit_of(meld.laid[0].stands_for)
    faces = [rank + suit for rank in rules.line]
    first, last = _ends(rules, meld)
    above = _outwards(faces[last + 1 :], held, spare, meld.laid[-1].wild)
    room = len(RANKS) - len(meld.laid)
    more = len(meld.laid) - 2 * len(meld.wild)
    alike: dict[tuple[int, bool, bool, bool], list[_Use]] = {}
    for low in _outwards(faces[:first][::-1], held, spare, meld.laid[0].wild):
        key = (min(low.more, 1), len(low.places) == first, low.begins_natural, bool(low.places))
        alike.setdefault(key, []).append(low)
    return [_Both(low, [high for high in above if _together(low[0], high, more, room)]) for low in alike.values()]


def _outwards(cards: Sequence[str], held: set[str], spare: int, after_wild: bool) -> list[_Use]:
    """Return all that can be laid off towards these cards, beginning with nothing."""
    uses = [_NOTHING]
    for naturals, wild, places in uses:
        if len(places) == len(cards):
            continue
        card = cards[len(places)]
        if card in held:
            uses.append(_Use((*naturals, card), wild, (*places, Spot(card, wild=False))))
        if wild < spare and not (places[-1].wild if places else after_wild):
            uses.append(_Use(naturals, wild + 1, (*places, Spot(card, wild=True))))
    return uses


def _together(low: _Use, high: _Use, more: int, room: int) -> bool:
    """Return whether both ends of a run can have these, in some order.

    Of two that hold as many wild cards as others the first card laid has to be natural; wild ones never lie side by
    side, so after that there always is an order. ``more``: how many more natural cards than wild ones the run has.
    """
    begun = more or low.begins_natural or high.begins_natural or not (low.places or high.places)
    return bool(begun) and len(low.places) + len(high.places) <= room and more + low.more + high.more >= 0


def _ends(rules: HandRules, meld: Meld) -> tuple[int, int]:
    """Return the places of the ends of a run on the table; an ace above the king is at the end of the line."""
    ranks = [laid.stands_for[:-1] for laid in meld.laid]
    low = 0 if ranks[0] == "A" else rules.line.index(ranks[0])
    return low, low + len(ranks) - 1


def _fourth(meld: Meld, held: set[str], spare: int) -> Iterator[_Use]:
    """Yield the fourth card of a set: of a suit that no natural card of it has, or wild."""
    if len(meld.laid) == LARGEST_SET:
        return
    naturals = [laid.card for laid in meld.laid if not laid.wild]
    for card in _suits_of(naturals[0]):
        if card not in naturals and card in held:
            yield _use([Spot(card, wild=False)])
    if spare and 2 * (len(meld.wild) + 1) <= LARGEST_SET:
        yield _use([Spot(next(card for card in _suits_of(naturals[0]) if card not in naturals), wild=True)])


class _Left(NamedTuple):
    """How many cards are left over, by what they cost, and how many wild ones lie as the card that they are."""

    low: int
    high: int
    wild_at_home: int


class _Added(NamedTuple):
    """A use that can be added to what is reached."""

    use: _Use
    offset: int
    fits: int


def _with_one(reached: int, choices: Iterable[_Added]) -> int:
    """Return what one of the uses makes of what is reached."""
    found = 0
    for _, offset, fits in choices:
        found |= (reached & fits) << offset
    return found


def _made(before: int, place: int, choices: Iterable[_Added]) -> Iterator[_Added]:
    """Yield the uses that made this place of what was reached before."""
    for choice in choices:
        if place >= choice.offset and (before & choice.fits) >> (place - choice.offset) & 1:
            yield choice


class _Step:
    """Something that could be done with what was reached before: a meld, or laying off on one."""

    def __init__(self, before: int, number: int, ways: list[tuple[list[_Added], list[_Added]]]) -> None:
        """Take a meld by its ``number`` on the table, 0 for one of one's own; ``ways``: uses that go together."""
        self.before = before
        self.number = number
        self.ways = [(_with_one(before, first), first, then) for first, then in ways]
        self.after = before
        for between, _, then in self.ways:
            self.after |= _with_one(between, then)

    def undone(self, place: int, held: Container[str]) -> tuple[_Use, _Use, int]:
        """Return the uses by which a place was reached, with as many wild cards as possible in their own places.

        ``held``: the cards of the hand.
        """
        ways = (
            (earlier.use, later.use, place - later.offset - earlier.offset)
            for between, first, then in self.ways
            for later in _made(between, place, then)
            for earlier in _made(self.before, place - later.offset, first)
        )
        return max(ways, key=lambda way: sum(wild and card in held for use in way[:2] for card, wild in use.places))


class _Sets:
    """Sets of what can be used together, each as the bits of one number."""

    def __init__(self, rules: HandRules, cards: Sequence[str], uses: Iterable[_Use]) -> None:
        """Digits for the cards that can be used at all."""
        self.rules = rules
        self.cards = Counter(cards)
        self.spare = sum(map(rules.is_wild, cards))
        usable = {card for use in uses for card in use.naturals}
        self.digits = {card: self.cards[card] for card in sorted(usable)}
        self.strides: dict[str, int] = {}
        stride = self.spare + 1
        for card, most in self.digits.items():
            self.strides[card] = stride
            stride *= most + 1
        self.size = stride
        self._known: dict[tuple[str, ...], int] = {(): (1 << stride) - 1}
        self._digits: dict[tuple[int, int, int], int] = {}

    def offset(self, use: _Use) -> int:
        """Return the number of a use by itself."""
        return use.wild + sum(self.strides[card] for card in use.naturals)

    def fits(self, use: _Use) -> int:
        """Return all to which a use can be added."""
        return self._free(use.naturals) & self._below(1, self.spare + 1 - use.wild, self.spare + 1)

    def added(self, uses: Iterable[_Use]) -> list[_Added]:
        """Return what becomes of a set where one of the uses is added."""
        return [_Added(use, self.offset(use), self.fits(use)) for use in uses]

    def _free(self, cards: tuple[str, ...]) -> int:
        """Return all in which one more of each of the cards can be used."""
        if cards not in self._known:
            stride, most = self.strides[cards[-1]], self.digits[cards[-1]]
            self._known[cards] = self._free(cards[:-1]) & self._below(stride, most, most + 1)
        return self._known[cards]

    def _below(self, stride: int, digit: int, radix: int) -> int:
        """Return all in which a digit is below this one."""
        key = (stride, digit, radix)
        if key not in self._digits:
            mask, filled = (1 << stride * digit) - 1, stride * radix
            while filled < self.size:
                mask |= mask << filled
                filled *= 2
            self._digits[key] = mask & self._known[()]
        return self._digits[key]

    def best(self, reached: int, drops: bool) -> tuple[int, int, int]:
        """Return one of the cheapest, its cost, and the fewest cards that another of them leaves.

        Among those that cost and leave as little, cards are wild only where they cannot lie as themselves.

        ``drops``: whether the dearest card left over is discarded.
        """
        start = _Left(0, 0, 0)
        for card, often in self.cards.items():
            if card not in self.digits and not self.rules.is_wild(card):
                start = self._after(card, often, 0)(start)
        steps = [
            (self.strides[card], [self._after(card, most - used, used) for used in range(most + 1)])
            for card, most in reversed(self.digits.items())
        ]
        levels: list[dict[_Left, int]] = [{start: reached}]
        for stride, ways in steps:
            after: dict[_Left, int] = {}
            whole = (1 << stride) - 1
            for left, bits in levels[-1].items():
                for used, way in enumerate(ways):
                    part = bits >> stride * used & whole
                    if part:
                        key = way(left)
                        after[key] = after.get(key, 0) | part
            levels.append(after)
        found = [
            (self._cost(left, wild, drops), left.low + left.high + wild, at, left)
            for left, bits in levels[-1].items()
            for at in range(self.spare + 1)
            if bits >> at & 1 and (wild := self.spare - left.wild_at_home - at) >= 0
        ]
        cost, _, place, left = min(found)
        for (stride, ways), before in zip(reversed(steps), reversed(levels[:-1]), strict=True):
            left, place = next(
                (earlier, place + stride * used)
                for earlier, bits in before.items()
                for used, way in enumerate(ways)
                if way(earlier) == left and bits >> stride * used + place & 1
            )
        return place, cost, min(few for _, few, _, _ in found)

    def _after(self, card: str, unused: int, used: int) -> Callable[[_Left], _Left]:
        """Return what is left over once it is settled how many of a card are used."""
        if self.rules.is_wild(card):
            return lambda left: _Left(left.low, left.high, left.wild_at_home + used)
        if self.rules.points(card) == LOW_POINTS:
            return lambda left: _Left(left.low + unused, left.high, left.wild_at_home)
        return lambda left: _Left(left.low, left.high + unused, left.wild_at_home)

    def _cost(self, left: _Left, wild: int, drops: bool) -> int:
        cost = LOW_POINTS * left.low + HIGH_POINTS * left.high + WILD_POINTS * wild
        if not drops or not cost:
            return cost
        return cost - (WILD_POINTS if wild else HIGH_POINTS if left.high else LOW_POINTS)


def arrange(rules: HandRules, cards: Sequence[str], table: Sequence[Meld] = (), *, melding: bool = True) -> Arrangement:
    """Return the arrangement of cards that costs least, after laying off on the melds of the table.

    With one card more than were dealt one is discarded, unless all are melded. ``melding``: whether the cards may make
    melds of their own, too.
    """
    own = _once_each(own_melds(rules, cards)) if melding else []
    ways = {meld: _laid_off(rules, meld, cards) for meld in table}
    laid = [use for pairs in ways.values() for both in pairs for use in (*both.below, *both.above)]
    sets = _Sets(rules, cards, [*own, *laid])
    drops = melding and len(cards) == rules.size + 1
    reached, steps = 1, list[_Step]()
    added = {meld: [(sets.added(low), sets.added(high)) for low, high in pairs] for meld, pairs in ways.items()}
    for number, meld in enumerate(table, start=1):
        steps.append(_Step(reached, number, added[meld]))
        reached = steps[-1].after
    nothing = sets.added([_NOTHING])
    for choice in sets.added(own):
        step = _Step(reached, 0, [(nothing, [choice])])
        while step.after != reached:
            steps.append(step)
            reached = step.after
            step = _Step(reached, 0, [(nothing, [choice])])
    place, cost, fewest = sets.best(reached, drops)
    chosen: list[tuple[int, tuple[Spot, ...]]] = []
    for step in reversed(steps):
        if not step.before >> place & 1:
            low, high, place = step.undone(place, cards)
            chosen.insert(0, (step.number, tuple(_in_turn(low.places, high.places))))
    may_call = melding and not table and len(cards) >= rules.size and fewest <= drops
    return _told(rules, cards, table, chosen, drops, cost, may_call)


def _in_turn(low: Sequence[Spot], high: Sequence[Spot]) -> Iterator[Spot]:
    """Yield cards that extend both ends of a run one by one, natural cards as soon as possible."""
    ends = [list(low), list(high)]
    while all(ends):
        yield min(ends, key=lambda end: (end[0].wild, -len(end))).pop(0)
    for end in ends:
        yield from end


def _once_each(uses: Iterable[_Use]) -> list[_Use]:
    """Return the uses without repetitions of the same cards."""
    return list({(use.naturals, use.wild): use for use in uses}.values())


def _told(
    rules: HandRules,
    cards: Sequence[str],
    table: Sequence[Meld],
    uses: Sequence[tuple[int, Sequence[Spot]]],
    drops: bool,
    cost: int,
    may_call: bool,
) -> Arrangement:
    """Return what is used as cards, wild ones in the order of the hand."""
    left = list(cards)
    for place in (place for _, places in uses for place in places if not place.wild):
        left.remove(place.card)
    spare = [card for card in left if rules.is_wild(card)]

    def drawn(place: Spot) -> str:
        """Return the card for a place: a wild one is taken out of those that are spare, the one at home there first."""
        return spare.pop(spare.index(place.card) if place.card in spare else 0) if place.wild else place.card

    melds: list[tuple[str, ...]] = []
    laid_off: list[LaidOff] = []
    for number, places in uses:
        laid = tuple(map(drawn, places))
        if number:
            faces = [place.card if table[number - 1].kind == RUN else "" for place in places]
            laid_off += [
                LaidOff(card, number, face, place.wild) for card, face, place in zip(laid, faces, places, strict=True)
            ]
        else:
            melds.append(laid)
        for card, place in zip(laid, places, strict=True):
            if place.wild:
                left.remove(card)
    discard = max(left, key=rules.points) if drops and left else None
    if discard:
        left.remove(discard)
    return Arrangement(tuple(melds), tuple(laid_off), discard, tuple(left), cost, may_call)
