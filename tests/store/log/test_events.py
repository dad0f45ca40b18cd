"""Events in the log of a club: read, undone, and their authors."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from companion.core.entry.problems import Problem
from companion.store.access import devices, invitations, joining
from companion.store.club import operators
from companion.store.club.quota import QuotaReachedError
from companion.store.database.base import clock_at, db
from companion.store.database.models import Event, Membership, Play, Player
from companion.store.database.writing import writing
from companion.store.log.authors import Authors
from companion.store.log.events import (
    CARDS,
    DETAILS,
    IS_EDIT_OF_PLAY,
    SLOT,
    edit_of,
    effective_events,
    event_of,
    events_of,
    nth_edit,
    subject_is,
    undone_seqs,
)
from companion.store.log.write import NewEvent, write
from companion.store.log.write_results import Refused, Stale, Written, refusal
from companion.store.people import edit_people
from companion.store.plays.play_lists import club_mark
from tests.store.people.players import number
from tests.store.tables import SCRATCH, Club, Table, client_id

AT = datetime(2026, 11, 12, 20, tzinfo=UTC)


def told(club: Club, member: Any = None, tap: str | None = None, **more: Any) -> Written:
    """Write an event about a night that does not exist."""
    values = {"subject": "night", "subject_id": 7, "kind": "told", **more}
    result = write(member or club.scorer, tap or client_id(), lambda _: NewEvent(**values))
    assert isinstance(result, Written), result
    return result


def test_an_event_is_stored_as_it_was_decided(club: Club) -> None:
    there = club.scorer.club_id
    with clock_at(AT):
        first = told(club, data={"name": "Ours"})
    assert first.event is not None
    second = told(club, club.organiser, kind="back", undoes=first.event.seq, at=AT, subject_id=None)
    found = events_of(there)
    assert found == [first.event, second.event]
    assert found[0]._asdict() == {
        "seq": 1, "key": first.key, "subject": "night", "subject_id": 7, "kind": "told", "data": {"name": "Ours"},
        "undoes": None, "at": AT, "device_id": club.scorer.device_id, "player_id": None,
    }  # fmt: skip
    assert (found[1].undoes, found[1].at, found[1].subject_id, found[1].data) == (1, AT, None, {})
    assert events_of(there, Event.kind == "back") == [second.event]
    assert event_of(there, subject_is("night", 7)) == first.event
    assert event_of(there, subject_is("night", 8)) is event_of(there, subject_is("money", 7)) is None
    assert events_of(Club().scorer.club_id) == []


def test_edits_are_found_by_their_play_and_by_their_number(own_app: Flask) -> None:
    club = Club()
    there, table, other = club.scorer.club_id, Table(club.scorer), Table(club.scorer)
    other.write(SCRATCH)
    night = table.state.details.night
    for values in ({"slot": 3, "cards": {"leader": "@1"}}, {"about": {"remark": "Late."}}):
        told(club, subject="play", subject_id=table.id, kind="round", data=values)
    told(club, subject_id=table.id)
    told(Club(), subject="play", subject_id=table.id)
    found = [(None, None, {"night": night}), (3, {"leader": "@1"}, None), (None, None, {"remark": "Late."})]
    columns = (SLOT, CARDS, DETAILS)
    assert db.session.execute(select(*columns).where(edit_of(table.id)).order_by(Event.seq)).all() == found
    joined = select(Play.id, *columns).where(Play.club_id == there, *IS_EDIT_OF_PLAY, Play.id == table.id)
    assert db.session.execute(joined.order_by(Event.seq)).all() == [(table.id, *row) for row in found]
    for before, expected in enumerate([*([row] for row in found), []]):
        assert db.session.execute(nth_edit(*columns), {"play": table.id, "before": before}).all() == expected


def test_an_undo_that_was_undone_does_not_count(club: Club) -> None:
    for undoes in (None, None, 1, 3, 2, None):
        told(club, undoes=undoes)
    events = events_of(club.scorer.club_id)
    assert undone_seqs(events) == undone_seqs(events[::-1]) == {2, 3}
    assert [event.seq for event in effective_events(iter(events))] == [1, 6]
    assert event_of(club.scorer.club_id, subject_is("night", 7)) == events[0], "the first of all that meet a condition"
    assert [event.seq for event in effective_events(events[:3])] == [2]


def test_an_event_bumps_the_change_counter_of_its_club(club: Club) -> None:
    there, other = club.scorer.club_id, Club().scorer.club_id
    before = club_mark(there).club, club_mark(other).club
    told(club, tap="tap")
    db.session.remove()
    assert (club_mark(there).club, club_mark(other).club) == (before[0] + 1, before[1])
    again = told(club, tap="tap")
    assert again.repeated
    assert club_mark(there).club == before[0] + 1


def test_nothing_stays_of_a_decision_against_an_event(club: Club) -> None:
    def rename(outcome: Any, connection: Any) -> Any:
        connection.exec_driver_sql(f"update club set name = 'x' where id = {club.scorer.club_id}")
        return outcome

    projected: list[str] = []
    for outcome in (refusal("name", "No."), Stale(("name",))):
        decide = partial(rename, outcome)
        assert write(club.scorer, "tap", decide, lambda *_: projected.append("x")) == outcome
    nothing = write(club.scorer, "tap", lambda _: None, lambda *_: projected.append("x"))
    assert isinstance(nothing, Written)
    assert nothing == Written(None, repeated=True)
    assert nothing.key == ""
    assert (projected, club.member(club.token)) == ([], club.organiser), "neither the name nor the mark has changed"
    assert events_of(club.scorer.club_id) == []


def test_edits_of_plays_are_written_beside_other_events_of_the_same_tap(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer)
    before = club_mark(club.scorer.club_id).club

    def edit(tap: str) -> Written:
        result = write(club.scorer, tap, lambda _: NewEvent("play", table.id, "about"), of_play=True)
        assert isinstance(result, Written)
        return result

    found = [told(club, tap="one"), edit("one"), edit("other"), told(club, tap="other"), told(club, tap="one")]
    assert [(one.event and one.event.subject, one.repeated) for one in found] == [
        ("night", False), ("play", False), ("play", False), ("night", False), ("night", True),
    ]  # fmt: skip
    db.session.remove()
    assert club_mark(club.scorer.club_id).club == before + 2, "edits bump it only if they concern the club"


def test_viewers_write_only_what_anybody_may(club: Club) -> None:
    with pytest.raises(PermissionError, match="can only watch"):
        told(club, club.viewer)
    result = write(club.viewer, "tap", lambda _: NewEvent("night", 7, "told"), by_anybody=True)
    assert isinstance(result, Written)
    assert result.event is not None
    assert result.event.device_id == club.viewer.device_id


def test_any_event_cancels_the_removal_of_a_club(club: Club) -> None:
    with writing() as connection:
        connection.exec_driver_sql(
            f"update club set removal_at = '2099-01-01 00:00:00' where id = {club.scorer.club_id}"
        )
    warned = club.member(club.token)
    assert warned.removal_at is not None
    told(club, warned)
    assert club.member(club.token).removal_at is None


def test_an_undo_is_possible_above_the_limits_of_the_club(club: Club) -> None:
    operators.set_quota(club.scorer.club_id, plays=None, rounds=None, most_bytes=1)
    told(club)
    member = club.member(club.token)
    with pytest.raises(QuotaReachedError):
        told(club, member)
    told(club, member, kind="back", undoes=1)


def test_the_limit_of_rounds_holds_for_rounds_only(club: Club) -> None:
    operators.set_quota(club.scorer.club_id, plays=None, rounds=1, most_bytes=None)
    member = club.member(club.token)
    told(club, member, subject="play", kind="round")
    told(club, member, subject="play", kind="about")
    with pytest.raises(QuotaReachedError, match="has 1 round"):
        told(club, member, subject="play", kind="round")


def test_authors_are_people_or_phones(club: Club) -> None:
    Table(club.scorer, players=("Ann", "Bob"))
    bob = number(club, "Bob")
    devices.set_owner(club.organiser, bob)
    telly = replace(club.scorer, device_id=club.viewer.device_id)
    events = [told(club).event, told(club, club.member(club.token)).event, told(club, telly).event]
    found = [event for event in events if event is not None]
    devices.rename_phone(club.viewer, club.viewer.membership_id, "The telly")
    edit_people.rename(club.scorer, bob, "Robert", client_id())
    unknown = found[0]._replace(device_id=None)
    authors = Authors(club.scorer.club_id, [*found, unknown])
    assert [authors.name_of(event) for event in (*found, unknown)] == ["A phone", "Robert", "The telly", "A phone"]
    other = Club()
    joining.join_club(club.viewer.device_id, invitations.join_codes(other.organiser)["viewer"])
    guest = next(one for one in devices.devices(other.organiser) if one.membership_id > other.viewer.membership_id)
    devices.rename_phone(other.organiser, guest.membership_id, "The guest")
    stranger = found[0]._replace(device_id=other.device)
    authors = Authors(club.scorer.club_id, [found[2], stranger])
    assert [authors.name_of(event) for event in (found[2], stranger)] == ["The telly", "Ann's phone"]
    with writing() as connection:
        connection.execute(update(Player).where(Player.id == bob).values(name="Rob"))
        connection.execute(update(Membership).where(Membership.club_id == club.scorer.club_id).values(label="Ours"))
        authors = Authors(club.scorer.club_id, found, connection)
        assert [authors.name_of(event) for event in found] == ["Ours", "Rob", "Ours"]
        connection.rollback()


def test_results_name_fields_and_problems() -> None:
    assert refusal("name", "No.", 3, name="Ann") == Refused((Problem("name", "No.", "Ann"),), 3)
    assert Stale(("name", "place")).problems == (
        Problem("name", "Somebody else has changed this meanwhile."),
        Problem("place", "Somebody else has changed this meanwhile."),
    )
    assert Stale().problems == ()
