"""Nights: their date in any time zone, their details, moving plays, lists, and links."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.core.entry.problems import Problem
from companion.store.access.roles import Member
from companion.store.database.base import clock_at, db
from companion.store.database.writing import writing
from companion.store.log.write_results import Refused, Stale, Written
from companion.store.nights import club_zone, move_plays, night_lists, night_sharing, night_state, zones
from companion.store.nights.find_night import update_began_at
from companion.store.nights.night_lists import NightSearch
from companion.store.nights.night_state import NightState
from companion.store.plays import commands, play_lists
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.edits.projection import rebuild_plays
from companion.store.plays.play_details import DISCARDED, REMARK
from tests.laws.strategies import few
from tests.store.tables import THREE, Club, Table, client_id, done, rows, tricks

EIGHT = datetime(2026, 11, 12, 20, 0, tzinfo=UTC)
"""A Thursday."""

SCRATCH = tricks(5, 0, 0)


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def started(club: Club, at: datetime, players: Sequence[str] = THREE, **more: Any) -> Table:
    with clock_at(at):
        return Table(club.scorer, players=players, **more)


def ended(club: Club, at: datetime, won_by: int = 0, **more: Any) -> Table:
    """Return a play of one round that the table ended half an hour later."""
    table = started(club, at, **more)
    with clock_at(at + hours(0.5)):
        table.write(tricks(*(5 if seat == won_by else 0 for seat in range(3)), names=more.get("players", THREE)))
        done(table.end())
    return table


def night_of(table: Table) -> NightState:
    night = table.state.details.night
    assert night is not None
    assert rows("select night_id from play where id = :id", id=table.id) == [(night,)]
    return night_state.night_of(night)


def tell(member: Member, night: NightState, base: int | None = None, **said: Any) -> Any:
    details = replace(
        night.details, **{key: said.pop(key) for key in ("name", "place", "notes", "dated") if key in said}
    )
    wish: dict[str, Any] = {"present": night_state.present_names(night), "client_id": client_id(), **said}
    return night_state.edit_night(member, night, base=night.revision if base is None else base, details=details, **wish)


def told(outcome: Any) -> NightState:
    assert isinstance(outcome, Written), outcome
    db.session.rollback()
    event = outcome.event
    assert event is not None
    return night_state.night_of(event.subject_id or 0)


def said(problems: Any) -> str:
    assert isinstance(problems, Refused), problems
    problems = problems.problems
    assert all(isinstance(one, Problem) for one in problems)
    return " ".join(f"{one.field}: {one.message}" for one in problems)


# The day of a night.

MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))


@settings(max_examples=few(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(MOMENTS, st.sampled_from(sorted(available_timezones() - zones.NOT_PLACES)))
@example(datetime(2026, 11, 12, 10, 30, tzinfo=UTC), "Pacific/Kiritimati")  # a day ahead
@example(datetime(2026, 11, 12, 10, 30, tzinfo=UTC), "Pacific/Pago_Pago")
@example(datetime(2026, 3, 29, 0, 59, tzinfo=UTC), "Europe/Berlin")  # the hour that is not there
@example(datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "Europe/Berlin")  # the hour that is there twice
@example(datetime(2011, 12, 30, 9, 59, tzinfo=UTC), "Pacific/Apia")  # the day that was left out
@example(datetime(2026, 4, 4, 15, 0, tzinfo=UTC), "Australia/Lord_Howe")  # half an hour of summer
def test_a_night_has_the_date_of_its_start_in_the_clubs_time_zone(app: Flask, moment: datetime, zone: str) -> None:
    club = Club()
    assert club_zone.set_zone(club.organiser, zone) == ""
    first = started(club, moment)
    later = started(club, moment + hours(11))
    assert night_of(first) == night_of(later)
    ahead = moment.astimezone(ZoneInfo(zone)).utcoffset()
    assert ahead is not None
    assert night_of(first).date == (moment + ahead).date()
    [listed] = night_lists.latest_nights(club.scorer.club_id, 5)
    assert (listed.date, listed.plays) == (night_of(first).date, 2)


def test_a_club_without_a_time_zone_uses_utc(club: Club) -> None:
    table = started(club, datetime(2026, 11, 12, 23, 30, tzinfo=UTC))
    assert night_of(table).date == date(2026, 11, 12)
    assert club_zone.suggest_zone(club.scorer, "Europe/Berlin")
    assert night_of(table).date == date(2026, 11, 13)
    assert not club_zone.suggest_zone(club.organiser, "Asia/Tokyo"), "somebody has said it"
    assert club_zone.set_zone(club.organiser, "america/new york") == ""
    assert zones.name_of_zone(club.scorer.club_id) == "America/New_York"
    assert "no time zone called “Utopia/Here”" in club_zone.set_zone(club.organiser, "Utopia/Here")
    assert zones.name_of_zone(club.scorer.club_id) == "America/New_York"
    assert not club_zone.suggest_zone(club.viewer, "Asia/Tokyo")
    with pytest.raises(PermissionError):
        club_zone.set_zone(club.scorer, "UTC")


@pytest.mark.parametrize("name", ["../etc/passwd", "Europe", "localtime", "x" * 500, "Europe/Berlin\0", "posix/UTC"])
def test_an_invalid_time_zone_is_refused(name: str) -> None:
    assert zones.canonical_zone_name(name) is None
    assert zones.zone_named(name) is UTC


def test_extreme_times_have_a_date_in_every_time_zone() -> None:
    for moment in (datetime.min, datetime.max):
        for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"):
            assert zones.day_of(moment.replace(tzinfo=UTC), zones.zone_named(zone)).year in (1, 9999)


# Details.


def test_changed_details_of_a_night_can_be_undone(own_app: Flask) -> None:
    club = Club()
    night = night_of(started(club, EIGHT))
    night = told(tell(club.scorer, night, name=" The  first  night ", place="At Ann’s", present=["Zoe", "zoe", "Yve"]))
    assert (night.details.name, night.details.place) == ("The first night", "At Ann’s")
    assert night_state.present_names(night) == ["Zoe", "Yve"]
    night = told(tell(club.scorer, night, name="The second night", notes="It rained.\nAll came."))
    changes = night_state.night_changes(night)
    assert [change.label for change in changes] == ["name and notes", "name, place and who was there"]
    assert _columns(night) == ("The second night", "At Ann’s", "It rained.\nAll came.")
    back = _taken_back(club, night, changes[0].key)
    assert (back.details.name, back.details.notes) == ("The first night", "")
    again = _taken_back(club, back, changes[0].key)
    assert (again.details.name, again.details.notes) == ("The second night", "It rained.\nAll came.")
    first_gone = _taken_back(club, again, changes[1].key)
    assert (first_gone.details.name, first_gone.details.place) == ("The second night", ""), "what was told later stays"
    assert [change.stands for change in night_state.night_changes(first_gone)] == [True, False]
    assert _columns(first_gone) == ("The second night", "", "It rained.\nAll came.")
    assert night_state.rebuild_nights() == 0


def _columns(night: NightState) -> tuple[Any, ...]:
    [row] = rows("select name, place, notes from night where id = :id", id=night.id)
    return tuple(row)


def _taken_back(club: Club, night: NightState, key: str) -> NightState:
    event = night_state.find_undoable(night, key)
    assert event is not None
    move_plays.undo_or_redo(club.scorer, night, event, client_id=client_id())
    db.session.rollback()
    return night_state.night_of(night.id)


def test_rebuild_corrects_nights_from_the_log(own_app: Flask) -> None:
    club = Club()
    night = told(tell(club.scorer, night_of(started(club, EIGHT)), name="Ours", dated=None))
    with writing() as connection:
        connection.exec_driver_sql("update night set name = 'Theirs', began_at = '2001-01-01 00:00:00'")
    assert night_state.rebuild_nights() == 1
    assert night_state.rebuild_nights() == 0
    assert night_state.night_of(night.id) == night
    assert rebuild_plays() == 0


def test_the_same_tap_twice_changes_once(club: Club) -> None:
    night = night_of(started(club, EIGHT))
    first = told(tell(club.scorer, night, name="Ours", client_id="once"))
    again = told(tell(club.scorer, night, name="Ours", client_id="once"))
    assert first == again
    assert first.revision == 1
    nothing = tell(club.scorer, first)
    assert isinstance(nothing, Written)
    assert nothing.key == ""


def test_two_phones_can_change_different_details_but_not_the_same(club: Club) -> None:
    night = night_of(started(club, EIGHT))
    told(tell(club.scorer, night, name="Ann’s night"))
    both = told(tell(club.organiser, night, place="At Bob’s"))
    assert (both.details.name, both.details.place) == ("Ann’s night", "At Bob’s")
    outcome = tell(club.organiser, night, name="Bob’s night", notes="x")
    assert isinstance(outcome, Stale)
    assert outcome.parts == ("name",)
    assert night_state.night_of(night.id).details == both.details
    assert tell(club.organiser, night, name="Ann’s night").event is None
    assert night_state.night_of(night.id).revision == both.revision


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"name": "x" * 61}, "name: The name is longer than 60 letters."),
        ({"name": "\u200b"}, "name: The name "),
        ({"place": "a\x07b"}, "place: The place has letters that cannot be shown."),
        ({"notes": "y" * 2001}, "notes: What is noted is longer than 2000 letters."),
        ({"present": ["\u2800"]}, "present: The name “"),
        ({"present": ["x" * 41]}, "is longer than 40 letters"),
        ({"present": ["bob"]}, "present: Bob played on this night; name only people who did not play."),
        ({"present": [f"P{number}" for number in range(31)]}, "present: At most 30 names; there are 31."),
        (
            {"dated": date(2026, 11, 11)},
            "dated: Its first game began on Thu 12 November 2026: a night cannot be before",
        ),
        ({"dated": date(2026, 11, 14)}, "dated: Its last game was over on Fri 13 November 2026: a night cannot"),
        ({"dated": date(1, 1, 1)}, "dated: Give a date from the year 1900 on."),
        ({"dated": date(9999, 12, 31)}, "dated: Its last game"),
    ],
)
def test_invalid_details_are_refused_and_change_nothing(own_app: Flask, wish: dict[str, Any], sentence: str) -> None:
    club = Club()
    table = started(club, EIGHT)
    with clock_at(EIGHT + hours(5)):
        table.write(SCRATCH)
    night = night_of(table)
    assert sentence in said(tell(club.scorer, night, **{"name": "New", **wish}))
    assert night_state.night_of(night.id) == night
    assert rows("select count(*) from event where subject <> 'play'") == [(0,)]
    assert sorted(name for (name,) in rows("select name from player")) == sorted(THREE)


def test_a_night_can_be_given_another_date(club: Club) -> None:
    table = started(club, EIGHT + hours(3.5))
    with clock_at(EIGHT + hours(5)):
        table.write(SCRATCH)
    night = told(tell(club.scorer, night_of(table), dated=date(2026, 11, 13)))
    assert (night.date, night.began_at) == (date(2026, 11, 13), datetime(2026, 11, 13, 12, tzinfo=UTC))
    with writing() as connection:
        update_began_at(connection, [night.id])
    assert night_state.night_of(night.id) == night
    night = told(tell(club.scorer, night, dated=None))
    assert (night.date, night.began_at) == (date(2026, 11, 12), EIGHT + hours(3.5))


def test_a_viewer_cannot_change_a_night(club: Club) -> None:
    table = started(club, EIGHT)
    night = night_of(table)
    acts = [
        lambda: tell(club.viewer, night, name="x"),
        lambda: move_plays.move(club.viewer, night, [table.key], None, client_id=client_id()),
        lambda: move_plays.merge(club.viewer, night, night, client_id=client_id()),
        lambda: night_sharing.share(club.viewer, night, client_id=client_id()),
        lambda: night_sharing.stop_sharing(club.viewer, night, client_id=client_id()),
    ]
    for act in acts:
        with pytest.raises(PermissionError):
            act()


# Moving.


def test_a_moved_play_goes_back_by_undo(club: Club) -> None:
    first, second, third = ended(club, EIGHT), ended(club, EIGHT + hours(1)), ended(club, EIGHT + hours(72))
    there, goal = night_of(first), night_of(third)
    moved = told(move_plays.move(club.scorer, there, [second.key], goal, client_id=client_id()))
    assert moved.id == goal.id == night_of(second).id
    assert night_of(first).id == there.id
    assert second.state.undoable == "night"
    assert moved.date == date(2026, 11, 12), "it begins with its first play"
    done(second.undo())
    assert night_of(second).id == there.id
    assert night_state.night_of(goal.id).date == date(2026, 11, 15)


def test_several_plays_move_to_a_new_night_and_back_together(club: Club) -> None:
    tables = [ended(club, EIGHT + hours(number)) for number in range(4)]
    there = night_of(tables[0])
    outcome = move_plays.move(club.scorer, there, [tables[2].key, tables[3].key], None, client_id="split")
    own = told(outcome)
    assert [night_of(table).id for table in tables] == [there.id, there.id, own.id, own.id]
    assert own.began_at == EIGHT + hours(2)
    again = told(move_plays.move(club.scorer, there, [tables[2].key, tables[3].key], None, client_id="split"))
    assert again.id == own.id
    assert rows("select count(*) from night where club_id = :id", id=club.scorer.club_id) == [(2,)]
    [change] = night_state.night_changes(own)
    assert change.label == "plays"
    done(tables[3].undo())  # one has already been moved back
    _taken_back(club, own, change.key)
    assert {night_of(table).id for table in tables} == {there.id}
    assert [one.key for one in night_lists.latest_nights(club.scorer.club_id, 9)] == [there.key]
    _taken_back(club, own, change.key)
    assert [night_of(table).id for table in tables] == [there.id, there.id, own.id, own.id]


def test_undoing_a_move_leaves_a_play_where_somebody_has_moved_it_since(club: Club) -> None:
    first, second = ended(club, EIGHT), ended(club, EIGHT + hours(1))
    third, fourth = ended(club, EIGHT + hours(72)), ended(club, EIGHT + hours(144))
    moved = told(move_plays.move(club.scorer, night_of(first), [second.key], night_of(third), client_id=client_id()))
    [change] = night_state.night_changes(moved)
    told(move_plays.move(club.scorer, moved, [second.key], night_of(fourth), client_id=client_id()))
    _taken_back(club, moved, change.key)
    assert night_of(second).id == night_of(fourth).id


def test_merging_two_nights_keeps_the_details_of_both(club: Club) -> None:
    tables = [ended(club, EIGHT), ended(club, EIGHT + hours(48)), ended(club, EIGHT + hours(49))]
    say(tables[2], **{DISCARDED: True})
    first = told(tell(club.scorer, night_of(tables[0]), name="Ours", notes="Rain.", present=["Zoe"]))
    second = told(tell(club.scorer, night_of(tables[1]), name="Theirs", place="Here", notes="Sun.", present=["Yve"]))
    one = told(move_plays.merge(club.scorer, second, first, client_id=client_id()))
    assert {night_of(table).id for table in tables} == {first.id}
    assert (one.details.name, one.details.place, one.details.notes) == ("Ours", "Here", "Rain.\n\nSun.")
    assert night_state.present_names(one) == ["Zoe", "Yve"]
    assert len(night_lists.latest_nights(club.scorer.club_id, 9)) == 1
    _taken_back(club, one, night_state.night_changes(one)[0].key)
    assert [night_of(table).id for table in tables] == [first.id, second.id, second.id]
    assert night_state.night_of(first.id).details == first.details
    assert night_state.night_of(second.id).details == second.details


def say(table: Table, **about: Any) -> None:
    state = table.state
    done(commands.edit_details(table.member, state, base=state.revision, about=about, client_id=client_id()))


def pay(night: NightState) -> None:
    with writing() as connection:
        connection.exec_driver_sql(
            "insert into event (key, club_id, seq, subject, subject_id, kind, data, at, client_id)"
            f" select '{client_id()}', {night.club_id}, count(*) + 1, 'money', {night.id}, 'paid', '{{}}',"
            f" '2026-11-12 23:00:00', '{client_id()}' from event where club_id = {night.club_id}"
        )


def test_a_merge_keeps_the_night_with_payments(club: Club) -> None:
    first, second = ended(club, EIGHT), ended(club, EIGHT + hours(48))
    paid, other = night_of(first), told(tell(club.scorer, night_of(second), name="Ours"))
    pay(paid)
    one = told(move_plays.merge(club.scorer, paid, other, client_id=client_id()))
    assert one.id == paid.id == night_of(second).id
    assert one.details.name == "Ours"
    third = ended(club, EIGHT + hours(96))
    pay(night_of(third))
    refused = move_plays.merge(club.scorer, night_of(third), one, client_id=client_id())
    assert "Both nights have payments." in said(refused)
    assert night_of(third).id != one.id


def test_impossible_moves_are_refused(club: Club) -> None:
    tables = [ended(club, EIGHT), ended(club, EIGHT + hours(1)), ended(club, EIGHT + hours(48))]
    one, other = night_of(tables[0]), night_of(tables[2])
    keys = [table.key for table in tables]
    wish = {"client_id": client_id()}
    assert "Choose at least one" in said(move_plays.move(club.scorer, one, [], None, **wish))
    assert "Choose games of this night" in said(move_plays.move(club.scorer, one, keys, other, **wish))
    assert "already in that night" in said(move_plays.move(club.scorer, one, keys[:1], one, **wish))
    assert "already is a night of its own" in said(move_plays.move(club.scorer, one, keys[:2], None, **wish))
    assert "the same night" in said(move_plays.merge(club.scorer, one, one, **wish))
    long = told(tell(club.scorer, one, notes="x" * 1500))
    told(tell(club.scorer, other, notes="y" * 600))
    assert "longer than 2,000" in said(move_plays.merge(club.scorer, night_of(tables[2]), long, **wish))
    assert [night_of(table).id for table in tables] == [one.id, one.id, other.id]


def test_a_move_that_fails_at_any_play_leaves_nothing_behind(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club()
    tables = [started(club, EIGHT + hours(number)) for number in range(3)]
    there = night_of(tables[0])
    keys = [table.key for table in tables[1:]]
    log = rows("select seq from event")
    real, moved = move_plays.append_edit, []

    def fails_at_the_second(*args: Any, **more: Any) -> None:
        if moved:
            raise OSError("the power went")
        real(*args, **more)
        moved.append(args)

    with monkeypatch.context() as patched:
        patched.setattr(move_plays, "append_edit", fails_at_the_second)
        with pytest.raises(OSError, match="power"):
            move_plays.move(club.scorer, there, keys, None, client_id="tap")
    assert moved
    assert {night_of(table).id for table in tables} == {there.id}
    assert rows("select seq from event") == log
    assert len(rows("select id from night")) == 1
    own = told(move_plays.move(club.scorer, there, keys, None, client_id="tap"))
    assert [night_of(table).id for table in tables] == [there.id, own.id, own.id]


def test_a_new_time_that_comes_too_late_leaves_no_night_behind(own_app: Flask) -> None:
    club = Club()
    first, table = started(club, EIGHT), started(club, EIGHT + hours(1))
    seen = table.state
    table.write(SCRATCH)
    details = DetailChanges(played_at=EIGHT + hours(96))
    late = change_details(club.scorer, seen, base=seen.revision, details=details, client_id=client_id())
    assert isinstance(late, PlayStale)
    assert night_of(table).id == night_of(first).id
    assert len(rows("select id from night")) == 1


ACTS = st.lists(
    st.tuples(st.sampled_from(("move", "own", "merge", "back", "undo", "time")), st.integers(0, 9), st.integers(0, 9)),
    min_size=1,
    max_size=8,
)


@settings(max_examples=few(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS)
def test_moves_lose_no_play_and_each_night_starts_with_its_first(own_app: Flask, acts: list[Any]) -> None:
    club = Club()
    tables = [started(club, EIGHT + hours(number)) for number in (0, 1, 2, 40, 41, 90)]
    stands = [(table.key, [*table.state.slots]) for table in tables]

    def nights() -> list[NightState]:
        return [night_state.night_of(number) for (number,) in
                rows("select id from night where club_id = :id order by id", id=club.scorer.club_id)]  # fmt: skip

    for act, one, two in acts:
        table, there = tables[one % len(tables)], nights()
        goal = there[two % len(there)]
        tap = {"client_id": client_id()}
        if act == "move":
            move_plays.move(club.scorer, night_of(table), [table.key], goal, **tap)
        elif act == "own":
            move_plays.move(club.scorer, night_of(table), [table.key], None, **tap)
        elif act == "merge":
            move_plays.merge(club.scorer, night_of(table), goal, **tap)
        elif act == "undo":
            table.undo()
        elif act == "time":
            state = table.state
            at = EIGHT + hours(two * 20)
            change_details(club.scorer, state, base=state.revision, details=DetailChanges(played_at=at), **tap)
        else:
            changes = night_state.night_changes(goal)
            if changes:
                _taken_back(club, goal, changes[two % len(changes)].key)
        in_nights = {number: [] for number in (night.id for night in nights())}
        for other in tables:
            in_nights[night_of(other).id].append(other.state.played_at)
        for night in nights():
            starts = in_nights[night.id]
            assert not starts or night.began_at == min(starts)
        listed = night_lists.latest_nights(club.scorer.club_id, 99)
        assert sum(night.plays for night in listed) == len(tables)
        assert {night.key for night in listed} == {night.key for night in nights() if in_nights[night.id]}
        assert [night.date for night in listed] == sorted((night.date for night in listed), reverse=True)
    assert [(table.key, [*table.state.slots]) for table in tables] == stands
    assert rebuild_plays() == 0
    assert night_state.rebuild_nights() == 0


# Lists.


def test_a_night_knows_the_previous_and_next_ones(club: Club) -> None:
    first, second, third = (night_of(ended(club, EIGHT + timedelta(days=days))) for days in (0, 7, 14))
    assert [night_lists.nights_before_and_after(one) for one in (first, second, third)] == [
        ("", second.key), (first.key, third.key), (second.key, ""),
    ]  # fmt: skip


def test_the_list_of_nights_has_pages_in_both_directions(own_app: Flask) -> None:
    club = Club()
    tables = [started(club, EIGHT - hours(24 * number)) for number in range(7)]
    keys = [night_of(table).key for table in tables]
    there = club.scorer.club_id
    page = night_lists.night_page(there, limit=3)
    assert page is not None
    assert ([night.key for night in page.nights], page.newer, page.older) == (keys[:3], "", keys[2])
    page = night_lists.night_page(there, before=page.older, limit=3)
    assert page is not None
    assert ([night.key for night in page.nights], page.newer, page.older) == (keys[3:6], keys[3], keys[5])
    last = night_lists.night_page(there, before=page.older, limit=3)
    assert last is not None
    assert ([night.key for night in last.nights], last.newer, last.older) == (keys[6:], keys[6], "")
    back = night_lists.night_page(there, after=page.newer, limit=3)
    assert back is not None
    assert ([night.key for night in back.nights], back.newer, back.older) == (keys[:3], "", keys[2])
    assert night_lists.night_page(there, before="nonsense") is None
    assert night_lists.night_page(Club().scorer.club_id, before=keys[2]) is None


def test_nights_that_began_at_once_are_all_listed(own_app: Flask) -> None:
    club = Club()
    tables = [started(club, EIGHT) for _ in range(5)]
    for table in tables[1:]:
        told(move_plays.move(club.scorer, night_of(table), [table.key], None, client_id=client_id()))
    found, before = [], ""
    while True:
        page = night_lists.night_page(club.scorer.club_id, before=before, limit=2)
        assert page is not None
        found += [night.key for night in page.nights]
        before = page.older
        if not before:
            break
    assert len(found) == len(set(found)) == 5


def test_a_year_starts_with_its_last_night_in_the_clubs_time_zone(own_app: Flask) -> None:
    club = Club()
    club_zone.set_zone(club.organiser, "Pacific/Kiritimati")
    started(club, datetime(2025, 12, 31, 9, 59, tzinfo=UTC))  # a minute before midnight
    started(club, datetime(2026, 1, 1, 10, 30, tzinfo=UTC))
    started(club, datetime(2019, 5, 1, tzinfo=UTC))
    there = club.scorer.club_id
    gone = started(club, datetime(1987, 5, 1, tzinfo=UTC)).state
    done(commands.edit_details(club.scorer, gone, about={DISCARDED: True}, base=gone.revision, client_id=client_id()))
    assert night_lists.years_of(there) == (2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019)
    assert night_lists.night_page(there, up_to=date.max) == night_lists.night_page(there)
    for year, days, newer in (
        (2026, [date(2026, 1, 2), date(2025, 12, 31), date(2019, 5, 1)], False),
        (2025, [date(2025, 12, 31), date(2019, 5, 1)], True),
        (2020, [date(2019, 5, 1)], True),
        (2018, [], False),
    ):
        page = night_lists.night_page(there, up_to=date(year, 12, 31))
        assert page is not None
        assert ([night.date for night in page.nights], bool(page.newer)) == (days, newer)


def test_nights_are_found_by_name_place_game_and_player(own_app: Flask) -> None:
    club = Club()
    one = ended(club, EIGHT)
    two = ended(club, EIGHT + hours(48), players=("Dee", "Eve", "Fay"))
    three = started(club, EIGHT + hours(96), slug="rage", players=("Ann", "Eve"))
    told(tell(club.scorer, night_of(one), name="Straße & <b>", notes="Snow everywhere", present=["Zoe"]))
    told(tell(club.scorer, night_of(two), place="100 % cosy_place"))
    there = club.scorer.club_id

    def found(**search: Any) -> list[str]:
        if "player" in search:
            search["people"] = night_lists.people_called(there, search.pop("player"))
        page = night_lists.night_page(there, NightSearch(**search))
        assert page is not None
        return [night.key for night in page.nights]

    keys = [night_of(table).key for table in (one, two, three)]
    assert found() == keys[::-1]
    assert found(text="STRASSE") == keys[:1]
    assert found(text="everyWHERE") == keys[:1]
    assert found(text="%") == keys[1:2]
    assert found(text="_") == keys[1:2]
    assert found(text="no such") == []
    assert found(game="rage") == keys[2:]
    assert found(game="raise-the-stakes", player="eve") == keys[1:2]
    assert found(player="Eve") == [keys[2], keys[1]]
    assert found(player="Zoe") == keys[:1]
    assert found(player="ann", text="snow") == keys[:1]
    assert night_lists.people_called(there, "Nobody") == frozenset()
    say(three, **{DISCARDED: True})
    assert found(game="rage") == []
    assert found() == [keys[1], keys[0]], "a night with discarded plays only is in no list"


def test_wins_of_a_night_come_from_plays_that_count(own_app: Flask) -> None:
    club = Club()
    ended(club, EIGHT)
    ended(club, EIGHT + hours(1), won_by=1)
    left_out = ended(club, EIGHT + hours(2), won_by=1)
    say(left_out, counts=False)
    ended(club, EIGHT + hours(3), won_by=0)
    started(club, EIGHT + hours(4))
    [night] = night_lists.latest_nights(club.scorer.club_id, 5)
    assert night.wins == (("Ann", 2), ("Bob", 1))
    assert (night.best, night.plays, night.open) == (("Ann",), 5, 1)
    assert night.games == ("Raise the Stakes",)


def test_a_player_who_sat_out_every_round_has_won_nothing(own_app: Flask) -> None:
    club = Club()
    table = started(club, EIGHT)
    losses = [{"player": name, "points": -9, "reason": "Late."} for name in ("Ann", "Bob")]
    table.write({"tricks": {"Ann": 5, "Bob": 0}, "absent": ["Cyd"], "adjust": losses})
    done(table.end())
    assert table.state.winners == ("Cyd",), "with a total of 0"
    [night] = night_lists.latest_nights(club.scorer.club_id, 5)
    assert night.wins == ()


def test_tonight_is_the_night_that_a_new_play_would_join(own_app: Flask) -> None:
    club = Club()
    there = club.scorer.club_id
    table = started(club, EIGHT)
    with clock_at(EIGHT + hours(1)):
        table.write(SCRATCH)
    for later, is_on in ((0, True), (13, True), (13.1, False)):
        with clock_at(EIGHT + hours(later)):
            assert (night_lists.night_going_on(there) == night_of(table).id) == is_on
    with clock_at(EIGHT + hours(40)):
        say(table, **{REMARK: "Late."})
        assert night_lists.night_going_on(there) is None, "a remark is no playing"
    assert night_lists.night_going_on(Club().scorer.club_id) is None


def test_open_plays_are_unfinished_ones(own_app: Flask) -> None:
    club = Club()
    one, two, _ = started(club, EIGHT), started(club, EIGHT + hours(1)), ended(club, EIGHT + hours(2))
    gone = started(club, EIGHT + hours(3))
    say(gone, **{DISCARDED: True})
    with clock_at(EIGHT + hours(4)):
        one.write(SCRATCH)
    assert [play.key for play in play_lists.open_plays(club.scorer.club_id, 9)] == [one.key, two.key]
    assert len(play_lists.plays_of_night(night_of(one).id)) == 3


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        ("select id from play where club_id = 1 and over = 0 and is_discarded = 0 order by last_at desc, id desc",
         "ix_play_open"),
        ("select id from night where club_id = 1 and (began_at, id) < ('2026-01-01', 5) order by began_at desc, id desc"
         " limit 21", "ix_night_club_id_began_at"),
        ("select night_id from play where club_id = 1 and last_at >= '2026-01-01'", "ix_play_club_id_last_at"),
    ],
)  # fmt: skip
def test_frequent_queries_use_an_index(own_app: Flask, statement: str, index: str) -> None:
    if db.engine.dialect.name != "sqlite":
        pytest.skip("another database plans as it likes")
    plan = " ".join(str(row) for row in rows(f"explain query plan {statement}"))
    assert index in plan
    assert "TEMP B-TREE" not in plan or "last_at >=" in statement


# Links.


def test_a_link_shows_one_night_until_it_is_revoked(club: Club) -> None:
    night = night_of(started(club, EIGHT))
    shared = night_sharing.share(club.scorer, night, client_id=client_id())
    token = night_sharing.token_of(shared)
    again = night_sharing.share(club.organiser, night, client_id=client_id())
    assert night_sharing.token_of(again) == token, "there is one already"
    db.session.rollback()
    assert night_sharing.shared_night(token) == shared
    assert not night_sharing.was_shared(token[:-1])
    [(kept,)] = rows("select share_hash from night where id = :id", id=night.id)
    assert token not in kept
    assert all(token.partition(".")[2] not in str(row) for row in rows("select data from event"))
    gone = night_sharing.stop_sharing(club.scorer, shared, client_id=client_id())
    assert gone.details.shared == ""
    assert night_sharing.shared_night(token) is None
    assert night_sharing.was_shared(token)
    new = night_sharing.token_of(night_sharing.share(club.scorer, gone, client_id=client_id()))
    assert new != token
    assert night_sharing.shared_night(token) is None
    assert night_sharing.shared_night(new) is not None
    for nonsense in ("", ".", "x" * 500, "\0", f"{night.key}.", "é.é"):
        assert night_sharing.shared_night(nonsense) is None
        assert not night_sharing.was_shared(nonsense)
    [change] = [one for one in night_state.night_changes(gone) if one.stands][-1:]
    assert night_state.find_undoable(gone, change.key) is None, "a link comes and goes by its own buttons"
