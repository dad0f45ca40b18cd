"""Ids of a game's rule paragraphs as attributes: ``P = RuleIds("rage")``, then ``P.scoring.zero_bid``."""

from companion.core.rules.rules import SECTIONS


class Heading:
    """The ids under one heading of a game's rules text."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def __getattr__(self, key: str) -> str:
        """Return ``rage/scoring.zero-bid`` for ``zero_bid``. Write a Python keyword with ``_`` after it.

        The id is kept as an attribute, since scoring needs the same ids in every round.
        """
        found = f"{self._prefix}.{key.rstrip('_').replace('_', '-')}"
        setattr(self, key, found)
        return found


class RuleIds:
    """The ids of one game. A test checks that each id named in the code has a paragraph."""

    def __init__(self, slug: str) -> None:
        self._slug = slug

    def __getattr__(self, heading: str) -> Heading:
        """Return the ids under a heading, and keep them as an attribute.

        :raises AttributeError: no rules text has this heading.
        """
        if heading not in SECTIONS:
            raise AttributeError(heading)
        found = Heading(f"{self._slug}/{heading}")
        setattr(self, heading, found)
        return found
