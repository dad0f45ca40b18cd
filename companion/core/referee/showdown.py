"""Showdowns: comparing hands, and explaining who is best.

A hand has a list of measures; each is compared only if all before it are equal. The winner and the sentence that
explains the win follow from the same list.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from companion.cards.decks import Deck
from companion.cards.notation import RANKS
from companion.cards.poker import KINDS, kind_text, rank_five, rank_groups
from companion.core.entry import fields as f
from companion.core.entry.keys import Cards, Key, PerName
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.ranking import group_by_value
from companion.core.words import capitalized, listed

HANDS: Key[PerName[Cards]] = Key("hands")

FACES = {14: "ace", 13: "king", 12: "queen", 11: "jack", 1: "ace"}
GROUPS = {2: "pair", 3: "three of a kind", 4: "four of a kind"}
KINDS_OF_THREE = {3: "three-of-a-kind", 2: "pair", 1: "high-card"}
"""The kind of a hand of three cards, by the size of its largest group of a rank."""

PLACES = ("highest", "second", "third", "fourth")


class Measure(NamedTuple):
    """One property by which hands are compared."""

    worth: int
    """The greater the better."""

    text: str
    """The hand's value in words: ``a run``, ``kings``, ``a 9``."""

    what: str = ""
    """What is compared: ``the pair``; empty for the kind of hand."""

    several: bool = False
    """Whether ``text`` is plural."""


@dataclass(frozen=True)
class ShownHand:
    """A hand at a showdown."""

    name: str
    """Its name for programs: ``full-house``."""

    text: str
    """The hand in words: ``a pair of kings with 9-5-2``."""

    measures: tuple[Measure, ...]
    """By what hands are compared, in this order. The first is the kind; hands of one kind have the same measures."""

    low: bool = False
    """Whether the lowest hand wins."""

    @cached_property
    def strength(self) -> tuple[int, ...]:
        """The worths of its measures: the greater the better. Hands of three and of five cards can be compared.

        If a hand of three cards equals one of five in all its measures, the five are stronger.
        """
        return tuple(measure.worth for measure in self.measures)

    @property
    def top(self) -> int:
        """The worth of the rank that is compared first: of the pair, the three, or the top card."""
        return self.measures[1].worth


# Ranks in words.


def rank_text(value: int) -> str:
    """Return a rank in words, by its worth: ``ace`` for 14 or 1, ``9``."""
    return FACES.get(value, str(value))


def ranks_text(value: int) -> str:
    """Return a rank in the plural: ``aces``, ``9s``."""
    return f"{rank_text(value)}s"


def card_text(value: int) -> str:
    """Return a card of a rank with its article: ``an ace``, ``an 8``, ``a 9``."""
    return f"{'an' if value in (1, 8, 14) else 'a'} {rank_text(value)}"


def dashed_text(values: Iterable[int]) -> str:
    """Join ranks with dashes: ``K-9-A``."""
    return "-".join("A" if value == 1 else RANKS[14 - value] for value in values)


# Hands.


def rank_measures(counts: Sequence[int], ranks: Sequence[int], sign: int = 1) -> tuple[Measure, ...]:
    """Return the measures that compare hands by rank: groups first, then single cards.

    ``counts`` and ``ranks``: how many cards of which rank, in the order of comparison; ``sign``: −1 if the lower wins.
    """
    pairs, loose = counts.count(2), counts.count(1)
    found = []
    for place, (count, rank) in enumerate(zip(counts, ranks, strict=True)):
        if count > 1:
            which = ("the higher ", "the lower ")[place] if pairs == 2 else "the "  # two pairs are the first groups
            found.append(Measure(sign * rank, ranks_text(rank), which + GROUPS[count], several=True))
        else:
            nth = place - (len(counts) - loose)
            last = nth == loose - 1
            which = "" if last and not nth else "lowest " if last else PLACES[nth] + " "
            beside = " beside it" if loose < len(counts) else ""
            found.append(Measure(sign * rank, card_text(rank), f"the {which}card{beside}"))
    return tuple(found)


def _five_card_text(kind: str, ranks: Sequence[int]) -> str:
    """Describe a five-card hand: ``a flush, K-9-7-4-2``. ``ranks``: each once, in the order of comparison."""
    if kind == "royal-flush":
        return kind_text(kind)
    if kind in ("straight", "straight-flush"):
        return f"{kind_text(kind)} up to the {rank_text(ranks[0])}"
    if kind == "full-house":
        return f"a full house, {ranks_text(ranks[0])} and {ranks_text(ranks[1])}"
    return f"a flush, {dashed_text(ranks)}" if kind == "flush" else groups_text(kind, ranks)


def groups_text(kind: str, ranks: Sequence[int]) -> str:
    """Describe a hand of groups and single cards: ``a pair of kings with 9-5-2``; ``no pair, K-9-5-4-2``.

    ``kind``: as in ``KINDS``; ``ranks``: each once, in the order of comparison.
    """
    top, grouped = ranks[0], 2 if kind == "two-pair" else 1
    loose = f" with {dashed_text(ranks[grouped:])}" if ranks[grouped:] else ""
    if kind == "two-pair":
        return f"two pair, {ranks_text(top)} and {ranks_text(ranks[1])}{loose}"
    if kind == "pair":
        return f"a pair of {ranks_text(top)}{loose}"
    if kind.endswith("-of-a-kind"):
        return f"{kind.partition('-')[0]} {ranks_text(top)}{loose}"
    return f"no pair, {dashed_text(ranks)}"


