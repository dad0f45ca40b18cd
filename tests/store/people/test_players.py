"""Renaming, merging and hiding people: each is an event, and can be undone."""

from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from companion.store.access import devices
from companion.store.database.base import clock_at, db
from companion.store.database.writing import writing
from companion.store.log.write import WriteResult
from companion.store.log.write_results import Refused, Written
from companion.store.people import edit_people
from companion.store.plays import change_seats, play_lists, starting
from companion.store.plays.change_seats import SeatCorrection
from companion.store.plays.edits import commands
from companion.store.plays.play_details import DISCARDED
from companion.store.plays.play_state import build_state
from tests.store.people.players import ledger, merge, number, rename
from tests.store.tables import Club, Table, client_id, done, events_in_log, kinds_in_log, rows, tricks


def problem(answer: WriteResult) -> str:
    assert not isinstance(answer, Written), "it was done"
    [found] = answer.problems
    assert found.field in ("name", "into")
    return found.message


def finished(club: Club, *names: str) -> Table:
    table = Table(club.scorer, players=names)
    table.write(tricks(5, *(0 for _ in names[1:]), names=names))
    done(table.end())
    return table


def test_a_new_name_appears_in_the_whole_past(club: Club) -> None:
    table = finished(club, "Ann", "Bob")
    mark = rows("select sheet_mark from play where id = :id", id=table.id)[0][0]
    assert isinstance(rename(club, "Bob", " Robert "), Written)
    assert table.state.setup.players == ("Ann", "Robert")
    assert play_lists.recent_plays(club.scorer.club_id, 1)[0].players == ("Ann", "Robert")
    assert play_lists.recent_players(club.scorer.club_id) == ["Ann", "Robert"]
    assert ledger(club).name(number(club, "robert")) == "Robert"
    assert rows("select sheet_mark from play where id = :id", id=table.id)[0][0] > mark
    assert [one.text for one in edit_people.name_changes(number(club, "Robert"))] == [
        "Bob is now called Robert."
    ]  # fmt: skip


def test_a_change_of_names_outdates_the_plays_of_its_club_only(club: Club) -> None:
    table = finished(club, "Ann", "Bob")
    finished(club, "Anne", "Cyd")
    other = finished(Club(), "Ann", "Bob")

    def marks(play: Table) -> list[int]:
        ask = "select club.names_mark, play.mark, play.sheet_mark from play join club on club.id = play.club_id"
        return list(rows(f"{ask} where play.id = :id", id=play.id)[0])

    before, others = marks(table), marks(other)
    anne, tap = number(club, "Anne"), client_id
    for act in (
        lambda: rename(club, "Bob", "Robert"),
        lambda: merge(club, "Anne", "Ann"),
        lambda: edit_people.undo_merge(club.scorer, anne, tap()),
    ):
        assert isinstance(act(), Written)
        now = marks(table)
        assert all(fresh > old for fresh, old in zip(now, before, strict=True))
        before = now
    for is_listed in (False, True):
        edit_people.set_listed(club.scorer, anne, is_listed=is_listed, client_id=tap())
    assert (marks(table), marks(other)) == (before, others)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Bob", "Bob is in this club already. If Bob and Ann are one person, merge them."),
        ("BOB", "Bob is in this club already. If Bob and Ann are one person, merge them."),
        ("", "The name is empty."),
        ("x" * 41, "The name is longer than 40 letters."),
        ("\u200b", "The name has only letters that cannot be seen."),
        ("Kitty", "Kitty is what the club's common money is called; take another name."),
    ],
)
def test_a_taken_or_invalid_name_is_refused_with_a_sentence(club: Club, name: str, told: str) -> None:
    finished(club, "Ann", "Bob")
    assert problem(rename(club, "Ann", name)) == told
    assert kinds_in_log(club, "player") == []
    assert play_lists.recent_players(club.scorer.club_id) == ["Ann", "Bob"]


def test_case_alone_can_change_and_the_same_name_writes_nothing(club: Club) -> None:
    finished(club, "ann", "Bob")
    assert isinstance(rename(club, "ann", "Ann"), Written)
    assert isinstance(rename(club, "Ann", "Ann"), Written)
    assert kinds_in_log(club, "player") == ["named"]


