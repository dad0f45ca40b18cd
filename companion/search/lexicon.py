"""The words of questions: stems, a thesaurus of card terms, and correction of misspelt words.

SQLite does the stemming: every word passes its tokenizer.
"""

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain, pairwise
from threading import Lock
from unicodedata import combining, normalize

from companion.core.data_files import read_toml

LONGEST_QUESTION = 120
"""The most letters of a question."""

SHORTEST_CORRECTED = 4
"""Shorter words are not corrected, since too many other words differ from them by one letter."""

SMALLEST_CORRECTED = 3
"""The length of common little words in which only swapped letters are corrected: ``cna``."""

ENDINGS = ("ed", "ing", "s", "es", "er", "ers")
"""Endings without which a misspelt word is corrected, too: ``trupmed``."""

_SUITS = str.maketrans({"♠": " spades ", "♥": " hearts ", "♦": " diamonds ", "♣": " clubs ", "’": "'", "ß": "ss"})
_SHORTENED = (
    ("c", re.compile(r"\b(can|could)( not|'t|n't|t|nt)\b"), "cannot"),
    ("won", re.compile(r"\bwon'?t\b"), "will not"),
    ("t", re.compile(r"\b(did|does|do|is|was|has|have|had|should|would|are)n'?t\b"), r"\1 not"),
    ("'", re.compile(r"'(s|re|ve|ll|d|m)\b"), ""),
)
"""A text without which the short form cannot occur, the pattern of the short form, and its full form."""

_DOUBLED = re.compile(r"(.)\1+")
WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case without accents; suits and short forms are written out."""
    text = text.lower() if text.isascii() else text.translate(_SUITS).lower()
    for sign, pattern, full in _SHORTENED:
        if sign in text:
            text = pattern.sub(full, text)
    if not text.isascii():
        text = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    return WORD.findall(text)


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """A term of a question: a word, or a phrase of the thesaurus."""

    words: tuple[str, ...]
    groups: tuple[int, ...] = ()
    """The groups of the thesaurus that contain it."""


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question as it was understood."""

    terms: tuple[SearchTerm, ...]
    corrected: tuple[tuple[str, str], ...]
    """Corrected words: as typed, and as understood."""

    unknown: tuple[str, ...]
    """Words that occur in no rules text."""

    pairs: tuple[tuple[str, str], ...]
    """Adjacent words, which together say more than apart: ``out rage``."""

    words: int
    """The number of words, including those without meaning."""

    stems: tuple[str, ...] = ()
    """The stems of all words except the light ones."""

    places: tuple[int, ...] = ()
    """The index of each of these stems among all words of the question."""

    weak: tuple[str, ...] = ()
    """Words that mean little by themselves."""

    tokens: Collection[str] = ()
    """The stems of all known words, and the tokens of their thesaurus groups; they are compared with phrases."""

    mishap: str = ""
    """The topic of the mishap that the question is about, if it is about one."""


