"""The link that hands one play to the app BG Stats, in the format described at bgstatsapp.com.

The types have the names and the order of the format; fields with their default value are left out.
"""

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from companion.core import strict_json

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Companion"
"""Part of the key by which BG Stats recognises our plays: never change it."""

LONGEST: Final = 8000
"""The most letters of a link; longer ones fail in some apps."""

SHORT_NAME: Final = 12


class SentPlayer(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """A player in a play that is sent."""

    name: str = ""
    source_player_id: str
    """The same in every play, so that BG Stats recognises the person."""

    score: int
    rank: int
    winner: bool
    start_player: bool
    team: str = ""
    """The side; empty if each plays alone."""


class SentGame(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """The game of a play that is sent."""

    name: str
    source_game_id: str
    bgg_id: int = 0
    """The number of the game at BoardGameGeek; 0 if it has none, or another name there."""

    highest_wins: bool
    no_points: bool
    """Whether only the winners count."""


class SentPlay(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """A play that is sent."""

    source_name: str
    source_play_id: str
    play_date: str
    """When it began, in UTC: ``2026-07-04 21:30:00``."""

    duration_min: int = 0
    """How long it took; 0 if unknown."""

    comments: str = ""
    location: str = ""
    game: SentGame
    players: tuple[SentPlayer, ...]


def bgstats_link(play: SentPlay) -> str:
    """Return the address that opens BG Stats with this play.

    If it would be longer than ``LONGEST``, comments are left out first, then the location, then names are shortened.
    """
    links = (ADDRESS + quote(strict_json.write(to_builtins(one)), safe="") for one in _shorter(play))
    return next(link for link in links if len(link) <= LONGEST)


def _shorter(play: SentPlay) -> Iterator[SentPlay]:
    """Yield the play, then versions of it with fewer details and shorter names."""
    yield play
    yield (play := replace(play, comments=""))
    yield (play := replace(play, location=""))
    for letters in range(SHORT_NAME, -1, -1):  # the keys still identify the players
        players = tuple(replace(one, name=one.name[:letters], team=one.team[:letters]) for one in play.players)
        yield replace(play, players=players, game=replace(play.game, name=play.game.name[: max(letters, 1)]))
