"""Findings of the referee: they wait for the coming round, can be removed, and join it once."""

from typing import Any

import pytest

from companion.store.log.write_results import Refused
from companion.store.plays.coming_round.findings import (
    Adjustment,
    Finding,
    FindingsEdit,
    NamedInRound,
    findings_text,
    with_findings,
)
from companion.store.plays.edits import commands
from companion.store.plays.edits.play_results import PlayResult
from tests.store.tables import FOUR, Club, Table, client_id, done, problems_text, tricks

RENEGE = Adjustment("Bob", -1, "renege")
MARKED = NamedInRound("Bob", -1, "renege", "reneged")


def put(table: Table, *names: str, named_in: str = "", points: int = -1) -> PlayResult:
    """Note that these players reneged in the coming round."""
    rows = [{"player": name, "points": points, "reason": "renege"} for name in names]
    given = {"base": table.state.revision, "named_in": named_in, "client_id": client_id()}
    return commands.add_findings(table.member, table.state, rows=rows, **given)


def drop(table: Table, finding: Finding) -> PlayResult:
    """Remove the note."""
    given = {"base": table.state.revision, "client_id": client_id()}
    return commands.remove_finding(table.member, table.state, finding=finding, **given)


def test_no_finding_is_added_while_an_earlier_round_does_not_fit(club: Club) -> None:
    table = Table(club.scorer, "brag", FOUR, {"stack": 30})
    for paid in ([1, 1, 1, 1], [1, 29, 1, 1]):
        table.write({"paid": dict(zip(FOUR, paid, strict=True)), "pots": [{"chips": sum(paid), "winner": "Bob"}]})
    done(
        table.save(
            {"paid": dict(zip(FOUR, [1, 20, 1, 1], strict=True)), "pots": [{"chips": 23, "winner": "Ann"}]}, slot=1
        )
    )
    assert table.state.sheet.refusal is not None
    before = table.state.revision
    outcome = put(table, "Bob")
    assert isinstance(outcome, Refused)
    assert [problem.message for problem in outcome.problems] == ["Hand 2 must be corrected first."]
    assert (table.state.pending_findings, table.state.revision) == ((), before)


def test_a_player_is_marked_once(table: Table) -> None:
    done(put(table, "Bob", named_in="reneged"))
    before = table.state.revision
    again = done(put(table, "Bob", named_in="reneged"))
    assert again.repeated
    assert (table.state.pending_findings, table.state.revision) == ((MARKED,), before)
    done(put(table, "Bob", "Cyd", named_in="reneged"))
    assert [one.player for one in table.state.pending_findings] == ["Bob", "Cyd"]


def test_players_are_marked_only_in_a_list_of_players(table: Table) -> None:
    outcome = put(table, "Bob", "Ann", named_in="tricks")
    assert problems_text(outcome) == (
        "rounds: Bob cannot be marked in this round. rounds: Ann cannot be marked in this round."
    )
    assert table.state.pending_findings == ()


def test_an_endless_round_is_refused(table: Table) -> None:
    outcome = table.save({**tricks(0, 2, 3), "more": "x" * 70_000})
    assert problems_text(outcome) == "rounds: That is far more than a round can have."
    assert table.state.slots == ()


def test_a_marked_player_can_get_points(table: Table) -> None:
    done(put(table, "Bob", named_in="reneged"))
    assert not done(put(table, "Bob")).repeated
    assert table.state.pending_findings == (MARKED, RENEGE)


def test_removing_a_missing_finding_changes_nothing(table: Table) -> None:
    done(put(table, "Bob"))
    before = table.state.revision
    for finding in (Adjustment("Bob", -2, "renege"), Adjustment("Ann", -1, "renege"), MARKED):
        assert done(drop(table, finding)).repeated
    assert (table.state.pending_findings, table.state.revision) == ((RENEGE,), before)
    assert not done(drop(table, RENEGE)).repeated
    assert table.state.pending_findings == ()


def test_of_two_equal_findings_one_is_removed(table: Table) -> None:
    done(put(table, "Bob"))
    done(put(table, "Bob"))
    done(drop(table, RENEGE))
    assert table.state.pending_findings == (RENEGE,)
    assert FindingsEdit(removed=(RENEGE, MARKED)).apply_to((RENEGE, RENEGE)) == (RENEGE,)


def test_points_are_added_and_a_mark_counts_once(table: Table) -> None:
    for _ in range(2):
        done(put(table, "Ann"))
    done(put(table, "Bob", named_in="reneged"))
    table.write(tricks(0, 2, 3, reneged=["Bob"]))
    assert table.totals == {"Ann": -2, "Bob": -1, "Cyd": 2}
    [slot] = table.state.slots
    assert slot.entry["reneged"] == ["Bob"]
    assert len(slot.entry["adjust"]) == 2


@pytest.mark.parametrize(
    ("entry", "joined"),
    [
        ({}, {"reneged": ["Bob"], "adjust": [{"player": "Bob", "points": -1, "reason": "renege"}]}),
        ({"reneged": ["Ann"], "adjust": None}, {
            "reneged": ["Ann", "Bob"], "adjust": [{"player": "Bob", "points": -1, "reason": "renege"}],
        }),
        ({"reneged": "Bobby", "adjust": "much"}, {"reneged": "Bobby", "adjust": "much"}),
    ],
)  # fmt: skip
def test_findings_join_the_entry_and_unreadable_values_stay(entry: dict[str, Any], joined: dict[str, Any]) -> None:
    assert with_findings(entry, (MARKED, RENEGE)) == joined


def test_findings_are_described_with_their_points_or_chips() -> None:
    bought = Adjustment("Ann", 1000, "bought", buy=True)
    found = (bought, RENEGE, MARKED, Adjustment("Cyd", 1000, "bet"))
    assert findings_text(found) == "Ann buys 1,000, Bob −1, Bob −1 and Cyd +1,000"


def test_findings_join_the_entry_in_their_order() -> None:
    late, marked = Adjustment("Ann", -2, "late"), NamedInRound("Ann", -1, "renege", "reneged")
    assert with_findings({"reneged": ["Cyd"]}, (RENEGE, MARKED, late, marked)) == {
        "reneged": ["Cyd", "Bob", "Ann"],
        "adjust": [
            {"player": "Bob", "points": -1, "reason": "renege"},
            {"player": "Ann", "points": -2, "reason": "late"},
        ],
    }
    entry = tricks(5)
    assert with_findings(entry, ()) == entry