def test_the_same_tap_counts_once(club: Club) -> None:
    finished(club, "Ann", "Bob")
    ann = number(club, "Ann")
    assert isinstance(edit_people.rename(club.scorer, ann, "Anna", "tap"), Written)
    assert isinstance(edit_people.rename(club.scorer, ann, "Anna", "tap"), Written)
    assert kinds_in_log(club, "player") == ["named"]


@pytest.mark.parametrize(
    "entry",
    [
        {"tricks": {" Ann ": 5, "Bob": 0}}, tricks(5, 0, reneged=["Ann "]),
        tricks(5, 0, adjust=[{"player": " Ann", "points": -1, "reason": "late"}]),
    ],
)  # fmt: skip
def test_a_new_name_appears_in_rounds_in_which_blanks_surrounded_the_old_one(club: Club, entry: dict[str, Any]) -> None:
    table = Table(club.scorer, players=("Ann", "Bob"))
    table.write(entry)
    before = list(table.totals.values())
    rename(club, "Ann", "Anna")
    assert table.totals == dict(zip(("Anna", "Bob"), before, strict=True))


def test_merged_names_share_one_history_and_stay_readable(club: Club) -> None:
    first, second = finished(club, "Ann", "Bob"), finished(club, "Anne", "Cyd")
    assert isinstance(merge(club, "Anne", "Ann"), Written)
    assert (first.state.setup.players, second.state.setup.players) == (("Ann", "Bob"), ("Ann", "Cyd"))
    assert play_lists.recent_players(club.scorer.club_id) == ["Ann", "Cyd", "Bob"]
    assert play_lists.recent_plays(club.scorer.club_id, 1)[0].players == ("Ann", "Cyd")
    assert [one.key for one in ledger(club).plays_of_person(number(club, "Ann"))] == [first.key, second.key]
    assert edit_people.aliases_of(number(club, "Ann")).popitem()[1] == "Anne"
    problem(merge(club, "Ann", "Bob"))  # she sat with him
    anne = next(iter(edit_people.aliases_of(number(club, "Ann"))))
    again = edit_people.merge(club.scorer, anne, number(club, "Ann"), client_id())
    assert again == Written(None, repeated=True), "two phones at once"


def test_typing_the_merged_name_means_the_same_person(club: Club) -> None:
    finished(club, "Ann", "Bob")
    finished(club, "Anne", "Cyd")
    merge(club, "Anne", "Ann")
    table = Table(club.scorer, players=("ANNE", "Bob"))
    assert table.state.setup.players == ("Ann", "Bob")
    both = starting.start_play(
        club.scorer, slug="rage", players=["Ann", "Anne"], dealer=None, options={}, client_id=client_id()
    )
    assert isinstance(both, Refused)
    assert both.problems[0].field == "players"


def test_undoing_a_merge_restores_both_histories(club: Club) -> None:
    first, second = finished(club, "Ann", "Bob"), finished(club, "Anne", "Cyd")
    anne = number(club, "Anne")
    merge(club, "Anne", "Ann")
    assert isinstance(edit_people.undo_merge(club.scorer, anne, client_id()), Written)
    assert isinstance(edit_people.undo_merge(club.scorer, anne, client_id()), Written)
    assert second.state.setup.players == ("Anne", "Cyd")
    assert [one.key for one in ledger(club).plays_of_person(anne)] == [second.key]
    assert [one.key for one in ledger(club).plays_of_person(number(club, "Ann"))] == [first.key]
    assert kinds_in_log(club, "player") == ["merged", "parted"]
    finished(club, "Zoe", "Bob")
    merge(club, "Anne", "Zoe")
    told = [
        ("Anne is the same person as Zoe.", ""), ("Anne is not the same person as Ann after all.", ""),
        ("Anne is the same person as Ann.", ""),
    ]  # fmt: skip
    for person in (anne, number(club, "Zoe")):
        assert [(one.text, one.who) for one in edit_people.name_changes(person)] == told
    assert edit_people.name_changes(number(club, "Ann")) == []


