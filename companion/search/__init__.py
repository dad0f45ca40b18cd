"""Finding things in the rules of all games: paragraphs by a table's words, games by what is on the table."""

from companion.search.club import ClubLibrary
from companion.search.lexicon import LONGEST_QUESTION
from companion.search.library import Document, Findings, Hit, Library, Note, Try
from companion.search.shelf import Shelf, Shelved

__all__ = [
    "LONGEST_QUESTION",
    "ClubLibrary",
    "Document",
    "Findings",
    "Hit",
    "Library",
    "Note",
    "Shelf",
    "Shelved",
    "Try",
]
