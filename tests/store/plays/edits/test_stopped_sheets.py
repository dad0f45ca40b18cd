"""A sheet stops at a later round that no longer fits, until somebody corrects it."""

from typing import Any

import pytest

from companion.store.log.write_results import Refused, refusal
from companion.store.plays.buying import can_buy
from companion.store.plays.play_state import PlayState
from tests.store.tables import FOUR, SCRATCH, Club, Table, done, messages


def brag(*paid: int, winner: str) -> dict[str, Any]:
    return {"paid": dict(zip(FOUR, paid, strict=True)), "pots": [{"chips": sum(paid), "winner": winner}]}


@pytest.fixture
def chips(club: Club) -> Table:
    """Return a play of Brag with 20 chips each, in whose third hand Bob has paid 15."""
    table = Table(club.scorer, "brag", FOUR, {"stack": 20, "ante": 1})
    table.write(brag(1, 1, 1, 1, winner="Ann"), brag(1, 1, 1, 1, winner="Ann"), brag(1, 15, 1, 1, winner="Bob"))
    return table


def spoil(table: Table) -> PlayState:
    """Correct the first hand so that Bob has too few chips for the third."""
    return done(table.save(brag(1, 10, 1, 1, winner="Ann"), slot=1)).state


def test_the_sheet_stops_at_the_round_that_no_longer_fits(chips: Table) -> None:
    state = spoil(chips)
    assert len(state.slots) == 3
    assert len(state.sheet.rounds) == 2
    assert state.sheet.refusal is not None
    assert state.sheet.refusal.number == 3
    assert [(problem.field, problem.name) for problem in state.sheet.refusal.problems] == [("paid", "Bob")]
    assert (state.over, state.goes_on, state.has_coming_round, can_buy(state)) == (False, True, False, False)
    assert chips.save(brag(1, 1, 1, 1, winner="Ann")) == refusal("rounds", "Hand 3 must be corrected first.", 3)
    assert chips.end() == refusal("rounds", "Hand 3 must be corrected or removed first.", 3)


def test_a_correction_must_fit_the_chips_of_its_own_round(chips: Table) -> None:
    outcome = chips.save(brag(1, 20, 1, 1, winner="Ann"), slot=2)
    assert isinstance(outcome, Refused)
    assert ([(problem.field, problem.name) for problem in outcome.problems], outcome.number) == ([("paid", "Bob")], 2)
    assert chips.state.slots[1].entry == brag(1, 1, 1, 1, winner="Ann")


@pytest.mark.parametrize("way", ["correct the first", "correct the third", "undo", "remove"])
def test_a_stopped_sheet_can_be_corrected(chips: Table, way: str) -> None:
    spoil(chips)
    if way == "correct the first":
        done(chips.save(brag(1, 1, 1, 1, winner="Ann"), slot=1))
    elif way == "correct the third":
        done(chips.save(brag(1, 5, 1, 1, winner="Bob"), slot=3))
    elif way == "undo":
        done(chips.undo())
    else:
        done(chips.remove(3))
    state = chips.state
    assert state.sheet.refusal is None
    assert len(state.sheet.rounds) == len(state.slots)
    chips.write(brag(1, 1, 1, 1, winner="Ann"))


def test_a_round_after_the_one_that_does_not_fit_waits_for_it(chips: Table) -> None:
    chips.write(brag(1, 1, 1, 1, winner="Bob"))
    spoil(chips)
    outcome = chips.save(brag(1, 1, 1, 1, winner="Ann"), slot=4)
    assert messages(outcome) == "Hand 3 must be corrected first."


def test_a_correction_that_ends_the_play_earlier_hides_no_later_round(table: Table) -> None:
    table.write(SCRATCH, SCRATCH, SCRATCH)
    state = done(table.save({**SCRATCH, "adjust": [{"player": "Ann", "points": 17, "reason": "bet"}]}, slot=2)).state
    assert state.sheet.refusal is not None
    assert state.sheet.refusal.number == 3
    assert not state.over, "round 3 must be corrected before anybody has won"
    assert state.winners == ()
    done(table.remove(3))
    assert table.state.over
    assert table.state.winners == ("Ann",)
