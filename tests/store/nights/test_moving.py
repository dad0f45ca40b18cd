"""Plays that move to another night, and nights that are merged."""

from datetime import date
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.store.database.models import Event
from companion.store.database.writing import writing
from companion.store.log.events import events_of
from companion.store.nights import move_plays, night_lists, night_state
from companion.store.nights.night_state import NightState
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.edits.projection import rebuild_plays
from companion.store.plays.play_details import DISCARDED
from tests.laws.strategies import few
from tests.store.nights.evenings import EIGHT, ended, hours, night_of, started, tell, told, undo_change
from tests.store.people.players import number
from tests.store.tables import SCRATCH, Club, client_id, done, problems_text, rows


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
    [moved] = events_of(club.scorer.club_id, Event.kind == "told")
    assert moved.data == {"came": {str(table.id): there.id for table in tables[2:]}}
    done(tables[3].undo())  # one has already been moved back
    undo_change(club, own, change.key)
    assert {night_of(table).id for table in tables} == {there.id}
    assert [one.key for one in night_lists.latest_nights(club.scorer.club_id, 9)] == [there.key]
    apart = [there.id, there.id, own.id, own.id]
    for expected in (apart, [there.id] * 4, apart, [there.id] * 4):
        undo_change(club, own, change.key)
        assert [night_of(table).id for table in tables] == expected


def test_the_plays_of_a_night_are_in_the_order_of_playing(club: Club) -> None:
    second, first = ended(club, EIGHT + hours(1)), ended(club, EIGHT)
    done(second.edit_details(**{DISCARDED: True}))
    third = ended(club, EIGHT + hours(1))
    assert move_plays.plays_in(night_of(first).id) == [(one.id, one.key) for one in (first, second, third)]
    keys = [second.key, third.key, second.key]
    told(move_plays.move(club.scorer, night_of(first), keys, None, client_id=client_id()))
    assert night_of(second).id == night_of(third).id != night_of(first).id, "a play may be chosen twice"


def test_undoing_a_move_leaves_a_play_where_somebody_has_moved_it_since(club: Club) -> None:
    first, second = ended(club, EIGHT), ended(club, EIGHT + hours(1))
    third, fourth = ended(club, EIGHT + hours(72)), ended(club, EIGHT + hours(144))
    moved = told(move_plays.move(club.scorer, night_of(first), [second.key], night_of(third), client_id=client_id()))
    [change] = night_state.night_changes(moved)
    told(move_plays.move(club.scorer, moved, [second.key], night_of(fourth), client_id=client_id()))
    undo_change(club, moved, change.key)
    assert night_of(second).id == night_of(fourth).id


def test_merging_two_nights_keeps_the_details_of_both(club: Club) -> None:
    tables = [ended(club, EIGHT), ended(club, EIGHT + hours(48)), ended(club, EIGHT + hours(49))]
    done(tables[2].edit_details(**{DISCARDED: True}))
    first = told(tell(club.scorer, night_of(tables[0]), name="Ours", notes="Rain.", present=["Zoe"]))
    second = told(tell(club.scorer, night_of(tables[1]), name="Theirs", place="Here", notes="Sun.", present=["Yve"]))
    one = told(move_plays.merge(club.scorer, second, first, client_id=client_id()))
    assert {night_of(table).id for table in tables} == {first.id}
    assert (one.details.name, one.details.place, one.details.notes) == ("Ours", "Here", "Rain.\n\nSun.")
    assert night_state.present_names(one) == ["Zoe", "Yve"]
    assert len(night_lists.latest_nights(club.scorer.club_id, 9)) == 1
    undo_change(club, one, night_state.night_changes(one)[0].key)
    assert [night_of(table).id for table in tables] == [first.id, second.id, second.id]
    assert night_state.night_of(first.id).details == first.details
    assert night_state.night_of(second.id).details == second.details