def test_three_merged_names_can_be_parted(club: Club) -> None:
    for name in ("Ann", "Anne", "Anna"):
        finished(club, name, "Bob")
    anna, anne = number(club, "Anna"), number(club, "Anne")
    assert isinstance(merge(club, "Anna", "Anne"), Written)
    assert isinstance(merge(club, "Anne", "Ann"), Written)
    assert sorted(edit_people.aliases_of(number(club, "Ann")).values()) == ["Anna", "Anne"]
    assert len(ledger(club).plays_of_person(number(club, "Ann"))) == 3
    assert isinstance(edit_people.undo_merge(club.scorer, anne, client_id()), Written)
    assert edit_people.aliases_of(anne) == {anna: "Anna"}
    assert len(ledger(club).plays_of_person(anne)) == 2


def test_undoing_a_merge_gives_back_the_names_of_then_that_are_still_with_the_other(club: Club) -> None:
    for name in ("Ann", "Anne", "Anna", "Annie", "Zoe", "Zoey", "Yve"):
        finished(club, name, "Bob")
    ann, anne, anna, annie = (number(club, name) for name in ("Ann", "Anne", "Anna", "Annie"))
    merge(club, "Anne", "Zoe")
    edit_people.undo_merge(club.scorer, anne, client_id())
    for one, other in (("Anna", "Anne"), ("Annie", "Anne"), ("Anne", "Ann"), ("Zoey", "Zoe"), ("Zoe", "Yve")):
        assert isinstance(merge(club, one, other), Written)
    edit_people.set_listed(club.scorer, anne, is_listed=False, client_id=client_id())
    edit_people.undo_merge(club.scorer, annie, client_id())
    assert isinstance(edit_people.merge(club.scorer, annie, number(club, "Yve"), client_id()), Written)
    assert isinstance(edit_people.undo_merge(club.scorer, anne, client_id()), Written)
    assert (edit_people.aliases_of(anne), edit_people.aliases_of(ann)) == ({anna: "Anna"}, {})


def test_events_about_people_are_stored_as_ever(club: Club) -> None:
    for name in ("Ann", "Anne", "Anna"):
        finished(club, name, "Bob")
    ann, anne, anna, bob = (number(club, name) for name in ("Ann", "Anne", "Anna", "Bob"))
    rename(club, "Bob", "Robert")
    for is_listed in (False, True):
        edit_people.set_listed(club.scorer, bob, is_listed=is_listed, client_id=client_id())
    merge(club, "Anna", "Anne")
    merge(club, "Anne", "Ann")
    edit_people.undo_merge(club.scorer, anne, client_id())
    assert events_in_log(club, "player") == [
        ("player", bob, "named", {"from": "Bob", "to": "Robert"}, None),
        ("player", bob, "hidden", {}, None),
        ("player", bob, "shown", {}, None),
        ("player", anna, "merged", {"into": anne, "also": []}, None),
        ("player", anne, "merged", {"into": ann, "also": [anna]}, None),
        ("player", anne, "parted", {"from": ann, "also": [anna]}, None),
    ]


def test_opponents_in_one_play_cannot_be_merged(club: Club) -> None:
    first = finished(club, "Ann", "Bob")
    finished(club, "Bobby", "Cyd")
    bobby = number(club, "Bobby")
    on = f"(Raise the Stakes, {first.state.played_at:%-d %B %Y}), so they are two people."
    assert problem(merge(club, "Ann", "Bob")) == f"Ann and Bob played in the same game {on}"
    assert isinstance(merge(club, "Bobby", "Bob"), Written)
    assert problem(merge(club, "Cyd", "Bob")) == f"Cyd and Bob played in the same game {on}"
    assert problem(merge(club, "Bob", "Ann")) == f"Bob and Ann played in the same game {on}"
    cyd = number(club, "Cyd")
    assert (
        problem(edit_people.merge(club.scorer, bobby, cyd, client_id()))
        == "Bobby is merged with somebody else already."
    )
    assert problem(edit_people.merge(club.scorer, cyd, bobby, client_id())) == "Choose somebody in this club."
    assert kinds_in_log(club, "player") == ["merged"]


