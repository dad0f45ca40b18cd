"""Every write in one process shows on every page of another that had cached all pages."""

import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.store.database.base import db
from companion.store.database.caches.cache import Cache
from companion.store.database.models import Play
from companion.store.database.runtime import runtime
from companion.store.plays.commands import load_play
from companion.store.plays.play_state import PlayState
from tests.database import new_apps
from tests.exports.bgstats_samples import play, score
from tests.web.club_api.programs import Program
from tests.web.files.test_exports import handed_in, token_of
from tests.web.forms.forms_of_pages import sent_by, without_tokens
from tests.web.phones import Club, Phone, Table
from tests.web.plays.test_tricks import Cards
from tests.web.processes.test_two_processes import elsewhere

FOUR = ("Ann", "Bob", "Cyd", "Dee")

NOTHING_WRITTEN = {
    "api.next_round", "api.judge", "api.score", "house.open_link", "plays.preview", "rounds.preview_correction",
    "bgstats.upload_bgstats_file", "exports.upload_file",
}  # fmt: skip
"""Endpoints that change nothing that a page of a club shows."""

OTHER_CLUBS = {"access.start_club", "exports.start_import", "access.join", "access.recover", "access.leave"}
"""Endpoints that create a club, or let a phone in or out: no other process can have cached its pages."""

READ_ALL_AFTER = 8
"""All pages are read after every eighth write, in case one takes something from the cache that it did not before."""

STAMP = re.compile(r"DTSTAMP:\w+")
"""When a calendar was asked for."""


@dataclass
class World:
    """A club in one process, with rows of every kind."""

    club: Club
    open: Table
    """A game under way."""

    over: Table
    tricks: Cards
    """A game whose cards are entered one by one."""

    secret: Table
    program: Program
    dice: Random = field(default_factory=lambda: Random(5))

    def page(self, path: str) -> str:
        answer = self.club.organiser.get(self.club.url + path)
        assert answer.status_code == 200, path
        return answer.text

    def found(self, path: str, pattern: str, which: int = 0) -> str:
        """Return the parts of a page that match the pattern."""
        page = self.page(path)
        fits = re.findall(pattern, page)
        assert len(fits) > which, (pattern, page)
        return str(fits[which])

    def post(self, path: str, **form: Any) -> TestResponse:
        """Send a form of the club from the organiser's phone."""
        return self.club.organiser.post(self.club.url + path, {"client_id": f"every-{self.dice.random()}", **form})

    def person(self, name: str) -> str:
        return self.found("/people", rf'/people/(\d+)"[^>]*>(?:(?!</a>)[\s\S])*?{name}')

    def night(self, which: int = 0) -> str:
        keys = list(dict.fromkeys(re.findall(r'/nights/([\w-]{12})"', self.page("/nights"))))
        return keys[which]


def told(answer: TestResponse) -> TestResponse:
    assert answer.status_code in (200, 201, 302, 303), (answer.status_code, re.sub(r"<[^>]+>|\s+", " ", answer.text))
    return answer


@pytest.fixture
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, list[Flask]]]:
    with new_apps(tmp_path_factory.mktemp("writes"), 3) as apps:
        club = Club(apps[0]).gather()
        over = club.start("rage", FOUR, {"first_hand": "2"})
        over.write(over.sampled(Random(1)))
        told(over.post("/end"))
        there = club.start("rage", FOUR)
        there.write(there.sampled(Random(2)))
        tricks = Cards(club)
        secret = club.start("rage", FOUR)
        yield World(club, there, over, tricks, secret, Program(club)), apps


