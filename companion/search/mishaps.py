"""Mishaps of a table, told by the words of whoever complains: a misdeal, a card that was shown, a play out of turn."""

import re
from collections.abc import Mapping, Sequence

from companion.search.lexicon import Lexicon, words_of

WEIGHTS = {"likely": 1, "sure": 2}
ENOUGH = 2
"""What the cues of a mishap weigh together where it is one: one that is sure, or two that are likely."""

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Mishaps:
    """Tells which mishap a question is about.

    ``cues``: by topic and by how sure they are, phrases with ``*`` for up to three words and ``#`` for a number.
    """

    def __init__(self, lexicon: Lexicon, cues: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        self._lexicon = lexicon
        self._numbers = "|".join(map(lexicon.stem, NUMBERS))
        self._cues = {
            topic: {self._pattern(phrase): weight for sure, weight in WEIGHTS.items() for phrase in of[sure]}
            for topic, of in cues.items()
        }

    def topic(self, question: str) -> str:
        """Return the topic of the mishap that a question is about; empty: none, or several are as likely."""
        text = "".join(f" {self._lexicon.stem(word)}" for word in words_of(question)) + " "
        weighed = sorted(
            (sum(weight for pattern, weight in cues.items() if pattern.search(text)), topic)
            for topic, cues in self._cues.items()
        )
        (second, _), (most, topic) = weighed[-2:]
        return topic if most >= ENOUGH and most > second else ""

    def _pattern(self, phrase: str) -> re.Pattern[str]:
        signs = {"*": "(?: \\w+){0,3}", "#": f" (?:\\d+|{self._numbers})"}
        return re.compile("".join(signs.get(word) or f" {self._lexicon.stem(word)}" for word in phrase.split()) + " ")
