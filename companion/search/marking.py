"""Mark the words of a question in the texts that were found."""

from collections.abc import Iterable
from itertools import chain, pairwise

from companion.search.lexicon import WORD, Lexicon, SearchTerm, words_of

Pieces = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it is to be marked because it matches the question."""


class Marker:
    """Marks the terms of a question, and their synonyms."""

    def __init__(self, lexicon: Lexicon, terms: Iterable[SearchTerm]) -> None:
        self._lexicon = lexicon
        phrases = {phrase for term in terms for phrase in lexicon.phrases(term)}
        self._phrases = {tuple(map(lexicon.stem, words_of(phrase))) for phrase in phrases}
        self._lengths = sorted(set(map(len, self._phrases)), reverse=True)

    def pieces(self, text: str) -> Pieces:
        """Return a text in pieces to be marked and pieces between them; matches that overlap are one piece."""
        words = list(WORD.finditer(text))
        stems = tuple(self._lexicon.stem("".join(words_of(word[0]))) for word in words)
        marks: list[list[int]] = []
        for first, word in enumerate(words):
            following = (stems[first : first + length] for length in self._lengths)
            phrase = next((one for one in following if one in self._phrases), ())
            if phrase:
                begin, end = word.start(), words[first + len(phrase) - 1].end()
                if marks and begin < marks[-1][1]:
                    marks[-1][1] = max(marks[-1][1], end)
                else:
                    marks.append([begin, end])
        ends = [0, *chain.from_iterable(marks), len(text)]
        return tuple(
            (text[begin:end], number % 2 > 0) for number, (begin, end) in enumerate(pairwise(ends)) if begin < end
        )