def test_where_both_nights_say_something_the_one_that_stays_decides(club: Club) -> None:
    first, second = (night_of(ended(club, EIGHT + hours(far))) for far in (0, 48))
    first = told(tell(club.scorer, first, place="Here", notes="Rain.", present=["Zoe"]))
    second = told(tell(club.scorer, second, place="There", notes="Rain.", present=["Zoe", "Yve"]))
    one = told(move_plays.merge(club.scorer, second, first, client_id=client_id()))
    assert (one.details.name, one.details.place, one.details.notes) == ("", "Here", "Rain.")
    assert one.details.present == (number(club, "Zoe"), number(club, "Yve"))


@pytest.mark.parametrize(("letters", "is_refused"), [(999, False), (1000, True)])
def test_the_notes_of_both_nights_must_fit_into_one(club: Club, letters: int, is_refused: bool) -> None:
    first, second = (night_of(ended(club, EIGHT + hours(far))) for far in (0, 48))
    first = told(tell(club.scorer, first, notes="x" * 999))
    second = told(tell(club.scorer, second, notes="y" * letters))
    result = move_plays.merge(club.scorer, second, first, client_id=client_id())
    if is_refused:
        fault = "to: The notes of both nights together are longer than 2,000 letters. Shorten them first."
        assert problems_text(result) == fault
    else:
        assert told(result).details.notes == f"{'x' * 999}\n\n{'y' * letters}"


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
    merged = move_plays.merge(club.scorer, paid, other, client_id=client_id())
    one = told(merged)
    assert one.id == paid.id == night_of(second).id
    assert night_state.night_of_result(merged, other) == one
    assert one.details.name == "Ours"
    third = ended(club, EIGHT + hours(96))
    pay(night_of(third))
    refused = move_plays.merge(club.scorer, night_of(third), one, client_id=client_id())
    assert problems_text(refused) == "to: Both nights have payments. Undo those of one night first."
    assert night_of(third).id != one.id


def test_payments_that_were_undone_are_no_payments(club: Club) -> None:
    night = night_of(ended(club, EIGHT))
    found = [move_plays.has_money(night)]
    pay(night)
    found.append(move_plays.has_money(night))
    with writing() as connection:
        connection.exec_driver_sql(
            "insert into event (key, club_id, seq, subject, subject_id, kind, data, at, client_id, undoes)"
            f" select '{client_id()}', club_id, seq + 1, subject, subject_id, 'undo', '{{}}', at, '{client_id()}', seq"
            f" from event where subject = 'money' and subject_id = {night.id}"
        )
    assert [*found, move_plays.has_money(night)] == [False, True, False]


def test_impossible_moves_are_refused(club: Club) -> None:
    tables = [ended(club, EIGHT), ended(club, EIGHT + hours(1)), ended(club, EIGHT + hours(48))]
    one, other = night_of(tables[0]), night_of(tables[2])
    keys = [table.key for table in tables]
    wish = {"client_id": client_id()}
    all_of_it = "to: These are all the games of this night, so they have a night of their own already."
    for plays, to, sentence in (
        ([], None, "plays: Choose at least one game."),
        (keys, other, "plays: Choose games of this night. Somebody may have moved them meanwhile."),
        (keys[:1], one, "to: These games are already in that night."),
        (keys[:2], None, all_of_it),
    ):
        assert problems_text(move_plays.move(club.scorer, one, plays, to, **wish)) == sentence
    assert problems_text(move_plays.merge(club.scorer, one, one, **wish)) == "to: That is the same night."
    long = told(tell(club.scorer, one, notes="x" * 1500))
    told(tell(club.scorer, other, notes="y" * 499))
    sentence = "to: The notes of both nights together are longer than 2,000 letters. Shorten them first."
    assert problems_text(move_plays.merge(club.scorer, night_of(tables[2]), long, **wish)) == sentence
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
                undo_change(club, goal, changes[two % len(changes)].key)
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
