"""The API of a club, all of it: what the pages show and write, for programs that the organiser gave a token."""

from companion.web import club_api_looks, club_api_money, club_api_numbers, club_api_plays
from companion.web.club_api_door import club_api

PARTS = (club_api_looks, club_api_plays, club_api_money, club_api_numbers)
"""The modules with its addresses."""

__all__ = ["PARTS", "club_api"]
