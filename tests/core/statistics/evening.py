"""Plays from which statistics are counted."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.core.statistics.play_facts import PartFacts, PlayFacts

NAMES = {1: "Ann", 2: "Bob", 3: "Cyd", 4: "Dee", 5: "eve"}
NUMBERS = {name: number for number, name in NAMES.items()}
SIX = datetime(2026, 11, 20, 18, tzinfo=UTC)


def part(name: str, total: int, place: int, **more: Any) -> dict[str, Any]:
    """Return one person's part in a play, as keywords."""
    return {"person": NUMBERS[name], "total": total, "place": place, "won": place == 1, **more}


def play(number: int, parts: Sequence[dict[str, Any]], **more: Any) -> PlayFacts:
    """Return a play of Rage, so many hours after the first one; each player played all its rounds."""
    rounds = more.get("rounds", 3)
    start = SIX + timedelta(hours=more.pop("hours", number))
    found: dict[str, Any] = {
        "key": f"p{number}", "number": number, "game": "rage", "title": "Rage", "better": "high", "played_at": start,
        "day": start.date(), "night": start.day, "rounds": rounds, "minutes": None, "turned_last": False, "options": "",
    }  # fmt: skip
    seated = [
        PartFacts(**{"seat": seat, "side": None, "dealt_first": seat == 0, "rounds": rounds, **one})
        for seat, one in enumerate(parts)
    ]
    return PlayFacts(**{**found, **more, "parts": tuple(seated)})


EVENING = [
    play(1, [
        part("Ann", 60, 1, high_round=40, high_in=2, low_round=-5, low_in=1, bids=3, made=2),
        part("Bob", 31, 2, high_round=22, high_in=1, low_round=4, low_in=3, bids=3, made=0, penalties=1,
             penalty_points=-10),
        part("Cyd", 31, 2, high_round=40, high_in=1, low_round=-5, low_in=2, bids=3, made=1),
    ], minutes=30, options="Mad cards: 3"),
    play(2, [
        part("Bob", 50, 1, high_round=25, high_in=1, low_round=25, low_in=1),
        part("Ann", 50, 1, high_round=50, high_in=2, low_round=0, low_in=1),
        part("Dee", 0, 3, rounds=0),
    ], rounds=2, turned_last=True, minutes=20),
    play(3, [
        part("Ann", 1200, 2, side=0, high_round=700, high_in=1, low_round=500, low_in=2),
        part("Bob", 2100, 1, side=1, high_round=1500, high_in=2, low_round=600, low_in=1),
        part("Cyd", 1200, 2, side=0, high_round=700, high_in=1, low_round=500, low_in=2),
        part("Dee", 2100, 1, side=1, high_round=1500, high_in=2, low_round=600, low_in=1),
    ], game="samba", title="Samba", rounds=2),
    play(4, [
        part("Ann", 12, 1), part("Bob", 40, 3), part("Cyd", 12, 1),
    ], game="pay-me", title="Pay Me", better="low", rounds=0, hours=30),
]  # fmt: skip
"""Three plays of one evening, one of them in sides, and one of which only the totals are known, a day later."""
