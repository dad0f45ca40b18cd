"""Chips that somebody buys: held at once, undone like anything else, and no obstacle for others."""

from typing import Any

import pytest

from companion.store.log.write_results import Refused
from companion.store.plays import buying
from companion.store.plays.coming_round.findings import Adjustment, purchase_between
from companion.store.plays.edits import commands
from companion.store.plays.edits.play_results import PlayResult, PlayStale, PlayWritten
from tests.store.tables import FOUR, Club, Table, client_id, done, problems_text

HAND = {"paid": {"Ann": 20, "Bob": 20, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 42, "winner": "Ann"}]}
NEXT = {"paid": {"Ann": 1, "Bob": 50, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 53, "winner": "Bob"}]}
ALL_IN = {"paid": dict.fromkeys(FOUR, 20), "pots": [{"chips": 80, "winner": "Ann"}]}


@pytest.fixture
def table(club: Club) -> Table:
    """Return a play of Brag with 20 chips for each."""
    return Table(club.scorer, "brag", FOUR, {"stack": 20, "ante": 1})


def buy(table: Table, player: str = "Bob", points: Any = 50, **more: Any) -> PlayResult:
    given = {"base": table.state.revision, "client_id": client_id(), **more}
    return buying.buy_chips(table.member, table.state, player=player, points=points, **given)


def test_a_purchase_after_a_round_counts_in_the_next(table: Table) -> None:
    assert buying.can_buy(table.state)
    table.write(HAND)
    assert buying.can_buy(table.state)
    assert table.state.sheet.table.asked == ("Ann", "Cyd", "Dee")
    done(buy(table))
    assert table.totals == {"Ann": 42, "Bob": 50, "Cyd": 19, "Dee": 19}
    table.write(NEXT)
    assert table.totals["Bob"] == 53
    assert table.state.sheet.rounds[0].bought == {"Bob": 50}
    assert table.labels()[1] == "Bob buys 50"


def test_a_purchase_can_be_undone_and_redone(table: Table) -> None:
    table.write(HAND)
    done(buy(table))
    done(table.undo())
    assert table.totals["Bob"] == 0
    assert table.labels()[0] == "undo: Bob buys 50"
    assert table.state.redoable == "Bob buys 50"
    done(table.redo())
    assert table.totals["Bob"] == 50


def test_a_purchase_before_the_first_round_waits_for_it(table: Table) -> None:
    done(buy(table, "Cyd", 5))
    assert table.state.pending_findings == (Adjustment("Cyd", 5, "bought", buy=True),)
    assert table.labels()[0] == "Cyd buys 5"
    assert buying.usual_buy(table.state) == 5
    done(table.undo())
    assert table.state.pending_findings == ()
    done(table.redo())
    assert table.labels()[:3] == ["redo: Cyd buys 5", "undo: Cyd buys 5", "Cyd buys 5"]
    table.write(HAND)
    assert table.totals["Cyd"] == 24
    assert table.state.sheet.rounds[0].bought == {"Cyd": 5}
    assert table.state.slots[0].entry["adjust"] == [{"player": "Cyd", "points": 5, "reason": "bought", "buy": True}]


def test_a_waiting_purchase_can_be_removed(table: Table) -> None:
    done(buy(table, "Cyd", 5))
    given = {"base": table.state.revision, "client_id": client_id()}
    done(commands.remove_finding(table.member, table.state, finding=table.state.pending_findings[0], **given))
    assert table.state.pending_findings == ()
    assert table.labels()[0] == "Cyd buys 5 (removed)"


def test_the_same_tap_counts_once(table: Table) -> None:
    table.write(HAND)
    tap = {"base": table.state.revision, "client_id": client_id()}
    done(buy(table, **tap))
    again = buy(table, **tap)
    assert isinstance(again, PlayWritten)
    assert again.repeated
    assert table.totals["Bob"] == 50


def test_of_two_purchases_at_once_the_second_is_told_of_the_first(table: Table) -> None:
    table.write(HAND)
    base = table.state.revision
    done(buy(table, "Bob"))
    other = buy(table, "Cyd", base=base)
    assert isinstance(other, PlayStale)
    assert [change.label for change in other.changes] == ["Bob buys 50"]
    assert table.totals["Cyd"] == 19


def test_a_round_entered_meanwhile_is_saved(table: Table) -> None:
    table.write(HAND)
    base = table.state.revision
    done(buy(table))
    done(buy(table, "Cyd", 7))
    done(table.undo())
    done(table.save(NEXT, base=base))
    assert table.totals["Bob"] == 53


def test_a_correction_meanwhile_is_a_conflict(table: Table) -> None:
    table.write(HAND)
    base = table.state.revision
    reason = {"player": "Bob", "points": 50, "reason": "late"}
    done(table.save({**HAND, "adjust": [reason]}, slot=1))
    assert isinstance(table.save(NEXT, base=base), PlayStale)
    base = table.state.revision
    done(table.undo())
    assert isinstance(table.save(NEXT, base=base), PlayStale)


def test_a_correction_that_removes_a_purchase_is_no_purchase_when_it_is_undone(table: Table) -> None:
    table.write(HAND)
    done(buy(table))
    done(table.save(HAND, slot=1))
    base = table.state.revision
    done(table.undo())
    stale = table.save(NEXT, base=base)
    assert isinstance(stale, PlayStale)
    assert [change.label for change in stale.changes] == ["undo: correction of hand 1"]


