"""Names of players and sides: how long they may be, and which letters they may have."""

import unicodedata

from companion.core.entry.problems import Problem, Problems

NAME_LENGTH = 40
"""The most letters in a player's name, after trimming."""


MOST_NAMES = 100
"""A list with more names than this is refused as a whole, without checking each name."""


def read_names(
    raw: object, field: str, what: str, longest: int = NAME_LENGTH, *, in_use: bool = False
) -> tuple[tuple[str, ...], Problems]:
    """Return trimmed names of players or sides, and the problems with them.

    Names must differ, and have 1 to ``longest`` letters. ``field``: the key in the problems; ``what``: what messages
    call the names: “players”; ``in_use``: whether they are in use already, so that they need no visible letters.
    """
    if not isinstance(raw, list):
        return (), [Problem(field, f"Give the {what} as a list of names.")]
    if len(raw) > MOST_NAMES:
        return (), [Problem(field, f"{len(raw):,} names are far too many.")]
    problems: Problems = []
    names: list[str] = []
    for number, item in enumerate(raw, start=1):
        if not isinstance(item, str):
            problems.append(Problem(field, f"Name {number} is not a text."))
            continue
        name = item.strip()
        fault = name_fault(name, longest, in_use=in_use)
        if fault:
            problems.append(Problem(field, f"Name {number} {fault}."))
        elif name in names:
            problems.append(Problem(field, f"{name} is there twice; every name must be different.", name))
        names.append(name)
    return tuple(names), problems


ONLY_INVISIBLE = "has only letters that cannot be seen"
"""The message about a text without visible letters, to follow “The name …”."""


def name_fault(name: str, longest: int | None = NAME_LENGTH, *, in_use: bool = False) -> str:
    """Return what is wrong with a trimmed name or text, to follow “Name 2 …”, or an empty string.

    ``longest``: the most letters; None: any number; ``in_use``: whether it is in use already, so that it needs no
    visible letter.
    """
    if not name:
        return "is empty"
    if longest is not None and len(name) > longest:
        return f"is longer than {longest} letters"
    if not can_be_shown(name):
        return "has letters that cannot be shown"
    return "" if in_use or is_visible(name) else ONLY_INVISIBLE


_BLANK = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that no font draws: Hangul fillers, the Braille cell without dots and the like."""


def is_visible(text: str) -> bool:
    """Return whether a text has a visible character: a letter, digit or symbol.

    Blanks, joiners, direction marks, variation selectors and accents without a letter do not count.
    """
    return any(map(_is_visible_letter, text))


def _is_visible_letter(letter: str) -> bool:
    """Return whether a letter is visible. Unassigned code points count as visible, since they may be new emoji."""
    category = unicodedata.category(letter)
    if category == "Cn":  # an emoji newer than this Python, or an unassigned code point
        return (
            letter not in _BLANK and not "\ufff0" <= letter <= "\ufff8" and not "\U000e0000" <= letter <= "\U000e0fff"
        )
    return category == "Co" or (category[0] not in "CMZ" and letter not in _BLANK)


def can_be_shown(text: str) -> bool:
    """Return whether a text has no control characters and no lone surrogates."""
    return text.isprintable() or not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)
