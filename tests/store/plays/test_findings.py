"""What a referee finds in the coming round: it waits beside it, is taken out again, and joins the round once."""

from typing import Any

import pytest

from companion.store.log.results import Refused
from companion.store.plays import commands
from companion.store.plays.coming.findings import Adjustment, Finding, FindingsEdit, NamedInRound, with_findings
from companion.store.plays.edits.results import PlayResult
from tests.store.tables import FOUR, Club, Table, client_id, done, tricks

RENEGE = Adjustment("Bob", -1, "renege")
MARKED = NamedInRound("Bob", -1, "renege", "reneged")


def put(table: Table, *names: str, named_in: str = "", points: int = -1) -> PlayResult:
    """Put beside the coming round that these reneged."""
    rows = [{"player": name, "points": points, "reason": "renege"} for name in names]
    given = {"base": table.state.revision, "named_in": named_in, "client_id": client_id()}
    return commands.add_findings(table.member, table.state, rows=rows, **given)


def drop(table: Table, finding: Finding) -> PlayResult:
    """Take it out again."""
    given = {"base": table.state.revision, "client_id": client_id()}
    return commands.remove_finding(table.member, table.state, finding=finding, **given)


def test_nothing_is_put_beside_a_round_while_an_earlier_one_waits_to_be_mended(club: Club) -> None:
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
    assert [problem.message for problem in outcome.problems] == ["Round 2 has to be mended first."]
    assert (table.state.waiting, table.state.revision) == ((), before)


def test_who_is_marked_already_is_marked_once_and_nothing_is_written(table: Table) -> None:
    done(put(table, "Bob", named_in="reneged"))
    before = table.state.revision
    again = done(put(table, "Bob", named_in="reneged"))
    assert again.repeated
    assert (table.state.waiting, table.state.revision) == ((MARKED,), before)
    done(put(table, "Bob", "Cyd", named_in="reneged"))
    assert [one.player for one in table.state.waiting] == ["Bob", "Cyd"]


def test_who_is_marked_can_still_be_given_points(table: Table) -> None:
    done(put(table, "Bob", named_in="reneged"))
    assert not done(put(table, "Bob")).repeated
    assert table.state.waiting == (MARKED, RENEGE)


def test_what_does_not_wait_is_not_taken_out(table: Table) -> None:
    done(put(table, "Bob"))
    before = table.state.revision
    for finding in (Adjustment("Bob", -2, "renege"), Adjustment("Ann", -1, "renege"), MARKED):
        assert done(drop(table, finding)).repeated
    assert (table.state.waiting, table.state.revision) == ((RENEGE,), before)
    assert not done(drop(table, RENEGE)).repeated
    assert table.state.waiting == ()


def test_of_two_alike_one_is_taken_out(table: Table) -> None:
    done(put(table, "Bob"))
    done(put(table, "Bob"))
    done(drop(table, RENEGE))
    assert table.state.waiting == (RENEGE,)
    assert FindingsEdit(out=(RENEGE, MARKED)).applied((RENEGE, RENEGE)) == (RENEGE,)


def test_points_count_as_often_as_they_were_found_and_a_mark_once(table: Table) -> None:
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
def test_what_waits_joins_what_is_typed_and_leaves_what_cannot_be_read(
    entry: dict[str, Any], joined: dict[str, Any]
) -> None:
    assert with_findings(entry, (MARKED, RENEGE)) == joined
