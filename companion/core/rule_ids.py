"""The ids of a game's paragraphs, as attributes: ``P = RuleIds("rage")``, then ``P.scoring.zero_bid``."""

from companion.core.rules import SECTIONS


class Heading:
    """The paragraphs under one heading."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def __getattr__(self, key: str) -> str:
        """Return ``rage/scoring.zero-bid`` for ``zero_bid``; a word of Python is written with ``_`` after it."""
        return f"{self._prefix}.{key.rstrip('_').replace('_', '-')}"


class RuleIds:
    """The ids of one game. A test looks whether each that the code names has its paragraph."""

    def __init__(self, slug: str) -> None:
        self._slug = slug

    def __getattr__(self, heading: str) -> Heading:
        """Return the paragraphs under a heading.

        :raises AttributeError: no rules text has it.
        """
        if heading not in SECTIONS:
            raise AttributeError(heading)
        return Heading(f"{self._slug}/{heading}")
