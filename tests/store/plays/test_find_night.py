"""The night that a play joins, and the time of a play."""

from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.store.database.base import clock_at
from companion.store.database.writing import writing
from companion.store.log.write_results import Written
from companion.store.nights import move_plays
from companion.store.nights.club_zone import set_zone
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.find_night import night_for
from tests.laws.strategies import few
from tests.store.nights.evenings import EIGHT, from_paper, hours, night_of, started, tell, told
from tests.store.tables import SCRATCH, Club, Table, client_id, done, rows, tricks


def night(table: Table) -> int:
    [(number,)] = rows("select night_id from play where id = :id", id=table.id)
    assert number == table.state.details.night
    return int(number)


def test_a_play_joins_the_night_of_plays_up_to_twelve_hours_before(club: Club) -> None:
    first = started(club, EIGHT)
    assert night(started(club, EIGHT + hours(12))) == night(first)
    second = started(club, EIGHT + hours(24) + timedelta(seconds=1))
    assert night(second) != night(first)
    other = Club()
    assert night(started(other, EIGHT)) not in (night(first), night(second))


def test_a_round_extends_its_night(club: Club) -> None:
    first = started(club, EIGHT)
    with clock_at(EIGHT + hours(11)):
        first.write(SCRATCH)
    assert night(started(club, EIGHT + hours(23))) == night(first)


def test_a_correction_weeks_later_does_not_extend_a_night(club: Club) -> None:
    first = started(club, EIGHT)
    with clock_at(EIGHT + hours(1)):
        first.write(SCRATCH)
    with clock_at(EIGHT + hours(400)):
        done(first.save(tricks(0, 5, 0), slot=1))
    assert first.state.until == EIGHT + hours(1)
    assert night(started(club, EIGHT + hours(401))) != night(first)


def test_a_play_from_paper_joins_a_night_up_to_twelve_hours_later(club: Club) -> None:
    evening = started(club, EIGHT)
    assert night(from_paper(club, EIGHT - hours(12))) == night(evening)
    assert night(from_paper(club, EIGHT - hours(24) - timedelta(seconds=1))) != night(evening)


def test_an_earlier_night_has_precedence_over_a_later_one(club: Club) -> None:
    yesterday, today = started(club, EIGHT), started(club, EIGHT + hours(20))
    assert night(yesterday) != night(today)
    between = from_paper(club, EIGHT + hours(11))
    assert night(between) == night(yesterday)


def test_rounds_entered_later_do_not_change_the_time_of_a_play(club: Club) -> None:
    paper = from_paper(club, EIGHT - hours(100))
    with clock_at(EIGHT):
        paper.write(SCRATCH)
    assert paper.state.until == paper.state.played_at == EIGHT - hours(100)
    assert night(started(club, EIGHT + hours(1))) != night(paper)


def test_a_pause_between_rounds_is_not_part_of_the_night(club: Club) -> None:
    """The play went on a day later: a play entered for the hours between is near neither."""
    long = started(club, EIGHT)
    with clock_at(EIGHT + hours(40)):
        long.write(SCRATCH)
    near = from_paper(club, EIGHT + hours(11))
    late = from_paper(club, EIGHT + hours(28))
    assert night(near) == night(late) == night(long)
    other = Club()
    far = started(other, EIGHT)
    with clock_at(EIGHT + hours(40)):
        far.write(SCRATCH)
    assert night(from_paper(other, EIGHT + hours(20))) != night(far)


def test_a_play_entered_for_a_pause_joins_by_the_rounds_and_not_by_corrections(club: Club) -> None:
    long = started(club, EIGHT)
    for hour in (1, 48):
        with clock_at(EIGHT + hours(hour)):
            long.write(SCRATCH)
    with clock_at(EIGHT + hours(20)):
        done(long.save(tricks(0, 5, 0), slot=1))
    assert night(from_paper(club, EIGHT + hours(30))) != night(long), "hours from any round"
    other = Club()
    long = started(other, EIGHT)
    for hour in (10, 24, 48):
        with clock_at(EIGHT + hours(hour)):
            long.write(SCRATCH)
    assert night(from_paper(other, EIGHT + hours(34))) == night(long)


