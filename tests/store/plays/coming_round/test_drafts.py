"""Drafts of the coming round, from one phone or several."""

import json
from functools import partial
from typing import Any

import pytest
from flask import Flask

from companion.store.database.writing import writing
from companion.store.plays.coming_round import drafts
from companion.store.plays.coming_round.draft_rows import draft_row, write_draft
from companion.store.plays.coming_round.drafts import DraftChange
from companion.store.plays.play_lists import club_mark
from companion.store.plays.play_state import MOST_ENTRY
from tests.store.tables import FOUR, THREE, Club, Table, at_once, done, rows, tricks


@pytest.fixture
def rage(club: Club) -> Table:
    """Return a play of Rage, whose bids come before its tricks."""
    return Table(club.scorer, "rage")


def bids(rage: Table, slot: int, **given: int | None) -> DraftChange | None:
    return drafts.patch_draft(rage.member, rage.state, slot=slot, patch={"bid": given})


def test_two_phones_can_fill_one_draft(club: Club, rage: Table) -> None:
    assert drafts.draft_of(rage.state) is None
    bids(rage, 1, Ann=1)
    drafts.patch_draft(club.organiser, rage.state, slot=1, patch={"bid": {"Bob": 0}})
    draft = drafts.draft_of(rage.state)
    assert draft is not None
    assert draft.data == {"bid": {"Ann": 1, "Bob": 0}}
    bids(rage, 1, Ann=None, Bob=4)
    draft = drafts.draft_of(rage.state)
    assert draft is not None
    assert draft.data == {"bid": {"Bob": 4}}


def test_the_change_counters_of_a_play_are_read_without_it(club: Club, rage: Table) -> None:
    there = rage.member.club_id
    before = drafts.marks_of(there, rage.key)
    assert before is not None
    assert (before.play, before.sheet, before.all, before.club) == (rage.id, 1, 1, club_mark(there).club)
    bids(rage, 1, Ann=1)
    after = drafts.marks_of(there, rage.key)
    assert after is not None
    assert after[1:] == (2, 2, before.club)
    assert drafts.marks_of(Club().scorer.club_id, rage.key) is None
    assert drafts.play_with_draft(Club().scorer.club_id, rage.key) is None
    found = drafts.play_with_draft(there, rage.key)
    assert found is not None
    assert (found.state, found.draft, found.mark) == (rage.state, drafts.draft_of(rage.state), 2)
    other = Table(rage.member)
    marks, known = drafts.marks_of(there, other.key), drafts.play_with_draft(there, other.key)
    assert marks is not None
    assert known is not None
    assert (marks.play, marks.sheet, known.state, known.draft) == (other.id, 1, other.state, None)
    late = rage.state
    rage.write(round_of_rage(10, 0, 0))
    assert (drafts.with_current_draft(late).mark, drafts.with_current_draft(rage.state).mark) == (0, 3)


def test_a_draft_can_be_locked_and_reopened(rage: Table) -> None:
    bids(rage, 1, Ann=1)
    for locked in (True, None, False):
        drafts.patch_draft(rage.member, rage.state, slot=1, patch={}, locked=locked)
        draft = drafts.draft_of(rage.state)
        assert draft is not None
        assert draft.locked is (locked is not False)
        assert draft.data == {"bid": {"Ann": 1}}


def round_of_rage(*taken: int) -> dict[str, Any]:
    return {"bid": dict(zip(THREE, taken, strict=True)), "tricks": dict(zip(THREE, taken, strict=True))}


def test_a_draft_is_cleared_with_its_round(rage: Table) -> None:
    bids(rage, 1, Ann=1)
    rage.write(round_of_rage(10, 0, 0))
    assert drafts.draft_of(rage.state) is None
    done(rage.undo())
    assert drafts.draft_of(rage.state) is None, "nothing was entered"
    done(rage.redo())
    assert rows("select * from draft where play_id = :id", id=rage.id) == []
    assert bids(rage, 1, Ann=2) is None, "that round is written down"
    bids(rage, 2, Ann=3)
    done(rage.undo())
    draft = drafts.draft_of(rage.state)
    assert draft is not None
    assert (rage.state.next_slot, draft.data) == (2, {}), "slots of undone rounds are not used again"


def test_a_draft_of_another_round_or_above_the_size_limit_is_refused(rage: Table) -> None:
    assert drafts.patch_draft(rage.member, rage.state, slot=2, patch={}) is None
    assert drafts.patch_draft(rage.member, rage.state, slot=1, patch={"bid": "x" * 70_000}) is None


def test_the_longest_draft_is_stored(rage: Table) -> None:
    room = MOST_ENTRY - len(json.dumps({"note": ""}))
    assert drafts.patch_draft(rage.member, rage.state, slot=1, patch={"note": "x" * (room + 1)}) is None
    assert drafts.patch_draft(rage.member, rage.state, slot=1, patch={"note": "x" * room})
    assert MOST_ENTRY == 65_536


