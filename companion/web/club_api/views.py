"""All of the API of a club: what the pages show and write."""

from companion.web.club_api import club, errors, money, numbers, plays
from companion.web.club_api.access import club_api
from companion.web.club_api.operations import OPERATIONS

PARTS = (club, errors, plays, money, numbers)
"""The modules that register its operations and errors."""

__all__ = ["OPERATIONS", "PARTS", "club_api"]
