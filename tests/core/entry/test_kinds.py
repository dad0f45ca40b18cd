"""Kinds of fields: how the values of each type are displayed, normalised and described."""

from collections.abc import Sequence
from typing import Any, get_args

import pytest

from companion.cards.decks import Deck, standard_deck
from companion.core.entry import fields as f
from companion.core.entry.kinds import (
    KINDS,
    any_of,
    default_of,
    is_list_of_names,
    takes_any_name,
    texts_of_all,
    value_text,
    with_defaults,
    with_names,
)
from companion.core.entry.labels import is_trick
from companion.core.entry.record import Record, read_record
from companion.core.referee.facts import plays

PACK = standard_deck("a pack", jokers=2)
THREE = ("Ann", "Bob", "Cyd")
HOW = {"led": "Led", "none": "Not at all", 3: "Three"}
COUNT = f.count("tricks", "Tricks", 13)
HINTED = Deck("one ace", {"As": 1}, hint="Write As, not {}.".format)
MELD = f.cards("meld", "Meld", PACK)
ROWS = f.rows("pays", "Payments", (f.player("by", "By", THREE), COUNT), sentences=(("", "{by} pays {tricks}"),))
TRICK = plays(PACK, 3, least=0).of(columns=(f.player("player", "Player", THREE), f.card("card", "Card", PACK)))

TOLD: list[tuple[f.Field, Any, str]] = [
    (f.count("n", "N"), 1234567, "1,234,567"),
    (f.points("n", "N", least=-9999), -1200, "−1,200"),
    (f.chips("n", "N"), 0, "0"),
    (f.flag("y", "Y"), True, "yes"),
    (f.choice("how", "How", HOW), 3, "Three"),
    (f.choices("how", "How", HOW), ["led", 3], "Led, Three"),
    (f.player("who", "Who", THREE), "Ann", "Ann"),
    (f.players("who", "Who", THREE), ["Cyd", "Ann"], "Cyd, Ann"),
    (f.card("c", "C", PACK), "10h", "10♥"),
    (MELD, ["10h", "Jk"], "10♥ joker"),
    (ROWS, [{"by": "Ann", "tricks": 2}, {"by": "Bob"}, {"tricks": 0}], "Ann pays 2; Bob pays —; — pays 0"),
    (TRICK, [{"player": "Ann", "card": "10h"}, {"player": "Bob", "card": "Jk"}], "Ann 10♥, Bob joker"),
    (f.parts("hand", "Hand", (MELD, COUNT)), {"meld": ["As", "Ks"], "tricks": 1}, "Meld: A♠ K♠, Tricks: 1"),
    (f.several("melds", "Melds", MELD), [["As"], ["Ks", "Qs"]], "Meld 1: A♠; Meld 2: K♠ Q♠"),
    (f.several("all", "All", f.count("n", "N")), [1000, 2], "1,000, 2"),
    (f.count("hands", "Hands", 100, help="The hands; 0: until the table stops."), 0, "until the table stops"),
    (f.count("hands", "Hands", 100, help="The hands; 0: until the table stops."), 10, "10"),
    (f.count("hands", "Hands", 100, help="The hands played."), 0, "0"),
    (f.count("hands", "Hands", 100, help="0: no limit; 10: until the table stops."), 0, "no limit"),
    (f.count("hands", "Hands", 100, help="100: until the table stops."), 0, "0"),
    (f.several("all", "All", ROWS), [[{"by": "Ann", "tricks": 1}], []], "Payments 1: Ann pays 1; Payments 2: none"),
    (f.several("all", "All", f.parts("hand", "Hand", (COUNT,))), [{"tricks": 1}], "Hand 1: Tricks: 1"),
    (f.several("all", "All", f.several("runs", "Runs", COUNT)), [[1, 2], [3]], "Runs 1: 1, 2; Runs 2: 3"),
    (f.text("name", "Name", 20), "Whist", "Whist"),
    (f.text("home", "Home", 20, letters=f.Letters((("D", "♦"), ("C", "♣")), ((2, None),))), "c/D", "♣/♦"),
    (f.text("home", "Home", 20, letters=f.Letters((("D", "♦"), ("C", "♣")), ((2, None),))), "x / d", "x /♦"),
]
"""At least one field of each type, with a value and its text."""


def id_of(case: Any) -> str:
    return case.type if isinstance(case, f.Field) else ""


