"""The cards and the draft of a round that is undone, redone, corrected or removed."""

from typing import Any

import pytest

from companion.store.plays.coming_round import drafts, round_cards
from tests.store.plays.coming_round.entered_cards import ONE, THREE, TWO, cards, coming, hand, marks, of_rounds, put
from tests.store.tables import Table, done, rows, stored_json, tricks


def test_undoing_a_round_returns_its_cards_to_the_draft(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    done(table.undo())
    assert coming(table) == ["red-7"]
    put(table, None, TWO)
    done(table.save(tricks(2, 3)))
    assert of_rounds(table) == [["red-7", "red-3"]]
    assert coming(table) == []


def test_redoing_a_round_restores_its_cards(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    for _ in range(2):
        done(table.undo())
        done(table.redo())
        assert of_rounds(table) == [["red-7"]]
        assert coming(table) == []


def test_a_card_entered_while_the_round_was_undone_survives_redo(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    done(table.undo())
    put(table, None, TWO)
    done(table.redo())
    assert of_rounds(table) == [["red-7", "red-3"]]
    done(table.undo())
    assert coming(table) == ["red-7", "red-3"]


def test_cards_all_taken_back_return_with_redo(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    done(table.undo())
    put(table, None, {"tricks": []})
    done(table.redo())
    assert of_rounds(table) == [["red-7"]]


def test_corrections_and_removals_keep_the_cards_through_undo(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    put(table, 0, THREE)
    done(table.save(tricks(1, 4)))
    both = [["red-7"], ["blue-1"]]
    done(table.save(tricks(2, 3), slot=1))
    assert of_rounds(table) == both
    done(table.remove(1))
    assert of_rounds(table) == [["blue-1"]]
    assert coming(table) == []
    for step in (table.undo, table.undo, table.redo):
        done(step())
        assert of_rounds(table) == both
    done(table.redo())
    assert of_rounds(table) == [["blue-1"]]


@pytest.mark.parametrize("first", [ONE, None], ids=["with cards", "without"])
def test_cards_of_the_coming_round_wait_while_the_one_before_is_undone(
    table: Table, first: dict[str, Any] | None
) -> None:
    own = cards(first)
    if first:
        put(table, 0, first)
    done(table.save(tricks(3, 2)))
    put(table, 0, THREE)
    done(table.undo())
    assert coming(table) == own
    assert round_cards.coming_cards(table.state).has_later_cards
    done(table.redo())
    assert (of_rounds(table), coming(table)) == ([own], ["blue-1"])
    assert not round_cards.coming_cards(table.state).has_later_cards
    done(table.undo())
    done(table.save(tricks(2, 3)))
    assert (of_rounds(table), coming(table)) == ([own], ["blue-1"])
    done(table.save(tricks(0, 5)))
    assert (of_rounds(table), coming(table)) == ([own, ["blue-1"]], [])


def test_values_of_an_undone_round_are_no_later_cards(table: Table) -> None:
    done(table.save(tricks(3, 2)))
    assert drafts.patch_draft(table.member, table.state, slot=2, patch={"absent": ["Bob"]})
    done(table.undo())
    [(later,)] = rows("select later from draft where play_id = :id", id=table.id)
    assert [one["data"] for one in stored_json(later)] == [{"absent": [table.state.people.reference_to("Bob")]}]
    assert not round_cards.coming_cards(table.state).has_later_cards


def test_a_call_before_the_first_card_counts_as_cards() -> None:
    card = {"player": "Ann", "card": "red-1"}
    found = ({}, {"tricks": [], "calls": []}, {"tricks": [], "calls": ["pass"]}, {"tricks": [[card]]})
    assert [round_cards.has_any_card(one) for one in found] == [False, False, True, True]


def test_only_later_rounds_with_a_card_or_a_call_are_said_to_come_back(table: Table) -> None:
    done(table.save(tricks(3, 2)))
    found = []
    for entered in ({**ONE, "tricks": [], "trump": "green"}, {**ONE, "tricks": [], "calls": ["pass"]}, ONE):
        put(table, None, entered)
        done(table.undo())
        found.append(round_cards.coming_cards(table.state).has_later_cards)
        done(table.redo())
    assert found == [False, True, True]
    done(table.save(tricks(3, 2)))
    put(table, None, {**ONE, "tricks": []})
    for _ in range(2):
        done(table.undo())
        found.append(round_cards.coming_cards(table.state).has_later_cards)
    assert found[3:] == [False, True], "the second of them has cards"


def test_cards_that_come_and_go_with_their_round_are_nobodys_tap(table: Table) -> None:
    def seen() -> tuple[list[str], int, str | None, bool]:
        now = round_cards.coming_cards(table.state)
        return cards(now), now.mark, now.client_id, now.has_later_cards

    done(table.save(tricks(3, 2)))
    put(table, 0, ONE, client_id="tap-later")
    assert seen() == (["red-7"], marks(table)[0], "tap-later", False)
    done(table.undo())
    assert seen() == ([], marks(table)[0], None, True)
    assert put(table, None, THREE, client_id="tap-first") == round_cards.coming_cards(table.state)
    assert seen() == (["blue-1"], marks(table)[0], "tap-first", True)
    done(table.redo())
    assert seen() == (["red-7"], marks(table)[0], None, False)


def test_several_undone_rounds_get_their_own_cards_back(table: Table) -> None:
    for card in ("red-1", "red-2", "red-3"):
        put(table, 0, hand(card))
        done(table.save(tricks(3, 2)))
    put(table, 0, hand("red-4"))
    for card in ("red-3", "red-2", "red-1"):
        done(table.undo())
        assert coming(table) == [card]
    done(table.redo())
    assert (of_rounds(table), coming(table)) == ([["red-1"]], ["red-2"])
    done(table.save(tricks(0, 5)))
    done(table.save(tricks(0, 5)))
    assert (of_rounds(table), coming(table)) == ([["red-1"], ["red-2"], ["red-3"]], ["red-4"])


def stored_draft(table: Table) -> list[Any]:
    """Return the columns of the draft, but for its marks, author and time."""
    [row] = rows(
        "select slot, data, locked, sealed, cards, later, cards_tap from draft where play_id = :id", id=table.id
    )
    return [stored_json(value) if name != "cards_tap" else value for name, value in row._mapping.items()]


def test_redoing_a_round_restores_the_draft_of_the_round_after_it(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    put(table, 0, THREE)
    drafts.patch_draft(table.member, table.state, slot=2, patch={"folded": ["Cyd"]})
    before = stored_draft(table)
    done(table.undo())
    put(table, None, TWO, client_id="a tap in round 1")
    done(table.redo())
    assert stored_draft(table) == [*before[:-1], None]


def test_a_redo_leaves_an_empty_draft_if_nothing_waits(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    done(table.undo())
    put(table, None, TWO)
    done(table.redo())
    assert stored_draft(table) == [2, {}, False, None, None, None, None]


def test_removing_a_round_keeps_the_cards_of_the_coming_one(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    put(table, 0, THREE)
    done(table.remove(1))
    assert coming(table) == ["blue-1"]
    done(table.save(tricks(3, 2)))
    assert of_rounds(table) == [["blue-1"]]
