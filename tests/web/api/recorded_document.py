"""The recorded part of the API's document, generated from the API: ``python -m tests.games write``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games import all_games
from companion.web.api.openapi import document, type_name

RECORDED = Path(__file__).with_name("document.json")
COMMAND = "python -m tests.games write"
GAMES = ("any-other-game", "speculation")
"""The games whose own addresses and types are recorded; those of the others are made likewise."""


def recorded_parts() -> dict[str, Any]:
    """Return what is recorded of the document, by its place in it: all but the version, and the examples of plays."""
    found = _without_examples(document())
    del found["info"]["version"]
    others = [game for game in all_games() if game.slug not in GAMES]
    tags, paths = {game.name for game in others}, tuple(f"/games/{game.slug}/" for game in others)
    types = tuple(map(type_name, others))
    return {
        "info": found["info"],
        "servers": found["servers"],
        **{f"tag {tag['name']}": tag for tag in found["tags"] if tag["name"] not in tags},
        **{path: operations for path, operations in found["paths"].items() if not path.startswith(paths)},
        **{
            f"{kind} {name}": component
            for kind, components in found["components"].items()
            for name, component in components.items()
            if not name.startswith(types)
        },
    }


def _without_examples(part: Any) -> Any:
    """Return a part of the document without examples, which other tests compare with real answers."""
    if isinstance(part, dict):
        return {key: _without_examples(value) for key, value in part.items() if key != "example"}
    return [_without_examples(one) for one in part] if isinstance(part, list) else part


def written(parts: Mapping[str, Any]) -> str:
    """Return the parts as their file has them: a line for each."""
    lines = (f"{json.dumps(place)}: {json.dumps(part, ensure_ascii=False)}" for place, part in parts.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write() -> None:
    """Record the document."""
    RECORDED.write_text(written(recorded_parts()), "utf-8")
