"""Rank paragraphs by how well they answer a question: rare words count most, and a word more than its synonyms."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from heapq import nlargest
from math import log
from typing import NamedTuple

SAME, EMPTY = 0.95, 0.3
"""The weight of a synonym, and of a word with little meaning."""

FEW = 1.5
"""How soon further occurrences of a word in a paragraph no longer add to its score; the lower, the sooner."""

PHRASE = 12.0
"""What is added to the score of a paragraph if the question has the same words as one of its phrases."""

PAIR = 0.25
"""What two adjacent words of the question add if they are adjacent in the paragraph, too."""

LIKELY = 200
"""How many of the best paragraphs are also compared with the question by phrases and pairs of words."""

WORTH_SHOWING = 0.4
"""The lowest score that is shown, relative to the best one."""


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A term of a question: the tokens that stand for it, each with its weight."""

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
    """The stems of all its words, and its groups of the thesaurus; they are compared with phrases."""


class ParagraphPart(NamedTuple):
    """A part of a paragraph, such as its heading."""

    weight: float
    stems: Collection[str]
    groups: Collection[str]
    """The groups of the thesaurus in it, as tokens."""


class Ranking:
    """An inverted index of the words of all paragraphs, which are numbered.

    A token is a stem, or stands for a group of the thesaurus.
    """

    def __init__(self, rules: "Ranking | None" = None) -> None:
        """``rules``: the index in which the rarity of words is measured; None if that is this one."""
        self._rarity_index = rules or self
        self._postings: dict[str, dict[int, float]] = defaultdict(dict)
        """For each token: the paragraphs that have it, and how much it counts in each."""

        self._stem_texts: dict[int, str] = {}
        """The stems of each paragraph, in order."""

        self._phrases: dict[int, tuple[dict[str, tuple[int, ...]], list[float]]] = {}
        """For each paragraph: the indices of the phrases that have each token, and the total weight of each phrase."""

        self._phrase_weights: dict[str, float] = {}
        self._shared_tuples: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._shared_floats: dict[float, float] = {}
        """Equal tuples and floats of the index share one object, to save memory."""

        self._rarities: dict[tuple[str, str], float] = {}
        """The rarities computed so far, by token and game."""

        self.by_game: dict[str, frozenset[int]] = {}
        """The paragraphs of each game by its slug; all paragraphs under an empty slug."""

    def add_paragraph(self, number: int, parts: Iterable[ParagraphPart]) -> None:
        """Add a paragraph under a number."""
        weights: dict[str, float] = defaultdict(float)
        stem_texts = []
        for weight, stems, groups in parts:
            for token in (*stems, *groups):
                weights[token] += weight
            stem_texts.append(" ".join(stems))
        for token, weight in weights.items():
            count = weight * (FEW + 1) / (weight + FEW)
            self._postings[token][number] = self._shared_floats.setdefault(count, count)
        self._stem_texts[number] = f" {' . '.join(stem_texts)} "

    def set_phrases(self, phrases: Mapping[int, Sequence[Collection[str]]]) -> None:
        """Set the phrases of the rules, as their tokens, by paragraph; the rarer a token, the more it weighs."""
        often = Counter(token for of in phrases.values() for phrase in of for token in phrase)
        number = sum(map(len, phrases.values()))
        self._phrase_weights = {token: log(1 + number / count) for token, count in often.items()}
        for one, of in phrases.items():
            self.add_phrases(one, of)

    def add_phrases(self, number: int, phrases: Iterable[Collection[str]]) -> None:
        """Add the phrases of a paragraph, as their tokens; the weights of tokens do not change.

        Call it after ``set_phrases`` of the ranking of the rules.
        """
        with_token: dict[str, tuple[int, ...]] = {}
        wholes = []
        for index, phrase in enumerate(phrases):
            wholes.append(sum(map(self._phrase_weight, phrase)))
            for token in phrase:
                indices = (*with_token.get(token, ()), index)
                with_token[token] = self._shared_tuples.setdefault(indices, indices)
        self._phrases[number] = with_token, wholes

    def _phrase_weight(self, token: str) -> float:
        """Return the weight of a token in the phrases of the rules; 0 if none of them has it."""
        return self._rarity_index._phrase_weights.get(token, 0.0)

    def _add_phrase_scores(self, fit: dict[int, float], tokens: Collection[str], numbers: Iterable[int]) -> None:
        """Raise the scores of paragraphs by how similar the most similar of their phrases is to a question.

        ``tokens``: those of the question; ``numbers``: the paragraphs, best first. Paragraphs whose score even an equal
        phrase could not make worth showing are left alone.
        """
        weights = {token: self._phrase_weight(token) for token in tokens}
        whole = sum(weights.values())
        if not whole:
            return  # no phrase has any of its words
        best = 0.0
        for number in numbers:
            if fit[number] + PHRASE < WORTH_SHOWING * best:
                break
            with_token, wholes = self._phrases.get(number, ({}, []))
            shared = [0.0] * len(wholes)
            for token, weight in weights.items():
                for index in with_token.get(token, ()):
                    shared[index] += weight
            alike = [2 * one / (whole + of_phrase) for one, of_phrase in zip(shared, wholes, strict=True)]
            fit[number] += PHRASE * max(alike, default=0.0)
            best = max(best, fit[number])

    def best_matches(self, question: Query, game: str, among: Set[int]) -> list[tuple[int, float]]:
        """Return the paragraphs that match a question best, at most ``LIKELY``, with their scores, best first.

        ``game``: the game in which the rarity of words is measured; empty for all; ``among``: the paragraphs searched.
        """
        fit: dict[int, float] = {}
        weighted = [(term, self._weights(term, game)) for term in question.terms]
        for term, weights in sorted(weighted, key=lambda one: (one[0].is_weak, -max(one[1].values(), default=0.0))):
            # Once enough paragraphs are found, further terms only rank them.
            numbers = fit.keys() if len(fit) >= (1 if term.is_weak else LIKELY) else among
            best: dict[int, float] = {}
            for token, weight in weights.items():
                postings = self._postings[token]
                for number in postings.keys() & numbers:
                    gives = weight * postings[number]
                    if gives > best.get(number, 0.0):
                        best[number] = gives
            for number, gives in best.items():
                fit[number] = fit.get(number, 0.0) + gives
        likely = nlargest(LIKELY, fit, key=fit.__getitem__)
        self._add_phrase_scores(fit, question.tokens, likely)
        for left, right in question.pairs:
            gives = PAIR * (self.rarity(left, game) + self.rarity(right, game))
            for number in self.texts_with_pair(left, right) & fit.keys():
                fit[number] += gives
        return sorted(((number, fit[number]) for number in likely), key=lambda one: (-one[1], one[0]))

    def texts_with_any(self, tokens: Iterable[str]) -> set[int]:
        """Return the paragraphs that have any of these tokens."""
        return set[int]().union(*(self._postings[token] for token in tokens if token in self._postings))

    def texts_with_pair(self, left: str, right: str) -> set[int]:
        """Return the paragraphs in which two stems stand side by side."""
        both = self._postings.get(left, {}).keys() & self._postings.get(right, {}).keys()
        return {number for number in both if f" {left} {right} " in self._stem_texts[number]}

    def _weights(self, term: QueryTerm, game: str) -> dict[str, float]:
        """Return those tokens of a term that some paragraph has, with their weights: rare ones weigh more.

        ``game``: the game in which rarity is measured; empty for all.
        """
        known = {token: weight for token, weight in term.tokens.items() if token in self._postings}
        return {token: weight * self.rarity(token, game) for token, weight in known.items()}

    def rarity(self, token: str, game: str) -> float:
        """Return the weight of a token: the fewer paragraphs of a game, and of all games, have it, the higher."""
        if self._rarity_index is not self:
            return self._rarity_index.rarity(token, game)
        key = (token, game)
        if key not in self._rarities:
            postings, of_game = self._postings.get(token, {}), self.by_game[game]
            often = len(postings.keys() & of_game)
            self._rarities[key] = (
                log(1 + len(of_game) / (often + 0.5)) + log(1 + len(self._stem_texts) / (len(postings) + 0.5))
            ) / 2
        return self._rarities[key]
