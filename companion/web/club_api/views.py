"""The blueprint of the club's API with all of its operations."""

from companion.web.club_api import club, errors, money, numbers, plays
from companion.web.club_api.access import club_api
from companion.web.club_api.operations import OPERATIONS

PARTS = (club, errors, plays, money, numbers)
"""The modules that register operations and error handlers when they are imported."""

__all__ = ["OPERATIONS", "PARTS", "club_api"]