class Lexicon:
    """The thesaurus, and the vocabulary of the texts that are searched."""

    def __init__(self, texts: Iterable[str]) -> None:
        """``texts``: their words are the vocabulary."""
        self._lock = Lock()
        self._scratch = sqlite3.connect(":memory:", check_same_thread=False)
        self._scratch.execute("CREATE VIRTUAL TABLE word USING fts5(text, tokenize = 'porter')")
        self._scratch.execute("CREATE VIRTUAL TABLE stem USING fts5vocab(word, instance)")
        data = read_toml(__package__, "thesaurus.toml")
        self._light = frozenset(data["light"])
        self._filler = frozenset(data["filler"])
        self._common = frozenset(data["common"])
        self._empty = self._filler.union(data["empty"])
        """The head of ``thesaurus.toml`` explains these four kinds of words. Filler words are empty, too."""

        self._forms: dict[str, str] = {form: word for word, forms in data["forms"].items() for form in forms}
        self.questions: dict[str, list[str]] = data["questions"]
        """Players' words for the questions of the referee, by the key of the situation."""

        self.headings: dict[str, list[str]] = data["headings"]
        """Players' words for paragraphs, by their section and key."""

        self.groups: list[list[str]] = data["same"]["groups"]
        phrases = chain.from_iterable((*self.questions.values(), *self.headings.values(), *self.groups))
        self._used = Counter(word for text in chain(texts, phrases) for word in words_of(text))
        """How often each word of the vocabulary occurs."""

        self._stem_of = dict(zip(self._used, self._stemmed(self._used), strict=True))
        self._stems = set(self._stem_of.values())
        self._phrases: dict[str, list[tuple[tuple[str, ...], int]]] = defaultdict(list)
        """The phrases of the thesaurus by their first stem: all their stems, and the number of their group."""

        for number, group in enumerate(self.groups):
            for phrase in group:
                stems = tuple(self.stems_in(phrase))
                self._phrases[stems[0]].append((stems, number))
        self._apart = {self.stem(word): frozenset(slugs) for word, slugs in data["apart"].items()}
        """For each stem that means something else in some games than in the thesaurus: these games."""

        self._spelled = frozenset(filter(_is_long, (*self._used, *self._empty, *self._light)))
        """The words to which a misspelt one can be corrected."""

        self._small = frozenset(word for word in self._light | self._empty if len(word) == SMALLEST_CORRECTED)
        """The little words to which one with swapped letters can be corrected."""

        self.of_game: dict[str, frozenset[str]] = {}
        """The words of each game, which are preferred when a word is corrected."""

    def with_texts(self, texts: Iterable[str]) -> "Lexicon":
        """Return a copy with the same thesaurus, and with the words of these texts added to the vocabulary."""
        wider = copy(self)
        wider._used = self._used.copy()
        wider._stem_of = self._stem_of.copy()
        wider._stems = self._stems.copy()
        more = Counter(word for text in texts for word in words_of(text))
        new = [word for word in more if word not in self._used]
        wider._stem_of |= dict(zip(new, self._stemmed(new), strict=True))
        wider._stems.update(wider._stem_of[word] for word in new)
        wider._used.update(more)
        wider._spelled = self._spelled.union(filter(_is_long, new))
        return wider

    def stem(self, word: str) -> str:
        """Return the stem of a word; all its forms have the same one."""
        return self._stem_of.get(word) or self._stemmed([word])[0]

    def _stemmed(self, words: Collection[str]) -> list[str]:
        """Return the stems of words, as SQLite's tokenizer makes them."""
        with self._lock:
            self._scratch.execute("DELETE FROM word")
            rows = [(number, self._forms.get(word, word)) for number, word in enumerate(words)]
            self._scratch.executemany("INSERT INTO word (rowid, text) VALUES (?, ?)", rows)
            found = dict(self._scratch.execute("SELECT doc, term FROM stem"))
        return [found.get(number, word) for number, word in enumerate(words)]

    def content_words(self, text: str) -> list[str]:
        """Return the words of a text except the light ones."""
        return [word for word in words_of(text) if word not in self._light]

    def groups_in(self, text: str, slug: str = "") -> Iterator[int]:
        """Yield the groups of the thesaurus in a text, once for each occurrence. ``slug``: the game of the text."""
        stems = self.stems_in(text)
        for index, stem in enumerate(stems):
            if stem in self._phrases:
                yield from self._longest_phrase_at(stems, index, slug)[1]

    def stems_in(self, text: str) -> list[str]:
        """Return the stems of a text except those of light words."""
        return [self.stem(word) for word in self.content_words(text)]

    def is_word(self, stems: tuple[str, ...]) -> bool:
        """Return whether these stems are a single word that the thesaurus has on its own, not only in phrases."""
        return len(stems) == 1 and any(phrase == stems for phrase, _ in self._phrases.get(stems[0], ()))

    def _longest_phrase_at(self, stems: Sequence[str], index: int, slug: str) -> tuple[int, tuple[int, ...]]:
        """Return the length of the longest thesaurus phrase that begins at ``index``, and the groups that have it.

        Only the longest counts: ``run out`` does not also count as ``run``. If there is none, or the word has a meaning
        of its own in the game ``slug``, the length is 1, for the word alone, and there are no groups.
        """
        if slug in self._apart.get(stems[index], ()):
            return 1, ()
        found: list[int] = []
        longest = 1
        for phrase, number in self._phrases.get(stems[index], ()):
            length = len(phrase)
            if length >= longest and (length == 1 or tuple(stems[index : index + length]) == phrase):
                found = [number] if length > longest else [*found, number]
                longest = length
        return longest, tuple(dict.fromkeys(found))

    def parse(self, question: str, slug: str = "") -> ParsedQuestion:
        """Parse a question into terms to search for. ``slug``: the game that it is about; empty if none.

        Light words are dropped. Empty words are part of a term only in a phrase of the thesaurus; elsewhere they are
        weak words, or dropped if they are filler words.
        """
        asked = words_of(question)
        read = {
            word: word if self._is_known(word) else self._correct_word(word, slug)
            for word in asked
            if word not in self._light
        }
        meant = {word: one for word, one in read.items() if one and one not in self._light}
        places = tuple(place for place, word in enumerate(asked) if word in meant)
        words = [meant[asked[place]] for place in places]
        stems = [self.stem(word) for word in words]
        terms: list[SearchTerm] = []
        weak: list[str] = []
        index = 0
        while index < len(stems):
            length, groups = self._longest_phrase_at(stems, index, slug)
            if groups or words[index] not in self._empty:
                terms.append(SearchTerm(tuple(words[index : index + length]), groups))
            elif words[index] not in self._filler:
                weak.append(words[index])
            index += length
        inside = {pair for term in terms for pair in pairwise(term.words)}
        pairs = tuple(pair for pair in pairwise(words) if pair not in inside and self._has_meaning(pair))
        return ParsedQuestion(
            terms=tuple(terms), corrected=tuple((word, one) for word, one in meant.items() if word != one),
            unknown=tuple(word for word in asked if read.get(word) == ""), pairs=pairs,
            words=len(asked), stems=tuple(stems), places=places, weak=tuple(weak),
        )  # fmt: skip

    def _has_meaning(self, pair: tuple[str, str]) -> bool:
        """Return whether a pair of adjacent words can rank texts: it has no filler word, and not two empty words."""
        return self._filler.isdisjoint(pair) and not self._empty.issuperset(pair)

    def _is_known(self, word: str) -> bool:
        """Return whether a word is an empty word, or the vocabulary has it or another form of it."""
        return word in self._empty or self.stem(word) in self._stems

    def _correct_word(self, word: str, slug: str) -> str:
        """Return the correction of a misspelt word; empty if there is none.

        In a short word, only two swapped letters are corrected. A longer one, with or without its ending, may have one
        letter wrong, missing or added, two swapped, or letters doubled or not. A word of the game is preferred, then
        the most common one.
        """
        if word in self._common:
            return ""
        if not _is_long(word):
            return min(self._small.intersection(_with_swapped_letters(word)), default="")
        of_game = self.of_game.get(slug, frozenset())
        found = self._similar_words(word)
        if not any(one in of_game for one in found):
            found |= {one for end in ENDINGS if word.endswith(end) for one in self._similar_words(word[: -len(end)])}
        return max(found, key=lambda near: (near in of_game, near[0] == word[0], self._used[near], near), default="")

    def _similar_words(self, word: str) -> set[str]:
        """Return known words that differ from a word by one mistake or by doubled letters; none for a short word."""
        if not _is_long(word):
            return set()
        single, letters = _without_repeats(word), set[str]().union(*self._spelled)
        found = {near for near in self._spelled if near[0] == word[0] and _without_repeats(near) == single}
        return found.union(self._spelled.intersection(_with_one_mistake(word, letters)))

    def phrases(self, term: SearchTerm) -> list[str]:
        """Return a term and its synonyms, as texts."""
        return [" ".join(term.words), *(phrase for number in term.groups for phrase in self.groups[number])]


def _is_long(word: str) -> bool:
    """Return whether a word is long enough to be corrected to another one."""
    return len(word) >= SHORTEST_CORRECTED


def _without_repeats(word: str) -> str:
    """Return a word with repeated letters reduced to one."""
    return _DOUBLED.sub(r"\1", word)


def _with_swapped_letters(word: str) -> list[str]:
    """Return all words that a word becomes if two neighbouring letters are swapped."""
    return [word[:index] + word[index + 1] + word[index] + word[index + 2 :] for index in range(len(word) - 1)]


def _with_one_mistake(word: str, letters: Iterable[str]) -> Iterator[str]:
    """Yield all words that a word becomes if a letter is left out, replaced or added, or two are swapped."""
    yield from _with_swapped_letters(word)
    for index in range(len(word) + 1):
        before, after, rest = word[:index], word[index:], word[index + 1 :]
        yield before + rest
        for letter in letters:
            yield before + letter + after
            yield before + letter + rest
