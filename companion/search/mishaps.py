"""Mishaps of a table, told by the words of whoever complains: a misdeal, a card that was shown, a play out of turn.

Two naive Bayes classifiers over words and pairs of words, taught by examples: one tells a complaint from a question
about a rule, the other which mishap it is.
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
"""How often each word is taken to occur in each topic beside its examples."""

COMPLAINT = 4.0
"""By what logarithm a question is likelier as a complaint than as a question about a rule, at least, to be one."""

SURE = 0.99
"""How probable a topic is at least that is taken alone."""

MOST_TOPICS = 2
"""How many topics are taken where none is sure."""


class NaiveBayes:
    """Tells how likely some words are in each of some classes, by how often each class has which words."""

    def __init__(self, classes: Mapping[str, Counter[str]]) -> None:
        self._classes = classes
        self._known = frozenset().union(*classes.values())
        self._wholes = {name: counts.total() + SMOOTHING * len(self._known) for name, counts in classes.items()}

    def knows(self, words: Set[str]) -> bool:
        """Return whether any class has any of the words."""
        return not self._known.isdisjoint(words)

    def likelihoods(self, words: Set[str]) -> dict[str, float]:
        """Return the logarithm of how likely each class has these words."""
        return {
            name: sum(log((counts[one] + SMOOTHING) / self._wholes[name]) for one in words)
            for name, counts in self._classes.items()
        }


class Mishaps:
    """Tells which mishap a question is about, and which of some paragraphs settle it."""

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
        """Return the topics of the mishap that a question is about, the likeliest first; none: it is about none."""
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
        """Return the stems of a text, and those of neighbouring words together; all numbers are one word."""
        stems = ["#" if re.fullmatch(r"\d+", word) else self._lexicon.stem(word) for word in words_of(text)]
        return [*stems, *(f"{one} {two}" for one, two in pairwise(stems))]


def is_example(paragraph: Paragraph) -> bool:
    """Return whether a paragraph is a worked example of another."""
    return paragraph.id.partition(".")[2].startswith("example")
