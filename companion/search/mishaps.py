"""Mishaps of a table, told by the words of whoever complains: a misdeal, a card that was shown, a play out of turn."""

import re

from companion.search.lexicon import Lexicon, words_of

WEIGHTS = {"likely": 1, "sure": 2}
ENOUGH = 2
"""What the cues of a mishap weigh together where it is one: one that is sure, or two that are likely."""

LIKELIEST = 2
"""How many topics are considered where the cues are not clear."""

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
        self._complaint = {key: frozenset(words) for key, words in lexicon.complaint.items()}

    def topics(self, question: str) -> tuple[str, ...]:
        """Return the topics of the mishap that a question is about, the likeliest first.

        One where the cues are clear; for a complaint without clear cues the two likeliest; else none.
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
            return (topic,)
        return tuple(topic for weight, topic in weighed[:LIKELIEST] if weight) if self.is_complaint(question) else ()

    def is_complaint(self, question: str) -> bool:
        """Return whether a question tells of something that somebody did, rather than asking for a rule."""
        words = [re.sub(r"\W", "", word) for word in question.lower().split()]
        who, did = self._complaint["who"], self._complaint["did"]
        return not who.isdisjoint(words) and any(word in did or re.fullmatch(r"\w{3,}ed", word) for word in words)

    def _pattern(self, phrase: str) -> re.Pattern[str]:
        signs = {"*": "(?: \\w+){0,3}", "#": f" (?:\\d+|{self._numbers})"}
        return re.compile("".join(signs.get(word) or f" {self._lexicon.stem(word)}" for word in phrase.split()) + " ")
