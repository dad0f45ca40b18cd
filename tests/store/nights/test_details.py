"""Details of a night: changed, undone, refused."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from flask import Flask
from msgspec import structs
from sqlalchemy import update

from companion.core.entry.names import name_fault
from companion.store.database.base import clock_at
from companion.store.database.models import Night, Play, Player
from companion.store.database.writing import writing
from companion.store.log.events import events_of
from companion.store.log.write_results import Refused, Stale, Written
from companion.store.nights import club_zone, move_plays, night_sharing, night_state
from companion.store.nights.night_state import NightState
from companion.store.plays.edits.projection import rebuild_plays
from companion.store.plays.find_night import update_began_at
from companion.store.plays.play_details import DISCARDED
from tests.store.nights.evenings import EIGHT, hours, night_of, started, tell, told, undo_change
from tests.store.people.players import merge, number, rename
from tests.store.tables import SCRATCH, THREE, Club, client_id, done, events_in_log, kinds_in_log, problems_text, rows


def test_changed_details_of_a_night_can_be_undone(own_app: Flask) -> None:
    club = Club()
    night = night_of(started(club, EIGHT))
    night = told(
        tell(club.scorer, night, name=" The  first  night ", place="At  Ann’s ", present=["Zoe", "zoe", "Yve"])
    )
    assert (night.details.name, night.details.place) == ("The first night", "At Ann’s")
    assert night_state.present_names(night) == ["Zoe", "Yve"]
    night = told(tell(club.scorer, night, name="The second night", notes="It rained.\nAll came."))
    changes = night_state.night_changes(night)
    assert [change.label for change in changes] == ["name and notes", "name, place and who was there"]
    assert _columns(night) == ("The second night", "At Ann’s", "It rained.\nAll came.")
    back = undo_change(club, night, changes[0].key)
    assert (back.details.name, back.details.notes) == ("The first night", "")
    again = undo_change(club, back, changes[0].key)
    assert (again.details.name, again.details.notes) == ("The second night", "It rained.\nAll came.")
    first_gone = undo_change(club, again, changes[1].key)
    assert (first_gone.details.name, first_gone.details.place) == ("The second night", ""), "what was told later stays"
    assert [change.stands for change in night_state.night_changes(first_gone)] == [True, False]
    *_, undo = night_state.events_of_night(night.id, night.club_id)
    assert night_state.find_undoable(night, undo.key) is None, "it is an undo itself"
    assert _columns(first_gone) == ("The second night", "", "It rained.\nAll came.")
    assert kinds_in_log(club, "night") == ["told", "told", "back", "back", "back"]
    assert night_state.rebuild_nights() == 0


def test_events_about_a_night_are_stored_as_ever(club: Club) -> None:
    first, second = started(club, EIGHT), started(club, EIGHT + hours(99))
    there, goal = night_of(first), night_of(second)
    told(tell(club.scorer, there, name="Ours", place="Here", notes="Rain.", dated=date(2026, 11, 12), present=["Zoe"]))
    shared = night_sharing.set_shared(club.scorer, there, is_shared=True, client_id=client_id())
    outcome = move_plays.move(club.scorer, goal, [second.key], None, client_id=client_id())
    assert isinstance(outcome, Refused), "alone in its night"
    told(move_plays.move(club.scorer, goal, [second.key], shared, client_id=client_id()))
    undo_change(club, there, night_state.night_changes(night_state.night_of(there.id))[0].key)
    zoe = number(club, "Zoe")
    moved = [one.seq for one in events_of(club.scorer.club_id) if one.kind == "told"][-1]
    details = {"name": "Ours", "place": "Here", "notes": "Rain.", "dated": "2026-11-12", "present": [zoe]}
    assert events_in_log(club, "night") == [
        ("night", there.id, "told", details, None),
        ("night", there.id, "told", {"shared": shared.details.shared}, None),
        ("night", there.id, "told", {"came": {str(second.id): goal.id}}, None),
        ("night", there.id, "back", {}, moved),
    ]


def test_who_was_present_is_named_once_and_as_today(club: Club) -> None:
    table = started(club, EIGHT)
    night = told(tell(club.scorer, night_of(table), present=["Zoe", "Yve", "Xia"]))
    merge(club, "Xia", "Zoe")
    rename(club, "Yve", "Yvonne")
    assert night_state.present_names(night) == ["Zoe", "Yvonne"]
    assert night_state.present_names(night, ["Zoe"]) == ["Yvonne"]
    gone = replace(night, details=structs.replace(night.details, present=(0, number(club, "Zoe"))))
    assert night_state.present_names(gone) == ["Zoe"]


def test_the_players_of_a_night_are_those_of_its_plays_and_their_seats(club: Club) -> None:
    table, gone, other = started(club, EIGHT), started(club, EIGHT, ["Dee", "Eve"]), started(club, EIGHT + hours(99))
    done(gone.edit_details(**{DISCARDED: True}))
    table.write(SCRATCH)
    done(table.take("Ann", "Fay"))
    done(other.seat("Gus"))
    there = night_of(table).id
    assert night_state.players_of_night(there) == {number(club, name): name for name in ("Fay", "Bob", "Cyd", "Ann")}
    with writing() as connection:
        connection.execute(update(Player).where(Player.id == number(club, "Bob")).values(name="Robert"))
        assert "Robert" in night_state.players_of_night(there, connection).values()
        connection.execute(update(Play).where(Play.id == table.id).values(night_id=night_of(other).id))
        assert night_state.players_of_night(there, connection) == {}
        assert move_plays.plays_in(there, connection) == [(gone.id, gone.key)]
        connection.execute(update(Night).where(Night.id == there).values(began_at=EIGHT - hours(9)))
        assert night_state.night_of(there, connection).began_at == EIGHT - hours(9)
        connection.rollback()


def _columns(night: NightState) -> tuple[Any, ...]:
    [row] = rows("select name, place, notes from night where id = :id", id=night.id)
    return tuple(row)


def test_rebuild_corrects_nights_from_the_log(own_app: Flask) -> None:
    club = Club()
    night = told(tell(club.scorer, night_of(started(club, EIGHT)), name="Ours", dated=None))
    with writing() as connection:
        connection.exec_driver_sql("update night set name = 'Theirs', began_at = '2001-01-01 00:00:00'")
    assert night_state.rebuild_nights() == 1
    assert night_state.rebuild_nights() == 0
    assert night_state.night_of(night.id) == night
    assert rebuild_plays() == 0


def test_a_change_is_called_by_what_it_changed_in_the_order_of_the_form() -> None:
    data = {"shared": "", "notes": "", "present": [], "dated": None, "place": "", "name": "", "came": {}}
    told = "plays, name, place, date, who was there, notes and link to share"
    assert night_state.label_of_change(data) == told
    assert night_state.label_of_change({"present": [], "name": ""}) == "name and who was there"
    assert night_state.label_of_change({}) == "nothing"


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


OVER = "dated: Its last game was over on Fri 13 November 2026: a night cannot begin after its games."


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"name": "x" * 61}, "name: The name is longer than 60 letters."),
        ({"name": "\u200b"}, "name: The name has only letters that cannot be seen."),
        ({"place": "x" * 61}, "place: The place is longer than 60 letters."),
        ({"place": "a\x07b"}, "place: The place has letters that cannot be shown."),
        ({"notes": "y" * 2001}, "notes: The text of the notes is longer than 2000 letters."),
        ({"present": ["\u2800"]}, "present: The name “\u2800” has only letters that cannot be seen."),
        ({"present": ["x" * 41]}, f"present: The name “{'x' * 39}…” is longer than 40 letters."),
        ({"present": ["bob"]}, "present: Bob played on this night; name only people who did not play."),
        (
            {"present": ["Zoe", "cyd", "\u2800", "Ann"]},
            "present: The name “\u2800” has only letters that cannot be seen."
            " present: Cyd and Ann played on this night; name only people who did not play.",
        ),
        ({"present": [f"P{number}" for number in range(31)]}, "present: At most 30 names; there are 31."),
        (
            {"dated": date(2026, 11, 11)},
            "dated: Its first game began on Thu 12 November 2026: a night cannot be before its games.",
        ),
        ({"dated": date(2026, 11, 14)}, OVER),
        ({"dated": date(1899, 12, 31)}, "dated: Give a date from the year 1900 on."),
        (
            {"dated": date(1900, 1, 1)},
            "dated: Its first game began on Thu 12 November 2026: a night cannot be before its games.",
        ),
        ({"dated": date(9999, 12, 31)}, OVER),
    ],
)
def test_invalid_details_are_refused_and_change_nothing(own_app: Flask, wish: dict[str, Any], sentence: str) -> None:
    club = Club()
    table = started(club, EIGHT)
    with clock_at(EIGHT + hours(5)):
        table.write(SCRATCH)
    night = night_of(table)
    refused = tell(club.scorer, night, **{"name": "New", **wish})
    assert problems_text(refused) == sentence
    named = [problem.name for problem in refused.problems if problem.message.startswith("The name “")]
    assert named == [name for name in wish.get("present", ()) if name_fault(name)]
    assert night_state.night_of(night.id) == night
    assert rows("select count(*) from event where subject <> 'play'") == [(0,)]
    assert sorted(name for (name,) in rows("select name from player")) == sorted(THREE)


def test_a_night_whose_games_were_all_discarded_is_not_in_the_future(club: Club) -> None:
    table = started(club, EIGHT)
    night = night_of(table)
    with clock_at(EIGHT + hours(5)):
        done(table.edit_details(**{DISCARDED: True}))
        outcome = tell(club.scorer, night, dated=date(2026, 11, 14))
        assert problems_text(outcome) == "dated: That day is in the future."
        night = told(tell(club.scorer, night, dated=date(2026, 11, 11)))
        assert night.date == date(2026, 11, 11)
    club_zone.set_zone(club.organiser, "Asia/Tokyo")
    with clock_at(EIGHT + hours(20)):
        outcome = tell(club.scorer, night, dated=date(2026, 11, 15))
        assert problems_text(outcome) == "dated: That day is in the future."
        assert told(tell(club.scorer, night, dated=date(2026, 11, 14))).date == date(2026, 11, 14), "as it is in Tokyo"


def test_a_day_is_written_with_four_digits_of_its_year() -> None:
    assert night_state.day_text(date(2026, 5, 1)) == "Fri 1 May 2026"
    assert night_state.day_text(date(987, 11, 12)) == "Mon 12 November 0987"


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
    assert night_state.night_by_key(club.scorer.club_id, night.key) == night
    assert night_state.night_by_key(Club().scorer.club_id, night.key) is None


def test_a_night_whose_plays_were_all_moved_away_can_be_given_a_date(club: Club) -> None:
    table, other = started(club, EIGHT), started(club, EIGHT + hours(48))
    night = night_of(table)
    told(move_plays.move(club.scorer, night, [table.key], night_of(other), client_id=client_id()))
    night = told(tell(club.scorer, night, dated=date(2026, 11, 5)))
    assert (night.date, night.began_at) == (date(2026, 11, 5), datetime(2026, 11, 5, 12, tzinfo=UTC))


def test_a_viewer_cannot_change_a_night(club: Club) -> None:
    table = started(club, EIGHT)
    night = night_of(table)
    acts = [
        lambda: tell(club.viewer, night, name="x"),
        lambda: move_plays.move(club.viewer, night, [table.key], None, client_id=client_id()),
        lambda: move_plays.merge(club.viewer, night, night, client_id=client_id()),
        lambda: night_sharing.set_shared(club.viewer, night, is_shared=True, client_id=client_id()),
        lambda: night_sharing.set_shared(club.viewer, night, is_shared=False, client_id=client_id()),
    ]
    for act in acts:
        with pytest.raises(PermissionError):
            act()
