"""Search in the rules of all games: paragraphs by a player's words, games by players, packs and description."""

from companion.search.club import ClubLibrary
from companion.search.lexicon import LONGEST_QUESTION
from companion.search.library import AskedQuestion, ClubHit, Document, Hit, Library, SearchResult, Suggestion
from companion.search.shelf import Shelf, Shelved

__all__ = [
    "LONGEST_QUESTION",
    "AskedQuestion",
    "ClubHit",
    "ClubLibrary",
    "Document",
    "Hit",
    "Library",
    "SearchResult",
    "Shelf",
    "Shelved",
    "Suggestion",
]
