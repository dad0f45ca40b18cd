"""Exports as tables and calendars, and the page that links to them."""

import json
import re
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar

from companion.store.database.base import db
from tests.web.files.sending import over, table_of
from tests.web.phones import Club


def test_the_export_page_links_to_every_export(club: Club) -> None:
    page = club.organiser.get(f"{club.url}/export").text
    for path in ("club.json", "plays.csv", "nights.ics", "bgstats"):
        assert f"{club.url}/export/{path}" in page
    viewer = club.viewer.get(f"{club.url}/export").text
    assert "club.json" not in viewer
    assert "export/bgstats" not in viewer
    assert f"{club.url}/export" in club.viewer.get(f"{club.url}/more").text
    assert "/import" in club.stranger.get("/").text


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/export/club.json", ("organiser",)), ("/delete", ("organiser",)), ("/export/name", ("organiser",)),
     ("/export/bgstats", ("organiser", "scorer")), ("/export/plays.csv", ("organiser", "scorer", "viewer")),
     ("/export/nights.ics", ("organiser", "scorer", "viewer"))],
)  # fmt: skip
def test_each_role_may_use_its_exports(club: Club, path: str, allowed: tuple[str, ...]) -> None:
    for role in ("organiser", "scorer", "viewer"):
        assert club.phone(role).get(club.url + path).status_code == (200 if role in allowed else 403), role
    assert club.stranger.get(club.url + path).status_code == 404


def test_a_play_is_exported_as_a_table_of_its_rounds(club: Club) -> None:
    table = over(club, ("=1+1", "Bob"))
    rows = table_of(club.viewer.get(f"{table.url}/play.csv"))
    assert rows[0] == ["Round", "Dealer", "Sitting out", "=1+1", "=1+1, total", "Bob", "Bob, total", "Notes"]
    assert [row[0] for row in rows[1:]] == [1, 2]
    assert rows[2][4] == table.state.totals["=1+1"]
    raw = club.viewer.get(f"{table.url}/play.csv").get_data(as_text=True)
    assert '"\'=1+1"' in raw
    assert f"{table.url}/play.csv" in club.viewer.get(f"{table.url}/more").text


def test_all_plays_or_those_of_a_night_or_person_are_exported_as_a_table(club: Club) -> None:
    over(club)
    over(club, ("Ann", "Cyd"))
    rows = table_of(club.viewer.get(f"{club.url}/export/plays.csv"))
    assert len(rows) == 5
    assert [row[rows[0].index("Player")] for row in rows[1:]] == ["Ann", "Bob", "Ann", "Cyd"]
    assert [row[rows[0].index("Won")] for row in rows[1:]] == ["yes", "no", "yes", "no"]
    of_bob = table_of(club.viewer.get(f"{club.url}/export/plays.csv?player=Bob"))
    assert [row[rows[0].index("Player")] for row in of_bob[1:]] == ["Bob"]
    assert table_of(club.viewer.get(f"{club.url}/export/plays.csv?player=%20bob")) == of_bob
    with club.app.app_context():
        [night] = db.session.scalars(db.text(f"select key from night where club_id = {club.id}"))
    assert table_of(club.viewer.get(f"{club.url}/export/plays.csv?night={night}")) == rows
    assert len(table_of(club.viewer.get(f"{club.url}/export/plays.csv?night=nonsense%00"))) == 1


def test_plays_are_dated_in_the_time_of_the_club(club: Club) -> None:
    table = over(club)
    assert club.organiser.post(f"{club.url}/zone", {"zone": "Pacific/Kiritimati"}).status_code == 302
    at = table.state.played_at.astimezone(ZoneInfo("Pacific/Kiritimati"))
    rows = table_of(club.viewer.get(f"{club.url}/export/plays.csv"))
    assert [row[:2] for row in rows[1:]] == [[f"{at:%Y-%m-%d}", f"{at:%H:%M}"]] * 2


