"""Changes to the rounds of a play: refused, undone, redone, corrected, removed, and in the history."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.database.writing import writing
from companion.store.log.write_results import Refused
from companion.store.people import edit_people
from companion.store.plays import change_seats, objections
from companion.store.plays.change_details import change_details
from companion.store.plays.change_seats import SeatCorrection
from companion.store.plays.coming_round import round_cards
from companion.store.plays.edits import change_log, commands, slots
from companion.store.plays.edits.edit_log import KINDS_OF_EDITS
from companion.store.plays.edits.play_results import NoSuchRoundError, PlayResult
from companion.store.plays.edits.projection import rebuild_play, rebuild_plays
from companion.store.plays.play_state import build_state, cache_state, edit_at, edits_of, state_as_of_round
from tests.store.people.players import number
from tests.store.plays.coming_round.entered_cards import ONE, TWO, coming, of_rounds, put
from tests.store.tables import SCRATCH, Club, Table, client_id, done, messages, problems_text, rows, tricks


@pytest.mark.parametrize(
    "entry",
    [
        {}, tricks(4, 0, 0), tricks(-1, 5, 1), {"tricks": {"Ann": "5"}}, {"tricks": {"Zed": 5}}, {"tricks": 5},
        {"tricks": {"Ann": 5.0}}, {"tricks": {"Ann": float("nan")}}, {"bid": {"Ann": 5}}, tricks(5, absent=5),
        tricks(5, absent=["Ann", "Bob"]), tricks(5, adjust=[{"player": "Ann", "points": 0, "reason": "x"}]),
        {"tricks": {"Ann": 10**30}}, {"tricks": {"Ann": "x" * 70_000}},
    ],
)  # fmt: skip
def test_a_bad_round_is_refused_and_changes_nothing(table: Table, entry: dict[str, Any]) -> None:
    table.write(SCRATCH)
    done(table.seat("Dee"))
    assert messages(table.save(entry))
    assert messages(table.save(entry, slot=1))
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0, "Dee": 0}
    assert table.edits() == 3


def test_a_refused_round_is_named_by_its_number_on_the_sheet(table: Table) -> None:
    table.write(SCRATCH, SCRATCH, SCRATCH)
    done(table.remove(1))
    refused = table.save(tricks(4, 0, 0)), table.save(tricks(4, 0, 0), slot=3)
    assert [(one.number, problems_text(one)) for one in refused if isinstance(one, Refused)] == [
        (number, "tricks: Tricks add up to 4, but 5 cards were dealt.") for number in (3, 2)
    ]


def test_a_missing_round_cannot_be_corrected_or_removed(table: Table) -> None:
    table.write(SCRATCH)
    for wrong in (partial(table.save, SCRATCH, slot=2), partial(table.remove, 2), partial(table.remove, 10**30)):
        with pytest.raises(NoSuchRoundError):
            wrong()
    assert table.edits() == 2


def test_a_play_is_computed_again_only_after_a_change(table: Table) -> None:
    table.write(SCRATCH)
    done(table.take("Bob", "Eve"))
    runtime().cache.clear()
    state, before = table.state, state_as_of_round(table.state, 1)
    assert table.state is state
    assert state_as_of_round(table.state, 1) is before
    assert (state.setup.players, before.setup.players) == (("Ann", "Eve", "Cyd"), ("Ann", "Bob", "Cyd"))
    done(table.save(tricks(0, 5, 0, names=("Ann", "Eve", "Cyd")), slot=1))
    later = table.state
    assert state_as_of_round(later, 1).totals == {"Ann": 0, "Bob": 3, "Cyd": 0}
    assert state_as_of_round(state, 2) is state
    runtime().cache.clear()
    assert state_as_of_round(state, 1) == before, "of the play as it was"
    cache_state(later)
    cache_state(state)
    assert table.state is later, "an earlier state takes no place from a later one"


def test_earlier_names_of_a_play_follow_a_renaming(club: Club, table: Table) -> None:
    table.write(SCRATCH)
    done(table.take("Bob", "Eve"))
    assert state_as_of_round(table.state, 1).setup.players == ("Ann", "Bob", "Cyd")
    edit_people.rename(club.scorer, number(club, "Bob"), "Ben", client_id())
    assert state_as_of_round(table.state, 1).setup.players == ("Ann", "Ben", "Cyd")
    table.write(tricks(0, 5, 0, names=("Ann", "Eve", "Cyd")))
    done(table.take("Eve", "Fay"))
    names = [state_as_of_round(table.state, slot).setup.players[1] for slot in (1, 2, 3)]
    assert names == ["Ben", "Eve", "Fay"]


def test_after_an_edit_the_play_is_what_its_log_says(club: Club, table: Table) -> None:
    bob = replace(club.scorer, player_id=number(club, "Bob"))
    row = {"player": "Ann", "points": -1, "reason": "late"}
    table.member = bob
    for act in (
        lambda: table.save(SCRATCH),
        lambda: commands.add_findings(bob, table.state, rows=[row], base=2, client_id=client_id()),
        lambda: objections.raise_objection(bob, table.state, slot=1, words="No.", base=3, client_id=client_id()),
        lambda: table.seat("Dee"),
    ):
        state = done(act()).state
        assert state == build_state(table.id)
    assert [(one.words, one.who) for one in state.objections] == [("No.", "Bob")]


# Undo, redo, corrections, removals.


def test_every_change_can_be_undone_and_redone(table: Table) -> None:
    member, stake = table.member, {"kind": "fixed", "amount": 50, "currency": "EUR"}

    def request() -> dict[str, Any]:
        return {"base": table.state.revision, "client_id": client_id()}

    def correct_seats() -> PlayResult:
        new = [SeatCorrection("Cyd" if name == "Cora" else name, name) for name in table.state.setup.players]
        return change_seats.correct_seats(
            member, table.state, corrections=new, dealer="Cyd", options={"target": 50}, **request()
        )

    def find(points: int) -> PlayResult:
        row = {"player": "Ann", "points": points, "reason": "late"}
        return commands.add_findings(member, table.state, rows=[row], **request())

    steps = {
        "round 1": lambda: table.save(SCRATCH),
        "round 2": lambda: table.save(tricks(0, 5, 0)),
        "correction of round 1": lambda: table.save(tricks(0, 0, 5), slot=1),
        "new player": lambda: table.seat("Dee"),
        "round 3": lambda: table.save(tricks(2, 1, 1, 1)),
        "end of the game": table.end,
        "continuing the game": table.reopen,
        "remark": lambda: table.edit_details(remark="Late."),
        "stake": lambda: change_details(member, table.state, details={"stake": stake}, **request()),
        "Cora plays for Cyd from round 3": lambda: table.take("Cyd", "Cora"),
        "options": correct_seats,
        "referee's correction, Ann −1": lambda: find(-1),
        "removal of round 3": lambda: table.remove(3),
        "discarding": lambda: table.edit_details(discarded=True),
    }

    def standing() -> tuple[Any, ...]:
        state = table.state
        slots = [(slot.slot, dict(slot.entry)) for slot in state.slots]
        details = (state.options, state.setup, state.details.values, state.stake, state.pending_findings)
        return slots, dict(state.sheet.table.totals), state.ended, state.seats, state.over, details

    past = [standing()]
    for step in steps.values():
        done(step())
        past.append(standing())
        assert past[-1] != past[-2]
        runtime().cache.clear()
        assert standing() == past[-1]
    assert table.totals == {"Ann": 0, "Bob": 3, "Cyd": 3, "Dee": 0}
    for expected in reversed(past[:-1]):
        done(table.undo())
        assert standing() == expected
    assert problems_text(table.undo()) == "rounds: There is nothing to undo."
    for expected in past[1:]:
        done(table.redo())
        assert standing() == expected
    assert messages(table.redo()) == "There is nothing to redo."
    undone = [f"undo: {label}" for label in reversed(steps)]
    expected = ["start of the game", *steps, *undone, *(f"redo: {label}" for label in steps)]
    assert table.labels() == expected[::-1]
    kinds = " ".join(edit.kind for edit in table.log())
    done_once = "round round correct seats round end reopen about about seats about note remove about"
    assert kinds == " ".join(("start", done_once, *["undo"] * len(steps), *["redo"] * len(steps)))
    assert {*kinds.split(), "totals"} == set(KINDS_OF_EDITS), "totals end a play without rounds"


def test_a_new_change_clears_the_redo_list(table: Table) -> None:
    table.write(SCRATCH)
    done(table.undo())
    assert table.state.redoable == "round 1"
    table.write(tricks(0, 5, 0))
    assert table.state.redoable is None
    assert problems_text(table.redo()) == "rounds: There is nothing to redo."
    assert table.totals == {"Ann": 0, "Bob": 3, "Cyd": 0}


def test_undo_names_what_it_undoes(table: Table) -> None:
    assert (table.state.undoable, table.state.redoable) == (None, None)
    table.write(SCRATCH, SCRATCH)
    assert table.state.undoable == "round 2"
    done(table.save(tricks(0, 5, 0), slot=1))
    assert table.state.undoable == "correction of round 1"
    done(table.undo())
    assert (table.state.undoable, table.state.redoable) == ("round 2", "correction of round 1")
    done(table.remove(1))
    assert table.state.undoable == "removal of round 1"


def test_after_a_removal_later_rounds_move_up_and_keep_their_entries(table: Table) -> None:
    table.write(SCRATCH, tricks(0, 5, 0), tricks(0, 0, 5))
    done(table.remove(2))
    assert [slot.slot for slot in table.state.slots] == [1, 3]
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 3}
    done(table.save(tricks(0, 5, 0), slot=3))
    assert table.totals == {"Ann": 3, "Bob": 3, "Cyd": 0}
    table.write(SCRATCH)
    assert [slot.slot for slot in table.state.slots] == [1, 3, 4]


def test_the_history_shows_who_changed_what_with_before_and_after(table: Table) -> None:
    table.write(SCRATCH)
    done(table.save(tricks(0, 5, 0), slot=1))
    done(table.undo())
    told = change_log.changes(table.state)
    labels = ["undo: correction of round 1", "correction of round 1", "round 1", "start of the game"]
    assert [change.label for change in told] == labels
    assert [(change.before, change.after) for change in told[:3]] == [
        (tricks(0, 5, 0), SCRATCH), (SCRATCH, tricks(0, 5, 0)), (None, SCRATCH),
    ]  # fmt: skip
    assert [change.label for change in change_log.changes(table.state, since=2)] == labels[:2]
    assert {change.who for change in told} == {"A phone"}


def test_the_history_names_people_whose_seats_were_undone(table: Table) -> None:
    done(table.seat("Dee"))
    table.write(tricks(0, 0, 0, 5))
    done(table.undo())
    done(table.undo())
    assert table.state.setup.players == ("Ann", "Bob", "Cyd")
    [saved] = [change for change in change_log.changes(table.state) if change.label == "round 1"]
    assert saved.after == tricks(0, 0, 0, 5)
    runtime().cache.clear()
    assert table.state.redoable == "new player"


def test_an_edit_is_found_by_its_revision_with_todays_names(club: Club, table: Table) -> None:
    table.write(SCRATCH)
    edit_people.rename(club.scorer, number(club, "Ann"), "Anna", client_id())
    found = edit_at(table.state, 2)
    assert found is not None
    assert (found.kind, found.entry) == ("round", tricks(5, 0, 0, names=("Anna", "Bob", "Cyd")))
    assert [edit_at(table.state, revision) for revision in (0, -1, 3)] == [None] * 3
    done(table.undo())
    undo = edit_at(table.state, 3)
    assert undo is not None
    assert (undo.revision, undo.kind, undo.undoes) == (3, "undo", 2)
    done(table.redo())
    assert edit_at(table.state, 2) == found
    redo = edit_at(table.state, 4)
    assert redo is not None
    assert (redo.kind, redo.undoes) == ("redo", 2)


def test_rounds_of_several_plays_are_numbered_with_the_coming_one(club: Club, table: Table) -> None:
    table.write(SCRATCH, SCRATCH, SCRATCH)
    done(table.remove(2))
    other = Table(club.scorer)
    assert slots.round_numbers_of_plays([table.id, other.id]) == {table.id: {1: 1, 3: 2, 4: 3}, other.id: {1: 1}}
    assert slots.round_numbers_of_plays([]) == {}
    done(table.remove(3))
    assert slots.round_numbers_of_plays([table.id]) == {table.id: {1: 1, 4: 2}}
    done(table.undo())
    numbers = slots.round_numbers(table.state.slots)
    assert (numbers, [slots.round_of_slot(slot, numbers) for slot in (1, 2, 3, 4)]) == ({1: 1, 3: 2}, [1, 2, 2, 3])


def test_two_seats_of_one_person_are_named_and_reported(own_app: Flask) -> None:
    """Only a merge of an earlier version could do this."""
    club = Club()
    table = Table(club.scorer)
    table.write(SCRATCH)
    ids = [number(club, name) for name in ("Ann", "Bob", "Cyd")]
    for one, players in zip(ids[1:], (("Ann", "Ann (2)", "Cyd"), ("Ann", "Ann (2)", "Ann (3)")), strict=True):
        with writing() as connection:
            connection.exec_driver_sql(f"update player set merged_into_id = {ids[0]} where id = {one}")
        runtime().cache.clear()
        assert (table.state.setup.players, table.state.double_names) == (players, ("Ann",))
    said: list[str] = []
    rebuild_plays(said.append)
    told = "Ann has two seats in game {} (Raise the Stakes): undo the merge of Ann."
    assert [line for line in said if table.key in line] == [told.format(table.key)]


@pytest.mark.parametrize(
    "spoil",
    ["update play set rounds = 7", "update part set total = 99", "update earlier_part set rounds = 5"],
)
def test_a_play_is_rebuilt_if_its_row_or_a_part_is_wrong(table: Table, spoil: str) -> None:
    where = {"update play": f"id = {table.id}"}.get(spoil[:11], f"play_id = {table.id}")
    table.write(SCRATCH)
    done(table.take("Bob", "Eve"))
    assert not rebuild_play(table.id)
    with writing() as connection:
        connection.exec_driver_sql(f"{spoil} where {where}")
    assert rebuild_play(table.id)
    assert not rebuild_play(table.id)


def test_the_log_is_append_only(table: Table) -> None:
    statements: list[str] = []
    event.listen(db.engine, "before_cursor_execute", lambda *given: statements.append(given[2].lower()))
    before = rows("select * from event order by id")
    table.write(SCRATCH, SCRATCH)
    for step in (lambda: table.save(tricks(0, 5, 0), slot=1), table.undo, table.redo, lambda: table.remove(1),
                 table.end, table.reopen, lambda: table.seat("Dee")):  # fmt: skip
        done(step())
    assert rows("select * from event order by id")[: len(before)] == before
    touching = [one for one in statements if " event " in one + " " and not one.lstrip().startswith("select")]
    assert len(touching) == 9
    assert all(one.startswith("insert into event") for one in touching)


def test_a_corrected_round_keeps_its_cards(table: Table) -> None:
    played = {"players": ["Ann", "Bob", "Cyd"], "leader": "Ann", "tricks": [[{"player": "Ann", "card": "red-7"}]]}
    wish: dict[str, Any] = {"slot": 1, "mark": 0, "data": played, "client_id": client_id(), "on_sheet": True}
    assert isinstance(round_cards.save_cards(table.member, table.state, **wish), round_cards.RoundCards)
    table.write(SCRATCH)
    before = round_cards.cards_of_round(table.state, 1)
    assert before is not None
    done(table.save(tricks(0, 5, 0), slot=1))
    assert round_cards.cards_of_round(table.state, 1) == before


@pytest.mark.parametrize(
    ("meanwhile", "cards"), [(None, ["red-7"]), (TWO, ["red-7", "red-3"]), ({"tricks": []}, ["red-7"])]
)
def test_a_redo_takes_the_cards_of_the_draft_or_else_those_of_the_log(
    table: Table, meanwhile: dict[str, Any] | None, cards: list[str]
) -> None:
    put(table, 0, ONE)
    table.write(SCRATCH)
    done(table.undo())
    assert coming(table) == ["red-7"]
    if meanwhile is not None:
        put(table, None, meanwhile)
    done(table.redo())
    assert (of_rounds(table), coming(table)) == ([cards], [])


def test_an_undo_names_a_revision_of_its_play_although_another_play_came_first(club: Club, table: Table) -> None:
    table.write(SCRATCH)
    second = Table(club.scorer)
    second.write(SCRATCH, SCRATCH)
    done(second.undo())
    done(second.redo())
    kinds = [("start", None), ("round", None), ("round", None), ("undo", 3), ("redo", 3)]
    assert [(edit.kind, edit.undoes) for edit in second.log()] == kinds
    assert second.labels() == ["redo: round 2", "undo: round 2", "round 2", "round 1", "start of the game"]


def test_edits_are_read_in_order_up_to_a_revision(table: Table) -> None:
    for _ in range(3):
        table.write(SCRATCH)
    edits = edits_of(table.id)
    assert [one.kind for one in edits] == ["start", "round", "round", "round"]
    assert edits_of(table.id, 2) == edits[:2]
    assert edits_of(table.id, 2, after=1) == edits[1:2]


def test_the_findings_that_wait_follow_every_undo_and_redo(table: Table) -> None:
    def note(name: str) -> None:
        row = {"player": name, "points": -1, "reason": "renege"}
        given = {"base": table.state.revision, "client_id": client_id()}
        done(commands.add_findings(table.member, table.state, rows=[row], **given))

    def remove_first() -> None:
        given = {"base": table.state.revision, "client_id": client_id()}
        finding = table.state.pending_findings[0]
        done(commands.remove_finding(table.member, table.state, finding=finding, **given))

    acts: list[tuple[Callable[[], Any], str]] = [
        (lambda: note("Bob"), "Bob"), (lambda: note("Cyd"), "Bob Cyd"), (remove_first, "Cyd"),
        (lambda: table.write(SCRATCH), ""), (lambda: note("Ann"), "Ann"),
        (lambda: done(table.save(tricks(0, 5, 0), slot=1)), "Ann"),
        (lambda: done(table.edit_details(remark="Late.")), "Ann"), (remove_first, ""), (lambda: done(table.end()), ""),
    ]  # fmt: skip

    def waiting() -> str:
        return " ".join(one.player for one in table.state.pending_findings)

    for act, wait in acts:
        act()
        assert waiting() == wait
    afterwards = ["", *(wait for _, wait in acts)]
    for wait in afterwards[-2::-1]:
        done(table.undo())
        assert waiting() == wait
    for wait in afterwards[1:]:
        done(table.redo())
        assert waiting() == wait
