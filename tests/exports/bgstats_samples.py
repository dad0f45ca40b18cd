"""Sample files of BG Stats, in the form of its exports."""

import json
import uuid
from collections.abc import Sequence
from typing import Any

SPACE = uuid.UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMES = ("Ann", "Bob", "Cyd", "Dee")


def uid(*parts: object) -> str:
    """Return a stable UUID."""
    return str(uuid.uuid5(SPACE, "/".join(map(str, parts))))


def player(number: int, name: str, **more: Any) -> dict[str, Any]:
    return {
        "uuid": uid("player", number), "id": number, "name": name, "isAnonymous": False,
        "modificationDate": "2026-05-02 20:00:00", "bggUsername": "", "metaData": '{"isNpc":0}', **more,
    }  # fmt: skip


def game(number: int, name: str, **more: Any) -> dict[str, Any]:
    return {
        "uuid": uid("game", number), "id": number, "name": name, "modificationDate": "2026-05-02 20:00:00",
        "cooperative": False, "highestWins": True, "noPoints": False, "usesTeams": False, "urlThumb": "",
        "urlImage": "", "bggName": name, "bggYear": 2004, "bggId": 1234, "designers": "", "isBaseGame": 1,
        "isExpansion": 0, "rating": 0, "minPlayerCount": 2, "maxPlayerCount": 8, "minPlayTime": 30, "maxPlayTime": 45,
        "minAge": 8, "copies": [],
    } | more  # fmt: skip


def score(number: int, points: object, **more: Any) -> dict[str, Any]:
    return {
        "score": points, "winner": False, "newPlayer": False, "startPlayer": False, "playerRefId": number, "role": "",
        "rank": 0, "seatOrder": 0, "metaData": {"scoreUuid": uid("score", number)}, **more,
    }  # fmt: skip


def play(number: int, game: int, scores: Sequence[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "uuid": uid("play", number), "modificationDate": "2026-05-02 23:00:00", "entryDate": "2026-05-02 23:00:00",
        "playDate": f"2026-05-{number:02} 20:30:00", "usesTeams": False, "durationMin": 45, "ignored": False,
        "manualWinner": False, "rounds": 0, "bggId": 0, "importPlayId": 0, "locationRefId": 1, "gameRefId": game,
        "board": "", "comments": "", "rating": 0, "nemestatsId": 0, "scoringSetting": 0, "playImages": "[]",
        "metaData": '{"playerRefId":1,"playUsedGameCopy":1}', "playerScores": list(scores),
        "expansionPlays": [], **more,
    }  # fmt: skip


def sheet(numbers: Sequence[int], rounds: Sequence[Sequence[object]], **more: Any) -> dict[str, Any]:
    """Return a score sheet with a line for each round."""
    lines = [
        {
            "templateId": 1, "label": "{row}.", "repetition": at, "repeatable": True, "negative": False,
            "isExtra": False,
            "scores": {uid("score", one): str(points) for one, points in zip(numbers, row, strict=True)}, **more,
        }
        for at, row in enumerate(rounds)
    ]  # fmt: skip
    part = {"templateId": 0, "maxRepeat": 1, "repetition": 0, "hasSubTotal": True, "isExtra": False, "rows": lines}
    return {"bggId": 0, "version": 1, "langCode": "en", "scoreType": "bestTotalWins", "rounds": [part]}


def export(plays: Sequence[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a whole export: four players, Rage, Skat, a game without points, one where low wins."""
    return {
        "about": "BG Stats", "tags": [], "groups": [], "challenges": [], "deletedObjects": [],
        "players": [*(player(number, name) for number, name in enumerate(NAMES, start=1)),
                    player(9, "Anonymous player", isAnonymous=1)],
        "locations": [{"uuid": uid("place"), "id": 1, "name": "Ann’s kitchen",
                       "modificationDate": "2026-05-02 20:00:00"}],
        "games": [game(1, "Rage"), game(2, "Skat"), game(3, "Hearts", highestWins=0), game(4, "Mühle", noPoints=1),
                  game(5, "Pandemic", cooperative=True), game(6, "Samba", usesTeams=1)],
        "plays": list(plays),
        "userInfo": {"meRefId": 1, "bggUsername": "", "exportDate": "2026-05-03 09:00:00", "appVersion": "4.5",
                     "systemVersion": "17", "device": "phone"},
        **more,
    }  # fmt: skip


def body(told: object) -> bytes:
    """Return a file as it is uploaded."""
    return json.dumps(told, ensure_ascii=False).encode()