def test_pages_of_nights_and_people_link_to_their_tables(club: Club) -> None:
    over(club)
    with club.app.app_context():
        [night] = db.session.scalars(db.text(f"select key from night where club_id = {club.id}"))
        [ann] = db.session.scalars(db.text(f"select id from player where club_id = {club.id} and name = 'Ann'"))
    assert f"{club.url}/nights/{night}/export" in club.viewer.get(f"{club.url}/nights/{night}").text
    page = club.viewer.get(f"{club.url}/nights/{night}/export").text
    assert f"{club.url}/export/plays.csv?night={night}" in page
    assert "https://app.bgstatsapp.com/createPlay.html?data=" in page
    [link] = set(re.findall(r'href="(/clubs/[^"]+/people/[^"/]+)"', club.viewer.get(f"{club.url}/people").text)[:1])
    assert "/export/plays.csv?player=Ann" in club.viewer.get(link).text
    assert ann


def test_the_table_has_sides_and_no_discarded_play(club: Club) -> None:
    table = club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    assert table.post("/end").status_code == 303
    gone = over(club)
    assert gone.post("/discard", {"to": "on"}).status_code == 303
    rows = table_of(club.viewer.get(f"{club.url}/export/plays.csv"))
    assert [row[rows[0].index("Side")] for row in rows[1:]] == ["Ann & Cyd", "Bob & Dee"] * 2


def test_nights_are_exported_as_a_calendar(club: Club) -> None:
    over(club)
    answer = club.viewer.get(f"{club.url}/export/nights.ics")
    assert answer.mimetype == "text/calendar"
    sent = Calendar.from_ical(answer.data)
    assert sent["X-WR-CALNAME"] == "Our club", "it has no name"
    [event] = sent.walk("VEVENT")
    assert event.decoded("SUMMARY") == "Raise the Stakes"
    assert event.decoded("DESCRIPTION") == "Raise the Stakes: Ann"
    assert answer.data == club.viewer.get(f"{club.url}/export/nights.ics").data
    club.organiser.post(f"{club.url}/name", {"name": "Tuesday"})
    named = Calendar.from_ical(club.viewer.get(f"{club.url}/export/nights.ics").data)
    assert named["X-WR-CALNAME"] == "Tuesday"


def test_the_calendar_has_whole_titles_and_no_night_whose_plays_were_discarded(club: Club) -> None:
    table = club.start("any-other-game", ["Ann", "Bob"], {"name": "Catan: Cities"})
    table.write({"points": {"Ann": 1, "Bob": 0}})
    assert table.post("/end").status_code == 303
    gone = over(club)
    gone.post("/when", {"on": "2024-05-04"})
    gone.post("/discard", {"to": "on"})
    [event] = Calendar.from_ical(club.viewer.get(f"{club.url}/export/nights.ics").data).walk("VEVENT")
    assert (event["SUMMARY"], event["DESCRIPTION"]) == ("Catan: Cities", "Catan: Cities: Ann")


def test_a_finished_play_links_to_bg_stats(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob"])
    table.write({"tricks": {"Ann": 5}})
    assert "bgstatsapp" not in club.viewer.get(f"{table.url}/more").text
    assert table.post("/end").status_code == 303
    page = club.viewer.get(f"{table.url}/more").text
    link = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]+)"', page)
    assert link is not None
    told = json.loads(parse_qs(urlsplit(link[1]).query)["data"][0])
    assert told["sourcePlayId"] == table.key
    assert told["game"] == {"name": "Raise the Stakes", "sourceGameId": "raise-the-stakes", "highestWins": True,
                            "noPoints": False}  # fmt: skip
    assert [(one["name"], one["score"], one["winner"]) for one in told["players"]] == [
        ("Ann", table.state.totals["Ann"], True), ("Bob", table.state.totals["Bob"], False),
    ]  # fmt: skip
    other = over(club, ("Bob", "Cyd"))
    again = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]+)"', club.viewer.get(f"{other.url}/more").text)
    assert again is not None
    ids = {one["name"]: one["sourcePlayerId"] for one in told["players"]}
    others = json.loads(parse_qs(urlsplit(again[1]).query)["data"][0])["players"]
    assert {one["name"]: one["sourcePlayerId"] for one in others}["Bob"] == ids["Bob"]
    assert len({*ids.values(), *(one["sourcePlayerId"] for one in others)}) == 3
