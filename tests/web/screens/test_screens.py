"""The scoreboard for everybody's eyes: made by who may write, read without a cookie, taken back for good."""

import gzip
import re
from html import unescape

import pytest

from companion.store.access import erasing, members, screens
from companion.store.database.base import db
from tests.web.phones import Club, Phone, Table

THREE = ["Ann", "Bob", "Cyd"]
LINK = re.compile(r'href="http://[^"/]+(/s/[A-Z2-9]{4}-[A-Z2-9]{4})"')


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def shared(table: Table, phone: Phone | None = None) -> str:
    """The path of the play's screen, made if there is none."""
    answer = (phone or table.phone).post(f"{table.url}/screen", {"to": "on"})
    assert answer.status_code == 303
    return link_of(table)


def link_of(table: Table) -> str:
    found = LINK.search(table.club.viewer.get(f"{table.url}/screen").text)
    return found[1] if found else ""


def mark_of(page: str) -> str:
    found = re.search(r'data-mark="([^"]+)"', page)
    assert found is not None
    return found[1]


@pytest.fixture
def rage(club: Club) -> Table:
    return club.start("rage", THREE, {"first_hand": "2"})


@pytest.fixture
def television(club: Club) -> Phone:
    return Phone(club.app)


def test_a_television_shows_the_play_without_a_cookie_and_without_a_club(rage: Table, television: Phone) -> None:
    rage.write({"bid": {"Ann": 2, "Bob": 0, "Cyd": 1}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 1}})
    rage.phone.post(f"{rage.url}/draft/so-far", {"slot": "2", "bid.2": "1"})
    path = shared(rage)
    answer = television.get(path)
    assert answer.status_code == 200
    shown = words(answer.text)
    for told in ("Rage", "Round 2", "Ann", "bid 2, took 1, missed", "Bob", "deals", "Cyd", "leads", "Bid 1"):
        assert told in shown
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    for never in ("/clubs/", "<form", "csrf", "Linux", "A device", rage.club.key, rage.key):
        assert never not in answer.text
    assert not television.client._cookies


def test_it_is_followed_as_it_goes_and_asks_again(rage: Table, television: Phone) -> None:
    path = shared(rage)
    mark = mark_of(television.get(path).text)
    same = television.get(f"{path}?mark={mark}")
    assert (same.status_code, same.data) == (204, b"")
    assert int(same.headers["Ask-Again"]) <= 4000
    rage.phone.post(f"{rage.url}/draft/so-far", {"slot": "1", "bid.1": "2"})
    fresh = television.get(f"{path}?mark={mark}")
    assert fresh.status_code == 200
    assert "Bid 2" in words(fresh.text)
    assert fresh.headers["Ask-Again"] == "2000"
    assert mark_of(fresh.text) != mark


def test_a_page_that_was_packed_for_one_television_is_handed_to_the_next(rage: Table) -> None:
    path, packs = shared(rage), {"Accept-Encoding": "gzip"}
    first, second = (rage.club.app.test_client() for _ in range(2))
    one, other = first.get(path, headers=packs), second.get(path, headers=packs)
    assert one.data == other.data
    assert gzip.decompress(other.data).decode() == second.get(path).text, "who cannot unpack gets it as it is"
    assert dict(one.headers) == dict(other.headers)
    rage.phone.post(f"{rage.url}/draft/so-far", {"slot": "1", "bid.1": "2"})
    assert "Bid 2" in words(gzip.decompress(second.get(path, headers=packs).data).decode())


def test_played_again_it_shows_the_next_play(rage: Table, television: Phone) -> None:
    path = shared(rage)
    rage.write({"bid": dict.fromkeys(THREE, 0), "tricks": {"Ann": 2, "Bob": 0, "Cyd": 0}})
    rage.post("/end")
    over = television.get(path).text
    assert "Bob and Cyd share the win" in words(over)
    answer = rage.post("/again")
    after = Table(rage.club, answer.headers["Location"])
    fresh = words(television.get(f"{path}?mark={mark_of(over)}").text)
    assert "Round 1" in fresh
    assert "share the win" not in fresh
    assert link_of(after) == path, "its sheet knows that it is on a screen"
    after.post("/screen", {"to": "off"})
    assert television.get(path).status_code == 404
    assert link_of(rage) == ""


