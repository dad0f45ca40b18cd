"""Finding things in the rules of all games: paragraphs by a table's words, games by what is on the table."""

from companion.search.lexicon import LONGEST_QUESTION
from companion.search.library import Findings, Hit, Library, Try
from companion.search.shelf import Shelf, Shelved

__all__ = ["LONGEST_QUESTION", "Findings", "Hit", "Library", "Shelf", "Shelved", "Try"]
