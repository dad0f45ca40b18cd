"""Rank paragraphs by how well they answer a question: rare words count most, and a word more than its synonyms."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from heapq import nlargest
from math import log

SAME, EMPTY = 0.95, 0.3
"""The weight of a synonym, and of a word with little meaning."""

FEW = 1.5
"""How soon repetitions of a word stop adding."""

PHRASE = 0.7
"""What it adds if a question says the same as a phrase by which a paragraph is asked for."""

PAIR = 0.25
"""What two adjacent words of the question add if they are adjacent in the paragraph, too."""

LIKELY = 200
"""How many paragraphs are compared with the question by phrases and pairs of words."""


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One thing that a question asks for: the tokens that stand for it, with the weight of each."""

    tokens: Mapping[str, float]

    @property
    def is_weak(self) -> bool:
        """Whether it means little by itself: it then only ranks paragraphs that another word has found."""
        return max(self.tokens.values()) <= EMPTY


class Ranking:
    """An inverted index of the words of all paragraphs."""

    def __init__(self, rules: "Ranking | None" = None) -> None:
        """``rules``: another index, by which the rarity of words is measured; None for this one."""
        self._rarity_index = rules or self
        self._at: dict[str, dict[int, float]] = defaultdict(dict)
        self._stem_texts: dict[int, str] = {}
        self._asks: list[tuple[Set[int], tuple[str, ...]]] = []
        self._asked_at: dict[str, dict[int, list[int]]] = defaultdict(dict)
        self._counts: dict[float, float] = {}
        self._rare: dict[tuple[str, str], float] = {}
        self._whole: dict[tuple[int, str], float] = {}
        self.places: dict[str, frozenset[int]] = {}
        """The numbers of the paragraphs by game, and of all under an empty name; a word's rarity is that in one of
        them."""

    def add_paragraph(self, number: int, parts: Iterable[tuple[float, Collection[str], Collection[str]]]) -> None:
        """Add a paragraph: the weight of each part, with its stems and its groups of the thesaurus."""
        weights: dict[str, float] = defaultdict(float)
        stem_texts = []
        for weight, stems, groups in parts:
            for token in (*stems, *groups):
                weights[token] += weight
            stem_texts.append(" ".join(stems))
        for token, sum_of in weights.items():
            counts = sum_of * (FEW + 1) / (sum_of + FEW)
            self._at[token][number] = self._counts.setdefault(counts, counts)  # equal floats share one object
        self._stem_texts[number] = f" {' . '.join(stem_texts)} "

    def add_phrase(self, numbers: Set[int], terms: Collection[QueryTerm]) -> None:
        """Add a phrase by which some paragraphs are asked for."""
        for token in {token for one in terms for token in one.tokens}:
            for number in numbers:
                self._asked_at[token].setdefault(number, []).append(len(self._asks))
        self._asks.append((numbers, tuple({max(one.tokens, key=one.tokens.__getitem__): None for one in terms})))

    def _phrase_scores(self, terms: Collection[QueryTerm], place: str, among: Set[int]) -> dict[int, float]:
        """Return the points of paragraphs for the one of their phrases that has most in common with the question.

        ``place``: the game by which rarity is measured; ``among``: the paragraphs to choose from.
        """
        has: dict[int, float] = defaultdict(float)
        for one in terms:
            best: dict[int, float] = {}
            for token, weight in one.tokens.items():
                at = self._asked_at.get(token, {})
                counts = weight * self.rarity(token, place)
                for number in at.keys() & among:
                    for phrase in at[number]:
                        if counts > best.get(phrase, 0.0):
                            best[phrase] = counts
            for phrase, counts in best.items():
                has[phrase] += counts
        given: dict[int, float] = {}
        for phrase, counts in has.items():
            numbers, tokens = self._asks[phrase]
            if (phrase, place) not in self._whole:
                self._whole[phrase, place] = sum(self.rarity(token, place) for token in tokens)
            whole = self._whole[phrase, place]
            counts *= min(1.0, counts / whole)
            for number in numbers & among:
                given[number] = max(given.get(number, 0.0), counts)
        return given

    def best_matches(
        self, terms: Collection[QueryTerm], pairs: Iterable[tuple[str, str]], place: str, among: Set[int]
    ) -> list[tuple[int, float]]:
        """Return the best of the paragraphs ``among`` these with their scores, best first.

        ``place``: the game by which rarity is measured.
        """
        fit: dict[int, float] = {}
        for is_weak, _, tokens in sorted(self._weighted_tokens(terms, place), key=lambda one: (one[0], -one[1])):
            numbers = fit.keys() if len(fit) >= (1 if is_weak else LIKELY) else among
            best: dict[int, float] = {}
            for at, counts in tokens:
                for number in at.keys() & numbers:
                    gives = counts * at[number]
                    if gives > best.get(number, 0.0):
                        best[number] = gives
            for number, gives in best.items():
                fit[number] = fit.get(number, 0.0) + gives
        found = nlargest(LIKELY, fit, key=fit.__getitem__)
        for number, gives in self._phrase_scores(terms, place, set(found)).items():
            fit[number] += PHRASE * gives
        for left, right in pairs:
            gives = PAIR * (self.rarity(left, place) + self.rarity(right, place))
            for number in self.texts_with_pair(left, right) & fit.keys():
                fit[number] += gives
        return sorted(((number, fit[number]) for number in found), key=lambda one: (-one[1], one[0]))

    def texts_with_any(self, tokens: Iterable[str]) -> set[int]:
        """Return the paragraphs that have any of these tokens."""
        return set[int]().union(*(self._at[token] for token in tokens if token in self._at))

    def texts_with_pair(self, left: str, right: str) -> set[int]:
        """Return the paragraphs in which two stems stand side by side."""
        both = self._at.get(left, {}).keys() & self._at.get(right, {}).keys()
        return {number for number in both if f" {left} {right} " in self._stem_texts[number]}

    def _weighted_tokens(
        self, terms: Iterable[QueryTerm], place: str
    ) -> Iterator[tuple[bool, float, list[tuple[dict[int, float], float]]]]:
        """Yield for each term whether it is weak, its highest weight, and the paragraphs and weight of each token."""
        for one in terms:
            tokens = [
                (self._at[token], weight * self.rarity(token, place))
                for token, weight in one.tokens.items()
                if token in self._at
            ]
            yield one.is_weak, max((counts for _, counts in tokens), default=0.0), tokens

    def rarity(self, token: str, place: str) -> float:
        """Return the weight of a word: the fewer paragraphs of the place, and of all, contain it, the higher."""
        if self._rarity_index is not self:
            return self._rarity_index.rarity(token, place)
        key = (token, place)
        if key not in self._rare:
            at, here = self._at.get(token, {}), self.places[place]
            often = len(at.keys() & here)
            self._rare[key] = (
                log(1 + len(here) / (often + 0.5)) + log(1 + len(self._stem_texts) / (len(at) + 0.5))
            ) / 2
        return self._rare[key]
