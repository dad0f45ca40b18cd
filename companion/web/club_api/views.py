"""All of the API of a club: what the pages show and write."""

from companion.web.club_api import looks, money, numbers, plays
from companion.web.club_api.door import club_api

PARTS = (looks, plays, money, numbers)
"""The modules with its addresses."""

__all__ = ["PARTS", "club_api"]