def test_the_first_of_several_plays_in_which_two_people_sat_is_named(club: Club) -> None:
    for day in (15, 5, 25):
        with clock_at(datetime(2026, 11, day, 20, tzinfo=UTC)):
            finished(club, "Ann", "Bob")
    on = "(Raise the Stakes, 5 November 2026), so they are two people."
    assert problem(merge(club, "Ann", "Bob")) == f"Ann and Bob played in the same game {on}"


def test_players_of_an_open_play_cannot_be_merged(club: Club) -> None:
    Table(club.scorer, players=("Ann", "Bob"))
    assert "played in the same game" in problem(merge(club, "Ann", "Bob"))


def test_players_who_handed_on_a_seat_cannot_be_merged_with_opponents_of_then(club: Club) -> None:
    table = Table(club.scorer, players=("Ann", "Bob"))
    table.write(tricks(5, 0, names=("Ann", "Bob")))
    done(table.take("Ann", "Eve"))
    table.write(tricks(5, 0, names=("Eve", "Bob")))
    done(table.take("Bob", "Fay"))
    done(table.end())
    for one, other in (("Ann", "Bob"), ("Eve", "Bob"), ("Fay", "Eve")):
        assert "played in the same game" in problem(merge(club, one, other))
    assert isinstance(merge(club, "Ann", "Fay"), Written)


def test_players_before_a_correction_of_seats_cannot_be_merged(club: Club) -> None:
    """Otherwise undoing the correction would give somebody two seats."""
    table = Table(club.scorer, players=("Ann", "Bob", "Cyd"))
    state = table.state
    sitting = [SeatCorrection(name, was) for name, was in (("Ann", "Ann"), ("Ben", "Bob"), ("Cyd", "Cyd"))]
    wish: dict[str, Any] = {"base": state.revision, "dealer": "Ann", "options": {}, "client_id": client_id()}
    done(change_seats.correct_seats(club.scorer, state, corrections=sitting, **wish))
    assert "played in the same game" in problem(merge(club, "Bob", "Cyd"))
    table.undo()
    assert build_state(table.id).setup.players == ("Ann", "Bob", "Cyd")
    assert "played in the same game" in problem(merge(club, "Cyd", "Ben"))
    assert isinstance(merge(club, "Ben", "Bob"), Written)
    table.redo()
    assert build_state(table.id).setup.players == ("Ann", "Bob", "Cyd")


def test_impossible_merges_are_refused(club: Club, app: Flask) -> None:
    finished(club, "Ann", "Bob")
    other = Club()
    finished(other, "Ann", "Bob")
    ann = number(club, "Ann")
    assert problem(edit_people.merge(club.scorer, ann, ann, client_id())) == "Ann cannot be merged with Ann."
    for into in (0, 99_999, number(other, "Bob")):
        assert problem(edit_people.merge(club.scorer, ann, into, client_id())) == "Choose somebody in this club."
    with pytest.raises(LookupError):
        edit_people.merge(other.scorer, ann, number(other, "Bob"), client_id())
    with pytest.raises(LookupError):
        edit_people.rename(other.scorer, ann, "Zoe", client_id())
    assert kinds_in_log(club, "player") == kinds_in_log(other, "player") == []


def test_the_other_name_of_a_merged_person_is_taken(club: Club) -> None:
    finished(club, "Ann", "Bob")
    finished(club, "Anne", "Cyd")
    merge(club, "Anne", "Ann")
    assert problem(rename(club, "Ann", "Anne")) == "Anne is another name of Ann. Separate the two names first."
    told = "Anne is another name of somebody in this club. Choose a different one."
    assert problem(rename(club, "Bob", "anne")) == told


