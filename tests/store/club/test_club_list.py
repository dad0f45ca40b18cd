"""The list of clubs for their operator, and starting a club."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from companion.store.access import devices, members
from companion.store.club import club_list, operators, zones
from companion.store.club.club_list import ClubInfo
from companion.store.club.clubs import rename_club, start_club
from companion.store.database.base import clock_at, db
from companion.store.database.runtime import runtime
from companion.store.people import edit_people
from companion.store.plays.play_lists import club_mark
from tests.store.people.players import number
from tests.store.tables import Club, Table, client_id, rows

NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)


def test_clubs_are_listed_with_their_last_play(own_app: Flask) -> None:
    assert club_list.clubs() == []
    assert club_list.number_of_clubs() == 0
    day_before = NOON - timedelta(days=1)
    with clock_at(day_before):
        first = Club()
    with clock_at(NOON):
        second = Club()
        rename_club(second.organiser, "The Aces")
        table = Table(second.scorer, "rage", ("Zoe", "Ann"))
    with clock_at(NOON + timedelta(hours=1)):
        Table(second.scorer)
    with clock_at(NOON + timedelta(hours=2)):
        table.write({"bid": {"Zoe": 0, "Ann": 0}, "tricks": {"Zoe": 10, "Ann": 0}})
    edit_people.rename(second.scorer, number(second, "Ann"), "Anna", client_id())
    operators.set_blocked(second.organiser.club_id, is_blocked=True)
    at = NOON + timedelta(days=400)
    with clock_at(at):
        assert operators.warn_idle(365, 30) == [first.organiser.club_id], "a blocked club is not removed"
    db.session.remove()
    assert club_list.clubs() == [
        ClubInfo(first.organiser.club_id, "", day_before, 0, "", None, [], False, at + timedelta(days=30)),
        ClubInfo(
            second.organiser.club_id, "The Aces", NOON, 2, "Rage", NOON + timedelta(hours=2), ["Zoe", "Anna"],
            is_blocked=True, removal_at=None,
        ),
    ]  # fmt: skip
    assert club_list.number_of_clubs() == 2
    assert [club_list.club_by_key(one.key) for one in (first, second)] == club_list.clubs()


def test_a_club_starts_with_a_name_and_a_time_zone(own_app: Flask) -> None:
    device, token = members.add_device("x" * 50)
    assert not runtime().paths.marker.exists()
    key = start_club(device, "The Aces", "Europe/Berlin")
    assert runtime().paths.marker.exists()
    member = members.member(token, key)
    assert member is not None
    assert (member.club_name, member.role, zones.name_of_zone(member.club_id)) == (
        "The Aces", "organiser", "Europe/Berlin"
    )  # fmt: skip
    assert devices.phone_of(member).label == "x" * 40
    assert rows("select code_generation, recovery_generation from club") == [(0, 0)]
    before = club_mark(member.club_id).club
    for role in ("scorer", "viewer"):
        with pytest.raises(PermissionError):
            rename_club(replace(member, role=role), "Ours")
    for fault in ("x" * 61, " ", "a\nb"):
        for act in (lambda name=fault: start_club(device, name), lambda name=fault: rename_club(member, name)):
            with pytest.raises(ValueError, match=r"^The name "):
                act()
    assert len(members.clubs_of(token)) == 1
    start_club(device, "x" * 60)
    rename_club(member, "y" * 60)
    assert [row.name for row in members.clubs_of(token)] == ["x" * 60, "y" * 60]
    rename_club(member, "")
    db.session.remove()
    found = members.member(token, key)
    assert found is not None
    assert (found.club_name, found.club_mark > before) == ("", True)