def test_every_type_has_a_kind_and_an_example_here() -> None:
    types = set(get_args(f.Type))
    assert set(KINDS) == types
    assert {item.type for item, _, _ in TOLD} == types


@pytest.mark.parametrize(("item", "value", "text"), TOLD, ids=id_of)
def test_values_are_displayed_in_words(item: f.Field, value: Any, text: str) -> None:
    assert read_record((item,), {item.key: value})[1] == []
    assert value_text(item, value) == text


@pytest.mark.parametrize(("item", "value", "text"), TOLD, ids=id_of)
def test_null_is_displayed_by_the_word_of_the_field(item: f.Field, value: Any, text: str) -> None:
    assert value_text(item.of(nobody="Nobody"), None) == "Nobody"
    assert value_text(item, None) == ("no" if item.type == "flag" else "—")


@pytest.mark.parametrize(("item", "value", "text"), TOLD, ids=id_of)
def test_an_empty_value_is_displayed_as_none(item: f.Field, value: Any, text: str) -> None:
    if KINDS[item.type].is_list:
        assert value_text(item, []) == value_text(item, ()) == value_text(item, default_of(item)) == "none"
    else:
        assert value_text(item, {}) == value_text(item, "") == "none"


@pytest.mark.parametrize(("item", "value", "text"), TOLD, ids=id_of)
@pytest.mark.parametrize("odd", [7, "x", 1.5, ["x", 7], {"x": 7}, [{"x": 7}], [["x"]]])
def test_values_in_a_draft_are_displayed_whatever_they_are(item: f.Field, value: Any, text: str, odd: Any) -> None:
    assert isinstance(value_text(item, odd), str)


def test_values_of_the_wrong_form_are_displayed_as_they_were_entered() -> None:
    long = "x" * 50
    told = [
        (f.count("hands", "Hands", help="0: until the table stops."), False, "False"),
        (f.flag("y", "Y"), "x", "yes"),
        (f.choice("how", "How", HOW), "3", "3"),
        (f.choice("how", "How", HOW), long, "x" * 39 + "…"),
        (f.players("who", "Who", THREE), ("Ann", "Bob"), "Ann, Bob"),
        (f.parts("hand", "Hand", (MELD, COUNT)), {"tricks": 1}, "Tricks: 1"),
        (f.parts("hand", "Hand", (MELD, COUNT)), long, "x" * 39 + "…"),
        (ROWS, long, "x" * 39 + "…"),
    ]
    assert [value_text(item, value) for item, value, _ in told] == [text for _, _, text in told]


def test_only_rows_of_a_player_and_a_card_are_displayed_as_a_trick() -> None:
    row, columns = {"player": "Ann", "card": "10h"}, TRICK.columns
    others = (f.parts("t", "T", columns), f.rows("t", "T", (*columns, COUNT)), f.rows("t", "T", columns[::-1]))
    assert [is_trick(item) for item in (TRICK, *others)] == [True, False, False, False]
    assert value_text(TRICK, [row, {"player": "Bob"}]) == "Ann 10♥, Bob —"
    assert value_text(others[1], [row]) == "Player: Ann, Card: 10♥"


def test_values_of_all_players_are_listed_in_seat_order() -> None:
    bids = COUNT.of(per="player", names=THREE, nobody="blind")
    assert texts_of_all(bids, {"Cyd": 2, "Ann": None, "Zed": 3}) == [("Ann", "blind"), ("Cyd", "2")]
    assert texts_of_all(bids.of(names=()), {"Cyd": 2, "Ann": 1}) == [("Cyd", "2"), ("Ann", "1")]
    assert texts_of_all(bids, None) == texts_of_all(bids, "odd") == []


@pytest.mark.parametrize(("item", "value", "text"), TOLD, ids=id_of)
def test_a_missing_value_is_the_default_of_its_kind(item: f.Field, value: Any, text: str) -> None:
    record, problems = read_record((item,), {})
    assert not problems
    found = record[item.key]
    assert (list(found) if isinstance(found, tuple) else found) == default_of(item)
    assert default_of(item.of(nobody="Nobody")) == ([] if KINDS[item.type].is_list else None)


