"""Export and import of a large club in an app of its own."""

import io
import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from companion.commands.demo import fill_demo
from companion.settings import load_settings
from companion.store.club.club_list import club_by_key
from companion.store.database.base import db
from companion.store.files.exporting import export_club
from companion.store.files.importing import check_file, import_club
from companion.web import create_app

PLAYS, ROUNDS = 2000, 20_000


def written_and_read() -> tuple[float, float, int, int]:
    """Return the seconds that the export and the import of a large club take, and how many plays and rounds it has."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        app = create_app(load_settings({}, instance=Path(folder)))
        with app.app_context():
            file = io.BytesIO()
            export_club(club_by_key(fill_demo(Random(1), lambda _: None).club).id, file)
            content, plays, rounds = many_times(json.loads(file.getvalue()))
            start = time.process_time()
            key = import_club(check_file(io.BytesIO(content)), None)
            read = time.process_time() - start
            start = time.process_time()
            export_club(club_by_key(key).id, io.BytesIO())
            written = time.process_time() - start
            db.engine.dispose()
    return written, read, plays, rounds


def many_times(content: dict[str, Any]) -> tuple[bytes, int, int]:
    """Return the file of a club with its plays repeated, and how many plays and rounds it has then."""
    some, edits = content["plays"], dict[int, list[dict[str, Any]]]()
    for event in content["events"]:
        if event["subject"] == "play":
            edits.setdefault(event["about"], []).append(event)
    many, events, rounds = list(some), list(content["events"]), sum(one["kind"] == "round" for one in content["events"])
    while len(many) < PLAYS or rounds < ROUNDS:
        own = edits[len(many) % len(some) + 1]
        play = some[len(many) % len(some)]
        many.append({**play, "key": f"k{len(many)}", "client_id": f"c{len(many)}"})
        places = {event["seq"]: len(events) + place for place, event in enumerate(own, start=1)}
        for event in own:
            undoes = {"undoes": places[event["undoes"]]} if "undoes" in event else {}
            events.append({**event, "seq": places[event["seq"]], "about": len(many), **undoes})
        rounds += sum(event["kind"] == "round" for event in own)
    content = {**content, "plays": many, "events": events}
    lines = [f'"{name}":{_list(content[name])}' for name in content if name not in _HEAD]
    head = f'{{"format":"{content["format"]}","version":{content["version"]},\n"club":{json.dumps(content["club"])}'
    return ",\n".join([head, *lines]).encode() + b"\n}\n", len(many), rounds


_HEAD = ("format", "version", "club")


def _list(items: list[Any]) -> str:
    return "[\n" + ",\n".join(map(json.dumps, items)) + ("\n]" if items else "]")
