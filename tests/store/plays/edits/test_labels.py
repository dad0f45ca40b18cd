"""Names of edits and changed details in words."""

from typing import Any

import pytest

from companion.core.game.terms import COMMON
from companion.games import game_of
from companion.store.names.names import Person
from companion.store.plays.edits import edit_labels
from companion.store.plays.play_details import (
    COUNTS,
    DEALER,
    DISCARDED,
    NIGHT,
    OPTIONS,
    PLAYED_AT,
    REMARK,
    SEALED,
    SIDES,
    STAKE,
    Patch,
    is_objection_key,
    objection_key,
    objections_in,
    remark_key,
)
from companion.store.plays.seats import Seat, Stint

NUMBERS = {1: 1, 3: 2, 4: 3}
"""Round 2 was removed."""


@pytest.mark.parametrize(
    ("patch", "label", "sentence"),
    [
        ({DISCARDED: True}, "discarding", "The game is discarded."),
        ({DISCARDED: None}, "discarding", "The game is restored."),
        ({COUNTS: False}, "whether it counts", "Not in the statistics any more."),
        ({COUNTS: None}, "whether it counts", "In the statistics again."),
        ({SEALED: True}, "secret bids", "Bids are secret from now on."),
        ({SEALED: None}, "secret bids", "Bids are open from now on."),
        ({STAKE: {}}, "stake", "The stake is changed."),
        ({PLAYED_AT: None, NIGHT: 1}, "when it was played", "Its time is changed."),
        ({NIGHT: 1}, "night", "It is moved to another night."),
        ({REMARK: "Late."}, "remark", "The remark is saved."), ({REMARK: None}, "remark", "The remark is removed."),
        ({remark_key(3): "Late."}, "remark", "The remark is saved."),
        ({OPTIONS: {}, DEALER: "@1", SIDES: []}, "options", "Seats, dealer and options are corrected."),
        ({DEALER: "@1", SIDES: []}, "sides", "Seats, dealer and options are corrected."),
        ({REMARK: "Late.", DEALER: "@1"}, "first dealer", "Seats, dealer and options are corrected."),
        ({DEALER: "@1"}, "first dealer", "Seats, dealer and options are corrected."),
        ({"other": 1}, "details", "Seats, dealer and options are corrected."),
    ],
)  # fmt: skip
def test_a_patch_has_a_label_and_a_sentence(patch: Patch, label: str, sentence: str) -> None:
    assert edit_labels.patch_label(patch) == label
    assert edit_labels.edit_label("about", None, NUMBERS, patch) == label
    assert edit_labels.patch_sentence(patch) == sentence


def test_details_have_the_keys_under_which_the_log_stores_them() -> None:
    keys = (DISCARDED, COUNTS, STAKE, PLAYED_AT, NIGHT, OPTIONS, SIDES, DEALER, REMARK, SEALED)
    assert keys == (
        "discarded", "counts", "stake", "played_at", "night", "options", "sides", "dealer", "remark", "secret",
    )  # fmt: skip
    assert (objection_key(3, 9), remark_key(4)) == ("contested.3.9", "remark.4")


@pytest.mark.parametrize(
    ("kind", "slot", "label"),
    [
        ("start", None, "start of the game"), ("round", 4, "round 3"), ("round", 2, "round 2"), ("round", 9, "round 4"),
        ("correct", 3, "correction of round 2"), ("remove", 1, "removal of round 1"), ("end", None, "end of the game"),
        ("reopen", None, "continuing the game"), ("seats", None, "new player"), ("totals", None, "final totals"),
        ("note", None, "referee's correction"), ("undo", None, "undo"), ("about", None, "about"),
    ],
)  # fmt: skip
def test_an_edit_has_a_label(kind: str, slot: int | None, label: str) -> None:
    assert edit_labels.edit_label(kind, slot, NUMBERS) == label


def test_objections_are_read_in_the_order_of_rounds() -> None:
    patch: dict[str, Any] = {
        objection_key(12, 30): "Later.", objection_key(3, 20): None, objection_key(3, 9): "It was Cyd’s deal.",
        "contested.0.1": "x", "contested.1": "x", "contested.1.0": "x", "contested.1.2.3": "x", REMARK: "x",
    }  # fmt: skip
    assert objections_in(patch) == [(3, 9, "It was Cyd’s deal."), (3, 20, None), (12, 30, "Later.")]
    assert [is_objection_key(key) for key in patch] == [True] * 3 + [False] * 5
    assert edit_labels.objection_label(patch, NUMBERS) == "round 2 contested"
    assert edit_labels.objection_label({objection_key(3, 20): None}, NUMBERS) == "objection to round 2 dismissed"
    assert edit_labels.edit_label("about", None, NUMBERS, patch) == "round 2 contested"
    assert edit_labels.objection_label({REMARK: "x"}, NUMBERS) == ""
    assert edit_labels.objection_label(patch, NUMBERS, game_of("brag").terms) == "hand 2 contested"


def test_the_history_of_a_seat_leaves_out_who_played_removed_rounds_only() -> None:
    ann, bob, cyd = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cyd")
    seat = Seat("Dee", 1, 0, 4, (Stint(ann, 2), Stint(bob, 3), Stint(cyd, 4)))
    assert [seat.at(slot).name for slot in (1, 2, 3, 4)] == ["Ann", "Bob", "Cyd", "Dee"]
    assert edit_labels.seat_history(seat, NUMBERS) == [(1, "Ann"), (2, "Cyd"), (3, "Dee")]
    assert edit_labels.seat_history_text(seat, NUMBERS) == "Ann, from round 2 Cyd, from round 3 Dee"
    assert edit_labels.seat_history_text(seat, NUMBERS, COMMON) == edit_labels.seat_history_text(seat, NUMBERS)
    alone = Seat("Ann", 1, 0, 1, (Stint(ann, 2), Stint(bob, 3)))
    assert edit_labels.seat_history_text(alone, NUMBERS) == "", "Bob played only a round that was removed"
