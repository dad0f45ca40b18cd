"""Where names stand in what was written down: they alone are written otherwise, wherever they are."""

from typing import Any

from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.naming import respelled

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
)


def seats(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with the field of each name beside its seat, and every other text in brackets."""
    return respelled(FIELDS, entry, lambda item, name: f"{item.key}@{THREE.index(name)}", lambda text: f"({text})")


def test_names_are_found_wherever_a_field_asks_for_them() -> None:
    assert seats({"winner": "Bob", "folded": ["Ann", "Cyd"], "bid": {"Ann": 1, "Bob": 2}}) == {
        "winner": "winner@1", "folded": ["folded@0", "folded@2"], "bid": {"bid@0": 1, "bid@1": 2},
    }  # fmt: skip
    assert seats({"pays": [{"by": "Ann", "chips": 3}], "deal": {"dealer": "Cyd", "how": "Ann"}}) == {
        "pays": [{"by": "by@0", "chips": 3}], "deal": {"dealer": "dealer@2", "how": "(Ann)"},
    }  # fmt: skip
    assert seats({"tricks": [[{"by": "Bob"}], []], "order": ["Cyd", "Ann"]}) == {
        "tricks": [[{"by": "by@1"}], []], "order": ["one@2", "one@0"],
    }  # fmt: skip


def test_another_text_is_no_name_even_where_it_reads_like_one() -> None:
    assert seats({"note": "Ann"}) == {"note": "(Ann)"}


def test_what_has_not_the_form_of_its_field_is_kept_with_its_texts_as_such() -> None:
    assert seats({"winner": 7, "folded": "Ann", "bid": 3, "pays": {"by": "Ann"}, "deal": ["Ann", None]}) == {
        "winner": 7, "folded": "(Ann)", "bid": 3, "pays": {"(by)": "(Ann)"}, "deal": ["(Ann)", None],
    }  # fmt: skip
    assert seats({"pays": ["Ann", {"by": ["Bob"], "chips": "x"}], "tricks": [{"by": "Ann"}]}) == {
        "pays": ["(Ann)", {"by": ["(Bob)"], "chips": "(x)"}], "tricks": [{"(by)": "(Ann)"}],
    }  # fmt: skip


def test_what_nobody_asks_for_holds_no_names() -> None:
    assert seats({"Ann": {"by": ["Ann", 1, True]}}) == {"(Ann)": {"(by)": ["(Ann)", 1, True]}}
