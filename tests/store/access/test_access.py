"""Devices of a club: their roles, recovery, removal and leaving."""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from flask import Flask

from companion.store.access import devices, invitations, joining, members
from companion.store.club.clubs import rename_club, start_club
from companion.store.database.base import db
from tests.database import embedded_only
from tests.store.access.ways_in import gets_in, lets_in
from tests.store.tables import Club, at_once, rows


def test_the_device_that_starts_a_club_is_its_organiser(club: Club) -> None:
    assert club.organiser.role == "organiser"
    assert club.organiser.is_organiser
    assert club.organiser.can_write
    assert [(card.key, card.role) for card in members.clubs_of(club.token)] == [(club.key, "organiser")]


def test_a_recovery_link_makes_an_organiser(club: Club) -> None:
    link = invitations.recovery_token(club.organiser)
    device, token = members.add_device("A phone")
    assert joining.recover_club(device, link) == club.key
    assert club.member(token).is_organiser
    invitations.renew_recovery(club.organiser)
    assert joining.recover_club(club.viewer.device_id, link) is None
    assert joining.recover_club(club.viewer.device_id, invitations.recovery_token(club.organiser)) == club.key


def test_a_removed_device_loses_access_at_once_and_may_join_again(club: Club) -> None:
    device, token = members.add_device("A phone")
    joining.join_club(device, invitations.join_codes(club.organiser)["scorer"])
    gone = club.member(token)
    assert devices.revoke(club.organiser, gone.membership_id)
    assert members.member(token, club.key) is None
    assert members.clubs_of(token) == []
    assert gone.membership_id not in {card.membership_id for card in devices.devices(club.organiser)}
    for act in (devices.revoke, partial(devices.set_role, role="organiser")):
        with pytest.raises(LookupError):
            act(club.organiser, gone.membership_id)
    assert members.member(token, club.key) is None
    joining.join_club(device, invitations.join_codes(club.organiser)["viewer"])
    assert club.member(token).role == "viewer"


def test_a_refused_removal_renews_no_codes(app: Flask, club: Club) -> None:
    known = lets_in(club)
    assert not devices.revoke(club.organiser, club.organiser.membership_id)
    assert not devices.set_role(club.organiser, club.organiser.membership_id, "viewer")
    with pytest.raises(LookupError):
        devices.revoke(club.organiser, 10**6)
    assert gets_in(app, known) == [True, True, True]


def test_a_device_may_leave_and_come_back(club: Club) -> None:
    known = lets_in(club)
    assert devices.leave(club.scorer)
    assert club.scorer.membership_id not in {card.membership_id for card in devices.devices(club.organiser)}
    assert devices.leave(club.scorer), "sent twice"
    assert lets_in(club) == known
    assert joining.join_club(club.scorer.device_id, known[0]) == club.key


def test_the_last_organiser_leaves_only_after_confirming(club: Club) -> None:
    link = invitations.recovery_token(club.organiser)
    assert devices.is_last_organiser(club.organiser)
    assert not devices.is_last_organiser(club.scorer)
    assert not devices.leave(club.organiser)
    assert club.member(club.token).is_organiser
    assert devices.leave(club.organiser, alone=True)
    assert members.member(club.token, club.key) is None
    assert joining.recover_club(club.organiser.device_id, link) == club.key
    assert club.member(club.token).is_organiser


def test_one_of_two_organisers_leaves_without_confirming(club: Club) -> None:
    devices.set_role(club.organiser, club.scorer.membership_id, "organiser")
    assert not devices.is_last_organiser(club.organiser)
    assert devices.leave(club.organiser)
    assert members.member(club.token, club.key) is None


def test_the_last_organiser_cannot_be_demoted(club: Club) -> None:
    mine = club.organiser.membership_id
    assert not devices.revoke(club.organiser, mine)
    assert not devices.set_role(club.organiser, mine, "viewer")
    assert devices.set_role(club.organiser, mine, "organiser")
    assert devices.set_role(club.organiser, club.scorer.membership_id, "organiser")
    assert devices.set_role(club.organiser, mine, "viewer")
    assert club.member(club.token).role == "viewer"
    second = replace(club.scorer, role="organiser")
    assert [card.role for card in devices.devices(second)] == ["viewer", "organiser", "viewer"]


