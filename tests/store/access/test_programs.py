"""Programs of a club: what their tokens allow, and until when."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.store.access import devices, joining, members, programs
from companion.store.access.invitations import join_codes
from companion.store.access.programs import May
from companion.store.access.roles import Member
from companion.store.database.base import clock_at, db
from tests.store.tables import Club

NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)


def program(token: str) -> Member:
    """Return the membership of the program with this token."""
    found = programs.program(token)
    assert found is not None
    return found


@pytest.mark.parametrize(("may", "role", "can_write"), [("read", "viewer", False), ("score", "scorer", True)])
def test_a_token_belongs_to_one_club_and_one_permission(club: Club, may: May, role: str, can_write: bool) -> None:
    found = program(programs.make_program(club.organiser.club_id, "Display", may))
    assert (found.club_key, found.role, found.can_write, found.is_organiser) == (club.key, role, can_write, False)
    assert (found.player_id, found.asked) == (None, True)


def test_a_program_may_read_or_score() -> None:
    assert (programs.MAY, programs.USUAL_NAME) == (("read", "score"), "A program")


def test_programs_are_listed_until_their_access_is_revoked(club: Club) -> None:
    there, listed = club.organiser.club_id, []
    wanted: tuple[tuple[str, May], ...] = (("Robot", "read"), ("Display", "score"), ("Gone", "read"))
    for number, (name, may) in enumerate(wanted):
        with clock_at(NOON + timedelta(minutes=number)):
            listed.append(program(programs.make_program(there, name, may)))
    other = Club()
    programs.make_program(other.organiser.club_id, "Theirs", "read")
    gone = listed[2].membership_id
    assert not programs.revoke_program(other.organiser, gone)
    assert not programs.revoke_program(club.organiser, club.scorer.membership_id), "it is a phone"
    codes = join_codes(club.organiser)
    assert programs.revoke_program(club.organiser, gone)
    assert not programs.revoke_program(club.organiser, gone), "once is enough"
    assert join_codes(club.organiser) == codes
    with clock_at(NOON + timedelta(days=2)):
        assert members.record_seen(listed[1].device_id)
    db.session.rollback()
    assert [tuple(row) for row in programs.programs(club.organiser)] == [
        (listed[0].membership_id, "Robot", "read", NOON, NOON, False),
        (listed[1].membership_id, "Display", "score", NOON + timedelta(minutes=1), NOON + timedelta(days=2), True),
    ]
    assert [(row.name, row.may, row.was_used) for row in programs.programs(other.organiser)] == [
        ("Theirs", "read", False)
    ]


def test_a_revoked_token_is_no_program(club: Club) -> None:
    token = programs.make_program(club.organiser.club_id, "Display", "read")
    assert programs.revoke_program(club.organiser, program(token).membership_id)
    assert programs.program(token) is None
    assert programs.program("x" * 32) is None


def test_programs_are_no_phones_and_phones_no_programs(club: Club) -> None:
    token = programs.make_program(club.organiser.club_id, "The hall", "score")
    found = program(token)
    for cookie in (token, f"program {token}"):
        assert members.member(cookie, club.key) is None
        assert members.clubs_of(cookie) == []
    assert programs.program(club.token) is None
    assert [one.label for one in devices.devices(club.organiser)] == ["Ann's phone", "A phone", "A phone"]
    assert not devices.rename_phone(club.organiser, found.membership_id, "Mine")
    for act in (
        lambda: devices.revoke(club.organiser, found.membership_id),
        lambda: devices.set_role(club.organiser, found.membership_id, "organiser"),
    ):
        with pytest.raises(LookupError, match=f"the club has no device {found.membership_id}"):
            act()
    assert joining.find_invitation(token) is None
    assert program(token).role == "scorer"


@pytest.mark.parametrize(
    ("name", "told"), [("", "The name is empty."), ("x" * 41, "The name is longer than 40 letters.")]
)
def test_an_invalid_name_of_a_program_is_refused(club: Club, name: str, told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}$"):
        programs.make_program(club.organiser.club_id, name, "read")
    assert programs.programs(club.organiser) == []


def test_only_organisers_revoke_programs(club: Club) -> None:
    number = program(programs.make_program(club.organiser.club_id, "Display", "read")).membership_id
    for member in (club.scorer, club.viewer):
        with pytest.raises(PermissionError, match=r"^Only an organiser's phone can do this\.$"):
            programs.revoke_program(member, number)
    assert len(programs.programs(club.organiser)) == 1