def test_a_default_is_read_like_a_given_value() -> None:
    rows = ROWS.of(default=[{"by": "Ann", "tricks": 2}])
    [row] = read_record((rows,), {})[0]["pays"]
    assert isinstance(row, Record)
    assert (row.who("by"), row["tricks"]) == ("Ann", 2)


def test_defaults_fill_in_what_was_not_given() -> None:
    fields = (COUNT, f.players("who", "Who", THREE, default=("Cyd", "Ann")), f.flag("y", "Y", default=True), MELD)
    assert with_defaults(fields, {"tricks": 0, "y": False}) == {
        "tricks": 0, "who": ["Cyd", "Ann"], "y": False, "meld": [],
    }  # fmt: skip
    assert with_defaults(fields, {"who": [], "other": 1}) == {"tricks": 0, "who": [], "y": True, "meld": []}
    assert default_of(COUNT.of(nobody="Any", default=0)) == 0


def test_values_are_normalised() -> None:
    choices = f.choices("how", "How", HOW)
    assert KINDS["choices"].tidy(choices, [3, "led"]) == ["led", 3]
    assert KINDS["text"].tidy(f.text("name", "Name", 9), " Whist ") == "Whist"
    assert KINDS["player"].tidy(f.player("who", "Who", THREE), " Ann ") == "Ann"
    assert KINDS["card"].tidy(f.card("c", "C", PACK), " 10h") == "10h"
    assert KINDS["players"].tidy(f.players("who", "Who", THREE), ["Cyd", "Ann"]) == ["Cyd", "Ann"]


def test_a_problem_uses_the_label_that_another_answer_chooses() -> None:
    what = f.choice("what", "What", {"cards": "Cards", "points": "Points"})
    much = COUNT.of(named_by=("what", (("points", "Points left"),)), per="player", names=THREE)
    _, problems = read_record((what, much), {"what": "points", "tricks": {"Bob": 14}})
    assert [problem.message for problem in problems] == ["Points left (Bob): 14 is too high, 13 is the most."]
    _, problems = read_record((what, much), {"what": "cards", "tricks": {"Bob": 14}})
    assert [problem.message for problem in problems] == ["Tricks (Bob): 14 is too high, 13 is the most."]


