"""Recognise complaints about a mishap: a misdeal, an exposed card, a play out of turn.

Two naive Bayes classifiers over words and pairs of words, trained with examples: one tells complaints from questions
about a rule, the other tells the mishaps apart.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from importlib.resources import files
from itertools import pairwise
from math import exp, log

from companion.core.rules import Paragraph
from companion.search.lexicon import Lexicon, words_of

SMOOTHING = 0.5
"""The count added to every word of every class."""

COMPLAINT = 4.0
"""How much larger the log-likelihood of a complaint must be than that of a question about a rule."""

SURE = 0.99
"""The probability from which a single topic is returned."""

MOST_TOPICS = 2
"""How many topics are returned if none is that probable."""


class NaiveBayes:
    """Computes how likely each class is to contain some words, from word counts by class."""

    def __init__(self, classes: Mapping[str, Counter[str]]) -> None:
        self._classes = classes
        self._known = frozenset().union(*classes.values())
        self._wholes = {name: counts.total() + SMOOTHING * len(self._known) for name, counts in classes.items()}

    def knows(self, words: Set[str]) -> bool:
        """Return whether any class has any of the words."""
        return not self._known.isdisjoint(words)

    def likelihoods(self, words: Set[str]) -> dict[str, float]:
        """Return the log-likelihood of these words in each class."""
        return {
            name: sum(log((counts[one] + SMOOTHING) / self._wholes[name]) for one in words)
            for name, counts in self._classes.items()
        }


class Mishaps:
    """Recognises which mishap a question is about, and which paragraphs settle it."""

    def __init__(self, lexicon: Lexicon, paragraphs: Sequence[Paragraph]) -> None:
        self._lexicon = lexicon
        data = tomllib.loads(files(__package__).joinpath("mishaps.toml").read_text("utf-8"))
        self.settling = {
            topic: frozenset(
                number
                for number, one in enumerate(paragraphs)
                if (topic in one.topics or any(key in one.id for key in of["keys"])) and not is_example(one)
            )
            for topic, of in data.items()
        }
        """The numbers of the paragraphs that settle a mishap, by its topic."""

        settling = frozenset().union(*self.settling.values())
        asked = (words for number, one in enumerate(paragraphs) if number not in settling for words in one.asked)
        complaints = [words for of in data.values() for words in of["examples"]]
        self._of_kind = NaiveBayes({"question": self._counted(asked), "complaint": self._counted(complaints)})
        self._of_topic = NaiveBayes({topic: self._counted(of["examples"]) for topic, of in data.items()})

    def topics(self, question: str) -> tuple[str, ...]:
        """Return the topics of the mishap in a question, the likeliest first; empty if it is about none."""
        features = set(self._features(question))
        kind = self._of_kind.likelihoods(features)
        if kind["complaint"] - kind["question"] < COMPLAINT or not self._of_topic.knows(features):
            return ()
        found = self._of_topic.likelihoods(features)
        best = sorted(found, key=lambda topic: -found[topic])[:MOST_TOPICS]
        is_sure = 1 / sum(exp(one - found[best[0]]) for one in found.values()) >= SURE
        return tuple(best[:1] if is_sure else best)

    def _counted(self, texts: Iterable[str]) -> Counter[str]:
        return Counter(one for text in texts for one in set(self._features(text)))

    def _features(self, text: str) -> list[str]:
        """Return the stems of a text and the pairs of adjacent stems; all numbers count as one word."""
        stems = ["#" if re.fullmatch(r"\d+", word) else self._lexicon.stem(word) for word in words_of(text)]
        return [*stems, *(f"{one} {two}" for one, two in pairwise(stems))]


def is_example(paragraph: Paragraph) -> bool:
    """Return whether a paragraph is a worked example of another."""
    return paragraph.id.partition(".")[2].startswith("example")