def test_a_person_of_discarded_plays_only_is_not_listed_until_one_is_restored(club: Club) -> None:
    def listed() -> list[str]:
        found = [one.name for one in ledger(club).listed_people()]
        assert found == sorted(play_lists.recent_players(club.scorer.club_id))
        return found

    finished(club, "Ann", "Robert")
    typo = finished(club, "Anm", "Bob", "Cyd")
    merge(club, "Robert", "Bob")
    devices.set_owner(club.scorer, number(club, "Cyd"))
    state = typo.state
    done(commands.edit_details(typo.member, state, base=state.revision, about={DISCARDED: True}, client_id=client_id()))
    assert listed() == ["Ann", "Bob", "Cyd"], "Bob played by his other name, and a phone is Cyd's"
    done(typo.undo())
    assert listed() == ["Anm", "Ann", "Bob", "Cyd"]


def test_a_hidden_person_is_not_listed_and_still_counts(club: Club) -> None:
    finished(club, "Ann", "Bob")
    bob = number(club, "Bob")
    assert isinstance(edit_people.set_listed(club.scorer, bob, is_listed=False, client_id=client_id()), Written)
    assert play_lists.recent_players(club.scorer.club_id) == ["Ann"]
    assert [one.name for one in ledger(club).listed_people()] == ["Ann"]
    assert len(ledger(club).plays_of_person(bob)) == 1
    assert Table(club.scorer, players=("Ann", "bob")).state.setup.players == ("Ann", "Bob")
    assert isinstance(edit_people.set_listed(club.scorer, bob, is_listed=True, client_id=client_id()), Written)
    assert play_lists.recent_players(club.scorer.club_id) == ["Ann", "Bob"]
    devices.set_owner(club.organiser, bob)
    for member, is_listed in ((club.scorer, True), (club.member(club.token), False), (club.scorer, False)):
        edit_people.set_listed(member, bob, is_listed=is_listed, client_id=client_id())
    assert kinds_in_log(club, "player") == ["hidden", "shown", "hidden"]
    assert [(one.text, one.who) for one in edit_people.name_changes(bob)] == [
        ("Bob is no longer listed.", "Bob"), ("Bob is listed again.", ""), ("Bob is no longer listed.", "")
    ]  # fmt: skip


def test_rebuild_corrects_people_from_the_log(own_app: Flask) -> None:
    club = Club()
    for names in (("Ann", "Bob"), ("Anne", "Cyd"), ("Anna", "Dee")):
        finished(club, *names)
    merge(club, "Anna", "Anne")
    merge(club, "Anne", "Ann")
    rename(club, "Cyd", "Sid")
    edit_people.set_listed(club.scorer, number(club, "Bob"), is_listed=False, client_id=client_id())
    ask = "select name, name_key, merged_into_id, is_hidden from player order by id"
    before = rows(ask)
    assert edit_people.rebuild_people() == 0
    other = Club()
    finished(other, "Ann", "Bob")
    rename(other, "Bob", "Robert")
    before = rows(ask)
    for wrong in (
        f"merged_into_id = {number(other, 'Ann')} where name in ('Robert', 'Bob')",
        "is_hidden = not is_hidden",
        "merged_into_id = null",
        "name = 'X', name_key = 'x' where name = 'Sid'",
    ):
        with writing() as connection:
            connection.exec_driver_sql(f"update player set {wrong}")
    assert edit_people.rebuild_people() == 8
    assert rows(ask) == before


def test_a_phone_follows_its_owner_in_a_merge(club: Club) -> None:
    finished(club, "Ann", "Bob")
    finished(club, "Anne", "Cyd")
    devices.set_owner(club.scorer, number(club, "Anne"))
    merge(club, "Anne", "Ann")
    assert devices.phone_of(club.scorer).owner == "Ann"
    assert {one.owner for one in devices.devices(club.organiser)} == {"", "Ann"}


def test_a_viewer_cannot_change_names(club: Club) -> None:
    finished(club, "Ann", "Bob")
    with pytest.raises(PermissionError):
        edit_people.rename(club.viewer, number(club, "Ann"), "Zoe", client_id())


def test_events_about_people_cannot_be_changed(club: Club) -> None:
    finished(club, "Ann", "Bob")
    rename(club, "Ann", "Anna")
    with pytest.raises(DatabaseError, match="never changed"):
        db.session.execute(text("update event set kind = 'hidden'"))
    db.session.rollback()
