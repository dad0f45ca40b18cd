"""Every write in one process shows on every page of another that had cached all pages."""

import re
from collections.abc import Hashable
from difflib import unified_diff
from typing import Any
from unittest.mock import patch

from flask import Flask
from sqlalchemy import select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.store.database.base import db
from companion.store.database.caches.cache import Cache
from companion.store.database.models import Play
from companion.store.database.runtime import runtime
from companion.store.plays.play_state import PlayState, load_play
from tests.laws.strategies import SHARE
from tests.web.forms.forms_of_pages import without_tokens
from tests.web.phones import Phone
from tests.web.processes.worlds import World, elsewhere, steps, told

NOTHING_WRITTEN = {
    "api.next_round", "api.judge", "api.score_play", "house.open_link", "coming_round.preview",
    "rounds.preview_correction", "bgstats.upload_bgstats_file", "exports.upload_file",
}  # fmt: skip
"""Endpoints that change nothing that a page of a club shows."""

OTHER_CLUBS = {"access.start_club", "exports.start_import", "access.join", "access.recover", "access.leave"}
"""Endpoints that create a club, or let a phone in or out: no other process can have cached its pages."""

READ_ALL_AFTER = 8 * SHARE
"""All pages are read after every fortieth write, at night after every eighth, in case one takes something from the
cache that it did not before.
"""

STAMP = re.compile(r"DTSTAMP:\w+")
"""When a calendar was asked for."""


def pages(world: World) -> list[str]:
    """Return the URLs of all pages of the club."""
    club = world.club
    known = {
        "club": [club.key], "key": [], "slug": ["rage"], "slot": ["1"], "seat": ["0"], "year": ["2026"],
        "role": ["scorer"], "situation": ["renege"], "what": ["move"],
    }  # fmt: skip
    of = {
        "plays": [world.open.key, world.over.key],
        "nights": list(dict.fromkeys([world.night(), world.night(-1)])),
        "people": [world.person("Ann"), world.person("Dee")],
        "house": sorted(set(re.findall(r"/house/rage/([\w-]{12})", world.page("/house/rage")))),
        "rulings": sorted(set(re.findall(r"/rulings/([\w-]{12})", world.page("/rulings")))),
    }
    rules: list[Rule] = sorted(club.app.url_map.iter_rules(), key=lambda rule: rule.rule)
    found = [world.tricks.table.url, world.tricks.url, world.secret.url, f"{club.url}/nights/{world.night()}/merge"]
    for rule in rules:
        if "GET" not in (rule.methods or ()) or not rule.rule.startswith("/clubs/<club>") or rule.rule.endswith(".png"):
            continue
        area = rule.rule.split("/")[3] if rule.rule.count("/") > 2 else ""
        for one in of.get(area, [""]) if {"key", "night"} & rule.arguments else [""]:
            path = rule.rule
            for name in rule.arguments:
                value = one if name in ("key", "night") else known[name][0]
                path = re.sub(rf"<(?:[^<>:]*:)?{name}>", value, path)
            found.append(path)
    return found


def shown(phone: Phone, path: str) -> str:
    answer = phone.client.get(path, environ_base={"REMOTE_ADDR": phone.address}, buffered=True)
    return f"{answer.status_code}\n{STAMP.sub('', without_tokens(answer.text))}"


def taken_by(phone: Phone, path: str) -> set[Hashable]:
    """Return the keys of the cached values from which a page is made that was shown before."""
    found = set[Hashable]()

    def get(*key: Hashable) -> Any:
        value = Cache.get(cache, *key)
        if value is not None:
            found.add(key)
        return value

    with phone.app.app_context():
        cache = runtime().cache
    with patch.object(cache, "get", get):
        shown(phone, path)
    return found


def plays(app: Flask) -> dict[Hashable, PlayState]:
    """Return the states of all plays, each with its key in the cache."""
    with app.app_context():
        states = [load_play(*row) for row in db.session.execute(select(Play.club_id, Play.key))]
    return {("play", state.id): state for state in states if state is not None}


def test_every_write_in_one_process_shows_on_every_page_of_another_with_a_full_cache(
    world: tuple[World, list[Flask]],
) -> None:
    """A page that takes from the cache nothing but states of plays is right if they are: it is read after some writes
    only, and when one of these plays has changed.
    """
    here, apps = world
    warm, fresh = (elsewhere(here.club.organiser, app) for app in apps[1:])
    done, before, taken, played = set(), dict[str, str](), dict[str, set[Hashable]](), plays(apps[1])
    for number, (endpoint, write) in enumerate(steps(here)):
        paths = pages(here)
        for path in paths:
            if path not in before:
                before[path], taken[path] = shown(warm, path), taken_by(warm, path)
        answer = write()
        if isinstance(answer, TestResponse):
            told(answer)
        here.club.organiser.get("/")  # flash messages are shown once, so they appear here
        done.add(endpoint)
        with apps[2].app_context():
            runtime().cache.clear()
        now = plays(apps[2])
        assert plays(apps[1]) == now, endpoint
        unchanged = {key for key, state in now.items() if played.get(key) == state}
        for path in paths:
            if number % READ_ALL_AFTER and taken[path] <= unchanged and not path.endswith("/state"):
                continue
            read = shown(fresh, path)
            if read != before[path]:  # otherwise the cached page is still right
                kept = shown(warm, path)
                assert kept == read, (endpoint, path, [*unified_diff(kept.splitlines(), read.splitlines(), n=0)])
                before[path], taken[path] = read, taken_by(warm, path)
        played = now
    rules = here.club.app.url_map.iter_rules()
    writes = {rule.endpoint for rule in rules if {"POST", "PUT", "PATCH", "DELETE"} & (rule.methods or set())}
    assert writes - done - NOTHING_WRITTEN - OTHER_CLUBS == set()
