"""What the operator of a server does with clubs: quotas, blocking and removal."""

import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from companion.exports.open_upload import UnreadableFileError
from companion.store.access import members
from companion.store.access.roles import Member
from companion.store.club import idle, operators, quota
from companion.store.club.quota import QuotaReachedError
from companion.store.database.base import clock_at, db
from companion.store.database.runtime import Quota, runtime
from companion.store.files.exporting import export_club
from companion.store.files.importing import check_file, import_club
from tests.store.tables import Club, Table, done, rows, tricks

START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def limit(club: Club, *, plays: int | None = None, rounds: int | None = None, most_bytes: int | None = None) -> Club:
    """Give the club a quota, and return its members as they are now."""
    operators.set_quota(club.organiser.club_id, plays=plays, rounds=rounds, most_bytes=most_bytes)
    club.scorer = renewed(club, club.scorer)
    club.organiser = club.member(club.token)
    return club


def renewed(club: Club, member: Member) -> Member:
    """Return what the same device is now."""
    db.session.rollback()
    row = db.session.execute(members.MEMBERS.where(members.Membership.id == member.membership_id)).one()
    return members.member_of(row)


def numbers(club: Club) -> list[int]:
    """Return the numbers of plays, events and people."""
    return [rows(f"select count(*) from {table} where club_id = {club.organiser.club_id}")[0][0] for table in
            ("play", "event", "player")]  # fmt: skip


def reached(told: str) -> str:
    """Return the pattern of the message that a limit is reached."""
    out = "Ask the operator of the server for more, or export the club and move it elsewhere."
    return f"^{re.escape(f'This club {told}. {out}')}$"


def test_a_play_above_the_quota_is_refused(club: Club) -> None:
    for most, told in ((1, "1 game"), (2, "2 games")):
        limit(club, plays=most)
        Table(club.scorer)
        before = numbers(club)
        with pytest.raises(QuotaReachedError, match=reached(f"has {told}, the most it may have")):
            Table(club.scorer, players=("Dee", "Eve", "Fay"))
        assert numbers(club) == before


def test_a_round_above_the_quota_is_refused_and_undo_still_works(club: Club) -> None:
    limit(club, rounds=1)
    table = Table(club.scorer)
    table.write(tricks(5))
    before = numbers(club)
    with pytest.raises(QuotaReachedError, match=reached("has 1 round, the most it may have")):
        table.save(tricks(0, 5))
    assert numbers(club) == before
    table.undo()
    assert table.totals == {"Ann": 0, "Bob": 0, "Cyd": 0}


