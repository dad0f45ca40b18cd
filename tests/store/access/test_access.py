"""Devices of a club: their roles, recovery, removal and leaving."""

import time
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.store.access import devices, invitations, joining, members
from companion.store.access.roles import require_organiser, require_writer
from companion.store.club.clubs import rename_club, start_club
from companion.store.database.base import clock_at, db
from companion.store.database.caches.poll_cache import PollCache
from companion.store.database.runtime import Quota, runtime
from companion.store.database.writing import writing
from companion.store.plays.play_lists import club_mark
from tests.database import embedded_only
from tests.store.access.ways_in import CANNOT_WRITE, gets_in, lets_in
from tests.store.people.players import number
from tests.store.tables import SCRATCH, Club, Table, at_once, rows


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
    second = replace(club.scorer, role="organiser")
    assert devices.is_last_organiser(second), "the first one has left"
    assert not devices.leave(second)


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


def test_a_phone_without_the_rights_is_told_who_has_them(club: Club) -> None:
    writers, organisers = (
        "This phone can only watch. Ask an organiser to let it score.", "Only an organiser's phone can do this."
    )  # fmt: skip
    found: dict[str, list[str]] = {}
    for member in (club.organiser, club.scorer, club.viewer):
        for require in (require_writer, require_organiser):
            try:
                require(member)
            except PermissionError as refused:
                found.setdefault(member.role, []).append(str(refused))
    assert found == {"scorer": [organisers], "viewer": [writers, organisers]}


def test_devices_are_listed_with_owner_role_and_last_visit(club: Club) -> None:
    Table(club.scorer, players=("Ann", "Bob"))
    devices.set_owner(club.scorer, number(club, "Bob"))
    devices.set_owner(club.viewer, 10**6)
    assert devices.rename_phone(club.viewer, club.viewer.membership_id, "The telly")
    moment = datetime(2099, 1, 2, tzinfo=UTC)
    with clock_at(moment):
        members.record_seen(club.viewer.device_id)
    found = devices.devices(club.organiser)
    assert [(one.membership_id, one.label, one.owner, one.role) for one in found] == [
        (club.organiser.membership_id, "Ann's phone", "", "organiser"),
        (club.scorer.membership_id, "A phone", "Bob", "scorer"),
        (club.viewer.membership_id, "The telly", "", "viewer"),
    ]
    assert [one.joined_at for one in found] == sorted(one.joined_at for one in found)
    assert [one.seen_at == moment for one in found] == [False, False, True]
    assert tuple(devices.phone_of(club.scorer))[1:] == ("A phone", "Bob")
    assert [club.member(club.token).asked, club.scorer.asked] == [False, False]
    devices.set_owner(club.organiser, number(club, "Ann"))
    mine = club.member(club.token)
    assert (mine.player_id, mine.asked) == (number(club, "Ann"), True)
    devices.set_owner(club.organiser, None)
    assert club.member(club.token).player_id is None


def test_a_phone_has_a_name_an_owner_and_an_answer_in_each_club(club: Club) -> None:
    Table(club.scorer, players=("Ann", "Bob"))
    other = Club()
    Table(other.scorer, players=("Cyd", "Dee"))
    joining.join_club(club.device, invitations.join_codes(other.organiser)["viewer"])
    guest = other.member(club.token)
    assert devices.rename_phone(guest, guest.membership_id, "The guest")
    devices.set_owner(guest, number(other, "Dee"))
    devices.set_owner(club.organiser, number(other, "Dee"))
    mine, theirs = club.member(club.token), other.member(club.token)
    assert [tuple(devices.phone_of(one))[1:] for one in (mine, theirs)] == [("Ann's phone", ""), ("The guest", "Dee")]
    assert [(one.player_id, one.asked) for one in (mine, theirs)] == [(None, True), (number(other, "Dee"), True)]
    assert members.author_columns(theirs) == {"device_id": club.device, "player_id": number(other, "Dee")}
    assert devices.revoke(other.organiser, guest.membership_id)
    joining.join_club(club.device, invitations.join_codes(other.organiser)["viewer"])
    assert devices.phone_of(other.member(club.token)).label == "The guest", "as it was called before"


def test_phones_are_renamed_by_their_owners_and_by_organisers(club: Club) -> None:
    mine = club.viewer.membership_id
    assert devices.rename_phone(club.organiser, mine, "The telly")
    with pytest.raises(PermissionError, match="Only an organiser"):
        devices.rename_phone(club.scorer, mine, "Ours")
    with pytest.raises(ValueError, match=r"^The name is longer than 40 letters\.$"):
        devices.rename_phone(club.viewer, mine, "x" * 41)
    assert devices.phone_of(club.viewer).label == "The telly"
    assert devices.revoke(club.organiser, mine)
    assert not devices.rename_phone(club.organiser, mine, "Gone")


