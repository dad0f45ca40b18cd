"""Rank paragraphs by how well they answer a question: rare words count most, and a word more than its synonyms."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from heapq import nlargest
from math import log

SAME, EMPTY = 0.95, 0.3
"""The weight of a synonym, and of a word with little meaning."""

FEW = 1.5
"""How soon repetitions of a word stop adding."""

PHRASE = 12.0
"""What it adds if a question says the same as a phrase by which a paragraph is asked for."""

PAIR = 0.25
"""What two adjacent words of the question add if they are adjacent in the paragraph, too."""

LIKELY = 200
"""How many paragraphs are compared with the question by phrases and pairs of words."""

WORTH_SHOWING = 0.4
"""The lowest score that is shown, relative to the best one."""


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One thing that a question asks for: the tokens that stand for it, with the weight of each."""

    tokens: Mapping[str, float]

    @property
    def is_weak(self) -> bool:
        """Whether it means little by itself: it then only ranks paragraphs that another word has found."""
        return max(self.tokens.values()) <= EMPTY


@dataclass(frozen=True, slots=True)
class Query:
    """A question in the form that the ranking needs."""

    terms: Sequence[QueryTerm]
    pairs: Sequence[tuple[str, str]]
    """Stems that stand side by side."""

    tokens: Collection[str]
    """The stems of all its words and its groups of the thesaurus, which are compared with phrases."""


class Ranking:
    """An inverted index of the words of all paragraphs."""

    def __init__(self, rules: "Ranking | None" = None) -> None:
        """``rules``: another index, by which the rarity of words is measured; None for this one."""
        self._rarity_index = rules or self
        self._at: dict[str, dict[int, float]] = defaultdict(dict)
        self._stem_texts: dict[int, str] = {}
        self._phrases: dict[int, tuple[dict[str, tuple[int, ...]], list[float]]] = {}
        """For each paragraph: which of its phrases have a word, and the weight of all words of each phrase."""

        self._places: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._phrase_weights: dict[str, float] = {}
        self._counts: dict[float, float] = {}
        self._rare: dict[tuple[str, str], float] = {}
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

    def set_phrases(self, phrases: Mapping[int, Sequence[Collection[str]]]) -> None:
        """Set the phrases that ask for each paragraph, as their tokens; rarer tokens weigh more."""
        often = Counter(token for of in phrases.values() for phrase in of for token in phrase)
        number = sum(map(len, phrases.values()))
        self._phrase_weights = {token: log(1 + number / count) for token, count in often.items()}
        for one, of in phrases.items():
            self.add_phrases(one, of)

    def add_phrases(self, number: int, phrases: Iterable[Collection[str]]) -> None:
        """Add the phrases that ask for a paragraph, after those of the rules have been set."""
        at: dict[str, tuple[int, ...]] = {}
        wholes = []
        for place, phrase in enumerate(phrases):
            wholes.append(sum(map(self._phrase_weight, phrase)))
            for token in phrase:
                places = (*at.get(token, ()), place)
                at[token] = self._places.setdefault(places, places)  # equal tuples share one object
        self._phrases[number] = at, wholes

    def _phrase_weight(self, token: str) -> float:
        """Return the weight of a word in the phrases of the rules; one that none of them has does not count."""
        return self._rarity_index._phrase_weights.get(token, 0.0)

    def _add_phrase_scores(self, fit: dict[int, float], tokens: Collection[str], numbers: Iterable[int]) -> None:
        """Add to the score of paragraphs how similar the most similar of their phrases is to a question.

        ``tokens``: those of the question; ``numbers``: the paragraphs, best first. It stops at those that no phrase
        could make worth showing.
        """
        weights = {token: self._phrase_weight(token) for token in tokens}
        whole = sum(weights.values())
        if not whole:
            return  # no phrase has any of its words
        best = 0.0
        for number in numbers:
            if fit[number] + PHRASE < WORTH_SHOWING * best:
                break
            at, wholes = self._phrases.get(number, ({}, []))
            shared = [0.0] * len(wholes)
            for token, weight in weights.items():
                for place in at.get(token, ()):
                    shared[place] += weight
            alike = [2 * one / (whole + of_phrase) for one, of_phrase in zip(shared, wholes, strict=True)]
            fit[number] += PHRASE * max(alike, default=0.0)
            best = max(best, fit[number])

    def best_matches(self, question: Query, place: str, among: Set[int]) -> list[tuple[int, float]]:
        """Return the best of the paragraphs ``among`` these with their scores, best first.

        ``place``: the game by which rarity is measured.
        """
        fit: dict[int, float] = {}
        for is_weak, _, tokens in sorted(
            self._weighted_tokens(question.terms, place), key=lambda one: (one[0], -one[1])
        ):
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
        self._add_phrase_scores(fit, question.tokens, found)
        for left, right in question.pairs:
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
