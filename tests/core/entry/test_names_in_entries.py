"""Replacing names in entries: only names that a field asks for are replaced."""

from typing import Any

from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.names_in_entries import replace_names

THREE = ("Ann", "Bob", "Cyd")
PAYS = f.rows(Key("pays"), "Payments", (f.player(Key("by"), "By", THREE), f.count(Key("chips"), "Chips")))
FIELDS = (
    f.player(Key("winner"), "Winner", THREE),
    f.players(Key("folded"), "Folded", THREE),
    f.count(Key("bid"), "Bid", 9, per="player", names=THREE),
    f.text(Key("note"), "Note", 40),
    PAYS,
    f.parts(Key("deal"), "Deal", (f.player(Key("dealer"), "Dealer", THREE), f.text(Key("how"), "How", 9))),
    f.several(Key("tricks"), "Tricks", PAYS.of(key="trick")),
    f.several(Key("order"), "Order", f.player(Key("one"), "One", THREE)),
    f.player(Key("partner"), "Partner", THREE, per="player"),
    f.count(Key("tricks_of"), "Tricks", 9, per="side", names=THREE),
)


def seats(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the entry with field and seat for each name, and every other text in brackets."""
    return replace_names(FIELDS, entry, lambda item, name: f"{item.key}@{THREE.index(name)}", lambda text: f"({text})")


def test_names_are_found_in_every_kind_of_field() -> None:
    assert seats({"winner": "Bob", "folded": ["Ann", "Cyd"], "bid": {"Ann": 1, "Bob": 2}}) == {
        "winner": "winner@1", "folded": ["folded@0", "folded@2"], "bid": {"bid@0": 1, "bid@1": 2},
    }  # fmt: skip
    assert seats({"pays": [{"by": "Ann", "chips": 3}], "deal": {"dealer": "Cyd", "how": "Ann"}}) == {
        "pays": [{"by": "by@0", "chips": 3}], "deal": {"dealer": "dealer@2", "how": "(Ann)"},
    }  # fmt: skip
    assert seats({"tricks": [[{"by": "Bob"}], []], "order": ["Cyd", "Ann"]}) == {
        "tricks": [[{"by": "by@1"}], []], "order": ["one@2", "one@0"],
    }  # fmt: skip
    assert seats({"partner": {"Ann": "Cyd", "Bob": None}, "tricks_of": {"Cyd": 3}}) == {
        "partner": {"partner@0": "partner@2", "partner@1": None}, "tricks_of": {"tricks_of@2": 3},
    }  # fmt: skip


def test_lists_may_be_tuples() -> None:
    assert seats({"folded": ("Ann", "Cyd"), "note": ("Ann", ("", 1))}) == {
        "folded": ["folded@0", "folded@2"], "note": ["(Ann)", ["()", 1]],
    }  # fmt: skip


def test_a_name_that_the_field_does_not_list_is_replaced_too() -> None:
    given = {"winner": "Zoe", "folded": ["", "Ann"], "bid": {"Zoe": 1}}
    assert replace_names(FIELDS, given, lambda item, name: f"<{name}>", str) == {
        "winner": "<Zoe>", "folded": ["<>", "<Ann>"], "bid": {"<Zoe>": 1},
    }  # fmt: skip


def test_a_text_that_equals_a_name_is_not_replaced() -> None:
    assert seats({"note": "Ann"}) == {"note": "(Ann)"}


def test_values_of_the_wrong_form_hold_no_names() -> None:
    assert seats({"winner": 7, "folded": "Ann", "bid": 3, "pays": {"by": "Ann"}, "deal": ["Ann", None]}) == {
        "winner": 7, "folded": "(Ann)", "bid": 3, "pays": {"(by)": "(Ann)"}, "deal": ["(Ann)", None],
    }  # fmt: skip
    assert seats({"pays": ["Ann", {"by": ["Bob"], "chips": "x"}], "tricks": [{"by": "Ann"}]}) == {
        "pays": ["(Ann)", {"by": ["(Bob)"], "chips": "(x)"}], "tricks": [{"(by)": "(Ann)"}],
    }  # fmt: skip


def test_unknown_fields_hold_no_names() -> None:
    assert seats({"Ann": {"by": ["Ann", 1, True]}}) == {"(Ann)": {"(by)": ["(Ann)", 1, True]}}
