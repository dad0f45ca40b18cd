"""A finished play keeps its outcome, however the rules change."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.game.game import Upgrade
from companion.store.database.runtime import runtime
from companion.store.log.write_results import Refused
from companion.store.plays import change_seats, play_lists
from companion.store.plays.change_seats import SeatCorrection
from companion.store.plays.coming_round.findings import finding_from
from companion.store.plays.edits import commands, projection, undo_redo
from companion.store.plays.edits.outcomes import outcome_from_log, outcome_to_log
from companion.store.plays.edits.play_results import PlayRescored, PlayWritten
from companion.store.plays.play_stakes import balances_of
from companion.store.plays.play_state import PlayState
from tests.older import RENAMED, SLUG, play_by, version
from tests.store.money.stakes import stake
from tests.store.tables import Club, Table, client_id, done, problems_text, rows

TWO = ("Ann", "Bob")


def made(ann: int, bob: int, key: str = "made") -> dict[str, Any]:
    return {key: {"Ann": ann, "Bob": bob}}


@pytest.fixture
def finished(club: Club, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a play in two rounds that ended 23 to 12 by the first version, with a bonus of 3."""
    play_by(monkeypatch, version(1))
    table = Table(club.scorer, SLUG, TWO, {"bonus": 3})
    table.write(made(5, 4), made(12, 2))
    assert table.state.over
    return table


