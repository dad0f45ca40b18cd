"""Subjects: what events are about."""

from typing import Final

PLAY: Final = "play"
"""A play; its events are edits."""

NIGHT: Final = "night"
PERSON: Final = "player"
MONEY: Final = "money"
"""Money; the subject id is a night, or None for payments with the kitty."""

HOUSE: Final = "house"
"""House rules."""

RULING: Final = "ruling"
