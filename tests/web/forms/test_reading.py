"""Edges of reading and showing an entry: what is left out, what is kept as it was typed, and which answer wins."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.core.entry import fields as f
from companion.core.tricks.tricks_taken import bid_and_tricks
from companion.web.forms.card_fields import TricksField
from companion.web.forms.entry import EntryForm, read_entry, with_bid_results, with_start_values
from companion.web.forms.fields import RowsField, field_class_for
from companion.web.forms.table_field import TableField
from companion.web.forms.trick_notation import parse_trick
from tests.web.forms.inputs import ASKED, NAMES, PACK, TRICK


def read(field: f.Field, *sent: tuple[str, str]) -> dict[str, Any]:
    """Return the entry that a form with this field reads."""
    return EntryForm((field,), formdata=MultiDict(sent)).entry()


def field_of(spec: f.Field, value: Any = None) -> TableField:
    """Return the first input of a field, with a value."""
    return EntryForm((spec,), data={} if value is None else {spec.key: value}).fields_for(spec)[0]


@pytest.mark.parametrize(
    ("kind", "sent", "entry"),
    [
        ("card", [("upcard", " 7h ")], {"upcard": "7h"}),
        ("card", [("upcard", "7h"), ("upcard.none", "1")], {"upcard": "7h"}),
        ("card", [("upcard", ""), ("upcard.none", "1")], {"upcard": None}),
        ("card", [("upcard", "")], {}),
        ("any card", [("lead", ""), ("lead.none", "1")], {}),
        ("cards", [("hand", "7h;8h,\t9h"), ("hand.none", "1")], {"hand": ["7h", "8h", "9h"]}),
        ("cards", [("hand", ""), ("hand.none", "1")], {"hand": []}),
        ("some cards", [("hand", ""), ("hand.none", "1")], {}),
        ("tricks", [("tricks", " \n ")], {}),
        ("choice", [("way", "l")], {"way": "l"}),
        ("many people", [("winner", "10")], {"winner": "Player 10"}),
        ("turns", [("turns", "1"), ("turns", "0"), ("turns", "1")], {"turns": ["Bob", "Ann", "Bob"]}),
        ("cards of everybody", [("left.1", ""), ("left.1.none", "1")], {"left": {"Bob": []}}),
        ("tricks", [("tricks", "Ann 7h\n \t \nBob 8h")],
         {"tricks": [[{"player": "Ann", "card": "7h"}], [{"player": "Bob", "card": "8h"}]]}),
        ("boxes", [("extras", " led "), ("extras", " ")], {"extras": ["led"]}),
        ("number or nobody", [("left", "none")], {"left": None}),
        ("number", [("left", "none")], {"left": "none"}),
        ("number", [("left", " 3+4 "), ("left", "9")], {"left": 7}),
    ],
)  # fmt: skip
def test_the_first_text_without_blanks_is_the_answer_and_wins_over_none(
    kind: str, sent: list[tuple[str, str]], entry: dict[str, Any]
) -> None:
    assert read(ASKED[kind], *sent) == entry


@pytest.mark.parametrize(
    ("kind", "value", "inputs"),
    [
        ("list", (1, 0), [("piles.0", "1"), ("piles.1", "0")]),
        ("cards", "7h; what", [("hand", "7h; what")]),
        ("cards", "", [("hand", "")]),
        ("box", "what", [("foul", "what")]),
        ("people", "what", [("there", "what")]),
        ("tricks", "what", [("tricks", "")]),
        ("chips", "Ann", []),
        ("people", ["Bob", "Zoe"], [("there", "1"), ("there", "Zoe")]),
        ("somebody", "Zoe", [("winner", "Zoe")]),
        ("parts", {"front": 3}, [("hands.front", "3")]),
    ],
)
def test_hidden_inputs_carry_what_cannot_be_read_as_it_was_typed(
    kind: str, value: Any, inputs: list[tuple[str, str]]
) -> None:
    assert EntryForm((ASKED[kind],), data={ASKED[kind].key: value}).inputs == inputs


def test_a_list_within_an_object_is_read_by_its_own_numbers() -> None:
    piles = f.several("piles", "Piles", f.count("pile", "Pile", 9))
    both = f.parts("sides", "Sides", (piles, f.flag("foul", "Foul")))
    assert read(both, ("sides.piles.4", "2"), ("sides.piles.1", "3")) == {"sides": {"piles": [3, 2]}}
    everybody = f.several("piles", "Piles", f.count("pile", "Pile", 9), per="player", names=NAMES)
    assert read(everybody, ("piles.1.7", "2"), ("piles.1.0", "3")) == {"piles": {"Bob": [3, 2]}}


def test_rows_are_read_in_the_order_of_their_numbers_unless_they_have_only_boxes() -> None:
    rows = f.rows("paid", "Paid", (f.chips("chips", "Chips"), f.flag("claimed", "Claimed", default=True)))
    sent = [("paid.8.chips", "8"), ("paid.3.claimed", "1"), ("paid.1.chips", "1"), ("paid.5.claimed.off", "1")]
    assert read(rows, *sent) == {"paid": [{"chips": 1}, {"chips": 8}]}


def test_blank_items_that_a_page_shows_are_no_answers() -> None:
    who = f.several("who", "Who", f.player("one", "One", NAMES, nobody="Nobody"))
    form = EntryForm((who,), data={"who": ["Bob"]})
    (shown,) = form.fields_for(who)
    assert [item.name for item in shown.shown_items] == ["who.0", "who.1"]
    assert form.inputs == [("who.0", "1")]


def test_every_ticked_box_is_shown_as_ticked() -> None:
    assert list(field_of(ASKED["boxes"], ["led", "up"]).options) == [("led", "led it", True), ("up", "turned up", True)]


def test_parts_without_an_answer_are_not_carried_as_nobody() -> None:
    hands = f.parts("hands", "Hands", (f.count("front", "Front", 20), f.player("by", "By", NAMES, nobody="Nobody")))
    for value, inputs in (({"front": 3}, []), ({"front": 3, "by": None}, [("hands.by", "none")])):
        assert EntryForm((hands,), data={"hands": value}).inputs == [("hands.front", "3"), *inputs]


def test_an_answer_whose_key_has_a_dot_is_read() -> None:
    option, other = f.flag("seat.order", "Order"), f.flag("seat", "Seat")
    assert read_entry((option, other), MultiDict([("seat.order", "1")])) == {"seat.order": True}


def test_what_has_no_tricks_layout_or_shares_says_nothing_of_them() -> None:
    for kind in ("trick", "tricks"):
        trick = field_of(ASKED[kind])
        assert isinstance(trick, TricksField)
        assert (trick.tricks, trick.card_plays, trick._value()) == ([], [], "")
    rows = field_of(ASKED["rows"])
    assert isinstance(rows, RowsField)
    assert (rows.layout, rows.shares, rows.row_hints, rows.turns, rows.labels) == ({}, {}, {}, {}, {})


def test_a_name_with_a_comma_is_found_after_one_that_nobody_has() -> None:
    trick = TRICK.of(columns=(TRICK.columns[0].of(names=("Smith, J", "Bob")), TRICK.columns[1]))
    assert parse_trick(trick, "Eve 7h; Smith, J 8h") == [
        {"player": "Eve", "card": "7h"}, {"player": "Smith, J", "card": "8h"},
    ]  # fmt: skip


def test_of_two_names_that_begin_alike_the_longer_one_is_read_first() -> None:
    trick = TRICK.of(columns=(TRICK.columns[0].of(names=("Ann", "Ann Lee")), TRICK.columns[1]))
    assert parse_trick(trick, "Ann Lee 7h, Ann 8h") == [
        {"player": "Ann Lee", "card": "7h"}, {"player": "Ann", "card": "8h"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("prefill", "hints"),
    [
        (f.Prefill(other_than="to"), {"other": "to"}),
        (f.Prefill(mostly=(("kind", 2, "Bob"),)), {"mostly": [["kind", "2", "1"]]}),
    ],
)
def test_a_column_has_only_the_hints_that_it_was_given(prefill: f.Prefill, hints: dict[str, Any]) -> None:
    assert field_of(f.player("by", "By", NAMES, prefill=prefill)).row_hints == hints


def test_an_empty_answer_of_all_means_zeros_unless_it_was_given_in_another_way() -> None:
    put = f.chips("put", "Put", 29, per="player", names=NAMES, keeps_empty=True, either="Chips")
    beside = f.chips("ante", "Ante", 29, either="Chips")
    other = f.chips("pot", "Pot", 29)
    zeros = [("put.0", "0"), ("put.1", "0")]
    assert EntryForm((put, beside), data={"put": {}, "ante": 5}).inputs == [*zeros, ("ante", "5")]
    assert EntryForm((put, other), data={"put": {}, "pot": 5}).inputs == [*zeros, ("pot", "5")]
    hands = f.cards("hands", "Hands", PACK, per="player", names=NAMES, keeps_empty=True)
    for unknown in (hands, f.chips("put", "Put", 29, per="player", names=NAMES)):
        assert EntryForm((unknown,), data={unknown.key: {}}).inputs == []


def test_only_bids_that_must_be_met_exactly_are_preset_as_tricks() -> None:
    bid, tricks = bid_and_tricks(("Ann",), 5, "")
    assert bid.hints.aim is not None
    assert with_bid_results((bid, tricks), {}) == {}
    for exact, values in ((True, {"bid": 3, "tricks": 3}), (False, {"bid": 3})):
        aim = f.Aim(bid.hints.aim.result, "bid", "took", "to take", "bids", exact=exact)
        asked = f.count("bid", "Bid", 5, per="player", names=NAMES, aim=aim)
        assert with_bid_results((asked, tricks), {"bid": 3}) == values


def test_every_player_has_a_value_to_start_with() -> None:
    paid = f.chips("paid", "Paid", 90, per="player", names=NAMES, starts=(5,))
    with pytest.raises(ValueError, match="shorter"):
        with_start_values((paid,), {})


@pytest.mark.parametrize(
    ("field", "name"),
    [
        (f.players("a", "A", NAMES, repeats=True), "SequenceField"),
        (f.players("a", "A", NAMES, ordered=True), "SequenceField"),
        (f.players("a", "A", NAMES), "ChoicesField"),
        (f.flag("a", "A", nobody="Nobody"), "YesNoField"),
        (f.flag("a", "A", required=True), "YesNoField"),
        (f.flag("a", "A"), "FlagField"),
        (f.count("a", "A", 5, usual=(1, 2)), "UsualNumberField"),
        (f.text("a", "A", 5, quick=("x",)), "TextField"),
        (f.count("a", "A", 5), "ChipsField"),
        (f.chips("a", "A", 5), "NumberField"),
        (f.several("a", "A", TRICK), "TricksField"),
        (f.several("a", "A", f.count("b", "B", 5)), "ItemsField"),
    ],
)
def test_each_type_has_its_input(field: f.Field, name: str) -> None:
    assert field_class_for(field).__name__ == name