def test_of_two_nights_at_the_same_moment_a_play_joins_that_of_the_play_started_last(club: Club) -> None:
    first, second = started(club, EIGHT), started(club, EIGHT)
    to_a_night_of_its_own(club, second)
    assert night(started(club, EIGHT)) == night(second) != night(first)


def to_a_night_of_its_own(club: Club, table: Table) -> None:
    moved = move_plays.move(club.scorer, night_of(table), [table.key], None, client_id=client_id())
    assert isinstance(moved, Written)


@pytest.mark.parametrize(("hour", "joined"), [(-1, 0), (2, 1), (4, 2), (5, 2), (-3, 0)])
def test_of_several_nights_near_a_play_joins_the_nearest_before_it(club: Club, hour: int, joined: int) -> None:
    tables = [started(club, EIGHT + hours(later)) for later in (0, 2, 4)]
    for table in tables[1:]:
        to_a_night_of_its_own(club, table)
    assert night(from_paper(club, EIGHT + hours(hour))) == night(tables[joined])


@settings(max_examples=few(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(-60, 60), min_size=1, max_size=6), st.integers(-60, 60))
def test_the_night_is_the_nearest_before_or_else_the_nearest_after(app: Flask, starts: list[int], hour: int) -> None:
    club = Club()
    tables = [from_paper(club, EIGHT + hours(start)) for start in starts]
    with writing() as connection:
        found = night_for(connection, club.scorer.club_id, EIGHT + hours(hour))
    before = [table for table, start in zip(tables, starts, strict=True) if hour - 12 <= start <= hour]
    after = [table for table, start in zip(tables, starts, strict=True) if hour < start <= hour + 12]
    near = before or after
    expected = {night(table) for table in near}
    assert found in expected if near else found not in {night(table) for table in tables}


def test_a_night_of_another_date_than_its_first_play_begins_at_noon_in_the_zone_of_the_club(club: Club) -> None:
    """The first play began at five in the morning of 13 November, local time, the last one at three on the next day."""
    set_zone(club.organiser, "Asia/Tokyo")
    found, *_ = [night_of(started(club, EIGHT + hours(later))) for later in (0, 11, 22)]
    for day, began_at in ((13, EIGHT), (14, datetime(2026, 11, 14, 3, tzinfo=UTC)), (None, EIGHT)):
        found = told(tell(club.scorer, found, dated=day and date(2026, 11, day)))
        assert found.began_at == began_at


def test_a_night_without_plays_that_are_not_discarded_keeps_when_it_began(club: Club) -> None:
    first, second = started(club, EIGHT), started(club, EIGHT + hours(1))
    done(first.edit_details(discarded=True))
    assert night_of(second).began_at == EIGHT + hours(1)
    done(second.edit_details(discarded=True))
    assert night_of(second).began_at == EIGHT, "by the discarded ones"
    from_paper(club, EIGHT - hours(2))
    assert night_of(second).began_at == EIGHT - hours(2)


def test_a_play_moved_away_from_the_others_of_its_night_begins_a_new_one(club: Club) -> None:
    first, second = started(club, EIGHT), started(club, EIGHT + hours(12))
    assert night(second) == night(first)
    details = DetailChanges(played_at=EIGHT + hours(20))
    done(change_details(club.scorer, second.state, base=second.state.revision, details=details, client_id=client_id()))
    assert night(second) != night(first)


def test_a_play_moves_to_another_time_and_night_and_back(club: Club) -> None:
    first, second = started(club, EIGHT), started(club, EIGHT + hours(30))
    home = night(second)
    state = second.state
    moved = change_details(
        club.scorer,
        state,
        base=state.revision,
        details=DetailChanges(played_at=EIGHT + hours(2)),
        client_id=client_id(),
    )
    done(moved)
    assert night(second) == night(first)
    assert (second.state.played_at, second.state.is_later) == (EIGHT + hours(2), True)
    assert second.state.undoable == "when it was played"
    done(second.undo())
    assert (night(second), second.state.played_at, second.state.is_later) == (home, EIGHT + hours(30), False)
    done(second.redo())
    assert night(second) == night(first)
