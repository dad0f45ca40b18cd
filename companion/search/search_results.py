"""What a search finds: paragraphs, a club's own texts, questions to the referee, other searches."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.game.situation import Situation
from companion.core.rules.rules import Paragraph
from companion.search.marking import Pieces


@dataclass(frozen=True, slots=True)
class Hit:
    """A paragraph that was found."""

    slug: str
    name: str
    """The name of its game."""

    paragraph: Paragraph
    labels: Mapping[str, str]
    """The labels of the game's options, by key."""

    pieces: Pieces
    """The text of the paragraph."""

    same: tuple[tuple[str, str], ...] = ()
    """Other games that say much the same, each with the id of its paragraph."""


@dataclass(frozen=True, slots=True)
class QuestionHit:
    """A referee's question that was found."""

    slug: str
    situation: Situation


@dataclass(frozen=True, slots=True)
class Document:
    """A text that a club adds to the rules: a house rule, or a ruling."""

    kind: str
    """``house`` or ``ruling``."""

    key: str
    """Identifies it among the club's texts of its kind."""

    slug: str
    title: str
    """Its name: ``Ruling 4``."""

    text: str
    about: tuple[str, ...] = ()
    """Ids of the paragraphs that it is about; it is found by their words, too."""

    more: str = ""
    """Further words by which it is found; they are not shown."""

    state: str = ""
    """What happened to it later, shown beside its title: ``withdrawn: we misread the book``, ``made a house rule``."""

    is_past: bool = False
    """Whether it no longer applies."""


@dataclass(frozen=True, slots=True)
class ClubHit:
    """A club's document that was found."""

    document: Document
    name: str
    """The name of its game."""

    pieces: Pieces
    """Its text."""


HitGroup = tuple[str, "tuple[Hit | ClubHit, ...]"]
"""A heading, and the hits under it, best first."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another search that finds something."""

    label: str
    words: str
    game: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search."""

    groups: tuple[HitGroup, ...] = ()
    """The hits; the heading is empty if there is only one group."""

    questions: tuple[QuestionHit, ...] = ()
    """Referee's questions that settle it, best first."""

    silence_note: str = ""
    """A sentence saying that the game's rules do not answer the question; empty if they do, or no game was named."""

    sentence: str = ""
    fault: str = ""
    """What to change, if the question cannot be searched."""

    suggestions: tuple[Suggestion, ...] = ()
    games: tuple[Suggestion, ...] = ()
    """The same question in each game that may answer it, if it fits several."""

    @property
    def hits(self) -> tuple[Hit | ClubHit, ...]:
        """All hits in the order in which they are shown."""
        return tuple(hit for _, hits in self.groups for hit in hits)