@pytest.fixture
def running(club: Club, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a play of the first version after its first round, 8 to 7."""
    play_by(monkeypatch, version(1))
    table = Table(club.scorer, SLUG, TWO, {"bonus": 3})
    table.write(made(5, 4))
    return table


def lists(table: Table) -> tuple[Any, ...]:
    """Return what the list of plays, the rows for statistics and the sheet say."""
    state = table.state
    [card] = [one for one in play_lists.recent_plays(table.member.club_id, 9) if one.key == table.key]
    parts = rows("select total, place, won from part where play_id = :play order by seat", play=table.id)
    assert {name: part[0] for name, part in zip(state.setup.names, parts, strict=True)} == card.totals == state.totals
    assert [part[1] for part in parts] == [dict(_places(state))[name] for name in state.setup.names]
    assert card.over == state.over
    assert set(card.winners) == {name for name, part in zip(state.setup.names, parts, strict=True) if part[2]}
    return dict(state.totals), state.winners, state.over


def _places(state: PlayState) -> list[tuple[str, int]]:
    return [(name, one.place) for one in state.standings for name in one.names]


ENDED = ({"Ann": 23, "Bob": 12}, ("Ann",), True)


def test_renaming_an_option_and_a_field_changes_nothing(finished: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, version(2))
    state = finished.state
    assert lists(finished) == ENDED
    assert state.rescoring_notice == ""
    assert (state.options, state.unknown) == ({"target": 20, "extra": 3}, {})
    assert [slot.entry for slot in state.slots] == [made(5, 4, "taken"), made(12, 2, "taken")]
    assert state.agreed.version == 1


def test_a_removed_option_is_kept_and_reported(finished: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, version(2, upgrades={}))
    state = finished.state
    assert (state.options, state.unknown) == ({"target": 20, "extra": 0}, {"bonus": 3})
    assert (lists(finished), state.counts) == (ENDED, True)
    assert state.rescoring_notice == "By today's rules it would stand still at round 1, which does not fit."
    projection.rebuild_play(finished.id)
    assert rows("select rounds from part where play_id = :play", play=finished.id) == [(2,), (2,)]
    assert lists(finished) == ENDED


def test_changed_rules_leave_the_outcome(finished: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    stake(finished, "difference", 10)
    play_by(monkeypatch, version(2, worth=2))
    assert (
        finished.state.rescoring_notice
        == "By today's rules Ann would have 40 instead of 23 and Bob would have 18 instead of 12."
    )
    assert lists(finished) == ENDED
    projection.rebuild_play(finished.id)
    runtime().cache.clear()
    assert lists(finished) == ENDED
    assert balances_of(finished.state) == {"Ann": 110, "Bob": -110}


def test_a_finished_play_stays_over_where_it_would_now_go_on(finished: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, version(2, worth=0))
    assert lists(finished) == ENDED
    more = finished.save(made(1, 1, "taken"))
    assert problems_text(more) == "rounds: The game ended with round 2, so no more can be entered."
    assert problems_text(finished.end()) == "rounds: The game is over already."
    assert isinstance(finished.seat("Cyd"), Refused)
    assert isinstance(finished.reopen(), Refused)
    stake(finished, "places", amounts=(5, -5))
    assert balances_of(finished.state) == {"Ann": 5, "Bob": -5}


def correct(table: Table, by_today: bool = False) -> Any:
    return commands.save_round(
        table.member, table.state, slot=1, base=table.state.revision, client_id=client_id(),
        entry=made(6, 4, "taken"), by_today=by_today,
    )  # fmt: skip


def take_off(table: Table, by_today: bool = False) -> Any:
    base = table.state.revision
    return commands.remove_round(table.member, table.state, slot=1, base=base, client_id=client_id(), by_today=by_today)


def undo(table: Table, by_today: bool = False) -> Any:
    return undo_redo.undo(
        table.member, table.state, base=table.state.revision, client_id=client_id(), by_today=by_today
    )


@pytest.mark.parametrize(
    ("act", "after"),
    [
        (correct, ({"Ann": 42, "Bob": 18}, ("Ann",), True)),
        (take_off, ({"Ann": 27, "Bob": 7}, ("Ann",), True)),
        (undo, ({"Ann": 13, "Bob": 11}, (), False)),
    ],
)
def test_a_change_previews_its_effect_and_then_scores_by_todays_rules(
    finished: Table, monkeypatch: pytest.MonkeyPatch, act: Callable[..., Any], after: tuple[Any, ...]
) -> None:
    play_by(monkeypatch, version(2, worth=2))
    edits = finished.edits()
    asked = act(finished)
    assert isinstance(asked, PlayRescored)
    assert (dict(asked.after.totals), asked.after.winners, asked.after.over) == after
    assert (finished.edits(), lists(finished)) == (edits, ENDED)
    done(act(finished, by_today=True))
    assert lists(finished) == after
    assert finished.state.rescoring_notice == ""
    kept = finished.log()[-1].outcome
    assert (kept and kept["version"]) == (2 if after[2] else None)
    runtime().cache.clear()
    assert lists(finished) == after


def test_undoing_that_change_restores_the_outcome(finished: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, version(2, worth=2))
    done(correct(finished, by_today=True))
    play_by(monkeypatch, version(3, worth=5))
    assert lists(finished) == ({"Ann": 42, "Bob": 18}, ("Ann",), True)
    done(undo(finished))
    assert lists(finished) == ENDED
    assert finished.state.stored_outcome is not None
    assert finished.state.stored_outcome.version == 1
    done(undo_redo.redo(finished.member, finished.state, base=finished.state.revision, client_id=client_id()))
    assert lists(finished) == ({"Ann": 42, "Bob": 18}, ("Ann",), True)


def test_undoing_and_redoing_the_last_round_keeps_the_outcome(finished: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, version(2, worth=2))
    done(undo(finished, by_today=True))
    assert lists(finished) == ({"Ann": 13, "Bob": 11}, (), False)
    done(finished.redo())
    assert lists(finished) == ENDED


def test_a_reopened_play_goes_on_by_todays_rules(running: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    done(running.end())
    play_by(monkeypatch, version(2, worth=2))
    assert lists(running) == ({"Ann": 8, "Bob": 7}, ("Ann",), True)
    assert isinstance(running.reopen(), PlayRescored)
    assert running.state.over
    wish = {"base": running.state.revision, "client_id": client_id()}
    done(commands.reopen(running.member, running.state, **wish, by_today=True))
    assert lists(running) == ({"Ann": 13, "Bob": 11}, (), False)


def test_an_open_play_is_scored_by_todays_rules(running: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, version(2, worth=2))
    running.write(made(1, 1, "taken"))
    assert [edit.rules_version for edit in running.log()] == [1, 1, 2]
    done(running.undo())
    done(running.redo())
    runtime().cache.clear()
    assert lists(running) == ({"Ann": 18, "Bob": 16}, (), False)
    assert running.log()[-1].rules_version == 2
    done(running.save(made(0, 0, "taken"), slot=1))
    done(running.undo())
    assert running.log()[-1].rules_version == 1
    assert lists(running) == ({"Ann": 18, "Bob": 16}, (), False)


def test_a_finding_left_over_at_the_end_of_a_play_can_be_removed(
    running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = {"player": "Bob", "points": 20, "reason": "found"}
    noted = commands.add_findings(
        running.member, running.state, base=running.state.revision, rows=[row], client_id=client_id()
    )
    done(noted)
    done(running.save(made(12, 2)))
    done(running.undo())
    assert running.state.pending_findings
    done(running.save(made(20, 0), slot=1))  # now the first round ends it
    assert running.state.over
    then = lists(running)
    play_by(monkeypatch, version(2, worth=0))
    dropped = commands.remove_finding(
        running.member, running.state, base=running.state.revision, finding=finding_from(row), client_id=client_id()
    )
    assert isinstance(dropped, PlayWritten)
    assert lists(running) == then


def test_corrected_options_are_upgraded_from_the_rules_of_their_correction(
    running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = Upgrade(lambda options: {**options, "extra": options["extra"] + 1})
    first = Upgrade(lambda options: more.options(RENAMED.options(options)), RENAMED.entry)
    play_by(monkeypatch, version(2, upgrades={1: first}))
    assert running.state.options == {"target": 20, "extra": 4}
    same = [SeatCorrection(name, name) for name in TWO]
    wish: dict[str, Any] = {"dealer": "Ann", "options": {"target": 20, "extra": 9}, "client_id": client_id()}
    done(change_seats.correct_seats(running.member, running.state, corrections=same, base=2, **wish))
    assert running.state.options == {"target": 20, "extra": 9}
    play_by(monkeypatch, version(3, upgrades={1: first, 2: more}))
    assert running.state.options == {"target": 20, "extra": 10}


def test_an_outcome_stores_people_by_number(finished: Table) -> None:
    numbers = {seat.name: seat.player_id for seat in finished.state.seats}
    kept = [edit.outcome for edit in finished.log()]
    ann, bob = (f"@{numbers[name]}" for name in TWO)
    assert kept[:2] == [None, None]
    assert kept[2] == {
        "version": 1, "totals": {ann: 23, bob: 12}, "places": {ann: 1, bob: 2}, "winners": [ann],
    }  # fmt: skip


def test_the_places_of_an_outcome_are_the_stored_ones_and_computed_only_if_there_are_none(finished: Table) -> None:
    state = finished.state
    assert state.outcome
    stored = outcome_to_log(state.outcome, state.people, state.setup)
    ann, bob = stored["places"]
    for places, read in (({ann: 2, bob: 1}, {"Ann": 2, "Bob": 1}), ({}, {"Ann": 1, "Bob": 2})):
        outcome = outcome_from_log({**stored, "places": places}, state.people, state.sheet)
        assert outcome
        assert (outcome.places, outcome.totals, outcome.winners) == (read, {"Ann": 23, "Bob": 12}, ("Ann",))


def test_an_outcome_stores_sides_by_number(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(club.scorer, "pitch", ("Ann", "Bob", "Cyd", "Dee"))
    done(table.end())
    runtime().cache.clear()
    kept = table.log()[-1].outcome
    assert kept is not None
    assert kept["totals"] == {"@side-0": 0, "@side-1": 0}
    assert table.state.totals == {"Ann & Cyd": 0, "Bob & Dee": 0}