def test_a_change_of_access_outdates_pages_and_what_was_polled(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten: list[str] = []
    monkeypatch.setattr(PollCache, "forget_pollers", lambda _: forgotten.append("forgotten"))
    marks = [club_mark(club.organiser.club_id).club]
    for act in (
        lambda: devices.set_role(club.organiser, club.viewer.membership_id, "scorer"),
        lambda: devices.leave(club.viewer),
        lambda: devices.revoke(club.organiser, club.scorer.membership_id),
    ):
        assert act()
        db.session.remove()
        marks.append(club_mark(club.organiser.club_id).club)
        assert len(forgotten) == len(marks) - 1
    assert marks == sorted(set(marks))


def test_clubs_of_a_device_are_sorted_by_their_last_play(club: Club) -> None:
    clubs = [club]
    for moment in (1, 2):
        with clock_at(datetime(2099, 1, moment, tzinfo=UTC)):
            clubs.append(Club())
    for other in clubs[1:]:
        assert joining.join_club(club.device, invitations.join_codes(other.organiser)["viewer"]) == other.key
    rename_club(clubs[2].organiser, "The Aces")

    def listed() -> list[tuple[str, ...]]:
        db.session.rollback()
        return [tuple(row) for row in members.clubs_of(club.token)]

    first, second, third = (
        (club.key, "", "organiser"),
        (clubs[1].key, "", "viewer"),
        (clubs[2].key, "The Aces", "viewer"),
    )
    assert listed() == [third, second, first]
    with clock_at(datetime(2099, 1, 1, tzinfo=UTC)):
        table, _ = Table(club.scorer), Table(club.scorer)
    with clock_at(datetime(2099, 1, 3, tzinfo=UTC)):
        table.write(SCRATCH)
    assert listed() == [first, third, second]
    devices.leave(clubs[2].member(club.token))
    assert listed() == [first, second]


def test_a_member_has_the_limits_of_the_club_or_else_the_usual_ones(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime(), "quota", Quota(10, 20, 30))
    assert club.member(club.token).quota == Quota(10, 20, 30)
    with writing() as connection:
        limits = "most_plays = 1, most_rounds = 0, most_bytes = null"
        connection.exec_driver_sql(f"update club set {limits} where id = {club.organiser.club_id}")
    db.session.remove()
    assert club.member(club.token).quota == Quota(1, 0, 30)


def test_devices_of_another_club_cannot_be_changed(club: Club) -> None:
    other = Club()
    for act in (devices.revoke, partial(devices.set_role, role="organiser")):
        with pytest.raises(LookupError):
            act(other.organiser, club.viewer.membership_id)
    assert not devices.rename_phone(other.organiser, club.viewer.membership_id, "Ours")
    assert [card.role for card in devices.devices(club.organiser)] == ["organiser", "scorer", "viewer"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x" * 61, "is longer than 60 letters"),
        *((name, "has letters that cannot be shown") for name in ("a\nb", "a\0b", "\ud800")),
    ],
)
def test_an_unprintable_club_name_is_refused(club: Club, name: str, told: str) -> None:
    rename_club(club.organiser, "The Aces")
    with pytest.raises(ValueError, match=f"^The name {told}\\.$"):
        rename_club(club.organiser, name)
    with pytest.raises(ValueError, match=f"^The name {told}\\.$"):
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
    moment = time.monotonic() + 100 * 3600
    monkeypatch.setattr(members.time, "monotonic", lambda: moment)
    others = rows("select seen_at from device where id = :id", id=club.viewer.device_id)
    times = []
    for later in (0, 3599, 1):
        moment += later
        members.record_seen(club.scorer.device_id)
        times.append(rows("select seen_at from device where id = :id", id=club.scorer.device_id)[0][0])
    assert times[0] == times[1] < times[2]
    assert rows("select seen_at from device where id = :id", id=club.viewer.device_id) == others


def test_the_first_visit_is_stored_although_the_computer_has_just_started(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members.time, "monotonic", lambda: 5.0)
    assert members.record_seen(club.scorer.device_id)


@pytest.mark.parametrize("error", CANNOT_WRITE)
def test_a_visit_that_could_not_be_stored_is_stored_a_minute_later(
    club: Club, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    moment = time.monotonic() + 200 * 3600
    monkeypatch.setattr(members.time, "monotonic", lambda: moment)

    def fails(*, patience: float) -> Any:
        assert patience == 0.1, "the request does not wait long"
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(members, "writing", fails)
        assert members.record_seen(club.scorer.device_id)
    ask = "select seen_at from device where id = :id"
    before = rows(ask, id=club.scorer.device_id)
    moment += 59
    assert not members.record_seen(club.scorer.device_id)
    assert rows(ask, id=club.scorer.device_id) == before
    moment += 1
    assert members.record_seen(club.scorer.device_id)
    assert rows(ask, id=club.scorer.device_id) > before


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