def _shown_hand(kind: str, text: str, measures: Iterable[Measure]) -> ShownHand:
    """Return a hand with its measures: the kind, then these."""
    return ShownHand(kind, text, (Measure(len(KINDS) - KINDS.index(kind), kind_text(kind)), *measures))


@lru_cache(maxsize=8192)
def five_card_hand(cards: Cards, ace_low: bool = True, kickers: bool = True) -> ShownHand:
    """Return five cards as a hand by the usual order of poker.

    ``ace_low``: whether ace to five is a straight, the lowest; ``kickers``: whether the cards beside pairs, three or
    four of a kind count.
    """
    ranked, (counts, ranks) = rank_five(cards, ace_low), rank_groups(cards)
    kind, top, text = ranked.kind, ranked.ranks[0], _five_card_text(ranked.kind, ranked.ranks)
    if "straight" in kind or kind == "royal-flush":
        return _shown_hand(kind, text, [Measure(top, card_text(top), "the top card")])
    grouped = sum(count > 1 for count in counts)
    if kickers or not grouped or kind == "full-house":
        return _shown_hand(kind, text, rank_measures(counts, ranks))
    return _shown_hand(kind, groups_text(kind, ranks[:grouped]), rank_measures(counts, ranks)[:grouped])


@lru_cache(maxsize=8192)
def three_card_hand(cards: Cards) -> ShownHand:
    """Return three cards as a hand in which straights and flushes do not count."""
    counts, ranks = rank_groups(cards)
    kind = KINDS_OF_THREE[counts[0]]
    return _shown_hand(kind, groups_text(kind, ranks), rank_measures(counts, ranks))


# Who wins, and why.


def ranking(hands: Mapping[str, ShownHand]) -> list[list[str]]:
    """Return the names grouped by strength, best first; tied hands are in one group."""
    return group_by_value({name: hand.strength for name, hand in hands.items()})


def why_better(name: str, hand: ShownHand, other_name: str, other: ShownHand) -> str:
    """Return a sentence saying why a hand is better than another, by the first measure in which they differ.

    :raises ValueError: the hands are tied.
    """
    longer = max((hand, other), key=lambda shown: len(shown.measures))  # the third card of five is not the lowest
    for one, against, measure in zip(hand.measures, other.measures, longer.measures, strict=False):
        if one.worth == against.worth:
            continue
        beats = ("are" if one.several else "is") + " lower than" if hand.low else "beat" if one.several else "beats"
        if not one.what and hand.low:
            return f"{name} with {one.text} {beats} {other_name} with {against.text}."
        if not one.what:
            return f"{capitalized(one.text)} {beats} {against.text}."
        both = f"{name} and {other_name} both have {hand.measures[0].text}"
        return f"{both}; {measure.what} decides: {one.text} {beats} {against.text}."
    raise ValueError("the hands are tied, so neither is better")


def why_level(names: Sequence[str]) -> str:
    """Return a sentence saying that these hands are tied."""
    return f"{listed(names)} are level: all that counts is the same, and suits do not count."


def showdown_sentences(hands: Mapping[str, ShownHand]) -> Iterator[str]:
    """Yield the sentences of a showdown: what each shows, then by place who is tied, and why they beat the next."""
    yield "; ".join(f"{name} has {hand.text}" for name, hand in hands.items()) + "."
    places = ranking(hands)
    for index, names in enumerate(places):
        if len(names) > 1:
            yield why_level(names)
        if index + 1 < len(places):
            first, after = names[0], places[index + 1][0]
            yield why_better(first, hands[first], after, hands[after])


def order_text(places: Sequence[Sequence[str]]) -> str:
    """Describe the order of places, given the names in each: ``Cyd, then Ann and Bob level, then Dee``."""
    return ", then ".join(f"{listed(names)} level" if len(names) > 1 else names[0] for names in places)


def best_text(places: Sequence[Sequence[str]], wins: str, level: str) -> str:
    """Name the best players, and the others in order if more than two show. ``places``: the names in each, best first.

    ``wins``, ``level``: the verb phrase for one best player, and for several.
    """
    best, after = places[0], order_text(places[1:]) if sum(map(len, places)) > 2 else ""
    return f"{listed(best)} {wins if len(best) == 1 else level}." + (f" After that: {after}." if after else "")


# Facts.


def hands_fact(deck: Deck, least: int, most: int, **more: Any) -> f.Field:
    """Return the field for the cards of each player who shows; those who folded give none.

    ``more``: its other attributes.
    """
    return f.cards(HANDS, "Hands", deck, least, most, per="player", required="some", **more)


def given_hands(given: Record, key: Key[PerName[Any]] = HANDS) -> dict[str, Any]:
    """Return the hands that were given, by player; players without one are left out."""
    return {name: given[key][name] for name in given.names_given(key)}


def check_number_shown(given: Record, fewest: int, most: int, key: Key[PerName[Any]] = HANDS) -> Iterator[Problem]:
    """Check that the number of players who show is within the limits."""
    found = len(given.names_given(key))
    if not fewest <= found <= most:
        wanted = f"{fewest} to {most}" if fewest < most else f"exactly {fewest}"
        yield Problem(key, f"Give the cards of {wanted} players, not of {found}.")
