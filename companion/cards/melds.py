"""Melds: sets and runs, with wild cards or without. Each game supplies what differs.

``MeldRules`` decides everything; the sentences about it belong to the referee.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from companion.cards.notation import RANKS, SUITS, rank_of, suit_of

SET, RUN = "set", "run"

BARRED, FEW, MANY, MIXED = "barred", "few", "many", "mixed"
WILD, NATURALS, NEIGHBOURS = "wild", "naturals", "neighbours"
RANK, SUIT, TWICE, GAP = "rank", "suit", "twice", "gap"

ACE_LOW = tuple(reversed((*RANKS[1:], "A")))
"""The ranks of a run, low to high, if the ace is below the 2."""

ACE_HIGH = tuple(reversed(RANKS))
"""The ranks of a run, low to high, if the ace is above the king."""

ACE_EITHER = ("A", *ACE_HIGH)
"""The ranks of a run, low to high, if the ace may be at either end, but not at both: a run has at most 13 cards."""

MostWild = Callable[[int], int]
"""Returns how many cards of a meld may be used as wild, given how many it has."""


def at_most(number: int) -> MostWild:
    """Return a limit of this many wild cards, however long the meld is."""
    return lambda length: number


class LaidCard(NamedTuple):
    """A card as it counts in a meld."""

    card: str
    stands_for: str
    """The card that it counts as; only the rank in a set in which suits do not matter."""

    wild: bool
    """Whether it is used as wild: with ``MeldRules.as_itself``, a wild card in its own place is not."""


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards that form a meld, in the order in which they are laid: a run low to high, a set with wild cards last."""

    kind: str
    """``SET`` or ``RUN``."""

    laid: tuple[LaidCard, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards, in the order in which they lie."""
        return tuple(laid.card for laid in self.laid)

    @property
    def wild(self) -> tuple[str, ...]:
        """The cards that are used as wild."""
        return tuple(laid.card for laid in self.laid if laid.wild)


class NoMeld(NamedTuple):
    """Why cards are no meld."""

    kind: str
    """The kind that they come closest to, ``SET`` or ``RUN``; empty if neither."""

    why: str
    """Which of these:

    - ``BARRED``: a card that is never melded; ``FEW``, ``MANY``: too few cards, too many
    - ``MIXED``: neither of one rank nor of one suit
    - ``WILD``: too many wild cards; ``NATURALS``: too few others; ``NEIGHBOURS``: wild cards side by side
    - ``RANK``: a rank that has no place there; ``SUIT``: a suit twice in a set
    - ``TWICE``: a rank twice in a run; ``GAP``: a run that does not close
    """

    limit: int = 0
    """The limit that is broken, for reasons about numbers."""

    card: str = ""
    """The card at fault, for reasons about a single card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How many cards a kind of meld has, and how many of them may be wild."""

    fewest: int = 3
    most: int | None = None
    most_wild: MostWild = lambda _length: 0
    naturals: int = 1
    """The fewest cards that are not used as wild."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRules(Limits):
    """The rules of sets: cards of one rank."""

    ranks: Collection[str] = RANKS
    """The ranks that can form sets."""

    suits_differ: bool = False
    """Whether each suit occurs at most once; a wild card then stands for a missing suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRules(Limits):
    """The rules of runs: cards of one suit in sequence."""

    line: tuple[str, ...]
    """The ranks, low to high; the ace is in it twice if it can be at either end."""

    apart: bool = False
    """Whether no two wild cards may lie side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldRules:
    """Which cards form a meld. They are standard cards; several may be equal."""

    sets: SetRules | None = None
    """None if there are no sets."""

    runs: RunRules | None = None
    """None if there are no runs."""

    is_wild: Callable[[str], bool] = lambda _card: False
    as_itself: bool = False
    """Whether a wild card in its own place (rank, and suit if that matters) does not count as wild."""

    never: Collection[str] = ()
    """Cards that are never melded."""

    def read(self, cards: Sequence[str]) -> Meld | None:
        """Return the meld that these cards, in any order, form; None if they form none.

        If they can form several, a set is preferred to a run, then the fewest wild cards, then the lowest run.
        """
        return next(self.readings(cards), None)

    def readings(self, cards: Sequence[str]) -> Iterator[Meld]:
        """Yield every meld that these cards can form, in the order in which ``read`` prefers them."""
        if any(card in self.never for card in cards):
            return
        for melds in (self._sets(cards), self._runs(cards)):
            yield from sorted(filter(self.allows, melds), key=lambda meld: len(meld.wild))

    def read_in_order(self, cards: Sequence[str]) -> Meld | None:
        """Return the meld formed by cards in the order in which they lie, a run low to high; None if they form none.

        The cards of a set may lie in any order.
        """
        return next((meld for meld in self.readings(cards) if meld.kind == SET), None) or self._lying_run(cards)

    def allows(self, meld: Meld) -> bool:
        """Return whether a meld, whose cards match by rank and suit, keeps the limits of its kind."""
        limits = self.sets if meld.kind == SET else self.runs
        return limits is not None and self._broken_limit(meld, limits) is None

    def extensions(self, meld: Meld) -> Iterator[tuple[str, bool]]:
        """Yield the cards that match a meld by rank and suit, each with whether it goes below the meld (in a run).

        The limits are not checked.
        """
        first, suit = rank_of(meld.laid[0].stands_for), suit_of(meld.laid[0].stands_for)
        if meld.kind == SET:
            naturals = {laid.card for laid in meld.laid if not laid.wild}
            yield from ((first + other, False) for other in SUITS if first + other not in naturals)
        else:
            line = self.runs.line if self.runs else ()
            low = line.index(first)
            yield from ((rank + suit, True) for rank in line[:low][-1:])
            yield from ((rank + suit, False) for rank in line[low + len(meld.laid) :][:1])

    def why_not(self, cards: Sequence[str]) -> NoMeld:
        """Return why cards are no meld. Call it only for cards that form none."""
        naturals = [card for card in cards if not self.is_wild(card)]
        kind = self._closest_kind(naturals)
        limits: Limits | None = self.runs if kind == RUN else self.sets or self.runs
        barred = [card for card in cards if card in self.never]
        if barred:
            return NoMeld(kind, BARRED, card=barred[0])
        if kind and limits and limits.most is not None and len(cards) > limits.most:
            return NoMeld(kind, MANY, limits.most)
        if limits and len(cards) < limits.fewest:
            return NoMeld(kind, FEW, limits.fewest)
        if kind == RUN and self.runs:
            return self._why_no_run(cards, naturals, self.runs)
        return self._why_no_set(cards, self.sets) if kind == SET and self.sets else NoMeld(kind, MIXED)

    def _closest_kind(self, naturals: Iterable[str]) -> str:
        """Return the kind of meld that these natural cards come closest to; empty if neither."""
        one_rank, one_suit = len({*map(rank_of, naturals)}) <= 1, len({*map(suit_of, naturals)}) <= 1
        return SET if self.sets and one_rank else RUN if self.runs and one_suit else ""

    def _broken_limit(self, meld: Meld, limits: Limits) -> NoMeld | None:
        """Return which limit of its kind a meld breaks, whose cards match by rank and suit; None if it breaks none."""
        length, wild = len(meld.laid), len(meld.wild)
        if limits.most is not None and length > limits.most:
            return NoMeld(meld.kind, MANY, limits.most)
        if length < limits.fewest:
            return NoMeld(meld.kind, FEW, limits.fewest)
        if wild > limits.most_wild(length):
            return NoMeld(meld.kind, WILD, limits.most_wild(length))
        if length - wild < limits.naturals:
            return NoMeld(meld.kind, NATURALS, limits.naturals)
        beside = any(one.wild and other.wild for one, other in pairwise(meld.laid))
        return NoMeld(RUN, NEIGHBOURS) if isinstance(limits, RunRules) and limits.apart and beside else None

    def is_natural(self, card: str) -> bool:
        """Return whether a card can lie in its own place without counting as wild; False for a joker."""
        return bool(suit_of(card)) and (self.as_itself or not self.is_wild(card))

    def _fixed_cards(self, cards: Sequence[str]) -> list[str]:
        """Return the cards that decide the rank or suit of a meld: those that are not wild.

        If all are wild, these are the ones that may also lie as themselves.
        """
        naturals = [card for card in cards if not self.is_wild(card)]
        return naturals or [card for card in cards if self.is_natural(card)]

    # Sets.

    def _sets(self, cards: Sequence[str]) -> Iterator[Meld]:
        """Yield the sets that match by rank and suit, regardless of the limits."""
        if not self.sets:
            return
        for rank in dict.fromkeys(map(rank_of, self._fixed_cards(cards))):
            meld = self._set_of(rank, cards, self.sets)
            if meld and rank in self.sets.ranks:
                yield meld

    def _set_of(self, rank: str, cards: Sequence[str], rules: SetRules) -> Meld | None:
        """Return the set of this rank that the cards form; None if one of them neither fits nor is wild."""
        naturals: list[str] = []
        wild: list[str] = []
        for card in cards:
            again = rules.suits_differ and suit_of(card) in map(suit_of, naturals)
            fits = self.is_natural(card) and rank_of(card) == rank and not again
            if not fits and not self.is_wild(card):
                return None
            (naturals if fits else wild).append(card)
        missing = iter([suit for suit in SUITS if rules.suits_differ and suit not in map(suit_of, naturals)])
        return Meld(
            SET,
            (
                *(LaidCard(card, card if rules.suits_differ else rank, wild=False) for card in naturals),
                *(LaidCard(card, rank + next(missing, ""), wild=True) for card in wild),
            ),
        )

    def _why_no_set(self, cards: Sequence[str], rules: SetRules) -> NoMeld:
        """Return why cards are no set, if those that are not wild have one rank."""
        fixed = self._fixed_cards(cards)
        if not fixed:
            return NoMeld(SET, WILD, rules.most_wild(len(cards)))
        if rank_of(fixed[0]) not in rules.ranks:
            return NoMeld(SET, RANK, card=fixed[0])
        meld = self._set_of(rank_of(fixed[0]), cards, rules)
        suits = [suit_of(card) for card in fixed]
        return (meld and self._broken_limit(meld, rules)) or NoMeld(
            SET, SUIT, card=next(card for card in fixed if suits.count(suit_of(card)) > 1)
        )

    # Runs.

    def _runs(self, cards: Sequence[str]) -> Iterator[Meld]:
        """Yield the runs that match by rank and suit, regardless of the limits, lowest first."""
        runs = (self._run_of(suit, ranks, cards) for suit, ranks in self._possible_runs(cards))
        yield from filter(None, runs)

    def _possible_runs(self, cards: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield suit and ranks of each run that this many cards could form, lowest first.

        The suit is that of the cards that are not wild; if all are wild, each of their suits is possible.
        """
        if not self.runs:
            return
        fixed = self._fixed_cards(cards)
        suits = dict.fromkeys(map(suit_of, fixed))
        if len(suits) > 1 and not self.is_wild(fixed[0]):
            return
        line, length = self.runs.line, len(cards)
        for suit in suits:
            for start in range(len(line) - length + 1):
                yield suit, line[start : start + length]

    def _run_of(self, suit: str, ranks: Sequence[str], cards: Iterable[str]) -> Meld | None:
        """Return the run of these ranks that the cards form; None if one of them neither fits nor is wild."""
        laid: list[LaidCard | None] = [None] * len(ranks)
        wild: list[str] = []
        for card in cards:
            free = [index for index, rank in enumerate(ranks) if rank + suit == card and laid[index] is None]
            if free and self.is_natural(card):
                laid[free[0]] = LaidCard(card, card, wild=False)
            elif self.is_wild(card):
                wild.append(card)
            else:
                return None
        rest = iter(wild)
        filled = [one or LaidCard(next(rest), rank + suit, wild=True) for one, rank in zip(laid, ranks, strict=True)]
        return Meld(RUN, tuple(filled))

    def _lying_run(self, cards: Sequence[str]) -> Meld | None:
        """Return the run formed by cards in the order in which they lie; None if they form none.

        If they can form several, it is the one with the fewest wild cards.
        """
        runs = []
        for suit, ranks in self._possible_runs(cards):
            pairs = list(zip(cards, [rank + suit for rank in ranks], strict=True))
            laid = [LaidCard(card, face, not (card == face and self.is_natural(card))) for card, face in pairs]
            meld = Meld(RUN, tuple(laid))
            wrong = any(not self.is_wild(card) for card in meld.wild) or any(card in self.never for card in cards)
            if not wrong and self.allows(meld):
                runs.append(meld)
        return min(runs, key=lambda meld: len(meld.wild), default=None)

    def _why_no_run(self, cards: Sequence[str], naturals: Sequence[str], rules: RunRules) -> NoMeld:
        """Return why cards of one suit are no run. ``naturals``: those that are not wild.

        Of several reasons it is the first of these: too many wild cards; a limit that the run with the fewest wild
        cards breaks; a rank that has no place in runs; a card twice; a gap.
        """
        suits, most = {*map(suit_of, naturals)}, rules.most_wild(len(cards))
        out_of_place = [
            card
            for card in cards
            if self.is_wild(card) and not (self.as_itself and suit_of(card) in suits and rank_of(card) in rules.line)
        ]
        if len(out_of_place) > most:
            return NoMeld(RUN, WILD, most)
        refusals = [self._broken_limit(one, rules) for one in sorted(self._runs(cards), key=lambda one: len(one.wild))]
        if refusals and refusals[0]:
            return refusals[0]
        strange = [card for card in naturals if rank_of(card) not in rules.line]
        if strange:
            return NoMeld(RUN, RANK, card=strange[0])
        twice = [card for card in naturals if naturals.count(card) > 1]
        return NoMeld(RUN, TWICE, card=twice[0]) if twice else NoMeld(RUN, GAP)
