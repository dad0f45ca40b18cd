"""Cached pages: shared by phones, without anything that belongs to one request or phone."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask, flash, g, get_flashed_messages
from flask_wtf.csrf import generate_csrf, validate_csrf
from markupsafe import Markup
from sqlalchemy import update

from companion.store.access import members
from companion.store.database.base import db, now
from companion.store.database.models import Club, Player
from companion.store.database.runtime import runtime
from companion.store.plays.coming_round.drafts import PlayWithDraft
from companion.web.access.guard import PageReader
from companion.web.club import views
from companion.web.plays.pages import sheet_for_reader
from companion.web.support.page_cache import cached_page, cached_part
from tests.web.api.club.programs import took
from tests.web.phones import Phone, Table


def _value(phone: Phone, path: str, name: str) -> str:
    page = phone.get(path).text
    assert "\0" not in page
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_every_load_has_its_own_client_id(table: Table) -> None:
    assert len({_value(table.phone, table.url, "client_id") for _ in range(3)}) == 3


def test_every_phone_has_its_own_csrf_token(table: Table) -> None:
    first, second = table.club.organiser, table.club.scorer
    tokens = {phone: _value(phone, table.url, "csrf_token") for phone in (first, second)}
    base = str(table.state.revision)
    swapped = second.open(f"{table.url}/undo", "POST", data={"csrf_token": tokens[first], "base": base})
    assert swapped.status_code == 400
    own = second.open(f"{table.url}/undo", "POST", data={"csrf_token": tokens[second], "base": base})
    assert own.status_code == 303


def test_a_viewer_never_gets_the_page_of_a_scorer(table: Table) -> None:
    assert 'id="entry"' in table.phone.get(table.url).text
    assert 'id="entry"' not in table.club.viewer.get(table.url).text
    assert 'id="entry"' in table.phone.get(table.url).text


def test_a_new_name_of_the_club_or_of_a_player_appears_at_once(table: Table) -> None:
    assert "<bdi>Ann</bdi>" in table.phone.get(table.url).text
    with table.club.app.app_context():
        db.session.execute(update(Club).where(Club.id == table.club.id).values(name="The Aces"))
        db.session.execute(
            update(Player).where(Player.club_id == table.club.id, Player.name == "Ann").values(name="Zoe")
        )
        db.session.commit()
        runtime().cache.clear()
    page = table.phone.get(table.url).text
    assert "The Aces" in page
    assert "<bdi>Zoe</bdi>" in page
    assert "<bdi>Ann</bdi>" not in page


def test_a_cached_sheet_is_rendered_without_the_request(table: Table) -> None:
    reader = PageReader(table.club.key, "The Aces", can_write=True, is_organiser=False)
    with table.club.app.test_request_context():  # there is no member in this request: reading one fails
        page = sheet_for_reader(reader, PlayWithDraft(table.state, None, 1))
    assert "The Aces" in page
    assert 'id="entry"' in page


def test_phones_with_equal_rights_share_a_page(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def render(reader: PageReader, *facts: Any, **named: Any) -> str:
        made.append(reader)
        return sheet_for_reader(reader, *facts, **named)

    monkeypatch.setattr("companion.web.plays.views.sheet_for_reader", render)
    club = table.club
    another = Phone(club.app)
    assert another.post("/join", {"code": club.codes["scorer"]}).status_code == 302
    for phone in (table.phone, club.organiser, club.viewer, another, table.phone, club.organiser):
        assert phone.get(table.url).status_code == 200
    assert [(one.can_write, one.is_organiser) for one in made] == [(True, False), (True, True), (False, False)]


def test_a_page_is_rendered_once_for_each_address_and_its_latest_reader_mark_and_facts(table: Table) -> None:
    made: list[str] = []

    def page(reader: PageReader, *facts: str, **named: str) -> str:
        made.append(" ".join((reader.club_name, *facts, *named.values())))
        return generate_csrf()

    def other_page(reader: PageReader) -> str:
        made.append("other page")
        return generate_csrf()

    with table.club.app.app_context():
        member = members.member(table.club.scorer.token, table.club.key)
    assert member is not None

    def shown(render: Any = page, *facts: str, at: str = "/a", mark: int = 1, club: str = "", **named: str) -> str:
        with table.club.app.test_request_context(at):
            g.member = replace(member, club_name=club)
            text = cached_page(render, mark, *facts, **named).get_data(as_text=True)
            validate_csrf(text.partition(" ")[0])
            return text

    assert shown() != shown(), "each has a token of its own"
    for given in ({}, {"at": "/b"}, {}, {"render": other_page}, {}):
        shown(**given)
    assert made == ["", "", "other page"]
    made.clear()
    for given in ({"mark": 2}, {"mark": 2, "club": "Aces"}, {"mark": 2, "club": "Aces", "named": "fact"}):
        for _ in range(2):
            shown(**given)
    shown(page, "fact", mark=2, club="Aces")
    assert made == ["", "Aces", "Aces fact", "Aces fact"]


def test_a_page_with_a_message_is_not_for_others(table: Table) -> None:
    with table.club.app.app_context():
        member = members.member(table.club.scorer.token, table.club.key)
    found = []

    def page(_: PageReader) -> str:
        return " ".join(get_flashed_messages())

    for message in ("Saved.", "", ""):
        with table.club.app.test_request_context("/message"):
            g.member = member
            if message:
                flash(message)
            found.append(cached_page(page, 1).get_data(as_text=True))
    assert found == ["Saved.", "", ""]


def test_changes_and_drafts_appear_at_once(table: Table) -> None:
    before = table.phone.get(table.url).text
    table.phone.post(f"{table.url}/draft", {"slot": str(table.state.next_slot), "who": "1", "present": ["0", "1"]})
    drafted = table.phone.get(table.url).text
    table.write({"tricks": {"Bob": 5}, "absent": ["Cyd"]})
    after = table.phone.get(table.url).text
    marks = [re.search(r'data-mark="([^"]+)"', page) for page in (before, drafted, after)]
    assert len({mark[1] for mark in marks if mark}) == 3


def test_a_message_is_shown_once_and_only_to_its_phone(table: Table) -> None:
    table.phone.post(f"{table.url}/draft", {"slot": str(table.state.next_slot), "who": "1", "present": ["0"]})
    word = "At least two players must be in the round."
    assert word in table.phone.get(table.url).text
    assert word not in table.phone.get(table.url).text
    assert word not in table.club.organiser.get(table.url).text


def test_the_page_of_a_club_is_rendered_once_per_role_until_something_is_written(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def render(reader: PageReader, *facts: Any) -> str:
        made.append(reader.is_organiser)
        return rendered(reader, *facts)

    rendered = views._club_page
    monkeypatch.setattr(views, "_club_page", render)
    moment = now()
    monkeypatch.setattr(views, "now", lambda: moment)
    club = table.club
    for phone in (table.phone, club.organiser, table.phone, club.organiser):
        assert "Raise the Stakes</bdi>, round 2" in phone.get(club.url).text
    assert made == [False, True]
    table.write(took(5))
    assert "round 3" in table.phone.get(club.url).text
    assert made == [False, True, False]


def test_a_cached_page_is_only_compressed_for_who_reads_that(table: Table) -> None:
    for accepts, sent in (("gzip", "gzip"), ("br", None), ("", None)):
        page = table.phone.client.get(table.url, headers={"Accept-Encoding": accepts})
        assert page.headers.get("Content-Encoding") == sent
        assert "Accept-Encoding" in page.headers["Vary"]


def test_a_part_is_made_once_for_the_same_facts_even_if_it_is_empty(app: Flask) -> None:
    made = []

    def macro(*facts: str) -> str:
        made.append(facts)
        return "".join(facts)

    with app.app_context():
        parts = [cached_part(macro, *facts) for facts in (("a",), ("a",), (), (), ("a", "b"), ("b", "a"), ("a", "b"))]
    assert parts == [Markup(text) for text in ("a", "a", "", "", "ab", "ba", "ab")]
    assert made == [("a",), (), ("a", "b"), ("b", "a")]