@pytest.mark.parametrize(
    ("item", "value", "told"),
    [
        (f.choices("how", "How", HOW), "led", "How: give a list."),
        (f.choices("how", "How", HOW), ["led", 3, "led"], "How: the same one is there twice."),
        (f.choices("how", "How", HOW), ["led", "3"], "How: “3” is not one of led, none or 3."),
        (COUNT, "7", "Tricks: “7” is not a whole number."),
        (ROWS, {"by": "Ann"}, "Payments: give a list of rows."),
        (ROWS, ["Ann"], "Payments, row 1: Ann is not an object."),
        (f.parts("hand", "Hand", (MELD, COUNT)), ["As"], "Hand: ['As'] is not an object."),
        (f.several("melds", "Melds", MELD), "As", "Melds: give a list."),
        (f.several("melds", "Melds", MELD, most=1), [[], []], "Melds: at most 1 item, not 2."),
        (f.flag("y", "Y"), "yes", "Y: say yes or no (true or false), not yes."),
        (f.flag("y", "Y"), 1, "Y: say yes or no (true or false), not 1."),
        (f.choice("how", "How", HOW), True, "How: True is not one of led, none or 3."),
        (f.player("who", "Who", THREE), "Zoe", "Who: Zoe is not one of Ann, Bob or Cyd."),
        (f.player("who", "Who"), 7, "Who: 7 is not a name."),
        (f.players("who", "Who", THREE), "Ann", "Who: give a list of names."),
        (f.players("who", "Who", THREE, least=2, most=2), ["Ann"], "Who: exactly 2 names, not 1."),
        (f.players("who", "Who", THREE, least=2, most=2), THREE, "Who: exactly 2 names, not 3."),
        (f.players("who", "Who", THREE, least=1, most=2), THREE, "Who: at most 2 names, not 3."),
        (f.players("who", "Who", THREE, most=2, too_many="one won"), THREE, "Who: at most 2 names, not 3: one won."),
        (f.players("who", "Who", THREE, least=2, most=3), ["Ann"], "Who: at least 2 names, not 1."),
        (f.card("c", "Card", PACK), "1h", "Card: 1h is not a card."),
        (f.card("c", "Card", PACK), 7, "Card: 7 is not a card."),
        (f.card("c", "Card", HINTED), "x", "Card: x is not a card. Write As, not x."),
        (f.card("c", "Card", HINTED), "ks", "Card: Ks is not in one ace. Write As, not Ks."),
        (MELD, "As", "Meld: give a list of cards."),
        (MELD.of(least=1, most=1), ["As", "Ks"], "Meld: exactly 1 card, not 2."),
        (MELD.of(least=2, most=3), ["As"], "Meld: at least 2 cards, not 1."),
        (f.text("t", "Text", 3), 5, "Text: 5 is not a text."),
        (f.text("t", "Text", 3), " ", "Text is empty."),
        (f.text("t", "Text", 3), "abcd", "Text is longer than 3 letters."),
        (f.text("t", "Text", 3), "a\x07", "Text has letters that cannot be shown."),
        (f.points("n", "N", 9999, -9999), 10000, "N: 10,000 is too high, 9,999 is the most."),
        (f.points("n", "N", 9999, -9999), -10000, "N: −10,000 is too low, −9,999 is the least."),
        (COUNT, 7.5, "Tricks: 7.5 is not a whole number."),
        (ROWS.of(least=2), [{}], "Payments: at least 2 rows, not 1."),
        (ROWS.of(most=2), [{}, {}, {}], "Payments: at most 2 rows, not 3."),
        (COUNT.of(most=0), 1, "Tricks: 1 is too high, 0 is the most."),
        (f.points("n", "N", 9999, -9999, step=5), -1202, "N: −1,202 is not a multiple of 5."),
        (f.choice("first", "First", {1: "One"}), True, "First: True is not one of 1."),
        (f.text("t", "Text", 3, default="x"), " ", "Text is empty."),
        (f.player("who", "Who"), "x" * 50, f"Who: {'x' * 39}… is not a name."),
        (f.players("who", "Who", THREE, least=2), ["Ann", "Ann"], "Who: Ann is named twice."),
        (f.players("who", "Who", THREE, most=1), ["Ann", "Zoe"], "Who: Zoe is not one of Ann, Bob or Cyd."),
        (f.several("all", "All", COUNT), [1, None], "Tricks 2: None is not a whole number."),
        (f.several("all", "All", COUNT, most=0), [1], "All: exactly 0 items, not 1."),
        (f.several("all", "All", COUNT, most=1), [1, "x"], "All: at most 1 item, not 2."),
        (ROWS.of(most=1), [{}, "x"], "Payments: at most 1 row, not 2."),
        (MELD.of(least=2), ["1h"], "Meld: 1h is not a card."),
        (f.player("who", "Who", THREE, required=True), None, "“Who” is missing."),
        (COUNT.of(required=True), None, "“Tricks” is missing."),
        (COUNT.of(required=True, per="player", names=THREE), {}, "“Tricks” is missing for Ann, Bob and Cyd."),
        (COUNT.of(per="side", names=THREE), 7, "Tricks: give one value for each side, by name."),
        (COUNT.of(per="player", names=THREE), {"Zoe": 1}, "Tricks: leave out Zoe; it is only for Ann, Bob and Cyd."),
    ],
)
def test_a_value_of_the_wrong_form_is_refused_in_a_sentence(item: f.Field, value: Any, told: str) -> None:
    given = list(value) if isinstance(value, tuple) else value
    assert [problem.message for problem in read_record((item,), {item.key: given})[1]] == [told]


def test_a_text_may_be_as_long_as_its_limit() -> None:
    assert read_record((f.text("t", "Text", 3),), {"t": " abc "})[1] == []


def problems_of(item: f.Field, value: Any) -> list[tuple[str, str | None, int | None, str]]:
    found = read_record((item,), {item.key: value})[1]
    assert {one.field for one in found} == {item.key}
    return [(one.message, one.name, one.row, one.unanswered) for one in found]


