"""The bar at the bottom of all pages of a play, what is above it, and installing the app."""

import json
import re
from pathlib import PurePosixPath
from struct import unpack

import pytest
from flask import Flask

from tests.web.phones import Club, Phone, Table

FOUR = ("Ann", "Bob", "Cyd", "Dee")
WORDS = ["Score", "Rounds", "Referee", "Rules"]

ROW = re.compile(r'<nav class="at-hand".*?</nav>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]+)"(?: aria-current="(\w+)")?>(\w+)</a>')

PARTS = {
    "": ("Score", "page"),
    "/rounds/1": ("Rounds", "true"), "/rounds/1/edit": ("Rounds", "true"), "/why/0": ("Rounds", "true"),
    "/changes": ("Rounds", "true"), "/referee": ("Referee", "page"), "/referee/renege": ("Referee", "true"),
    "/decide": ("Referee", "true"), "/tricks": ("Referee", "true"), "/rules": ("Rules", "page"),
    "/house": ("Rules", "true"), "/seats/0": ("Score", "true"), "/about": None, "/more": None, "/setup": None,
    "/stake": None, "/players": ("Score", "true"),
}  # fmt: skip


@pytest.fixture
def rage(club: Club) -> Table:
    """Return a play with one saved round."""
    table = club.start("rage", FOUR, {"first_hand": 2})
    bids = dict(zip(FOUR, (1, 1, 0, 0), strict=True))
    table.write({"bid": bids, "tricks": bids})
    return table


def row(page: str) -> dict[str, tuple[str, str]]:
    """Return the bar of a page: word to URL, and how it is marked."""
    (found,) = ROW.findall(page)
    return {word: (address, mark) for address, mark, word in LINK.findall(found)}


def marked(page: str) -> list[tuple[str, str]]:
    return [(word, mark) for word, (_, mark) in row(page).items() if mark]


@pytest.mark.parametrize("path", PARTS)
def test_score_rounds_referee_and_rules_are_one_tap_from_every_page_of_a_play(rage: Table, path: str) -> None:
    page = rage.phone.get(rage.url + path).text
    wanted = PARTS[path]
    assert list(row(page)) == WORDS
    assert marked(page) == ([wanted] if wanted else [])
    for word, (address, _) in row(page).items():
        there = rage.phone.get(address.partition("#")[0] or rage.url)
        assert there.status_code == 200
        assert word in ("Score", "Rounds") or marked(there.text) == [(word, "page")]


def test_search_and_rulings_opened_from_a_play_have_its_bar(rage: Table) -> None:
    for path in ("search", "rulings", "rulings/new"):
        page = rage.phone.get(f"{rage.club.url}/{path}?play={rage.key}").text
        assert marked(page) == [("Referee", "true")]
        assert not ROW.search(rage.phone.get(f"{rage.club.url}/{path}").text)


def test_a_viewer_has_the_same_bar(rage: Table) -> None:
    assert list(row(rage.club.viewer.get(rage.url).text)) == WORDS


def test_a_game_without_a_referee_has_a_page_to_settle_arguments(club: Club) -> None:
    table = club.start("any-other-game", FOUR)
    page = table.phone.get(row(table.phone.get(table.url).text)["Referee"][0])
    assert page.status_code == 200
    assert 'role="search"' in page.text
    assert "write a ruling" in page.text
    assert "write a ruling" in table.phone.get(f"{table.url}/referee?q=misdeal").text


def test_the_score_is_folded_only_while_a_round_is_entered(rage: Table) -> None:
    folded = 'class="in-short n4" href="#board"'
    page = rage.phone.get(rage.url).text
    assert 'id="play" class="entering"' in page
    assert re.search(rf"{folded}.*?Ann</bdi></span> <b>11</b>.*?Dee</bdi></span> <b>5</b>", page)
    assert folded not in rage.club.viewer.get(rage.url).text
    assert folded not in rage.phone.get(f"{rage.url}?done=2").text, "what was just saved is looked at"
    rage.post("/end")
    assert folded not in rage.phone.get(rage.url).text


def test_the_dealer_is_named_beside_the_folded_score(rage: Table) -> None:
    assert '<li class="when-short"><bdi>Bob</bdi> deals</li>' in rage.phone.get(rage.url).text


def test_scorers_and_organisers_can_invite_from_the_top_of_a_play(rage: Table) -> None:
    club, link = rage.club, f'href="{rage.club.url}/invite?play={rage.key}"'
    page = club.organiser.get(rage.url).text
    assert page.index(link) < page.index("<main")
    for phone in (club.scorer, club.viewer):
        assert link not in phone.get(rage.url).text
    invitation = club.organiser.get(f"{club.url}/invite?play={rage.key}").text
    assert f'class="brand" href="{rage.url}"' in invitation, "back to where they came from"
    assert list(row(invitation)) == WORDS
    assert 'class="peek"' in invitation
    rage.post("/end")
    assert link not in club.organiser.get(rage.url).text


@pytest.mark.parametrize("key", ["", "nothing", "%00", "x" * 500])
def test_an_invitation_without_a_play_leads_back_to_more(club: Club, key: str) -> None:
    page = club.organiser.get(f"{club.url}/invite?play={key}")
    assert page.status_code == 200
    assert f'class="brand" href="{club.url}/more"' in page.text


def test_the_sheet_of_an_open_play_keeps_the_screen_on_unless_switched_off(rage: Table) -> None:
    for path in ("", "/tricks"):
        assert "data-awake" in rage.phone.get(rage.url + path).text
    assert "data-stay-awake" in rage.club.viewer.get(f"{rage.url}/more").text
    rage.post("/end")
    assert "data-awake" not in rage.phone.get(rage.url).text
    assert "data-stay-awake" not in rage.phone.get(f"{rage.url}/more").text


def test_the_installed_app_has_its_name_and_icons(app: Flask) -> None:
    phone = Phone(app)
    page = phone.get("/").text
    (address,) = re.findall(r'<link rel="manifest" href="([^"]+)"', page)
    manifest = json.loads(phone.get(address).text)
    assert manifest["display"] == "standalone"
    assert phone.get(manifest["start_url"]).status_code == 200
    assert {one.get("purpose", "any") for one in manifest["icons"]} == {"any", "maskable"}
    drawn = [one for one in manifest["icons"] if one["type"] == "image/png"]
    assert {"192x192", "512x512"} <= {one["sizes"] for one in drawn}
    for one in drawn:
        assert size(phone, str(PurePosixPath(address).parent / one["src"])) == one["sizes"]
    (touch,) = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)"', page)
    assert size(phone, touch) == "180x180"


def size(phone: Phone, address: str) -> str:
    """Return width and height of a PNG picture."""
    answer = phone.get(address)
    assert answer.mimetype == "image/png"
    assert answer.data[:8] == b"\x89PNG\r\n\x1a\n"
    return "{}x{}".format(*unpack(">II", answer.data[16:24]))
