"""How long the form of a round takes, with eight players and five fields for each."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

from flask import render_template_string
from werkzeug.datastructures import MultiDict

from companion.cards.decks import standard_deck
from companion.core.entry import fields as f
from companion.web.forms.entry import EntryForm
from tests.bench.phone import PLAYERS
from tests.database import new_app

NAMES = tuple(f"{name} {number}" for name in PLAYERS for number in (1, 2))
"""Eight players."""

FIELDS = (
    f.count("bid", "Bid", 10, per="player", names=NAMES, required=True, group="Hand"),
    f.points("points", "Points", per="player", names=NAMES, group="Hand"),
    f.flag("doubled", "Doubled", per="player", names=NAMES, group="Hand"),
    f.choice("bonus", "Bonus", {"none": "None", "one": "One"}, per="player", names=NAMES, group="Hand"),
    f.cards("hand", "Cards", standard_deck("the pack"), most=5, per="player", names=NAMES, group="Hand"),
)
ENTRY = {
    "bid": dict.fromkeys(NAMES, 3),
    "points": dict.fromkeys(NAMES, 45),
    "doubled": dict.fromkeys(NAMES, True),
    "bonus": dict.fromkeys(NAMES, "one"),
    "hand": {name: ["7h", "Kd"] for name in NAMES},
}
PAGE = '{% import "forms/_sections.html" as entry %}{{ entry.sections(sections) }}'
REPEATS = 200


def read_and_shown() -> tuple[float, float]:
    """Return the milliseconds to read such a form as it is sent, and to render it with its values."""
    sent = MultiDict(EntryForm(FIELDS, data=ENTRY).inputs)
    if EntryForm(FIELDS, formdata=sent).entry() != ENTRY:
        raise ValueError("the form is not read as it was written")
    with tempfile.TemporaryDirectory() as folder, new_app(Path(folder)) as app, app.test_request_context():
        read = _milliseconds(lambda: EntryForm(FIELDS, formdata=sent).entry())
        shown = _milliseconds(lambda: render_template_string(PAGE, sections=EntryForm(FIELDS, data=ENTRY).sections()))
    return read, shown


def _milliseconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times) * 1000