def test_a_problem_knows_name_row_and_whether_an_answer_is_missing() -> None:
    each = COUNT.of(per="player", names=THREE, required=True)
    assert problems_of(each, {"Ann": 14, "Bob": -1}) == [
        ("Tricks (Ann): 14 is too high, 13 is the most.", "Ann", None, ""),
        ("Tricks (Bob): −1 is too low, 0 is the least.", "Bob", None, ""),
        ("“Tricks” is missing for Cyd.", "Cyd", None, "Tricks"),
    ]
    assert problems_of(ROWS, [{"by": "Zoe", "x": 1}, {"tricks": 14}]) == [
        ("Payments, row 1: There is nothing called “x” here.", None, 1, ""),
        ("Payments, row 1: By: Zoe is not one of Ann, Bob or Cyd.", None, 1, ""),
        ("Payments, row 2: Tricks: 14 is too high, 13 is the most.", None, 2, ""),
    ]
    hand = f.parts("hand", "Hand", (MELD, COUNT), per="player", names=THREE)
    assert problems_of(hand, {"Bob": {"tricks": 14}, "Cyd": 7}) == [
        ("Hand (Bob): Tricks: 14 is too high, 13 is the most.", "Bob", None, ""),
        ("Hand (Cyd): 7 is not an object.", "Cyd", None, ""),
    ]
    assert problems_of(f.several("melds", "Melds", MELD), [["As"], ["1h"], 5]) == [
        ("Meld 2: 1h is not a card.", None, 2, ""), ("Meld 3: give a list of cards.", None, 3, ""),
    ]  # fmt: skip
    assert problems_of(f.players("who", "Who", THREE), ["Ann", "Bob", "Ann"]) == [
        ("Who: Ann is named twice.", "Ann", None, ""),
    ]  # fmt: skip
    assert problems_of(each, {"Ann": 1, "Ann ": 2, "Bob": 0, "Cyd": 0}) == [
        ("Tricks: Ann is there twice.", "Ann", None, ""),
    ]  # fmt: skip


def test_a_field_that_lists_no_names_gets_those_of_the_table() -> None:
    sides = ("Ann & Cyd", "Bob & Dee")
    fields = (
        COUNT.of(per="player"), COUNT.of(per="side"), f.player("who", "Who"), f.player("who", "Who", takes="side"),
        f.players("who", "Who", takes="player"), f.player("who", "Who", ("Eve",)), COUNT,
    )  # fmt: skip
    names = [THREE, sides, (*THREE, *sides), sides, THREE, ("Eve",), ()]
    assert [with_names(item, THREE, sides).names for item in fields] == names
    assert [takes_any_name(item) for item in fields] == [True] * 5 + [False] * 2
    assert with_names(f.player("who", "Who"), THREE, ("Ann", "Bob & Cyd")).names == (*THREE, "Bob & Cyd")
    rows = f.rows("rows", "Rows", (f.player("who", "Who", takes="side"), COUNT))
    assert with_names(rows, THREE, sides).columns[0].names == sides
    hand = with_names(f.parts("hand", "Hand", (f.player("who", "Who", takes="side"),), per="player"), THREE, sides)
    assert (hand.names, hand.columns[0].names) == (THREE, sides)
    assert [is_list_of_names(item) for item in (fields[2], fields[4], MELD)] == [False, True, False]


def test_cards_are_counted_by_their_deck() -> None:
    twice = f.cards("meld", "Meld", standard_deck("two packs", packs=2))
    assert read_record((twice,), {"meld": ["As", "As"]})[1] == []
    _, problems = read_record((twice,), {"meld": ["As"] * 3})
    told = "Meld: As is there too often; it comes twice in two packs. Correct the one that was another card."
    assert [problem.message for problem in problems] == [told]


def test_a_row_without_its_own_sentence_is_displayed_by_its_columns() -> None:
    plain = ROWS.of(sentences=())
    assert value_text(plain, [{"by": "Ann", "tricks": 2}, {"tricks": 1}]) == "By: Ann, Tricks: 2; Tricks: 1"
    by_who = ROWS.of(sentences=(("Bob", "Bob pays {tricks}"),))
    assert value_text(by_who, [{"by": "Bob", "tricks": 2}, {"by": "Ann", "tricks": 1}]) == (
        "Bob pays 2; By: Ann, Tricks: 1"
    )
    by_how = f.rows("calls", "Calls", (f.choice("how", "How", HOW), COUNT), sentences=(("3", "Three and {tricks}"),))
    assert value_text(by_how, [{"how": 3, "tricks": 2}, {"tricks": 3}]) == "Three and 2; Tricks: 3"