def test_bytes_above_the_quota_are_refused_and_other_clubs_go_on(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    assert quota.in_megabytes(3 * 2**19) == "1.5 MB"
    monkeypatch.setattr(quota, "MEGABYTE", 10)
    table = Table(limit(club, most_bytes=100_000).scorer)
    table.write(tricks(5))
    limit(club, most_bytes=quota.sizes()[club.scorer.club_id].bytes + 1)
    table.member = club.scorer
    table.write(tricks(0, 5))
    for most, told in ((1, "0.1"), (used := quota.sizes()[club.scorer.club_id].bytes, f"{used / 10:.1f}")):
        table.member = limit(club, most_bytes=most).scorer
        for act in (lambda: table.write(tricks(0, 5)), lambda: Table(club.scorer)):
            with pytest.raises(QuotaReachedError, match=reached(f"fills the {told} MB that it may use")):
                act()
    Table(Club().scorer).write(tricks(5))


def test_a_club_above_a_quota_that_was_lowered_goes_on_with_what_it_has(club: Club) -> None:
    first, second = (Table(club.scorer) for _ in range(2))
    first.write(tricks(5))
    limit(club, plays=1, rounds=2, most_bytes=100_000)
    first.member = second.member = club.scorer
    first.write(tricks(0, 5))
    for table in (first, second):
        done(table.end())
    with pytest.raises(QuotaReachedError, match=reached("has 2 rounds, the most it may have")):
        Table(limit(club, rounds=2).scorer).write(tricks(5))


def test_a_quota_that_is_not_set_is_the_default_of_the_server(own_app: Flask) -> None:
    runtime().quota = Quota(plays=1)
    one, other, third = Club(), Club(), Club()
    limit(other, plays=0)
    limit(third, rounds=7)
    assert third.organiser.quota == Quota(1, 7, 0)
    for club in (one, other, third):
        Table(club.scorer)
    Table(other.scorer)
    for club in (one, third):
        with pytest.raises(QuotaReachedError):
            Table(club.scorer)


def test_the_size_of_a_club_is_the_same_counted_at_once_and_step_by_step(club: Club) -> None:
    table = Table(limit(club, rounds=100).scorer)
    for took in range(4):
        table.write(tricks(5 - took, took))
    with db.engine.connect() as connection:
        bit_by_bit = quota.size_of(connection, club.organiser.club_id)
        assert quota.size_of(connection, club.organiser.club_id) == bit_by_bit, "nothing was written since"
        other = Table(Club().scorer).member.club_id
        assert quota.size_of(connection, other) == quota.sizes()[other]
        assert runtime().cache.get("size", club.organiser.club_id) == bit_by_bit, "from which it counts on"
        known = bit_by_bit._replace(rounds=50)
        runtime().cache.put("size", club.organiser.club_id, value=known, size=1)
        assert quota.size_of(connection, club.organiser.club_id) == known, "only what is new is read"
    at_once = quota.sizes()[club.organiser.club_id]
    assert bit_by_bit == at_once
    assert (at_once.rounds, at_once.seq, at_once.last_at) == (4, 5, table.log()[-1].at)
    [(data,)] = rows("select sum(length(cast(data as text))) from event where club_id = :id", id=club.scorer.club_id)
    assert at_once.bytes == data + 5 * 256


def test_a_club_above_the_quota_is_not_imported(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "MEGABYTE", 1000)
    club = Club()
    Table(club.scorer).write(tricks(5), tricks(0, 5), tricks(5))
    file = io.BytesIO()
    export_club(club.organiser.club_id, file)
    clubs = rows("select count(*) from club")
    Table(club.scorer)
    file = io.BytesIO()
    export_club(club.organiser.club_id, file)
    for small, most in (
        (Quota(plays=1), "1 game"),
        (Quota(rounds=2), "2 rounds"),
        (Quota(bytes=1000), "1.0 MB"),
    ):
        runtime().quota = small
        with pytest.raises(UnreadableFileError, match=f"^A club may have at most {most} here, and this one has more.$"):
            import_club(check_file(file), club.device)
    assert rows("select count(*) from club") == clubs
    runtime().quota = Quota(rounds=2)
    Table(Club().scorer).write(tricks(5))  # a new club may have the id of the one that was not imported
    assert import_club(check_file(file), None), "at the computer the operator decides"
    runtime().quota = Quota(plays=2, rounds=3)
    assert import_club(check_file(file), club.device)


def test_members_of_a_blocked_club_are_refused_with_the_reason(club: Club) -> None:
    before = club.organiser.club_mark
    operators.set_blocked(club.organiser.club_id, is_blocked=True)
    assert club.member(club.token).is_blocked
    assert club.member(club.token).club_mark > before, "polls are no longer answered from memory"
    operators.set_blocked(club.organiser.club_id, is_blocked=False)
    assert not club.member(club.token).is_blocked


def test_every_operator_command_is_logged(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    other, club = Club(), Club()
    assert other.organiser.club_id != club.organiser.club_id
    number = club.organiser.club_id
    operators.set_blocked(number, is_blocked=True)
    later = Club()
    operators.set_quota(number, plays=3, rounds=0, most_bytes=None)
    assert [one.member(one.token).quota for one in (club, other, later)] == [Quota(plays=3), Quota(), Quota()]
    operators.delete(number)
    assert rows("select id from club order by id") == [(one.organiser.club_id,) for one in (other, later)]
    told = [(act.who, act.what, act.club_id, act.detail) for act in operators.list_acts()]
    limits = "most_plays: 3, most_rounds: 0, most_bytes: usual"
    assert told == [("root", "delete", number, ""), ("root", "quota", number, limits), ("root", "block", number, "")]
    with clock_at(START):
        operators.set_blocked(other.organiser.club_id, is_blocked=False)
        operators.record("invite", detail="x" * 201)
    assert [(act.at, act.what, act.club_id, act.detail) for act in operators.list_acts()[:2]] == [
        (START, "invite", None, "x" * 200), (START, "unblock", other.organiser.club_id, "")
    ]  # fmt: skip


@pytest.mark.parametrize("error", [OSError, KeyError])
def test_an_account_without_a_name_is_logged_too(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def nameless() -> str:
        raise error

    monkeypatch.setattr("getpass.getuser", nameless)
    operators.record("invite")
    monkeypatch.setattr("getpass.getuser", lambda: "x" * 61)
    operators.record("invite")
    assert [act.who for act in operators.list_acts()] == ["x" * 60, "unknown"]


class Idle:
    """A club in which one round was written on the first day."""

    def __init__(self) -> None:
        with clock_at(START):
            self.club = Club()
            Table(self.club.scorer).write(tricks(5))
        self.id = self.club.organiser.club_id

    @property
    def removal_at(self) -> datetime | None:
        return self.club.member(self.club.token).removal_at

    def warned(self, day: int) -> list[int]:
        with clock_at(START + timedelta(days=day)):
            return operators.warn_idle(365, 30)

    def due(self, day: int) -> list[int]:
        db.session.rollback()
        with clock_at(START + timedelta(days=day)):
            return idle.clubs_to_remove(365)

    def removed(self, day: int) -> bool:
        with clock_at(START + timedelta(days=day)):
            return operators.remove_idle(self.id, 365, "club.json")


@pytest.fixture
def idle_club(own_app: Flask) -> Idle:
    return Idle()


def test_an_idle_club_is_warned_and_then_removed(idle_club: Idle) -> None:
    before = idle_club.club.member(idle_club.club.token).club_mark
    assert idle_club.warned(365) == []
    assert idle_club.warned(366) == [idle_club.id]
    assert idle_club.club.member(idle_club.club.token).club_mark > before, "pages show it"
    assert idle_club.removal_at == START + timedelta(days=396)
    assert idle_club.warned(370) == [], "it is warned once"
    assert idle_club.due(395) == []
    assert not idle_club.removed(395)
    assert idle_club.due(396) == [idle_club.id]
    assert idle_club.removed(396)
    assert rows("select count(*) from club") == [(0,)]
    assert [(act.what, act.club_id, act.detail) for act in operators.list_acts()] == [
        ("remove", idle_club.id, "idle for 365 days, exported to club.json"),
        ("warn", idle_club.id, "idle for 365 days, to be removed in 30"),
    ]


def test_anything_that_is_written_keeps_a_club(idle_club: Idle) -> None:
    idle_club.warned(366)
    with clock_at(START + timedelta(days=380)):
        Table(renewed(idle_club.club, idle_club.club.scorer))
    assert idle_club.removal_at is None
    assert idle_club.due(400) == []
    assert idle_club.warned(400) == []


def test_another_club_that_is_used_keeps_only_itself(idle_club: Idle) -> None:
    for number in range(3):
        with clock_at(START + timedelta(days=number)):
            Table(renewed(idle_club.club, idle_club.club.scorer)).write(tricks(5))
    with clock_at(START):
        used = Club()
    with clock_at(START + timedelta(days=300)):
        Table(used.scorer)
    assert idle_club.warned(366) == []
    assert idle_club.warned(368) == [idle_club.id]
    assert idle_club.warned(666) == [used.organiser.club_id]
    assert idle_club.due(700) == [idle_club.id, used.organiser.club_id]


def test_all_idle_clubs_are_warned(idle_club: Idle) -> None:
    ids = [idle_club.id, *(Idle().id for _ in range(2))]
    assert idle_club.warned(366) == ids
    assert [(act.what, act.club_id) for act in operators.list_acts()[::-1]] == [("warn", number) for number in ids]


def test_a_member_can_keep_a_club(idle_club: Idle) -> None:
    idle_club.warned(366)
    with clock_at(START + timedelta(days=380)):
        idle.cancel_removal(idle_club.id)
    assert idle_club.removal_at is None
    assert not idle_club.removed(400)
    assert [act.what for act in operators.list_acts()] == ["warn"]
    assert idle_club.warned(745) == []
    assert idle_club.warned(746) == [idle_club.id]


def test_a_club_kept_after_its_export_is_not_removed(idle_club: Idle) -> None:
    other = Idle()
    idle_club.warned(366)
    assert idle_club.due(400) == [idle_club.id, other.id]
    with clock_at(START + timedelta(days=400)):
        idle.cancel_removal(idle_club.id)
    assert not idle_club.removed(400)
    assert rows("select count(*) from club") == [(2,)]
    assert idle_club.due(400) == [other.id]


def test_an_old_club_that_was_just_imported_is_not_idle(idle_club: Idle) -> None:
    file = io.BytesIO()
    export_club(idle_club.id, file)
    with clock_at(START + timedelta(days=500)):
        import_club(check_file(file), None)
        assert operators.warn_idle(365, 30) == [idle_club.id]


def test_a_blocked_club_is_not_removed_as_idle(idle_club: Idle) -> None:
    warned = Idle()
    with clock_at(START + timedelta(days=366)):
        operators.set_blocked(idle_club.id, is_blocked=True)
        assert operators.warn_idle(365, 30) == [warned.id]
        operators.set_blocked(warned.id, is_blocked=True)
    assert idle_club.due(400) == []
    assert not warned.removed(400)
