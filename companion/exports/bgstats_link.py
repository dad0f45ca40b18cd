"""The link that hands one play to the app BG Stats, in the format described at bgstatsapp.com."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"
"""Part of the key by which BG Stats recognises our plays: never change it."""

LONGEST = 8000
"""The most letters of a link; longer ones fail in some apps."""

SHORT_NAME = 12


@dataclass(frozen=True, slots=True)
class SentPlayer:
    """A player in a play that is sent."""

    key: str
    """Lasting, so that BG Stats recognises the person in every play."""

    name: str
    score: int
    rank: int
    won: bool
    starts: bool
    team: str = ""
    """The side; empty if each plays alone."""

    role: str = ""


@dataclass(frozen=True, slots=True)
class SentPlay:
    """A play that is sent."""

    key: str
    at: datetime
    game_key: str
    game: str
    players: tuple[SentPlayer, ...]
    high_wins: bool
    no_points: bool = False
    """Whether only the winners count."""

    minutes: int = 0
    """How long it took; 0 if unknown."""

    variant: str = ""
    place: str = ""
    comments: str = ""
    bgg: int = 0
    """The number of the game at BoardGameGeek; 0 if it has none, or another name there."""


def bgstats_link(play: SentPlay) -> str:
    """Return the address that opens BG Stats with this play.

    If it would be too long, comments are left out first, then other details.
    """
    links = (ADDRESS + _encoded(_play_json(one)) for one in _shorter(play))
    return next(link for link in links if len(link) <= LONGEST)


def _shorter(play: SentPlay) -> Iterator[SentPlay]:
    """Yield the play, then versions of it with fewer and fewer details."""
    yield play
    yield (play := replace(play, comments=""))
    yield (play := replace(play, variant="", place="", players=tuple(replace(one, role="") for one in play.players)))
    for letters in range(SHORT_NAME, -1, -1):  # the keys still identify the players
        players = tuple(replace(one, name=one.name[:letters], team=one.team[:letters]) for one in play.players)
        yield replace(play, players=players, game=play.game[: max(letters, 1)])


def _play_json(play: SentPlay) -> dict[str, Any]:
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": play.key,
        "playDate": f"{play.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "durationMin": play.minutes,
        "board": play.variant,
        "comments": play.comments,
        "location": play.place,
        "game": {
            "name": play.game,
            "sourceGameId": play.game_key,
            **({"bggId": play.bgg} if play.bgg else {}),
            "highestWins": play.high_wins,
            "noPoints": play.no_points,
        },
        "players": [_without_empty(_player_json(one)) for one in play.players],
    }
    return _without_empty(data)


def _player_json(player: SentPlayer) -> dict[str, Any]:
    return {
        "name": player.name,
        "sourcePlayerId": player.key,
        "score": player.score,
        "rank": player.rank,
        "winner": player.won,
        "startPlayer": player.starts,
        "role": player.role,
        "team": player.team,
    }


def _without_empty(data: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out empty texts and unknown durations."""
    return {key: value for key, value in data.items() if value != "" and (key, value) != ("durationMin", 0)}


def _encoded(data: Mapping[str, Any]) -> str:
    return quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="", errors="replace")