STEPPED = f.points("n", "N", 90, least=-90, step=5)
ONE = {"type": "array", "items": {"type": "string"}}
NUMBER = {"type": "integer", "minimum": 0}
SCHEMAS: list[tuple[f.Field, dict[str, Any], dict[str, Any]]] = [
    (COUNT, {"type": "integer", "minimum": 0, "maximum": 13}, NUMBER),
    (STEPPED, {"type": "integer", "minimum": -90, "maximum": 90, "multipleOf": 5}, {"type": "integer"}),
    (f.chips("n", "N"), NUMBER, NUMBER),
    (f.points("n", "N", 0, -9), {"type": "integer", "minimum": -9, "maximum": 0}, {"type": "integer"}),
    (f.flag("y", "Y"), {"type": "boolean"}, {"type": "boolean"}),
    (
        f.choice("how", "How", HOW), {"anyOf": [{"type": "integer"}, {"type": "string"}], "enum": ["led", "none", 3]},
        {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    ),
    (
        f.choices("how", "How", {"led": "Led"}),
        {"type": "array", "items": {"type": "string", "enum": ["led"]}}, ONE,
    ),
    (f.choices("how", "How", {}), {"type": "array", "items": {"enum": []}}, {"type": "array", "items": {}}),
    (f.player("who", "Who", THREE), {"type": "string"}, {"type": "string"}),
    (f.players("who", "Who", THREE), ONE, ONE),
    (MELD, ONE, ONE),
    (ROWS, {"type": "array", "items": {"of": ["by", "tricks"]}}, {"type": "array", "items": {"of": ["by", "tricks"]}}),
    (f.parts("hand", "Hand", (MELD, COUNT)), {"of": ["meld", "tricks"]}, {"of": ["meld", "tricks"]}),
    (f.several("all", "All", f.flag("y", "Y")), *[{"type": "array", "items": {"type": "boolean"}}] * 2),
    (
        f.several("all", "All", COUNT.of(nobody="none")),
        {"type": "array", "items": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 13}, {"type": "null"}]}},
        {"type": "array", "items": {"anyOf": [NUMBER, {"type": "null"}]}},
    ),
]  # fmt: skip
"""Fields, with the JSON schema of a value at this table, and at any table."""


@pytest.mark.parametrize(("item", "here", "anywhere"), SCHEMAS, ids=id_of)
def test_the_json_schema_describes_every_value(item: f.Field, here: dict[str, Any], anywhere: dict[str, Any]) -> None:
    def columns(fields: Sequence[f.Field]) -> dict[str, Any]:
        return {"of": [field.key for field in fields]}

    assert KINDS[item.type].schema(item, True, columns) == here
    assert KINDS[item.type].schema(item, False, columns) == anywhere


def test_every_kind_knows_its_extreme_values() -> None:
    found = {item.type: list(KINDS[item.type].extremes(item)) for item in (STEPPED, f.flag("y", "Y"), MELD)}
    assert found == {"points": [-90, 90], "flag": [True, False], "cards": []}
    assert list(KINDS["chips"].extremes(f.chips("n", "N").of(most=None))) == [0]
    assert list(KINDS["choice"].extremes(f.choice("how", "How", HOW))) == ["led", "none", 3]


def test_equal_alternatives_of_a_schema_are_merged() -> None:
    text, number = {"type": "string"}, {"type": "integer"}
    assert any_of([text, text]) == text
    assert any_of([text, number, text]) == {"anyOf": [text, number]}
    assert any_of([]) == {}


def test_a_kind_says_what_its_values_are() -> None:
    def having(attribute: str) -> str:
        return " ".join(sorted(type_ for type_, kind in KINDS.items() if getattr(kind, attribute)))

    assert having("is_number") == "chips count points"
    assert having("is_list") == "cards choices list players rows"
    assert having("is_name") == "player players"
    assert having("is_free") == "text"
    assert having("is_counted") == "cards list object rows"
    assert [type_ for type_, kind in KINDS.items() if not kind.fills_in_default] == ["object"]
    assert {type_: kind.holds for type_, kind in KINDS.items() if kind.holds} == {
        "rows": "columns", "object": "columns", "list": "items",
    }  # fmt: skip


def test_lists_and_texts_have_limits_for_the_api() -> None:
    limits = {kind: " ".join(found.limits) for kind, found in KINDS.items() if found.limits}
    assert limits == {
        **dict.fromkeys(("choices", "cards", "rows", "list", "text"), "least most"),
        "players": "least most repeats ordered",
    }
