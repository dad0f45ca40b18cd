"""Files with one odd value anywhere: refused, or a working club."""

import json
from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.exports.open_upload import UnreadableFileError
from companion.store.plays.edits.projection import rebuild_play
from tests.laws.strategies import few
from tests.old_versions import OLD
from tests.store.club.full_club import full_club
from tests.store.files.club_files import brought_in, evenings, exported
from tests.store.tables import rows

ODD: tuple[Any, ...] = (
    None, True, False, "", "x", "@1", "@99", "@@1", -1, 0, 1, 2, 99, 10**40, [], {}, [[]], {"a": 1}, "2026-05-04", "\0",
    "2026-05-04T20:00:00+00:00", "kitty", "undo", "=1",
)  # fmt: skip


@settings(max_examples=few(250), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_any_changed_file_is_refused_or_becomes_a_working_club(fuzzed: tuple[Flask, bytes], seed: int) -> None:
    """If it is accepted, everything is there, and every play can be folded."""
    app, content = fuzzed
    told = json.loads(content)
    spoil(told, Random(seed))
    with app.app_context():
        found = taken(told)
        if found is not None:
            for section in ("people", "nights", "plays", "events"):
                assert len(found[section]) == len(told[section])


@settings(max_examples=few(250), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_any_changed_file_of_version_1_is_refused_or_becomes_a_working_club(shared_app: Flask, seed: int) -> None:
    told = json.loads((OLD / "club-1-evenings.json").read_bytes())
    spoil(told, Random(seed))
    with shared_app.app_context():
        found = taken(told)
        if found is not None:
            for section in ("people", "nights", "plays"):
                assert len(found[section]) == len(told[section])
            subjects = Counter(one["subject"] for one in found["events"])
            assert subjects["night"] + subjects["money"] == len(told["night_steps"])
            assert subjects["player"] == len(told["person_steps"])
            kinds = Counter(one["kind"] for one in found["events"])
            assert (kinds["proposed"], kinds["recorded"]) == (len(told["house_rules"]), len(told["rulings"]))
            of_plays = [one["about"] for one in found["events"] if one["subject"] == "play"]
            assert of_plays == [place for place, one in enumerate(told["plays"], 1) for _ in one["edits"]]


def taken(told: dict[str, Any]) -> dict[str, Any] | None:
    """Return the file of the club that an import makes; None: it is refused."""
    refused = ""
    try:
        again = brought_in(json.dumps(told).encode())
    except UnreadableFileError as fault:
        refused = str(fault)
    if refused:
        assert refused.endswith("."), refused
        return None
    found = exported(again)
    assert exported(brought_in(found)) == found
    for (number,) in rows("select id from play where club_id = :club", club=again):
        assert not rebuild_play(number)
    file: dict[str, Any] = json.loads(found)
    return file


@pytest.fixture(scope="module")
def fuzzed(shared_app: Flask) -> tuple[Flask, bytes]:
    with shared_app.app_context():
        club, _ = full_club()
        evenings(club)
        return shared_app, exported(club.organiser.club_id)


def spoil(told: Any, dice: Random) -> None:
    """Put something odd somewhere into it."""
    while True:
        keys = list(told) if isinstance(told, dict) else list(range(len(told)))
        if not keys:
            return
        key = dice.choice(keys)
        if isinstance(told[key], dict | list) and told[key] and dice.random() < 0.93:
            told = told[key]
            continue
        if dice.random() < 0.2:
            del told[key]
        else:
            told[key] = deepcopy(dice.choice(ODD))
        return
