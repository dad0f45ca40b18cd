"""A club with everything in it, every write that a person can make, and the same phones at another process."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.exports.bgstats_samples import play, score
from tests.web.api.club.programs import Program
from tests.web.files.sending import handed_in, token_of
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Phone, Table
from tests.web.plays.tricks.cards import Cards


def elsewhere(phone: Phone, app: Flask) -> Phone:
    """Return the same phone, served by another process."""
    found = Phone(app)
    found.client, found.address = app.test_client(), phone.address
    found.client._cookies = phone.client._cookies
    return found


FOUR = ("Ann", "Bob", "Cyd", "Dee")


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


def steps(world: World) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield all writes, each with its endpoint, in an order in which each has what it needs."""
    club, post, program = world.club, world.post, world.program
    there, over, api = world.open, world.over, {}
    yield "devices.rename_club", lambda: post("/name", name="The Aces")
    yield "club.keep_club", lambda: post("/keep")
    yield "more.rename_this_phone", lambda: post("/device-name", label="Tablet")
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
    yield "coming_round.save_bid", lambda: there.post("/draft/so-far", {"slot": there.state.next_slot, "bid.0": "2"})
    yield (
        "coming_round.save_draft",
        lambda: there.post(
            "/draft", {"slot": there.state.next_slot, "lock": "on", **{f"bid.{seat}": "1" for seat in range(4)}}
        ),
    )
    yield "coming_round.save_round", lambda: there.post("/rounds", there.inputs(there.sampled(world.dice)))
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
    yield "erasing.anonymise", lambda: post("/export/name", who="Bob", again="Bob")
    yield (
        "programs.revoke_program",
        lambda: post(f"/programs/{world.found('/programs', r'/programs/([0-9]+)/')}/revoke"),
    )
    yield "devices.change_device", lambda: post(f"/devices/{number}", role="viewer")
    world.page("/export/club.json")  # a club is deleted once its file is kept
    yield "erasing.delete_club", lambda: post("/delete", name="The Aces", sure="1")


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
