"""Nights on their pages: tonight, the list and its search, one night, moving its plays, sharing it."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.store.database.base import clock_at, db
from companion.store.database.models import Club as ClubRow
from companion.store.database.models import Night, Play
from companion.store.nights import night_state
from companion.store.nights.night_state import night_of_play
from companion.store.people.ledger import ledger_of
from companion.store.plays import commands
from companion.store.plays.play_details import DISCARDED
from companion.web.nights.pages import most_wins_sentence, picture_of_night, podium_steps, shown_night
from companion.web.support.rendering.filters import ordinal
from tests.web.forms.forms_of_pages import sent_by, without_tokens
from tests.web.phones import Club, Phone, Table, problems
from tests.web.plays.test_bids import words

EVENING = datetime.now(UTC).replace(microsecond=0) - timedelta(days=40)
NAMES = ("Ann", "Bob", "Cyd")


def ended(club: Club, at: datetime = EVENING, names: tuple[str, ...] = NAMES, slug: str = "raise-the-stakes") -> Table:
    """Return a play of one round that its first player won."""
    table = started(club, at, names, slug)
    with clock_at(at + timedelta(minutes=95)):
        table.write({"tricks": {names[0]: 5}})
        table.post("/end")
    return table


def started(club: Club, at: datetime, names: tuple[str, ...] = NAMES, slug: str = "raise-the-stakes") -> Table:
    with clock_at(at):
        return club.start(slug, names)


def night_of(table: Table) -> str:
    """Return the URL of the night of a play."""
    with table.club.app.app_context():
        key = db.session.scalar(select(Night.key).join(Play, Play.night_id == Night.id).where(Play.key == table.key))
        db.session.remove()
    return f"{table.club.url}/nights/{key}"


def said(table: Table, **about: Any) -> None:
    with table.club.app.app_context():
        from companion.store.access import members

        member = members.member(table.club.scorer.token, table.club.key)
        assert member is not None
        state = table.state
        commands.edit_details(member, state, base=state.revision, about=about, client_id=f"said-{state.revision}")
        db.session.remove()


def edit(club: Club, night: str, form: Mapping[str, Any], phone: Phone | None = None) -> Any:
    """Send the form of a night with these values changed."""
    phone = phone or club.scorer
    there = sent_by(phone.get(f"{night}/edit").text, "night")
    there.pop("csrf_token")
    return phone.post(f"{night}/edit", {**there, **form})


# The page of the club.


def test_every_open_play_is_listed_and_a_second_one_needs_confirmation(club: Club) -> None:
    one = club.start("rage", ("Ann", "Bob"))
    other = club.start("raise-the-stakes", ("Cyd", "Dee", "Eve"))
    page = club.scorer.get(club.url).text
    links = re.findall(r'<a class="(?:button big|line)" href="([^"]+/plays/[^/"]{6,})">', page)
    assert links == [other.url, one.url]
    folded = page[page.index('<details class="another">') : page.index("</details>")]
    assert "Start another game" in folded
    assert f"{club.url}/plays/new" in folded
    assert f"{club.url}/plays/new" not in page.replace(folded, "")
    other.write({"tricks": {"Cyd": 5}})
    other.post("/end")
    page = club.scorer.get(club.url).text
    folded = page[page.index('<details class="another">') : page.index("</details>")]
    assert f"{other.url}/again" in folded
    assert "/again" not in page.replace(folded, "")
    one.post("/end")
    page = club.scorer.get(club.url).text
    assert "another" not in page
    assert re.search(r'<button class="big">\s*Play <bdi>', page)


def test_a_viewer_sees_open_plays_and_cannot_start_one(club: Club) -> None:
    table = club.start("rage", ("Ann", "Bob"))
    page = club.viewer.get(club.url).text
    assert f'<a class="button big" href="{table.url}">Look at: <bdi>Rage</bdi>, round 1' in page
    assert "/plays/new" not in page
    assert "data-zone " not in page


def test_tonight_is_listed_first_then_earlier_nights(club: Club) -> None:
    ended(club)
    page = words(club.scorer.get(club.url).text)
    assert "The last nights" in page
    assert "Tonight" not in page
    table = club.start("raise-the-stakes", NAMES)
    assert "No game is over yet." in words(club.scorer.get(club.url).text)
    table.write({"tricks": {"Bob": 5}})
    table.post("/end")
    page = words(club.scorer.get(club.url).text)
    assert "Bob leads the night with 1 win." in page
    assert page.index("Tonight") < page.index("The nights before")
    assert page.count("Raise the Stakes") == 3, "to be played again, tonight, and the night before"
    left = started(club, EVENING + timedelta(days=3))
    page = club.scorer.get(club.url).text
    assert "1 unfinished game" in words(page)
    assert "another" not in page, "nobody plays it now"
    assert left.url in page


def test_links_of_earlier_club_pages_still_work(club: Club) -> None:
    ended(club)
    page = club.organiser.get(club.url).text + club.organiser.get(f"{club.url}/more").text
    for path in (
        "/plays/new",
        "/nights",
        "/plays",
        "/house",
        "/rulings",
        "/whose",
        "/leave",
        "/invite",
        "/devices",
    ):
        assert f'href="{club.url}{path}"' in page, path
    assert f'action="{club.url}/device-name"' in page
    assert f'href="{club.url}/rules"' in club.organiser.get(f"{club.url}/search").text


# Time zone.


def test_the_first_time_zone_that_a_phone_reports_is_the_clubs(club: Club) -> None:
    ended(club, datetime(2026, 3, 1, 23, 30, tzinfo=UTC))
    assert "the club has no time zone yet" in club.scorer.get(f"{club.url}/nights").text
    assert "data-zone " in club.scorer.get(club.url).text
    assert club.scorer.post(f"{club.url}/zone/first", {"zone": "nonsense"}).status_code == 303
    assert club.viewer.post(f"{club.url}/zone/first", {"zone": "Asia/Tokyo"}).status_code == 403
    assert club.scorer.post(f"{club.url}/zone/first", {"zone": "Europe/Berlin"}).status_code == 303
    assert club.organiser.post(f"{club.url}/zone/first", {"zone": "Asia/Tokyo"}).status_code == 303
    page = club.scorer.get(f"{club.url}/nights").text
    assert "Dates are in the time zone Europe/Berlin." in page
    assert "Mon 2 March" in page
    assert "data-zone " not in club.scorer.get(club.url).text
    answer = club.organiser.post(f"{club.url}/zone", {"zone": "Nowhere/At <all>"})
    assert answer.status_code == 422
    assert "There is no time zone called “Nowhere/At <all>”." in problems(answer)
    assert 'value="Nowhere/At &lt;all&gt;"' in answer.text
    assert club.scorer.post(f"{club.url}/zone", {"zone": "UTC"}).status_code == 403
    assert club.organiser.post(f"{club.url}/zone", {"zone": "utc"}).status_code == 302
    assert "Sun 1 March" in club.scorer.get(f"{club.url}/nights").text


def test_a_new_club_has_the_time_zone_of_its_first_phone(app: Flask) -> None:
    for sent, kept in (("America/New_York", "America/New_York"), ("x", ""), ("", "")):
        url = Phone(app).post("/clubs", {"zone": sent}).headers["Location"]
        with app.app_context():
            found = db.session.scalar(select(ClubRow.timezone).where(ClubRow.key == url.rsplit("/", 1)[1]))
            db.session.remove()
        assert found == kept


# The list.


def test_the_list_is_updated_after_every_change(club: Club) -> None:
    table = ended(club)
    night = night_of(table)
    page = club.scorer.get(f"{club.url}/nights").text
    assert "Ann" in words(page)
    assert club.scorer.get(f"{club.url}/nights").text.count(night) == 1, "kept"
    edit(club, night, {"name": "<b>Ours</b>", "place": "=1+1"})
    page = club.scorer.get(f"{club.url}/nights").text
    assert "&lt;b&gt;Ours&lt;/b&gt;" in page
    assert "=1+1" in page
    club.start("rage", ("Ann", "Bob"))
    assert "1 unfinished" in words(club.scorer.get(f"{club.url}/nights").text)


def test_the_list_has_pages_and_links_to_years(club: Club) -> None:
    at = datetime(2024, 6, 1, 20, tzinfo=UTC)
    tables = [ended(club, at - timedelta(days=20 * number)) for number in range(25)]
    nights = [night_of(table) for table in tables]

    def shown(address: str) -> tuple[list[str], dict[str, str]]:
        page = club.viewer.get(address).text
        ways = dict(re.findall(r'<a class="button quiet" href="([^"]+)">(Newer|Older)</a>', page))
        found = re.findall(rf'<a class="line" href="({club.url}/nights/[^"]+)"', page)
        return found, {way: unescape(address) for address, way in ways.items()}

    first, ways = shown(f"{club.url}/nights")
    assert (first, set(ways)) == (nights[:20], {"Older"})
    second, ways = shown(ways["Older"])
    assert (second, set(ways)) == (nights[20:], {"Newer"})
    assert shown(ways["Newer"])[0] == nights[:20]
    jumped, ways = shown(f"{club.url}/nights?year=2023")
    assert jumped == [night for night, table in zip(nights, tables, strict=True) if table.state.played_at.year == 2023]
    assert set(ways) == {"Newer"}
    assert "There was no night up to the end of 1999." in club.viewer.get(f"{club.url}/nights?year=1999").text
    assert club.viewer.get(f"{club.url}/nights?before=nonsense").status_code == 404
    assert club.viewer.get(f"{club.url}/nights?after=%00").status_code == 404


def test_the_search_finds_nights_and_reports_what_it_cannot_read(club: Club) -> None:
    one = night_of(ended(club))
    two = night_of(ended(club, EVENING + timedelta(days=3), ("Dee", "Eve", "Fay")))
    edit(club, one, {"name": "Midsummer", "others": "Zoe, Yve"})

    def found(query: str) -> list[str]:
        page = club.viewer.get(f"{club.url}/nights?{query}").text
        return re.findall(rf'<a class="line" href="({club.url}/nights/[^"]+)"', page)

    assert found("q=MIDSUMMER") == found("player=ann") == found("player=zoe") == [one]
    assert found("game=raise-the-stakes&player=Eve") == [two]
    assert found("game=rage") == []
    assert "No night matches." in club.viewer.get(f"{club.url}/nights?game=rage").text
    answer = club.viewer.get(f"{club.url}/nights?player=<b>&game=poker&year=²&q={'x' * 61}")
    assert answer.status_code == 422
    told = problems(answer)
    for sentence in (
        "Nobody called <b> plays in this club.", "Choose a game from the list.", "four digits", "at most 60 letters",
    ):  # fmt: skip
        assert sentence in told
    assert "&lt;b&gt;" in answer.text


# One night.


def test_a_night_lists_its_plays_their_length_and_most_wins(club: Club) -> None:
    table = ended(club)
    ended(club, EVENING + timedelta(hours=2))
    last = started(club, EVENING + timedelta(hours=4), ("Ann", "<script>", "Cyd"))
    gone = started(club, EVENING + timedelta(hours=5))
    said(gone, **{DISCARDED: True})
    page = club.viewer.get(night_of(table)).text
    told = words(page)
    assert "Ann won most: 2 of 2 games." in told
    assert told.count("1 h 35 min, 1 round") == 2
    assert "&lt;script&gt;" in page
    assert "<script>" not in page.replace('<script src="', "")
    assert "1 discarded game" in told
    assert [one.url in page for one in (table, last, gone)] == [True] * 3
    assert "/edit" not in page, "this phone looks on"
    last.write({"tricks": {"<script>": 5}})
    assert "round 2" in words(club.viewer.get(night_of(table)).text), "not as it was kept before"


def test_a_night_tells_how_each_play_went(club: Club) -> None:
    table = started(club, EVENING)
    with clock_at(EVENING + timedelta(hours=1)):
        for winner in ("Ann", "Ann", "Bob", "Bob", "Bob", "Cyd"):
            table.write({"tricks": {winner: 5}})
        table.post("/end")
    page = club.viewer.get(night_of(table)).text
    assert '<svg class="chart"' in page
    assert '<th scope="row">5</th><td>6</td><td>9</td><td>0</td>' in page
    assert "In round 5 Bob went ahead of Ann, 9 to 6." in words(page)
    assert "From round 5 on Bob was never caught." in words(page)
    link = club.scorer.post(f"{night_of(table)}/share", {"to": "on"}) and link_to(club, night_of(table))
    shared = club.stranger.get(link).text
    assert '<svg class="chart"' in shared
    assert "From round 5 on Bob was never caught." in words(shared)


def test_with_many_games_the_course_of_each_is_folded(club: Club) -> None:
    tables = [ended(club, EVENING + timedelta(hours=number)) for number in range(3)]
    page = club.viewer.get(night_of(tables[0])).text
    assert page.count("<summary>How it went</summary>") == 3
    said(tables[0], **{DISCARDED: True})
    assert "How it went" not in club.viewer.get(night_of(tables[0])).text


def test_a_night_has_a_picture_if_pictures_can_be_made(club: Club) -> None:
    pytest.importorskip("resvg_py")
    table = ended(club)
    answer = club.viewer.get(f"{night_of(table)}/picture.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.data.startswith(b"\x89PNG")
    assert "/picture.png" in club.viewer.get(f"{night_of(table)}/share").text
    assert f"{table.url}/picture.png" in club.viewer.get(night_of(table)).text
    said(table, **{DISCARDED: True})
    assert club.viewer.get(f"{night_of(table)}/picture.png").status_code == 404


def test_the_picture_of_a_night_has_a_podium_the_games_and_a_line_of_the_evening(club: Club) -> None:
    table = started(club, EVENING)
    with clock_at(EVENING + timedelta(hours=1)):
        for winner in ("Ann", "Ann", "Bob", "Bob", "Bob", "Cyd"):
            table.write({"tricks": {winner: 5}})
        table.post("/end")
    with club.app.app_context():
        night = night_of_play(table.state)
        assert night is not None
        svg = picture_of_night(shown_night(night))
    texts = re.findall(r"<text[^>]*>([^<]*)", svg)
    for told in ("1st", "Bob", "1 win", "Raise the Stakes", "Bob wins", "1 game"):
        assert told in texts, told
    assert "Raise the Stakes: In round 5 Bob went ahead of Ann, 9 to 6." in texts
    assert 'class="glyph' in svg


def test_equal_winners_are_told_together() -> None:
    assert most_wins_sentence([("Ann", 1), ("Bob", 1), ("Cyd", 0)], 3) == "Ann and Bob each won 1 of 3 games."


def test_equal_winners_share_a_step_of_the_podium() -> None:
    steps = podium_steps([("Ann", 3), ("Bob", 2), ("Cyd", 2), ("Dee", 1), ("Eve", 0)])
    assert [(one.place, list(one.names), one.value) for one in steps] == [
        ("1st", ["Ann"], "3 wins"),
        ("2nd", ["Bob", "Cyd"], "2 wins each"),
        ("4th", ["Dee"], "1 win"),
    ]


@pytest.mark.parametrize(("place", "text"), [(3, "3rd"), (11, "11th"), (12, "12th"), (21, "21st"), (112, "112th")])
def test_places_are_ordinals(place: int, text: str) -> None:
    assert ordinal(place) == text


def test_rulings_and_house_rules_are_listed_in_their_night(club: Club) -> None:
    table = ended(club)
    rule = {"game": "raise-the-stakes", "agreed": "Ann", "decision": "They stay."}
    with clock_at(EVENING + timedelta(hours=3)):
        club.scorer.post(f"{club.url}/rulings/new", {**rule, "question": "Asked that evening?"})
    club.scorer.post(f"{club.url}/rulings/new", {**rule, "question": "Asked long after?"})
    club.scorer.post(f"{club.url}/rulings/new", {**rule, "question": "About the game?", "play": table.key})
    page = words(club.viewer.get(night_of(table)).text)
    assert "Asked that evening?" in page
    assert "About the game?" in page
    assert "Asked long after?" not in page
    form = {"seat.0": "Ann", "seat.1": "Bob", "seat.2": "Cyd", "target": "30"}
    other = club.start("raise-the-stakes", NAMES, form)
    assert "30" in words(club.viewer.get(night_of(other)).text)


def test_a_night_with_stakes_links_to_its_money(club: Club) -> None:
    table = ended(club)
    address = f"{night_of(table)}/money"
    assert address not in club.viewer.get(night_of(table)).text
    said(table, stake={"kind": "fixed", "amount": 50, "currency": "EUR"})
    assert address in club.viewer.get(night_of(table)).text
    assert club.viewer.get(address).status_code == 200


def test_details_of_a_night_can_be_saved_and_undone(club: Club) -> None:
    night = night_of(ended(club))
    answer = edit(club, night, {"name": "Ours", "place": "Here", "notes": "One.\r\nTwo.", "others": "Zoe"})
    assert answer.status_code == 303
    page = club.scorer.get(answer.headers["Location"]).text
    assert "Changed: name, place, who was there and notes." in words(page)
    assert "Also there: Zoe" in words(page)
    assert "One.\nTwo." in page
    back = re.search(r'action="([^"]+/steps/[^"]+/back)"', page)
    assert back is not None
    answer = club.scorer.post(back[1])
    page = club.scorer.get(answer.headers["Location"]).text
    assert "Taken back: name" in words(page)
    assert "Zoe" not in without_tokens(page)
    assert "Ours" in club.scorer.get(club.scorer.post(back[1]).headers["Location"]).text
    assert club.scorer.post(f"{night}/steps/nonsense/back").status_code == 404
    assert club.viewer.post(back[1]).status_code == 403
    assert club.viewer.get(f"{night}/edit").status_code == 403


def test_people_who_did_not_play_on_a_night_are_offered_as_present(club: Club) -> None:
    night = night_of(ended(club))
    club.start("rage", ["Ann", "Yve", "Zoe"])
    page = club.scorer.get(f"{night}/edit").text
    inputs = [tag for tag in re.findall(r"<input[^>]*>", page) if 'name="present"' in tag]
    assert [value for tag in inputs for value in re.findall(r'value="([^"]*)"', tag)] == ["Yve", "Zoe"]


def test_somebody_present_who_plays_after_all_or_is_merged_with_a_player_is_there_once(club: Club) -> None:
    table = ended(club)
    night = night_of(table)
    sent = {"name": "Ours", "others": "Annie, Zoe, Yve", "base": 0, "client_id": "first"}
    assert club.scorer.post(f"{night}/edit", sent).status_code == 303
    with clock_at(EVENING):
        club.start("rage", ["Ann", "Yve"])
    assert "Also there: Annie and Zoe" in words(club.scorer.get(night).text)
    with club.app.app_context():
        ids = {one.name: key for key, one in ledger_of(club.id).people.items()}
    club.scorer.post(f"{club.url}/people/{ids['Annie']}/merge", {"into": ids["Ann"], "client_id": "merge"})
    assert "Also there: Zoe" in words(club.scorer.get(night).text)
    form = sent_by(club.scorer.get(f"{night}/edit").text, action=f"{night}/edit")
    assert form["present"] == ["Zoe"]
    assert club.scorer.post(f"{night}/edit", {**form, "name": "Mine"}).status_code == 303


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": "x" * 61}, "The name is longer than 60 letters."),
        ({"name": "\u200b"}, "The name"),
        ({"place": "\x00"}, "The place has letters that cannot be shown."),
        ({"notes": "x" * 2001}, "What is noted is longer than 2000 letters."),
        ({"others": "Ann, Zoe"}, "Ann played on this night"),
        ({"dated": "12.11.2026"}, "12.11.2026 is no day of the calendar."),
        ({"dated": "20260101"}, "20260101 is no day of the calendar."),
        ({"dated": "0001-01-01"}, "Give a date from the year 1900 on."),
        ({"dated": (EVENING - timedelta(days=1)).date().isoformat()}, "a night cannot be before its games"),
        ({"dated": "9999-12-31"}, "a night cannot begin after its games"),
    ],
)
def test_invalid_details_come_back_with_a_sentence(club: Club, form: dict[str, str], sentence: str) -> None:
    night = night_of(ended(club))
    before = club.scorer.get(night).text.count("Ours")
    answer = edit(club, night, {"name": "Ours", "notes": "Typed.", **form})
    assert answer.status_code == 422
    assert sentence in problems(answer)
    assert ("Typed." in answer.text) == ("notes" not in form)
    assert club.scorer.get(night).text.count("Ours") == before


def test_a_name_changed_by_another_phone_meanwhile_is_a_conflict(club: Club) -> None:
    night = night_of(ended(club))
    there = sent_by(club.scorer.get(f"{night}/edit").text, "night")
    edit(club, night, {"name": "Theirs"}, club.organiser)
    there.pop("csrf_token")
    answer = club.scorer.post(f"{night}/edit", {**there, "name": "Mine", "place": "Here"})
    assert answer.status_code == 409
    assert "Somebody else changed this meanwhile, to “Theirs”." in problems(answer)
    again = sent_by(answer.text, "night")
    assert again["name"] == ["Mine"]
    again.pop("csrf_token")
    assert club.scorer.post(f"{night}/edit", again).status_code == 303
    assert "Mine" in club.scorer.get(night).text


# Moving.


def test_plays_can_be_moved_to_another_night_and_to_a_new_one(club: Club) -> None:
    tables = [ended(club, EVENING + timedelta(hours=hour)) for hour in (0, 2, 4, 72)]
    one, other = night_of(tables[0]), night_of(tables[3])
    page = club.scorer.get(f"{one}/move?play={tables[1].key}").text
    form = sent_by(page, "move")
    assert form["plays"] == [tables[1].key]
    answer = club.scorer.post(f"{one}/move", {**form, "to": other.rsplit("/", 1)[1], "csrf_token": club.scorer.csrf})
    assert answer.status_code == 303
    assert night_of(tables[1]) == other
    page = club.scorer.get(answer.headers["Location"]).text
    assert "Changed: plays." in words(page)
    answer = club.scorer.post(f"{one}/move", {"plays": tables[2].key, "to": "own"})
    own = night_of(tables[2])
    assert own not in (one, other)
    back = re.search(r'action="([^"]+/steps/[^"]+/back)"', club.scorer.get(answer.headers["Location"]).text)
    assert back is not None
    club.scorer.post(back[1])
    assert night_of(tables[2]) == one
    assert "This night has no games any more." in club.scorer.get(own).text
    assert "Moved" not in club.scorer.get(f"{tables[1].url}/changes").text
    assert "Night" in words(club.scorer.get(f"{tables[1].url}/changes").text)


def test_nights_can_be_merged_with_those_around_them(club: Club) -> None:
    tables = [ended(club, EVENING + timedelta(days=3 * number)) for number in range(9)]
    nights = [night_of(table) for table in tables]
    offered = re.findall(r'name="to" value="([^"]+)"', club.scorer.get(f"{nights[0]}/merge").text)
    assert offered == [night.rsplit("/", 1)[1] for night in nights[1:7]][::-1]
    late = (EVENING + timedelta(days=24)).date().isoformat()
    offered = re.findall(r'name="to" value="([^"]+)"', club.scorer.get(f"{nights[0]}/merge?around={late}").text)
    assert offered[0] == nights[8].rsplit("/", 1)[1]
    assert "x is no day of the calendar." in problems(club.scorer.get(f"{nights[0]}/merge?around=x"))
    answer = club.scorer.post(f"{nights[0]}/merge", {"to": offered[0]})
    assert answer.status_code == 303
    assert night_of(tables[0]) == nights[8]
    for form, sentence in (
        ({"to": offered[0]}, "the same night"), ({"to": "x"}, "Choose the night"), ({}, "Choose the night"),
    ):  # fmt: skip
        refused = club.scorer.post(f"{nights[8]}/merge", form)
        assert (refused.status_code, sentence in problems(refused)) == (422, True)


def test_an_impossible_move_comes_back_with_the_ticked_plays(club: Club) -> None:
    tables = [ended(club), ended(club, EVENING + timedelta(hours=2))]
    night = night_of(tables[0])
    for form, sentence in (
        ({"plays": tables[0].key}, "Choose the night to which they move."),
        ({"plays": tables[0].key, "to": "\0"}, "Choose the night to which they move."),
        ({"to": "own"}, "Choose at least one game."),
        ({"plays": ["x"], "to": "own"}, "Choose games of this night"),
        ({"plays": [table.key for table in tables], "to": "own"}, "it already is a night of its own"),
    ):
        answer = club.scorer.post(f"{night}/move", form)
        assert (answer.status_code, sentence in problems(answer)) == (422, True), problems(answer)
        ticked = re.findall(r'name="plays" value="[^"]+" checked', answer.text)
        assert len(ticked) == sum(key in form.get("plays", ()) for key in [table.key for table in tables])
    assert club.viewer.post(f"{night}/move", {"plays": tables[0].key, "to": "own"}).status_code == 403
    assert {night_of(table) for table in tables} == {night}


def test_nights_of_another_club_are_404(club: Club, app: Flask) -> None:
    other = Club(app)
    table, theirs = ended(club), ended(other)
    key = night_of(theirs).rsplit("/", 1)[1]
    for path in ("", "/edit", "/move", "/merge", "/share"):
        assert club.organiser.get(f"{club.url}/nights/{key}{path}").status_code == 404
    answer = club.scorer.post(f"{night_of(table)}/move", {"plays": table.key, "to": key})
    assert answer.status_code == 422
    assert club.scorer.post(f"{night_of(table)}/merge", {"to": key}).status_code == 422
    assert club.scorer.get(f"{club.url}/nights?before={key}").status_code == 404


# Sharing.


def test_the_text_for_the_chat_tells_the_results(club: Club) -> None:
    table = ended(club)
    edit(club, night_of(table), {"name": "Ours & <theirs>", "place": "At Ann’s", "others": "Zoe"})
    page = club.viewer.get(f"{night_of(table)}/share").text
    text = unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)[1])  # type: ignore[index]
    day = f"{EVENING:%a} {EVENING.day} {EVENING:%B} {EVENING.year}"
    assert text.replace("\N{NO-BREAK SPACE}", " ") == (
        f"Ours & <theirs>, {day}, At Ann’s\n\nRaise the Stakes: Ann wins\n1. Ann 3, 2. Bob 0, 2. Cyd 0\n\n"
        "Ann won most: 1 of 1 game.\n\nAlso there: Zoe\n"
    )


def link_to(club: Club, night: str) -> str:
    found = re.search(r'href="http://[^/]+(/n/[^"]+)"', club.scorer.get(f"{night}/share").text)
    assert found is not None
    return found[1]


def test_a_link_shows_one_night_and_nothing_else(club: Club, app: Flask) -> None:
    table = ended(club)
    night = night_of(table)
    edit(club, night, {"name": "Ours", "notes": "Secret."})
    assert club.viewer.post(f"{night}/share", {"to": "on"}).status_code == 403
    assert club.scorer.post(f"{night}/share", {"to": "on"}).status_code == 303
    link = link_to(club, night)
    stranger = Phone(app)
    answer = stranger.get(link)
    page = answer.text
    assert answer.status_code == 200
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Ann wins" in words(page)
    assert "Secret." not in page
    assert club.key not in page
    assert "<form" not in page
    assert re.findall(r'<a [^>]*href="([^"]+)"', page) == ["#main"]
    assert not stranger.token, "looking makes nobody known"
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        data = {"csrf_token": stranger.csrf}
        assert stranger.open(link, method, data=data).status_code == 405
    assert stranger.get(night).status_code == 404
    edit(club, night, {"name": "Renamed"})
    assert "Renamed" in stranger.get(link).text


def test_a_revoked_link_says_so_and_does_not_count_as_a_guess(club: Club, app: Flask) -> None:
    night = night_of(ended(club))
    club.scorer.post(f"{night}/share", {"to": "on"})
    link = link_to(club, night)
    assert club.scorer.post(f"{night}/share", {"to": "off"}).status_code == 303
    assert "/n/" not in club.scorer.get(f"{night}/share").text
    stranger = Phone(app)
    for _ in range(12):
        answer = stranger.get(link)
        assert answer.status_code == 404
        assert "This link was taken back" in answer.text
    club.scorer.post(f"{night}/share", {"to": "on"})
    fresh = link_to(club, night)
    assert fresh != link
    assert stranger.get(fresh).status_code == 200
    assert stranger.get(link).status_code == 404


def test_guessed_links_are_slowed_down_like_codes(club: Club, app: Flask) -> None:
    night = night_of(ended(club))
    club.scorer.post(f"{night}/share", {"to": "on"})
    link = link_to(club, night)
    guesser = Phone(app)
    for number in range(8):
        answer = guesser.get(f"{link[:-1]}{'gh'[number % 2]}")
        assert answer.status_code == 404
        assert "There is no night behind this link" in answer.text
    assert guesser.get(link).status_code == 429
    assert guesser.post("/join", {"code": "AAAAAA"}).status_code == 429
    assert Phone(app).get(link).status_code == 200


def test_the_log_names_who_shared_a_night(club: Club) -> None:
    night = night_of(ended(club))
    club.scorer.post(f"{night}/share", {"to": "on"})
    page = words(club.scorer.get(f"{night}/edit").text)
    assert "link to share" in page
    assert "Take back link" not in page
    with club.app.app_context():
        state = night_state.night_by_key(club.id, night.rsplit("/", 1)[1])
        assert state is not None
        assert [change.label for change in night_state.night_changes(state)] == ["link to share"]
        db.session.remove()