def test_the_suggested_amount_is_the_last_purchase_or_the_initial_stack(table: Table, club: Club) -> None:
    assert buying.usual_buy(table.state) == 20
    table.write(HAND)
    done(buy(table, "Bob", 50))
    done(buy(table, "Dee", 30))
    assert buying.usual_buy(table.state) == 30
    table.write({**NEXT, "adjust": [{"player": "Ann", "points": -2, "reason": "bet"}]})
    assert buying.usual_buy(table.state) == 30
    for row, usual in (({"points": -1}, 30), ({"points": 7, "buy": True}, 7)):
        given = {"base": table.state.revision, "client_id": client_id()}
        found = {"player": "Cyd", "reason": "found", **row}
        done(commands.add_findings(table.member, table.state, rows=[found], **given))
        assert buying.usual_buy(table.state) == usual
    assert buying.usual_buy(Table(club.scorer, "brag", FOUR).state) == 100
    assert buying.usual_buy(Table(club.scorer, "kabu", FOUR).state) == 70


@pytest.mark.parametrize(
    ("player", "points", "told"),
    [
        ("Zoe", 5, "Adjustment, row 1: Player: Zoe is not one of Ann, Bob, Cyd or Dee."),
        ("Bob", 0, "Somebody who buys chips must buy 1 or more, not 0."),
        ("Bob", -5, "Somebody who buys chips must buy 1 or more, not −5."),
        ("", 5, "Adjustment, row 1: Player:  is not one of Ann, Bob, Cyd or Dee."),
        ("Bob", 100_001, "Adjustment, row 1: Points: 100,001 is too high, 100,000 is the most."),
    ],
)
@pytest.mark.parametrize("rounds", [0, 1])
def test_an_invalid_purchase_changes_nothing(table: Table, player: str, points: int, told: str, rounds: int) -> None:
    table.write(*[HAND][:rounds])
    before = table.edits()
    found = buy(table, player, points)
    assert isinstance(found, Refused)
    assert problems_text(found) == f"adjust: {told}"
    assert table.edits() == before


def test_games_without_chips_have_no_purchases(club: Club) -> None:
    table = Table(club.scorer)
    found = buy(table, "Ann", 5)
    assert problems_text(found) == "adjust: Raise the Stakes has no chips, so nobody can buy any."
    assert not buying.can_buy(table.state)


def test_a_play_that_ended_because_nobody_could_pay_goes_on(table: Table) -> None:
    table.write(ALL_IN)
    assert table.state.over
    assert buying.can_buy(table.state)
    done(buy(table))
    assert not table.state.over
    assert table.totals == {"Ann": 80, "Bob": 50, "Cyd": 0, "Dee": 0}


def test_a_play_that_ended_later_because_nobody_could_pay_goes_on_by_its_last_round(table: Table) -> None:
    table.write(HAND, {"paid": {"Ann": 19, "Cyd": 19, "Dee": 19}, "pots": [{"chips": 57, "winner": "Ann"}]})
    assert table.state.over
    assert buying.can_buy(table.state)
    tap = {"base": table.state.revision, "client_id": client_id()}
    done(buy(table, **tap))
    assert [one.bought for one in table.state.sheet.rounds] == [{}, {"Bob": 50}]
    assert table.totals == {"Ann": 80, "Bob": 50, "Cyd": 0, "Dee": 0}
    done(table.end())
    assert done(buy(table, **tap)).repeated, "the same tap, although nobody can buy now"


def test_a_finished_play_stays_ended(club: Club) -> None:
    table = Table(club.scorer, "brag", FOUR, {"stack": 20, "ante": 1, "hands": 1})
    table.write(HAND)
    assert table.state.over
    assert not buying.can_buy(table.state)
    assert problems_text(buy(table)) == "rounds: The game is over, and buying chips would not continue it."
    other = Table(club.scorer, "brag", FOUR)
    other.write(HAND)
    done(other.end())
    assert not buying.can_buy(other.state)
    assert isinstance(buy(other), Refused)


def test_nobody_buys_after_a_play_that_ended_without_rounds(table: Table) -> None:
    """As when its totals are entered from paper."""
    done(table.end())
    assert not buying.can_buy(table.state)
    assert isinstance(buy(table), Refused)


def test_a_player_who_joined_after_the_last_round_may_buy(table: Table) -> None:
    table.write(HAND)
    done(table.seat("Eve"))
    done(buy(table, "Eve", 9))
    assert table.totals["Eve"] == 29


def test_a_purchase_is_told_apart_from_other_changes_of_an_entry() -> None:
    row = {"player": "Bob", "points": 5, "buy": True}
    assert purchase_between({"a": 1}, {"a": 1, "adjust": [row]}) == Adjustment("Bob", 5, "", buy=True)
    assert purchase_between({"a": 1, "adjust": None}, {"a": 1, "adjust": [row]}) is not None
    assert purchase_between({"a": 1, "adjust": [row]}, {"a": 1, "adjust": [row, row]}) is not None
    for before, after in (
        (None, {"adjust": [row]}),
        ({"a": 1}, None),
        ({"a": 1}, {"a": 2, "adjust": [row]}),
        ({"a": 1}, {"a": 1}),
        ({"a": 1, "adjust": [row]}, {"a": 1, "adjust": [row]}),
        ({"a": 1}, {"a": 1, "adjust": [{**row, "buy": False}]}),
        ({"a": 1}, {"a": 1, "adjust": [{**row, "buy": 1}]}),
        ({"a": 1}, {"a": 1, "adjust": [row, row]}),
        ({"a": 1}, {"a": 1, "adjust": "x"}),
        ({"a": 1}, {"a": 1, "adjust": 5}),
    ):
        assert purchase_between(before, after) is None
