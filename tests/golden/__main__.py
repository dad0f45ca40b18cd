"""Record plays of games that have none by today's rules: ``python -m tests.golden [SLUG …]``. None ever changes."""

import json
import sys
from collections.abc import Container, Iterator
from random import Random
from typing import Any

from companion.core.entry.kinds import default_of
from companion.core.game.game import Game
from companion.core.game.table import Setup
from companion.core.play.fold import fold
from companion.core.play.outcome import outcome_of
from companion.core.play.scoring_api import read_request
from companion.core.words import counted
from companion.games import SLUGS, game_of
from tests.golden import KEPT, Play, digest, file_of, kept, outcome_json, plays_of
from tests.laws import drawn

DRAWN = 250
"""Number of random plays to choose from."""

CHOSEN = 3
FEWEST_ROUNDS = 3
MOST_ROUNDS = 25
LONGEST = 5_000
"""Maximum size of a play in bytes."""


def recorded(game: Game[Any], dice: Random) -> Play:
    """Record a random play to its end; one that takes too long is ended early."""
    request = drawn.played(game, dice, dice.randint(FEWEST_ROUNDS, MOST_ROUNDS)).request
    setup, rounds = read_request(game, request)
    sheet = fold(game, setup, rounds)
    ended = not sheet.table.over
    given = request["options"]
    return {
        "version": game.rules.version,
        "players": list(setup.players),
        "dealer": setup.dealer,
        "sides": list(setup.sides),
        "options": {item.key: given.get(item.key, default_of(item)) for item in game.options_for(setup.players)},
        "rounds": rounds,
        "ended": ended,
        "outcome": outcome_json(outcome_of(sheet, ended)),
    }


def features(game: Game[Any], play: Play) -> Iterator[Any]:
    """Return what a play covers: options, how it ended, who sat out, rules that gave points."""
    setup, rounds = read_request(game, {key: play[key] for key in ("players", "dealer", "sides", "options", "rounds")})
    yield "ended", play["ended"]
    yield "players", len(setup.players)
    yield "sides", bool(setup.sides)
    yield from _options(game, setup, play["options"])
    for entry in rounds:
        yield from (key for key in ("absent", "adjust") if entry.get(key))
    for item in fold(game, setup, rounds).rounds:
        yield from (line.rule for line in item.lines)


def _options(game: Game[Any], setup: Setup, options: dict[str, Any]) -> Iterator[Any]:
    for item in game.options_for(setup.players):
        yield "option", item.key, options[item.key] != default_of(item)


def chosen(game: Game[Any], dice: Random) -> list[Play]:
    """Choose a few plays that together cover the most; all but one end by the game's rules."""
    found = [(play, set(features(game, play))) for play in (recorded(game, dice) for _ in range(DRAWN))]
    found = [one for one in found if len(one[0]["rounds"]) >= FEWEST_ROUNDS and len(json.dumps(one[0])) < LONGEST]
    picked: list[Play] = []
    seen: set[Any] = set()
    while len(picked) < CHOSEN:
        early = any(play["ended"] for play in picked)
        others = [one for one in found if not (early and one[0]["ended"])]
        others = [one for one in others if all(one[0]["options"] != play["options"] for play in picked)]
        best = max(others, key=lambda one: (len(one[1] - seen), -len(json.dumps(one[0]))))
        picked.append(best[0])
        seen |= best[1]
    return picked


def written(plays: list[Play]) -> str:
    """Return plays as their file has them: a line for each part of a play, and for each round."""
    return "[\n" + ",\n".join(map(_written, plays)) + "\n]\n"


def _written(play: Play) -> str:
    lines = []
    for key, value in play.items():
        if key == "rounds":
            rounds = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in value)
            lines.append(f' "rounds": [\n{rounds}\n ]')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}"


def main(slugs: list[str], unfinished: Container[str] = ()) -> None:
    """Record plays of these games, or of all that have none by today's rules, but for ``unfinished`` ones."""
    added = 0
    for slug in slugs or SLUGS:
        game, plays = game_of(slug), plays_of(slug)
        if not slugs and (slug in unfinished or any(play["version"] == game.rules.version for play in plays)):
            continue
        fresh = chosen(game, Random(f"{slug} {len(plays)}"))
        file_of(slug).write_text(written([*plays, *fresh]), "utf-8")
        lines = {*kept(), *(digest(slug, play) for play in fresh)}
        KEPT.write_text("".join(f"{line}\n" for line in sorted(lines)), "ascii")
        added += len(fresh)
    print(f"{counted(added, 'golden play')} added")


if __name__ == "__main__":
    main(sys.argv[1:])
