"""Initials of players: one or two letters, different for everybody at a table."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby

_JOINED = re.compile("[\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_FLAG = range(0x1F1E6, 0x1F200)


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Return an initial for each name, in their order: ``A``; ``An`` and ``Al`` if two names begin alike.

    If no letter tells them apart, a digit does: ``A2``.
    """
    split_names = [_words(name) for name in names]
    letters = [words[0][0].title() for words in split_names]
    first_names = ["".join(words[0]) for words in split_names]
    pairs = [
        [letter + second for second in _second_letters(words, _count_equal(first_name, first_names) > 1)]
        for letter, words, first_name in zip(letters, split_names, first_names, strict=True)
    ]
    found = [letter if _count_equal(letter, letters) == 1 else "" for letter in letters]
    for index, letter in enumerate(letters):
        if not found[index]:
            wanted = [other[0] for number, other in enumerate(pairs) if number != index and other]
            free = [pair for pair in pairs[index] if not _count_equal(pair, wanted)]
            numbered = [f"{letter}{digit}" for digit in range(2, len(names) + 2)]
            candidates = (*free, *pairs[index], letter, *numbered)
            found[index] = next(one for one in candidates if not _count_equal(one, found))
    return tuple(found)


def _count_equal(text: str, others: Sequence[str]) -> int:
    """Return how many of the other texts equal this one, ignoring case."""
    return sum(text.casefold() == other.casefold() for other in others)


def _second_letters(words: Sequence[Sequence[str]], is_shared: bool) -> list[str]:
    """Return the candidates for the second letter of a player's initials, best first.

    ``words``: the letters of each word of the name; ``is_shared``: another player has the same first name.
    """
    others = [word[0].title() for word in words[1:]]
    own = [letter.lower() for letter in words[0][1:]]
    return [*others, *own] if is_shared else [*own, *others]


def _words(name: str) -> list[list[str]]:
    """Return the letters of each word of a name, as people count letters.

    Only letters and digits are kept, unless the name has nothing else.
    """
    letters = _letters(name.strip())
    words = [list(word) for is_word, word in groupby(letters, key=lambda letter: letter[0].isalnum()) if is_word]
    return words or [[letter for letter in letters if not letter.isspace()] or ["?"]]


def _letters(text: str) -> list[str]:
    """Return the letters of a text as people count them: each with its accents, an emoji with all its parts."""
    found: list[str] = []
    for letter in text:
        is_more = unicodedata.category(letter) in ("Mn", "Me", "Mc") or _JOINED.match(letter)
        is_half = found and len(found[-1]) == 1 and ord(letter) in _FLAG and ord(found[-1]) in _FLAG
        if found and (is_more or is_half or found[-1].endswith("\u200d")):
            found[-1] += letter
        else:
            found.append(letter)
    return found