def test_a_link_that_was_taken_back_says_so_and_never_leads_anywhere_again(rage: Table, television: Phone) -> None:
    path = shared(rage)
    mark = mark_of(television.get(path).text)
    rage.post("/screen", {"to": "off"})
    for asked in (path, f"{path}?mark={mark}"):
        answer = television.get(asked)
        assert answer.status_code == 404
        assert "This link was taken back" in words(answer.text)
        assert "Ann" not in answer.text
    assert link_of(rage) == ""
    assert rage.club.viewer.get(f"{rage.url}/screen.svg").status_code == 404
    again = shared(rage)
    assert again != path
    assert television.get(again).status_code == 200
    assert television.get(path).status_code == 404


def test_only_who_may_write_makes_it_or_takes_it_back(rage: Table) -> None:
    viewer, stranger = rage.club.viewer, rage.club.stranger
    assert viewer.post(f"{rage.url}/screen", {"to": "on"}).status_code == 403
    assert stranger.post(f"{rage.url}/screen", {"to": "on"}).status_code == 404
    assert "can make one" in viewer.get(f"{rage.url}/screen").text
    path = shared(rage)
    assert shared(rage) == path, "made twice it is the same"
    assert viewer.post(f"{rage.url}/screen", {"to": "off"}).status_code == 403
    assert stranger.get(f"{rage.url}/screen").status_code == 404
    assert link_of(rage) == path
    with rage.club.app.app_context():
        member = members.member(viewer.token, rage.club.key)
        assert member is not None
        for act in (screens.create_link, screens.revoke_link):
            with pytest.raises(PermissionError):
                act(member, rage.state)


def test_it_can_be_typed_as_it_comes(rage: Table, television: Phone) -> None:
    path = shared(rage)
    for typed in (path.lower(), path.replace("-", ""), path.replace("-", " ").lower()):
        assert television.get(typed.replace("/S/", "/s/")).status_code == 200


@pytest.mark.parametrize("code", ["ABCD-2345", "ABCD", "x" * 500, "%00", "%ff", "\N{PLAYING CARD ACE OF SPADES}"])
def test_a_link_that_never_was_says_so(television: Phone, code: str) -> None:
    answer = television.get(f"/s/{code}")
    assert answer.status_code == 404
    assert "There is no scoreboard behind this link" in words(answer.text)


def test_a_play_that_was_discarded_shows_nothing_until_it_is_back(rage: Table, television: Phone) -> None:
    path = shared(rage)
    rage.post("/discard", {"to": "on"})
    answer = television.get(path)
    assert "This game was discarded" in words(answer.text)
    assert "Ann" not in answer.text
    rage.post("/discard", {"to": "off"})
    assert "Ann" in television.get(path).text


def test_screens_stay_on_whatever_is_mistyped_at_their_address(rage: Table) -> None:
    """One home is one address: sixteen phones, a few screens, and somebody who mistypes."""
    path = shared(rage)
    watchers = [Phone(rage.club.app) for _ in range(20)]
    for one in watchers:
        one.address = "10.9.9.9"
        assert one.get(path).status_code == 200
    tries = [watchers[0].get("/s/ABCD-2345").status_code for _ in range(12)]
    assert tries[0] == 404
    assert tries[-1] == 429
    rage.phone.post(f"{rage.url}/draft/so-far", {"slot": "1", "bid.1": "2"})
    for one in watchers:
        assert one.get(path).status_code == 200
    rage.post("/screen", {"to": "off"})
    assert {one.get(path).status_code for one in watchers for _ in range(3)} == {404}, "and count as no wrong code"


def test_a_right_code_counts_for_nothing_once_too_many_wrong_ones_came(rage: Table) -> None:
    path, guesser = shared(rage), Phone(rage.club.app)
    for _ in range(12):
        guesser.get("/s/ABCD-2345")
    assert guesser.get(path).status_code == 429


def test_names_of_any_kind_and_totals_of_ten_digits(club: Club, television: Phone) -> None:
    names = ["<b>Ann</b>", "עדה", "A" * 40, "🂡 Zoë", "Eve", "Fay", "Gus", "Hal"]
    table = club.start("any-other-game", names)
    page = television.get(shared(table)).text
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>Ann" not in page
    assert "n8" in page


def test_the_screens_of_a_club_go_with_it(club: Club, television: Phone) -> None:
    path = shared(club.start("rage", THREE))
    assert television.get(path).status_code == 200
    with club.app.app_context():
        member = members.member(club.organiser.token, club.key)
        assert member is not None
        erasing.delete_club(member)
        db.session.remove()
    answer = television.get(path)
    assert answer.status_code == 404
    assert "There is no scoreboard behind this link" in words(answer.text)
