"""Links to a play's screen: which play they show, and until when."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.store.access import codes
from companion.store.club.operators import set_blocked
from companion.store.database.base import clock_at, db
from companion.store.database.caches.poll_cache import PollCache
from companion.store.database.models import Screen
from companion.store.database.runtime import runtime
from companion.store.plays import starting
from companion.store.plays.play_details import DISCARDED
from companion.store.plays.play_state import PlayState
from companion.store.screens import screens
from companion.store.screens.screens import ShownPlay, play_on_screen, screen_code_of
from tests.store.tables import SCRATCH, THREE, Club, Table, add_copies, client_id, done, rows

NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)


def shared(table: Table) -> str:
    """Create the link to the screen of a play; return its code."""
    screens.create_link(table.member, table.state)
    return screen_code_of(table.state)


def again(table: Table) -> Table:
    """Return the play that follows one."""
    wish: dict[str, Any] = {"slug": "raise-the-stakes", "players": THREE, "options": {}, "client_id": client_id()}
    started = starting.start_play(table.member, **wish, parent=table.state)
    assert isinstance(started, PlayState), started
    found = Table.__new__(Table)
    found.member, found.key, found.id = table.member, started.key, started.id
    return found


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows whenever all pollers are forgotten."""
    found: list[str] = []
    monkeypatch.setattr(PollCache, "forget_pollers", lambda _: found.append("forgotten"))
    return found


def test_a_play_has_one_link_until_it_is_revoked(table: Table, forgotten: list[str]) -> None:
    assert screen_code_of(table.state) == ""
    code = shared(table)
    assert forgotten == ["forgotten"]
    assert (len(code), set(code) <= set(codes.LETTERS)) == (8, True)
    assert shared(table) == code
    assert play_on_screen(f" {code[:4].lower()}-{code[4:]} ") == ShownPlay(table.member.club_id, table.key)
    other = Table(table.member)
    assert screen_code_of(other.state) == ""
    their = shared(other)
    with clock_at(NOON):
        screens.revoke_link(table.member, table.state)
    assert len(forgotten) == 3
    assert (screen_code_of(table.state), play_on_screen(code)) == ("", None)
    assert play_on_screen(their) == ShownPlay(table.member.club_id, other.key)
    new = shared(table)
    assert new != code
    assert play_on_screen(new) == ShownPlay(table.member.club_id, table.key)
    assert play_on_screen(code) is None
    ask = "select club_id, number, letters, code_hash from screen where play_id = :id order by id"
    assert rows(ask, id=table.id) == [
        (table.member.club_id, number, 8, codes.hash_of(f"screen {one}")) for number, one in ((1, code), (2, new))
    ]
    screens.revoke_link(table.member, table.state)
    ended = db.session.scalars(select(Screen.taken_back_at).where(Screen.play_id == table.id).order_by(Screen.id)).all()
    assert [one == NOON for one in ended] == [True, False], "the first one keeps its time"


@pytest.mark.parametrize("code", ["", "ABC", "ABCDEFG", "ABCDEFGH", "A" * 17, "A" * 10_000, "\0" * 8])
def test_a_code_that_no_screen_ever_had_is_an_error(table: Table, code: str) -> None:
    shared(table)
    with pytest.raises(LookupError):
        play_on_screen(code)


def test_a_screen_follows_play_again(table: Table) -> None:
    code = shared(table)
    table.write(SCRATCH)
    done(table.end())
    second = again(table)
    Table(table.member)  # another one, which does not follow
    assert play_on_screen(code) == ShownPlay(table.member.club_id, second.key)
    assert screen_code_of(second.state) == code == shared(second)
    done(second.edit_details(**{DISCARDED: True}))
    assert play_on_screen(code) == ShownPlay(table.member.club_id, table.key), "nothing follows"
    third = again(table)
    assert third.key != second.key
    done(second.edit_details(**{DISCARDED: False}))
    assert play_on_screen(code) == ShownPlay(table.member.club_id, third.key), "the newest of both"
    done(table.reopen())
    assert play_on_screen(code) == ShownPlay(table.member.club_id, table.key), "it goes on"
    screens.revoke_link(third.member, third.state)
    assert (play_on_screen(code), screen_code_of(table.state)) == (None, "")


def test_a_discarded_play_leads_to_the_one_that_follows(table: Table) -> None:
    code = shared(table)
    table.write(SCRATCH)
    done(table.end())
    second = again(table)
    done(table.reopen())
    done(table.edit_details(**{DISCARDED: True}))
    assert play_on_screen(code) == ShownPlay(table.member.club_id, second.key)


def test_a_screen_follows_a_hundred_plays(own_app: Flask) -> None:
    table = Table(Club().scorer)
    code = shared(table)
    table.write(SCRATCH)
    done(table.end())
    plays = [table.id, *add_copies(table, 100)]
    [(hundredth,)] = rows("select key from play where id = :id", id=plays[99])
    assert play_on_screen(code) == ShownPlay(table.member.club_id, hundredth)
    codes_shown = [screen_code_of(replace(table.state, id=plays[number])) for number in (1, 99, 100)]
    assert codes_shown == [code, code, ""]


def test_a_screen_of_a_server_with_long_codes_has_one_too(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(runtime(), "code_letters", codes.MOST_LETTERS)
        code = shared(table)
    assert len(code) == codes.MOST_LETTERS == 16
    assert play_on_screen(code) == ShownPlay(table.member.club_id, table.key)
    assert screen_code_of(table.state) == code, "also if new codes are shorter"


def test_a_code_of_another_screen_is_skipped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    code = shared(table)
    real = codes.screen_code
    monkeypatch.setattr(
        codes, "screen_code", lambda play, number, length: code if number == 1 else real(play, number, length)
    )
    other = Table(table.member)
    assert shared(other) != code
    assert rows("select number from screen where play_id = :id", id=other.id) == [(2,)]
    assert play_on_screen(code) == ShownPlay(table.member.club_id, table.key)


def test_with_another_secret_key_a_new_link_is_made(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    code = shared(table)
    with monkeypatch.context() as patched:
        patched.setattr(runtime(), "secret", b"another")
        assert screen_code_of(table.state) == ""
        with pytest.raises(LookupError):
            play_on_screen(code)
        assert play_on_screen(shared(table)) == ShownPlay(table.member.club_id, table.key)
    assert screen_code_of(table.state) == code


def test_a_blocked_club_shows_nothing(table: Table) -> None:
    code = shared(table)
    set_blocked(table.member.club_id, is_blocked=True)
    db.session.remove()
    assert play_on_screen(code) is None


def test_viewers_cannot_change_links(club: Club, table: Table) -> None:
    code = shared(table)
    for act in (screens.create_link, screens.revoke_link):
        with pytest.raises(PermissionError, match=r"^This phone can only watch. Ask an organiser to let it score.$"):
            act(club.viewer, table.state)
    assert screen_code_of(table.state) == code
