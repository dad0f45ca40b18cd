"""Changes to a play by several phones: repeated taps, changes at once, and changes to what has changed since."""

from functools import partial
from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import update

from companion.store.database.models import Play
from companion.store.database.writing import writing
from companion.store.plays.edits import commands, projection
from companion.store.plays.edits.play_results import PlayStale, PlayWritten
from companion.store.plays.play_state import PlayState
from tests.store.tables import SCRATCH, Club, Table, at_once, done, rows, tricks

# The same tap, sent twice.


def test_a_double_tap_counts_once(table: Table) -> None:
    first = done(table.save(SCRATCH, base=1, tap="tap"))
    again = done(table.save(SCRATCH, base=1, tap="tap"))
    assert (first.repeated, again.repeated) == (False, True)
    assert again.event == first.event
    assert first.revision == again.revision == 2
    assert first.event is not None
    assert first.event.data["slot"] == 1
    assert len(table.state.slots) == 1
    assert table.edits() == 2


def test_a_double_tap_counts_once_even_with_the_new_revision(table: Table) -> None:
    done(table.save(SCRATCH, tap="tap"))
    assert done(table.save(SCRATCH, tap="tap")).repeated
    assert len(table.state.slots) == 1


def test_the_same_undo_twice_undoes_one_change(table: Table) -> None:
    table.write(SCRATCH, SCRATCH)
    base = table.state.revision
    done(table.undo(base, "undo"))
    assert done(table.undo(base, "undo")).repeated
    assert len(table.state.slots) == 1


@pytest.mark.parametrize("same", [True, False], ids=["one tap", "two taps"])
def test_of_two_saves_at_once_one_succeeds(app: Flask, table: Table, same: bool) -> None:
    barrier, outcomes = Barrier(2), []

    def tap(mark: str) -> None:
        with app.app_context():
            barrier.wait()
            outcomes.append(table.save(SCRATCH, base=1, tap=mark))

    threads = [Thread(target=tap, args=("tap" if same else f"tap {number}",)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    saved = [outcome for outcome in outcomes if isinstance(outcome, PlayWritten)]
    assert sorted(outcome.repeated for outcome in saved) == ([False, True] if same else [False])
    assert sum(isinstance(outcome, PlayStale) for outcome in outcomes) == (0 if same else 1)
    assert len(table.state.slots) == 1
    assert table.edits() == 2


def test_twenty_saves_from_four_phones_are_all_stored(app: Flask, table: Table) -> None:
    def keep(phone: int) -> None:
        with app.app_context():
            for number in range(5):
                entry = tricks(0, 0, 5, adjust=[{"player": "Ann", "points": 1, "reason": f"{phone}.{number}"}])
                while not isinstance(table.save(entry, tap=f"{phone}.{number}"), PlayWritten):
                    pass

    options = {"target": 200}
    table = Table(table.member, options=options)
    threads = [Thread(target=keep, args=(phone,)) for phone in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert table.totals == {"Ann": 20, "Bob": 0, "Cyd": 60}
    assert [slot.slot for slot in table.state.slots] == list(range(1, 21))
    assert table.edits() == table.state.revision == 21


@pytest.mark.parametrize("same", [True, False], ids=["one tap", "many taps"])
@pytest.mark.parametrize("act", ["save", "undo"])
def test_of_sixteen_different_changes_at_once_one_succeeds(app: Flask, table: Table, act: str, same: bool) -> None:
    table.write(SCRATCH)
    change = partial(table.save, SCRATCH) if act == "save" else table.undo
    outcomes = at_once(app, *(partial(change, base=2, tap="tap" if same else f"tap {n}") for n in range(16)))
    saved = [outcome for outcome in outcomes if isinstance(outcome, PlayWritten)]
    assert sum(not outcome.repeated for outcome in saved) == 1
    assert len(saved) == (16 if same else 1)
    assert all(isinstance(outcome, PlayWritten | PlayStale) for outcome in outcomes)
    assert table.edits() == 3
    table.write(SCRATCH)
    assert len(table.state.slots) == (3 if act == "save" else 1)


def test_a_repeated_tap_is_recognised_after_later_changes(table: Table) -> None:
    done(table.save(SCRATCH, tap="tap"))
    again = done(table.save(tricks(0, 5, 0), tap="tap"))
    assert (again.repeated, again.revision) == (True, 2)
    other = Table(table.member)
    other.write(SCRATCH)
    assert isinstance(other.save(SCRATCH, base=1, tap="tap"), PlayStale), "the tap was in another play"
    table.write(tricks(0, 5, 0))
    assert table.totals == {"Ann": 3, "Bob": 3, "Cyd": 0}


# Conflicts.


def test_a_stale_save_says_what_changed_and_writes_nothing(club: Club, table: Table) -> None:
    done(commands.save_round(club.organiser, table.state, base=1, slot=None, entry=SCRATCH, client_id="other"))
    outcome = table.save(tricks(0, 5, 0), base=1)
    assert isinstance(outcome, PlayStale)
    assert [(change.who, change.label) for change in outcome.changes] == [("Ann's phone", "round 1")]
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


@pytest.mark.parametrize("base", [-1, 0, 99])
@pytest.mark.parametrize("act", ["save", "correct", "remove", "undo", "redo", "end", "reopen", "seat"])
def test_nothing_is_written_to_a_changed_play(table: Table, act: str, base: int) -> None:
    table.write(SCRATCH)
    outcome = {
        "save": lambda: table.save(SCRATCH, base=base),
        "correct": lambda: table.save(SCRATCH, slot=1, base=base),
        "remove": lambda: table.remove(1, base=base),
        "undo": lambda: table.undo(base=base),
        "redo": lambda: table.redo(base=base),
        "end": lambda: table.end(base=base),
        "reopen": lambda: table.reopen(base=base),
        "seat": lambda: table.seat("Dee", base=base),
    }[act]()
    assert isinstance(outcome, PlayStale)
    assert table.edits() == 2


def test_an_edit_during_a_rebuild_stays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.write(SCRATCH)
    with writing() as connection:
        connection.execute(update(Play).where(Play.id == table.id).values(title="Wrong"))
    real = projection.build_state

    def write_meanwhile(play: int) -> PlayState:
        state = real(play)
        monkeypatch.undo()
        table.write(tricks(0, 5, 0))
        return state

    monkeypatch.setattr(projection, "build_state", write_meanwhile)
    assert not projection.rebuild_play(table.id), "the edit has written its projection"
    assert rows("select revision, rounds from play where id = :id", id=table.id) == [(3, 2)]
    table.write(tricks(0, 0, 5))
    assert table.totals == {"Ann": 3, "Bob": 3, "Cyd": 3}
