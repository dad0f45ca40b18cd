"""Every kind of page refers only to elements that it has: entries, corrections, questions, errors."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask, template_rendered

from companion.core.entry.fields import Field
from companion.core.game.situation import Situation
from companion.core.referee.judge_request import default_options
from companion.games import SLUGS, game_of
from tests.alike import each_kind_of_question
from tests.web.house.versions import agreed, proposed, url
from tests.web.phones import Club, Phone, seats_of
from tests.web.plays.tricks.cards import Cards
from tests.web.rulings.book import recorded
from tests.web.support.wiring import loose_ends


@contextmanager
def seen(app: Flask) -> Iterator[set[str]]:
    """Collect the templates that are rendered meanwhile."""
    found: set[str] = set()

    def note(_: Flask, template: Any, **more: Any) -> None:
        found.add(template.name)

    with template_rendered.connected_to(note, app):
        yield found


def spoiled(fields: tuple[Field, ...]) -> dict[str, str]:
    """Return an unreadable value for every input of these fields."""
    found = {}
    for item in fields:
        for name in (item.key, *(f"{item.key}.{number}" for number in range(len(item.names)))):
            found[name] = "?!"
            found |= {f"{name}.{column.key}": "?!" for column in item.columns}
            found |= {f"{name}.0.{column.key}": "?!" for column in item.columns}
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_the_pages_of_a_play(slug: str, club: Club) -> None:
    """Start, both halves of an entry, a refused one, the round and its correction; the phone checks each page."""
    phone, dice = club.scorer, Random(5)
    assert phone.get(f"{club.url}/plays/new?game={slug}").status_code == 200
    bad = spoiled(game_of(slug).options) | {f"seat.{seat}": name for seat, name in enumerate(seats_of(slug))}
    assert phone.post(f"{club.url}/plays/new", {"game": slug, **bad, "dealer": "99"}).status_code == 422
    table = club.start(slug, seats_of(slug))
    fields = game_of(slug).scoring.fields(table.state.sheet.table)
    assert 'class="problem"' in table.post("/rounds", spoiled(fields)).text
    phases = {item.phase for item in fields}
    if len(phases) == 2:
        first = tuple(item for item in fields if item.phase == 1)
        assert table.post("/draft", {**spoiled(first), "slot": "1", "lock": "on"}).status_code == 422
        given = table.inputs({item.key: table.sampled(dice).get(item.key) for item in first})
        assert table.post("/draft", {**given, "slot": "1", "lock": "on"}).status_code == 303
        assert 'class="settled"' in phone.get(table.url).text
    table.write(table.sampled(dice))
    slot = table.state.slots[0].slot
    for path in ("", f"/rounds/{slot}", f"/rounds/{slot}/edit", "/why/0", "/changes", "/house", "/rules"):
        assert phone.get(table.url + path).status_code == 200
    assert phone.get(f"{table.url}/seats/0").status_code == (303 if table.state.over else 200)
    assert phone.get(f"{table.url}/players").status_code == (303 if table.state.over else 200)
    assert table.post(f"/rounds/{slot}/edit", spoiled(fields)).status_code == 422
    assert phone.get(f"{club.url}/house/{slug}/new").status_code == 200
    options = spoiled(game_of(slug).options)
    if options:
        assert phone.post(f"{club.url}/house/{slug}/new", options).status_code == 422


@each_kind_of_question
def test_the_pages_of_a_question(game: Any, situation: Situation, club: Club) -> None:
    """At a table and without, with nonsense; ``test_referee.py`` asks each without facts."""
    fields = situation.facts(default_options(game))
    table = club.start(game.slug, seats_of(game.slug))
    for address in (f"/rules/{game.slug}/referee/{situation.key}", f"{table.url}/referee/{situation.key}"):
        for query in ({"ask": "1", **spoiled(fields)}, {"more": fields[0].key}):
            assert club.scorer.get(address, query_string=query).status_code in (200, 422)


def test_no_template_is_left_out(app: Flask, club: Club) -> None:
    """Each template is rendered here or in the tests above."""
    games = {
        "plays/sheet/sheet.html",
        "plays/rounds/edit.html",
        "plays/rounds/round.html",
        "plays/why.html",
        "plays/changes.html",
        "start/start.html",
        "house/new.html",
    }
    games |= {"plays/house_rules.html", "plays/rules.html", "referee/ask.html", "plays/rounds/preview.html"}
    games.add("plays/seat.html")
    games.add("rules/text.html")  # it is cached, so another test may have rendered it first
    games.add("plays/rescore.html")  # test_older_rules.py loads it with phones that check each page
    with seen(app) as found:
        look_around(club)
    folder = Path(app.root_path, app.template_folder or "")
    pages = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if not path.name.startswith("_")}
    assert pages - {"base.html"} - games - found == set()


def look_around(club: Club) -> None:
    """Load all other pages, with errors if their form can have them."""
    one, other = club.organiser, Phone(club.app)
    pages = ("", "/plays", "/invite", "/devices", "/house", "/house/rage", "/rulings", "/leave", "/whose", "/programs")
    for path in (*pages, "/rulings/new?game=rage", "/search?q=trump", "/search?q="):
        assert one.get(club.url + path).status_code in (200, 422), path
    assert one.get(f"{club.url}/house/rage/sheet").status_code == 200
    for path in ("/export", "/export/bgstats", "/delete", "/export/name"):
        assert one.get(club.url + path).status_code == 200, path
    assert one.post(f"{club.url}/delete").status_code == 422
    assert one.post(f"{club.url}/export/name").status_code == 422
    assert one.get("/import").status_code == 200
    assert one.post("/import").status_code == 422
    library = ("/rules", "/rules?table=?", "/rules/rage", "/rules/search?q=trump", "/rules/toepen/referee")
    for path in ("/", "/join", "/privacy", "/offline", *library):
        assert one.get(path).status_code in (200, 422), path
    assert other.post("/join", {"code": "nonsense"}).status_code == 422
    assert one.get("/nowhere").status_code == 404
    assert other.get("/recover/nonsense").status_code in (200, 422)
    assert other.post("/recover/nonsense").status_code == 422
    assert other.get("/house/nonsense").status_code in (404, 422)
    one.post(f"{club.url}/name", {"name": "x" * 99})
    one.post(f"{club.url}/device-name", {"label": ""})
    assert one.post(f"{club.url}/whose", {"other": "\u200b"}).status_code == 422
    phones = re.findall(r'action="([^"]+/devices/\d+/name)"', one.get(f"{club.url}/devices").text)
    assert one.post(phones[0], {"label": " "}).status_code == 422
    assert one.post(f"{club.url}/programs", {"name": ""}).status_code == 422
    one.post(f"{club.url}/house/look", {"link": "nonsense"})
    one.post(f"{club.url}/rulings/new", {"game": "rage"})
    ruling = recorded(club)
    assert one.get(ruling).status_code == 200
    assert one.post(f"{ruling}/withdraw", {"reason": ""}).status_code == 422
    assert one.get(url(club, f"/{agreed(club).key}")).status_code == 200
    assert one.get(url(club, "/share")).status_code == 200
    money(club)
    version = proposed(club, {"target": "40"})
    assert one.post(url(club, f"/{version.key}/agree"), {"agreed": []}).status_code == 422
    assert one.get(url(club)).status_code == 200
    table = club.start("samba", seats_of("samba"))
    for path in ("about", "more", "players", "setup", "totals"):
        assert one.get(f"{table.url}/{path}").status_code == 200
    assert club.start("brag", seats_of("brag")).post("/buy", {"points": "x"}).status_code == 422
    assert one.get(f"{table.url}/referee?q=trump").status_code == 200
    assert one.get(f"{table.url}/decide?question=x&rule=customs/play.taken-back").status_code == 200
    assert one.post(f"{table.url}/decide", {"player": "x", "points": "y"}).status_code == 422
    nonsense = {"base": "1", "on": "x", "at": "y", "remark": "x" * 999, "name.0": "\u200b", "total.0": "x"}
    for path in ("remark", "when", "setup", "totals"):
        assert one.post(f"{table.url}/{path}", nonsense).status_code == 422
    assert one.get(f"{table.url}/screen").status_code == 200
    assert other.get("/s/nonsense").status_code == 404
    look_at_numbers(club)
    look_at_nights(club)
    cards = Cards(club)
    cards.play("green-7", "green-3")
    assert cards.act(card="nonsense").status_code == 422
    cards.table.write({"tricks": {"Ann": 4, "Bob": 1}})
    assert one.get(f"{cards.url}/1").status_code == 200


def money(club: Club) -> None:
    """Load the pages about money."""
    one, table = club.organiser, club.start("rage", ["Ann", "Bob"])
    night = one.get(f"{table.url}/money").headers["Location"]
    for address in (f"{club.url}/money", f"{club.url}/balances", f"{club.url}/kitty", f"{table.url}/stake", night):
        assert one.get(address).status_code == 200, address
    for address in (f"{club.url}/money", f"{club.url}/kitty", night.replace("/money", "/payments")):
        assert one.post(address, {"kind": "iso"}).status_code == 422, address
    assert table.post("/stake", {"stake.kind": "places", "stake.place.0": "x"}).status_code == 422


def look_at_numbers(club: Club) -> None:
    """Load the pages of people, games and years."""
    one = club.organiser
    table = club.start("any-other-game", ["Ann", "Bob"])
    table.write({"points": {"Ann": 1, "Bob": 2}})
    assert table.post("/end").status_code == 303
    pages = re.findall(r'href="([^"]+/(?:people|years)/\d+)"', one.get(f"{club.url}/people").text)
    assert len(pages) > 2
    for page in pages:
        assert one.get(page).status_code == 200
    for page in (pages[-1], f"{club.url}/games/any-other-game"):
        assert one.get(page).status_code == 200
        assert one.get(f"{page}?from=x&to=x&with=x&players=x").status_code == 422
    assert one.get(f"{pages[-1]}/name").status_code == 200
    assert one.post(f"{pages[-1]}/name", {"name": ""}).status_code == 422
    assert one.post(f"{pages[-1]}/merge", {"into": "x"}).status_code == 422


def look_at_nights(club: Club) -> None:
    """Load the pages of nights, with errors if their form can have them."""
    one = club.organiser
    for players in (("Ann", "Bob", "Cyd"), ("Dee", "Eve", "Fay")):
        table = club.start("raise-the-stakes", players)
        table.write({"tricks": {players[0]: 5}})
        table.post("/end")
    assert one.get(club.url).status_code == 200
    assert one.get(f"{club.url}/nights").status_code == 200
    assert one.get(f"{club.url}/nights?player=Nobody&year=x&game=x&q={'x' * 99}").status_code == 422
    night = first_night(one.get(f"{club.url}/nights").text)
    for path in ("", "/edit", "/move", "/merge", "/share", "/export", "/move?around=x"):
        assert one.get(night + path).status_code == 200, path
    assert one.post(f"{night}/edit", {"base": "0", "name": "x" * 99, "dated": "x", "present": "Ann"}).status_code == 422
    assert one.post(f"{night}/edit", {"base": "0", "name": "Ours", "notes": "Rain."}).status_code == 303
    assert one.get(f"{night}/edit").status_code == 200
    assert one.post(f"{night}/move", {}).status_code == 422
    assert one.post(f"{night}/merge", {}).status_code == 422
    assert one.post(f"{night}/share", {"to": "on"}).status_code == 303
    link = re.search(r'href="http://[^/]+(/n/[^"]+)"', one.get(f"{night}/share").text)
    assert link is not None
    assert club.stranger.get(link[1]).status_code == 200
    assert club.stranger.get("/n/nonsense").status_code == 404
    assert one.post(f"{club.url}/zone", {"zone": "Nowhere"}).status_code == 422


def first_night(page: str) -> str:
    """Return the URL of the first night that a page links to."""
    found = re.search(r'href="(/clubs/[^/"]+/nights/[\w-]+)"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("page", "told"),
    [('<p id="a"></p><p id="a"></p>', ["2 × id=a"]),
     ('<p id="a" aria-labelledby="a b">', ["aria-labelledby points at b"]),
     ('<a href="#x">', ["href points at x"]), ('<label for="x">', ["for points at x"]),
     ('<a href="#x"></a><h2 id="x">', [])],
)  # fmt: skip
def test_missing_targets_are_reported(page: str, told: list[str]) -> None:
    assert [fault.partition(",")[0] for fault in loose_ends(page)] == told
