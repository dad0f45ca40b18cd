"""The blueprint of the club's API with all of its operations."""

from companion.web.api.club import club, errors, money, numbers, plays
from companion.web.api.club.access import club_api

PARTS = (club, errors, plays, money, numbers)
"""The modules that register operations and error handlers when they are imported."""

__all__ = ["PARTS", "club_api"]