def steps(world: World) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield all writes, each with its endpoint, in an order in which each has what it needs."""
    club, post, program = world.club, world.post, world.program
    there, over, api = world.open, world.over, {}
    yield "devices.rename_club", lambda: post("/name", name="The Aces")
    yield "club.keep_club", lambda: post("/keep")
    yield "devices.rename_this_phone", lambda: post("/device-name", label="Tablet")
    yield "access.device_owner", lambda: post("/whose", who="Ann")
    number = world.found("/devices", r"/devices/(\d+)/name", 1)
    yield "devices.rename_phone", lambda: post(f"/devices/{number}/name", label="Kitchen")
    yield "devices.offer_zone", lambda: post("/zone/first", zone="Europe/Berlin")
    yield "devices.set_zone", lambda: post("/zone", zone="Pacific/Kiritimati")
    yield "access.renew_codes", lambda: post("/invite/renew")
    yield "devices.renew_recovery", lambda: post("/devices/recovery")
    yield "money.settings", lambda: post("/money", kind="iso", code="EUR", asks="1")
    yield "programs.index", lambda: post("/programs", name="Board", may="read")
    # A game.
    yield "plays.save_bid", lambda: there.post("/draft/so-far", {"slot": there.state.next_slot, "bid.0": "2"})
    yield (
        "plays.save_draft",
        lambda: there.post(
            "/draft", {"slot": there.state.next_slot, "lock": "on", **{f"bid.{seat}": "1" for seat in range(4)}}
        ),
    )
    yield "plays.save_round", lambda: there.post("/rounds", there.inputs(there.sampled(world.dice)))
    yield "rounds.contest", lambda: there.post("/rounds/1/contest", {"words": "Bob took two."}, club.viewer)
    found = there.state.objections[0].revision
    yield "rounds.dismiss", lambda: there.post("/contests/dismiss", {"contest": found})
    yield "rounds.contest", lambda: there.post("/rounds/1/contest", {"words": "Bob took none."}, club.scorer)
    yield "rounds.correct", lambda: there.post("/rounds/1/edit", _form_of(there, "/rounds/1/edit"))
    yield "rounds.remove", lambda: there.post("/rounds/2/remove")
    yield "plays.undo_redo_or_end", lambda: there.post("/undo")
    yield "plays.undo_redo_or_end", lambda: there.post("/redo")
    yield (
        "referee.put_effects_on_sheet",
        lambda: there.post("/referee/put", {"player": "Bob", "points": "-2", "reason": "late", "where": "draft"}),
    )
    yield (
        "referee.remove_effect",
        lambda: there.post("/referee/drop", {"player": "Bob", "points": "-2", "reason": "late"}),
    )
    yield "deciding.decide", lambda: there.post(
        "/decide", {"question": "Late?", "decision": "", "words": "Ann was late.", "player": "0", "way": "loses",
                    "points": "1", "agreed": list(FOUR), "round": "1", "game": "rage"},
    )  # fmt: skip
    yield "about_play.save_remark", lambda: there.post("/remark", {"remark": "By candlelight."})
    yield "about_play.set_counts", lambda: over.post("/counts", {"to": "off"})
    yield "about_play.set_counts", lambda: over.post("/counts", {"to": "on"})
    yield "seats.take_seat", lambda: there.post("/seats/1", {"name": "Eve"})
    pile = club.start("raise-the-stakes", FOUR)
    yield "seats.players", lambda: pile.post("/players", {"name": "Flo"})
    yield "about_play.correct_setup", lambda: there.post(
        "/setup", {**_form_of(there, "/setup"), "dealer": "2"},
    )  # fmt: skip
    yield "money.stake", lambda: over.post("/stake", {"stake.kind": "kitty", "stake.amount": "3"})
    yield "screens.link", lambda: there.post("/screen", {"to": "on"})
    yield "secret_bids.switch", lambda: world.secret.post("/secret", {"to": "on"})
    yield "secret_bids.save_bid", lambda: world.secret.post("/draft/secret", {"slot": "1", "bid.1": "1"})
    yield (
        "start.new_play",
        lambda: world.post("/plays/new", game="hearts", **{f"seat.{seat}": name for seat, name in enumerate(FOUR)}),
    )
    yield "start.play_again", lambda: world.club.scorer.post(f"{over.url}/again", {"client_id": "again"})
    yield "tricks.page", lambda: world.tricks.play("red-7")
    chips = club.start("brag", FOUR)
    yield "seats.buy", lambda: chips.post("/buy", {"player": "1", "points": "20"})
    paper = club.start("hearts", FOUR)
    yield "about_play.totals", lambda: paper.post("/totals", {f"total.{seat}": str(seat) for seat in range(4)})
    # A night.
    yield "about_play.set_time", lambda: over.post("/when", {"on": "2026-03-01", "at": "20:15"})
    yield "nights.edit", lambda: post(f"/nights/{world.night()}/edit", base="0", name="Cards", notes="Rain.")
    yield (
        "nights.undo_or_redo",
        lambda: post(
            f"/nights/{world.night()}/steps/{world.found(f'/nights/{world.night()}/edit', r'/steps/([^/]+)/back')}/back"
        ),
    )
    yield "nights.share", lambda: post(f"/nights/{world.night(-1)}/share", to="on")
    yield "money.record_payment", lambda: _paid(world)
    yield (
        "money.undo_money_step",
        lambda: post(
            f"/nights/{world.night(-1)}/payments/back",
            key=world.found(f"/nights/{world.night(-1)}/money", r'name="key" value="([^"]+)"'),
        ),
    )
    yield "money.carry_over", lambda: post(f"/nights/{world.night(-1)}/carry")
    yield (
        "money.undo_money_step",
        lambda: post(
            f"/nights/{world.night(-1)}/payments/back",
            key=world.found(f"/nights/{world.night(-1)}/money", r'name="key" value="([^"]+)"'),
        ),
    )
    yield "nights.move_or_merge", lambda: post(f"/nights/{world.night()}/move", plays=paper.key, to="own")
    yield "nights.move_or_merge", lambda: post(f"/nights/{world.night(1)}/merge", to=world.night())
    yield "money.kitty", lambda: post("/kitty", who="Ann", amount="2", way="in", reason="Wine")
    yield "money.undo_kitty_move", lambda: post("/kitty/back", key=world.found("/kitty", r'name="key" value="([^"]+)"'))
    # House rules and rulings.
    yield "house.new_proposal", lambda: post("/house/rage/new", first_hand="8")
    yield "house.agree", lambda: post(f"/house/rage/{_proposed(world)}/agree", agreed=["Ann", "Bob"])
    shared = world.found("/house/rage/share", r"/house/([\w.~-]{20,})")
    yield "house.new_proposal", lambda: post("/house/rage/new", first_hand="4")
    yield "house.agree", lambda: post(f"/house/rage/{_proposed(world)}/agree", agreed=["Ann", "Bob"])
    yield "house.adopt", lambda: post("/house/adopt", payload=shared)
    yield "house.withdraw", lambda: post(f"/house/rage/{_proposed(world)}/withdraw", reason="Too long.")
    yield (
        "rulings.new_ruling",
        lambda: post("/rulings/new", game="rage", question="Who deals?", decision="Bob.", agreed=["Ann"]),
    )
    yield (
        "rulings.withdraw",
        lambda: post(
            f"/rulings/{world.found('/rulings', r'/rulings/([A-Za-z0-9_-]{12})')}/withdraw", reason="We asked again."
        ),
    )
    # People.
    yield "people.name_page", lambda: post(f"/people/{world.person('Cyd')}/name", name="Zoe")
    yield "people.merge", lambda: post(f"/people/{world.person('Flo')}/merge", into=world.person("Eve"))
    yield (
        "people.undo_merge",
        lambda: post(world.found(f"/people/{world.person('Eve')}/name", r'action="[^"]*(/people/\d+/part/\d+)"')),
    )
    yield "people.set_listed", lambda: post(f"/people/{world.person('Flo')}/hide")
    yield "people.set_listed", lambda: post(f"/people/{world.person('Flo')}/show")
    found = handed_in(club, play(4, 1, [score(1, "40", winner=True), score(2, "-3")]))
    yield "bgstats.import_bgstats_plays", lambda: post("/export/bgstats/now", token=token_of(found))
    # By a program.
    yield "club_api.start_play", lambda: api.update(program.start("rage", FOUR))
    yield "club_api.write_round", lambda: api.update(program.write(api, api.setdefault("first", _sample(world, api))))
    yield (
        "club_api.correct_round",
        lambda: api.update(
            program.send("PUT", f"/plays/{api['key']}/rounds/1", base=api["revision"], entry=api["first"])
        ),
    )
    yield (
        "club_api.remove_round",
        lambda: api.update(program.send("DELETE", f"/plays/{api['key']}/rounds/1", base=api["revision"])),
    )
    yield "club_api.change_play", lambda: api.update(program.change(api, counts=False))
    yield (
        "club_api.take_seat",
        lambda: api.update(
            program.send("POST", f"/plays/{api['key']}/seats", base=api["revision"], player="Ann", name="Gus")
        ),
    )
    yield "club_api.end_play", lambda: api.update(program.do(api, "end"))
    yield "club_api.reopen_play", lambda: api.update(program.do(api, "reopen"))
    yield "club_api.discard_play", lambda: api.update(program.do(api, "discard"))
    night = world.night(-1)
    yield (
        "club_api.pay",
        lambda: api.update(
            paid=program.send("POST", f"/nights/{night}/payments", 201, **{"from": "Ann", "to": "Bob", "amount": 100})
        ),
    )
    yield "club_api.take_payment_back", lambda: program.send("DELETE", f"/nights/{night}/payments/{api['paid']['key']}")
    yield "club_api.carry_over", lambda: program.send("POST", f"/nights/{night}/carry")
    # Deletions.
    yield "about_play.discard", lambda: there.post("/discard", {"to": "on"})
    yield "exports.anonymise", lambda: post("/export/name", who="Bob", again="Bob")
    yield (
        "programs.revoke_program",
        lambda: post(f"/programs/{world.found('/programs', r'/programs/([0-9]+)/')}/revoke"),
    )
    yield "devices.change_device", lambda: post(f"/devices/{number}", role="viewer")
    world.page("/export/club.json")  # a club is deleted once its file is kept
    yield "exports.delete_club", lambda: post("/delete", name="The Aces", sure="1")


def _form_of(table: Table, path: str) -> dict[str, list[str]]:
    """Return what an untouched form on a page of a play sends."""
    sent = sent_by(table.phone.get(table.url + path).text, action=table.url + path)
    return {name: value for name, value in sent.items() if name not in ("base", "client_id", "csrf_token")}


def _proposed(world: World) -> str:
    return world.found("/house/rage", r'action="[^"]*/house/rage/([\w-]{12})/agree"')


def _paid(world: World) -> TestResponse:
    path = f"/nights/{world.night(-1)}"
    return world.post(f"{path}/payments", payer="Ann", payee="Dee", amount="1")


def _sample(world: World, play: dict[str, Any]) -> dict[str, Any]:
    return Table(world.club, f"/plays/{play['key']}").sampled(world.dice)


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
