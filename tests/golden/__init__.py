"""Golden plays: whole recorded plays with their outcome, which never change.

``<slug>.json`` holds those of a game: the ``version`` of its rules, who played by which options (all of them), the
rounds, whether the table ``ended`` it early, and its ``outcome``. Where later rules give another outcome on purpose,
that stands beside it as ``today``: the ``version`` since when, ``why``, and the ``outcome`` (null: it would go on).
``kept.txt`` has a digest of each play, so that none is ever changed or lost; ``python -m tests.golden`` adds new ones.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.core.game.game import Game
from companion.core.play.fold import Sheet, fold
from companion.core.play.outcome import Outcome, outcome_of
from companion.core.play.rules_upgrades import AgreedOptions, setup_of_running_play

HERE = Path(__file__).parent
KEPT = HERE / "kept.txt"
LATER = "today"

Play = dict[str, Any]


def file_of(slug: str) -> Path:
    """Return the file with the plays of a game."""
    return HERE / f"{slug}.json"


def plays_of(slug: str) -> list[Play]:
    """Return all plays of a game, the oldest first."""
    found: list[Play] = json.loads(file_of(slug).read_text("utf-8")) if file_of(slug).exists() else []
    return found


def digest(slug: str, play: Play) -> str:
    """Return the line of a play in the list of kept ones. The outcome by later rules is not part of a play."""
    recorded = {key: value for key, value in play.items() if key != LATER}
    text = json.dumps(recorded, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return f"{slug} {sha256(text.encode()).hexdigest()[:24]}"


def kept() -> list[str]:
    """Return the list of kept plays."""
    return KEPT.read_text("ascii").splitlines() if KEPT.exists() else []


def sheet_of(game: Game[Any], play: Play) -> tuple[Sheet[Any], dict[str, Any]]:
    """Return the sheet of a play by today's rules, and the options that these do not know."""
    agreed = AgreedOptions(game, play["version"], play["options"])
    seats = {key: play[key] for key in ("players", "dealer", "sides")}
    setup, unknown = setup_of_running_play(game, {**seats, "options": agreed.current_options})
    return fold(game, setup, [agreed.upgrade_entry(play["version"], entry) for entry in play["rounds"]]), dict(unknown)


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return an outcome as it is recorded."""
    if outcome is None:
        return None
    return {"totals": dict(outcome.totals), "places": dict(outcome.places), "winners": list(outcome.winners)}


def todays_outcome(game: Game[Any], play: Play) -> dict[str, Any] | None:
    """Return the outcome of a play by today's rules; None: it would go on."""
    sheet, _ = sheet_of(game, play)
    return outcome_json(outcome_of(sheet, play["ended"]))
