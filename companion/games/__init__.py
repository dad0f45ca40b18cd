"""The catalogue: the one sorted list of games, each a folder of its own that no other game imports.

A folder holds ``scoring.py`` with the ``GAME``, and ``referee.py`` with its ``SITUATIONS`` if there is a referee.
"""

from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.core.game.game import Game

SLUGS: tuple[str, ...] = (
    "ace-deuce-jack",
    "aggravation",
    "any-other-game",
    "brag",
    "burraco",
    "cactus",
    "canasta",
    "chicago",
    "cribbage",
    "cucumber",
    "ecarte",
    "euchre",
    "farmer",
    "funfzehnern",
    "gin-rummy",
    "hearts",
    "kabu",
    "oh-hell",
    "open-face-chinese-poker",
    "pay-me",
    "pitch",
    "polignac",
    "put-and-take",
    "rage",
    "raise-the-stakes",
    "razz",
    "reversis",
    "ristiseiska",
    "samba",
    "skat",
    "spades",
    "speculation",
    "spite-and-malice",
    "superfecta",
    "toepen",
    "vazhushal",
)
"""All games, by slug. A new game is one folder and one line here."""

WELL_KNOWN = ("spades", "hearts", "cribbage", "gin-rummy", "euchre", "canasta", "skat", "oh-hell")
"""The best known games, which come first: in the list of a new club, and where a question fits several games."""


def folder_of(slug: str) -> str:
    """Return the folder of a game: ``open-face-chinese-poker`` lives in ``open_face_chinese_poker``."""
    return slug.replace("-", "_")


@cache
def game_of(slug: str) -> Game[Any]:
    """Return the game with this slug, with the questions of its referee if it has one; it is loaded on first use.

    :raises LookupError: there is no such game.
    """
    if slug not in SLUGS:
        raise LookupError(f"there is no game called {slug}")
    package = f"{__name__}.{folder_of(slug)}"
    game: Game[Any] = replace(import_module(f"{package}.scoring").GAME, package=package)
    if find_spec(f"{package}.referee") is None:
        return game
    return replace(game, situations=import_module(f"{package}.referee").SITUATIONS)


def all_games() -> tuple[Game[Any], ...]:
    """Return every game, in the order of the list."""
    return tuple(game_of(slug) for slug in SLUGS)