def test_a_club_keeps_an_organiser_although_two_step_back_at_once(app: Flask, club: Club) -> None:
    for _ in range(5):
        assert devices.set_role(club.organiser, club.scorer.membership_id, "organiser")
        ids = (club.organiser.membership_id, club.scorer.membership_id)
        changed = at_once(app, *(partial(devices.set_role, club.organiser, number, "viewer") for number in ids))
        assert sorted(changed) == [False, True]
        assert devices.set_role(club.organiser, ids[0], "organiser")
        assert devices.set_role(club.organiser, ids[1], "viewer")


def test_only_organisers_may_manage_devices(club: Club) -> None:
    for member in (club.scorer, club.viewer):
        for act in (
            lambda member=member: rename_club(member, "Ours"),
            lambda member=member: invitations.join_codes(member),
            lambda member=member: invitations.renew_codes(member),
            lambda member=member: invitations.recovery_token(member),
            lambda member=member: invitations.renew_recovery(member),
            lambda member=member: devices.devices(member),
            lambda member=member: devices.revoke(member, club.viewer.membership_id),
            lambda member=member: devices.set_role(member, member.membership_id, "organiser"),
        ):
            with pytest.raises(PermissionError):
                act()
    assert [card.role for card in devices.devices(club.organiser)] == ["organiser", "scorer", "viewer"]


def test_devices_of_another_club_cannot_be_changed(club: Club) -> None:
    other = Club()
    for act in (devices.revoke, partial(devices.set_role, role="organiser")):
        with pytest.raises(LookupError):
            act(other.organiser, club.viewer.membership_id)
    assert not devices.rename_phone(other.organiser, club.viewer.membership_id, "Ours")
    assert [card.role for card in devices.devices(club.organiser)] == ["organiser", "scorer", "viewer"]


@pytest.mark.parametrize("name", ["x" * 61, "a\nb", "a\0b", "\ud800"])
def test_an_unprintable_club_name_is_refused(club: Club, name: str) -> None:
    rename_club(club.organiser, "The Aces")
    with pytest.raises(ValueError, match="name"):
        rename_club(club.organiser, name)
    with pytest.raises(ValueError, match="name"):
        start_club(club.organiser.device_id, name)
    assert club.member(club.token).club_name == "The Aces"
    assert len(members.clubs_of(club.token)) == 1


@pytest.mark.parametrize("name", ["", "x" * 60, "شطرنج", "♠️ Aces 🂡", "<b>Bold</b>", "Robert'); DROP TABLE club;--"])
def test_any_printable_club_name_is_allowed(club: Club, name: str) -> None:
    rename_club(club.organiser, name)
    assert club.member(club.token).club_name == name


@pytest.mark.parametrize("token", ["", "x", "x" * 10_000, "\0", "\ud800", "<script>"])
def test_an_unknown_token_is_no_member(club: Club, token: str) -> None:
    assert members.member(token, club.key) is None
    assert members.clubs_of(token) == []
    assert members.device_id(token) is None


def test_a_visit_is_stored_at_most_once_an_hour(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = time.monotonic() + 100 * members.SEEN_EVERY
    monkeypatch.setattr(members.time, "monotonic", lambda: moment)
    times = []
    for later in (0, 10, members.SEEN_EVERY + 1):
        moment += later
        members.record_seen(club.scorer.device_id)
        times.append(rows("select seen_at from device where id = :id", id=club.scorer.device_id)[0][0])
    assert times[0] == times[1] < times[2]


@embedded_only
def test_the_database_contains_no_code_and_no_token(own_app: Flask, tmp_path: Path) -> None:
    club = Club()
    invitations.renew_codes(club.organiser)
    secrets = [*invitations.join_codes(club.organiser).values(), invitations.recovery_token(club.organiser), club.token]
    found = devices.devices(club.organiser)
    assert len(found) == 3
    db.session.remove()
    kept = b"".join(path.read_bytes() for path in sorted(tmp_path.glob("companion.sqlite3*")))
    assert club.key.encode() in kept, "the right file was read"
    for secret in secrets:
        assert secret.encode() not in kept
        assert secret.lower().encode() not in kept.lower()
