"""Mishaps of a table, told by the words of whoever complains: a misdeal, a card that was shown, a play out of turn.

Where a question has a clear cue, that decides. Else a naive Bayes classifier over words and pairs of words ranks the
topics, taught by examples of complaints and by the cues.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import exp, log

from companion.search.lexicon import Lexicon, words_of

WEIGHTS = {"likely": 1, "sure": 2}
ENOUGH = 2
"""What the cues of a mishap weigh together where it is one: one that is sure, or two that are likely."""

SMOOTHING = 0.5
"""How often each word is taken to occur in each topic beside its examples."""

PROBABLE = 0.5
"""How probable a topic is at least that is taken where the cues are not clear."""

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Mishaps:
    """Tells which mishap a question is about, by the cues of the thesaurus.

    A cue is a phrase with ``*`` for up to three words and ``#`` for a number.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._numbers = "|".join(map(lexicon.stem, NUMBERS))
        self._cues = {
            topic: {self._pattern(phrase): weight for sure, weight in WEIGHTS.items() for phrase in of[sure]}
            for topic, of in lexicon.mishaps.items()
        }
        self._taught: dict[str, Counter[str]] = {
            topic: self._counted([*of["examples"], *of["examples"], *of["sure"], *of["likely"]])
            for topic, of in lexicon.mishaps.items()
        }
        self._words = len(set().union(*self._taught.values()))
        self._complaint = {key: frozenset(words) for key, words in lexicon.complaint.items()}

    def topic(self, question: str) -> tuple[str, bool]:
        """Return the topic of the mishap that a question is about, empty for none, and whether that is sure.

        Clear cues decide, else for a complaint all of its words.
        """
        text = "".join(f" {self._lexicon.stem(word)}" for word in words_of(question)) + " "
        weighed = sorted(
            (
                (sum(weight for pattern, weight in cues.items() if pattern.search(text)), topic)
                for topic, cues in self._cues.items()
            ),
            key=lambda one: -one[0],
        )
        (most, topic), (second, _) = weighed[:2]
        if most >= ENOUGH and most > second:
            return topic, True
        return self._likeliest(question) if self.is_complaint(question) else "", False

    def _likeliest(self, question: str) -> str:
        """Return the topic that a complaint is probably about; empty: no topic is probable."""
        features = set(self._features(question))
        found = {topic: self._likelihood(topic, features) for topic in self._taught}
        best = max(found, key=found.__getitem__)
        is_probable = 1 / sum(exp(one - found[best]) for one in found.values()) >= PROBABLE
        return best if is_probable else ""

    def _likelihood(self, topic: str, features: Iterable[str]) -> float:
        """Return the logarithm of how likely a complaint on this topic has these features."""
        counts = self._taught[topic]
        whole = counts.total() + SMOOTHING * self._words
        return log(counts.total()) + sum(log((counts[one] + SMOOTHING) / whole) for one in features)

    def _counted(self, texts: Iterable[str]) -> Counter[str]:
        return Counter(one for text in texts for one in set(self._features(re.sub(r"[*#]", "", text))))

    def _features(self, text: str) -> list[str]:
        """Return the stems of a text, and those of neighbouring words together."""
        stems = [self._lexicon.stem(word) for word in words_of(text)]
        return [*stems, *(f"{one} {two}" for one, two in pairwise(stems))]

    def is_complaint(self, question: str) -> bool:
        """Return whether a question tells of something that somebody did, rather than asking for a rule."""
        words = [re.sub(r"\W", "", word) for word in question.lower().split()]
        who, did = self._complaint["who"], self._complaint["did"]
        return not who.isdisjoint(words) and any(word in did or re.fullmatch(r"\w{3,}ed", word) for word in words)

    def _pattern(self, phrase: str) -> re.Pattern[str]:
        signs = {"*": "(?: \\w+){0,3}", "#": f" (?:\\d+|{self._numbers})"}
        return re.compile("".join(signs.get(word) or f" {self._lexicon.stem(word)}" for word in phrase.split()) + " ")