def test_who_sits_out_is_in_the_draft_or_else_in_the_last_round(club: Club) -> None:
    table = Table(club.scorer, players=FOUR, options={"target": 12})

    def sitting_out(**entered: Any) -> tuple[str, ...]:
        return drafts.players_sitting_out(table.state, drafts.DraftState(entered, locked=False))

    assert drafts.players_sitting_out(table.state, None) == ()
    table.write(tricks(5, 0, 0, absent=["Dee"]))
    assert drafts.players_sitting_out(table.state, None) == sitting_out(folded=["Cyd"]) == ("Dee",)
    assert sitting_out(absent=["Cyd", "Bob"]) == ("Bob", "Cyd"), "in seat order"
    assert sitting_out(absent=[]) == sitting_out(absent="Ann") == sitting_out(absent=["Ann", "Bob", "Cyd"]) == ()
    table.write(tricks(5, absent=["Cyd"]))
    assert drafts.players_sitting_out(table.state, None) == ("Cyd",)
    done(table.take("Dee", "Eve"))
    table.write(tricks(5, absent=["Eve"]))
    assert drafts.players_sitting_out(table.state, None) == ("Eve",), "who took over a seat and sat out at once"
    table.write(tricks(5))
    assert table.state.over
    assert drafts.players_sitting_out(table.state, None) == ()


def test_values_are_removed_and_replaced_one_by_one(rage: Table) -> None:
    def draft(patch: dict[str, Any]) -> Any:
        change = drafts.patch_draft(rage.member, rage.state, slot=1, patch=patch)
        assert change is not None
        found = drafts.draft_of(rage.state)
        assert found is not None
        assert found.data == change.draft.data
        return found.data

    assert draft({"bid": {"Ann": 1}, "note": "x"}) == {"bid": {"Ann": 1}, "note": "x"}
    assert draft({"note": None, "other": {"Bob": 2}}) == {"bid": {"Ann": 1}, "other": {"Bob": 2}}
    assert draft({"bid": 7}) == {"bid": 7, "other": {"Bob": 2}}
    assert draft({"bid": {"Bob": 3, "Ann": None}, "nothing": None}) == {"bid": {"Bob": 3}, "other": {"Bob": 2}}
    half = "x" * 32 * 1024
    assert drafts.patch_draft(rage.member, rage.state, slot=1, patch={"one": half})
    assert drafts.patch_draft(rage.member, rage.state, slot=1, patch={"two": half}) is None, "together it is too much"


def test_a_draft_of_another_round_is_replaced(rage: Table) -> None:
    bids(rage, 1, Ann=1)
    with writing() as connection:
        for slot, stored_slot, bid in ((2, 1, 3), (2, 2, 4)):
            write_draft(connection, rage.member, rage.id, slot, stored_slot, {"data": {"bid": bid}})
            row = draft_row(rage.id, connection)
            assert (row.slot, row.data, row.locked, row.sealed, row.cards, row.later) == (
                2, {"bid": bid}, False, None, None, None,
            )  # fmt: skip
    assert rows("select device_id from draft where play_id = :id", id=rage.id) == [(rage.member.device_id,)]


def test_drafts_of_many_phones_at_once_are_merged(app: Flask, rage: Table) -> None:
    for bid in (1, 2):
        put = at_once(app, *(partial(bids, rage, 1, **{f"Player {n}": bid}) for n in range(12)))
        assert sorted(draft.mark for draft in put) == list(range(12 * bid - 10, 12 * bid + 2))
        assert sorted(draft.before for draft in put) == list(range(12 * bid - 11, 12 * bid + 1))
        draft = drafts.draft_of(rage.state)
        assert draft is not None
        assert draft.data == {"bid": {f"Player {n}": bid for n in range(12)}}


def test_a_draft_for_a_saved_round_does_not_change_the_next(rage: Table) -> None:
    late = rage.state
    rage.write(round_of_rage(10, 0, 0))
    bids(rage, 2, Bob=4)
    assert drafts.draft_of(late) is None
    assert drafts.patch_draft(rage.member, late, slot=1, patch={"bid": {"Ann": 1}}) is None
    draft = drafts.draft_of(rage.state)
    assert draft is not None
    assert draft.data == {"bid": {"Bob": 4}}


def test_bids_of_the_coming_round_wait_while_the_one_before_is_undone(rage: Table) -> None:
    def bid() -> object:
        draft = drafts.draft_of(rage.state)
        return (draft.data.get("bid"), draft.locked) if draft else None

    rage.write(round_of_rage(10, 0, 0))
    drafts.patch_draft(rage.member, rage.state, slot=2, patch={"bid": {"Bob": 4}}, locked=True)
    done(rage.undo())
    assert bid() == (None, False), "they are those of a round with one card less"
    bids(rage, 2, Bob=5)
    done(rage.redo())
    assert bid() == ({"Bob": 4}, True)
    done(rage.undo())
    rage.write(round_of_rage(0, 10, 0))
    assert bid() == ({"Bob": 4}, True)
    rage.write(round_of_rage(0, 9, 0))
    assert bid() is None
