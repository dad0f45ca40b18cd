"""Lookups that answer 404 if nothing is found."""

from typing import Any, TypeVar

from flask import abort

from companion.core.game.game import Game
from companion.games import SLUGS, game_of

T = TypeVar("T")


def or_404(found: T | None, message: str | None = None) -> T:
    """Return what was looked up or checked; abort with 404 if it is missing or false."""
    if not found:
        abort(404, message)
    return found


def game_or_404(slug: str, message: str | None = None) -> Game[Any]:
    """Return the game with this slug; abort with 404 if there is none."""
    if slug not in SLUGS:
        abort(404, message)
    return game_of(slug)
