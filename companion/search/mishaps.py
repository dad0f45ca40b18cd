"""Recognise complaints about a mishap: a misdeal, an exposed card, a play out of turn.

Two naive Bayes classifiers over words and pairs of words are trained with examples: one tells complaints from questions
about a rule, the other tells which mishap it is.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import pairwise
from math import log
from sys import intern

from companion.core.data_files import read_toml
from companion.core.rules.rules import Paragraph
from companion.search.lexicon import Lexicon, words_of

SMOOTHING = 0.5
"""The count added to every word of every class."""

COMPLAINT = 8.0
"""By how much the log-likelihood of a complaint must exceed that of a question about a rule."""


class NaiveBayes:
    """Computes how likely each class is to contain some words, from examples of each."""

    def __init__(self, lexicon: Lexicon, examples: Mapping[str, Iterable[str]]) -> None:
        """``examples``: texts by class; what ``features`` finds in them is counted."""
        classes = {
            name: Counter(one for text in texts for one in features(lexicon, words_of(text)))
            for name, texts in examples.items()
        }
        known = len(set[str]().union(*classes.values()))
        self._logs: dict[str, tuple[dict[str, float], float]] = {}
        """For each class: the log-likelihood of each word in its examples, and that of any other word."""

        for name, counts in classes.items():
            whole = counts.total() + SMOOTHING * known
            log_of = {often: log((often + SMOOTHING) / whole) for often in (0, *counts.values())}
            self._logs[name] = {one: log_of[often] for one, often in counts.items()}, log_of[0]

    def knows(self, words: Set[str]) -> bool:
        """Return whether the examples of any class have any of the words."""
        return any(not logs.keys().isdisjoint(words) for logs, _ in self._logs.values())

    def likelihoods(self, words: Set[str]) -> dict[str, float]:
        """Return the log-likelihood of these words in each class."""
        return {name: sum(logs.get(one, other) for one in words) for name, (logs, other) in self._logs.items()}


class Mishaps:
    """Recognises which mishap a question is about, and which paragraphs settle it."""

    def __init__(self, lexicon: Lexicon, paragraphs: Sequence[Paragraph]) -> None:
        """``paragraphs``: those of all rules; they help to tell complaints from questions."""
        self._lexicon = lexicon
        data = read_toml(__package__, "mishaps.toml")
        self.settling = {
            topic: frozenset(
                number
                for number, one in enumerate(paragraphs)
                if (topic in one.topics or any(key in one.id for key in mishap["keys"])) and not is_example(one)
            )
            for topic, mishap in data.items()
        }
        """The numbers of the paragraphs that settle a mishap, by its topic."""

        self._names = {
            topic: frozenset(lexicon.stem(word) for word in mishap.get("names", ())) for topic, mishap in data.items()
        }
        settling = frozenset().union(*self.settling.values())
        rules = (words for number, one in enumerate(paragraphs) if number not in settling for words in one.asked)
        complaints = [words for mishap in data.values() for words in mishap["examples"]]
        self._of_kind = NaiveBayes(lexicon, {"question": rules, "complaint": complaints})
        self._of_topic = NaiveBayes(lexicon, {topic: mishap["examples"] for topic, mishap in data.items()})

    def named_topic(self, stems: Iterable[str]) -> str:
        """Return the topic of the mishap that a question calls by its name; empty if it names none."""
        return next((topic for topic, names in self._names.items() if not names.isdisjoint(stems)), "")

    def topic(self, question: str) -> str:
        """Return the topic of the mishap in a question; empty if it is about none."""
        asked = features(self._lexicon, words_of(question))
        kind = self._of_kind.likelihoods(asked)
        if kind["complaint"] - kind["question"] < COMPLAINT or not self._of_topic.knows(asked):
            return ""
        found = self._of_topic.likelihoods(asked)
        return self.named_topic(asked) or max(found, key=found.__getitem__)


def features(lexicon: Lexicon, words: Iterable[str]) -> set[str]:
    """Return the stems of words and the pairs of adjacent stems; all numbers count as one word."""
    stems = ["#" if re.fullmatch(r"\d+", word) else lexicon.stem(word) for word in words]
    return {*stems, *(intern(f"{one} {two}") for one, two in pairwise(stems))}


def is_example(paragraph: Paragraph) -> bool:
    """Return whether a paragraph is a worked example of another."""
    return paragraph.id.partition(".")[2].startswith("example")
