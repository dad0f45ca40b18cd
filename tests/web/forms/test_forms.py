"""What the inputs of an entry's form mean, and how an entry is displayed in its form."""

from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.cards.decks import standard_deck
from companion.core.entry import fields as f
from companion.core.entry.kinds import row_text
from companion.core.entry.problems import Problem
from companion.core.referee import facts
from companion.core.tricks.tricks_taken import bid_and_tricks
from companion.web.forms.entry import EntryForm, Section, read_entry, with_bid_results, with_start_values
from companion.web.forms.trick_notation import parse_trick, trick_plays, trick_text

NAMES = ("Ann", "Bob")


def form(**inputs: str | list[str]) -> MultiDict[str, str]:
    return MultiDict({key.replace("__", "."): value for key, value in inputs.items()})


def entry_from(fields: tuple[f.Field, ...], sent: MultiDict[str, str]) -> dict[str, Any]:
    return read_entry(fields, sent)


def sections_of(fields: tuple[f.Field, ...], values: dict[str, Any], problems: Sequence[Problem] = ()) -> list[Section]:
    return EntryForm(fields, data=values).sections(problems)


def test_no_choice_is_not_zero() -> None:
    tricks = f.count("tricks", "Tricks", 5, per="player", names=NAMES)
    assert entry_from((tricks,), form(tricks__0="0")) == {"tricks": {"Ann": 0}}
    assert entry_from((tricks,), form()) == {}


def test_an_entry_with_zeros_is_displayed_as_none_if_that_is_an_answer() -> None:
    put = f.chips("put", "Put", 29, per="player", names=NAMES, keeps_empty=True, either="Credits")
    shown = EntryForm((put,), data={"put": {}})
    assert shown.inputs == [("put.0", "0"), ("put.1", "0")]
    assert shown.entry() == {"put": {"Ann": 0, "Bob": 0}}
    assert EntryForm((put,), data={}).inputs == []
    assert EntryForm((put,), data={"put": {"Bob": 2}}).inputs == [("put.1", "2")]
    cards = f.cards("cards", "Cards", standard_deck("the pack"), aside=True, either="Cards")
    assert EntryForm((put, cards), data={"put": {}, "cards": ["7h"]}).inputs == [("cards", "7h")]
    assert EntryForm((put, cards), data={"put": {}, "cards": []}).inputs[:2] == [("put.0", "0"), ("put.1", "0")]


def test_an_unreadable_value_is_passed_on_to_the_core() -> None:
    points = f.points("points", "Points", 90)
    assert entry_from((points,), form(points="lots")) == {"points": "lots"}
    assert entry_from((f.player("winner", "Winner", NAMES),), form(winner="7")) == {"winner": "7"}


def test_a_group_with_inputs_of_the_table_and_of_players_has_one_heading() -> None:
    fields = (
        f.player("maker", "Maker", NAMES, group="Melds"),
        f.count("melds", "Melds", 5, per="player", names=NAMES, group="Melds"),
        f.flag("stock", "Out of cards", group="Melds"),
        f.count("tricks", "Tricks", 5, per="player", names=NAMES),
    )
    shown = sections_of(fields, {})
    assert [section.heading for section in shown] == ["Melds", "Tricks"]
    assert [one.spec.key for one in shown[0].all_fields] == ["maker", "stock", "melds", "melds"]


def test_the_form_says_who_is_asked_first_for_a_number(app: Flask) -> None:
    points = f.points("points", "Points", 90, per="player", names=NAMES, turns=f.Turns(first="Bob"))
    with app.test_request_context():
        asked = [str(one()) for one in EntryForm((points,)).fields_for(points)]
    assert ["data-first" in one for one in asked] == [False, True]


def test_the_default_of_all_players_is_filled_in() -> None:
    paid = f.chips("paid", "Paid", 90, per="player", names=NAMES, required=True, starts=(5, 2))
    assert with_start_values((paid,), {}) == {"paid": {"Ann": 5, "Bob": 2}}
    assert with_start_values((paid,), {"paid": {"Ann": 9}}) == {"paid": {"Ann": 9}}


def test_nobody_is_a_valid_choice() -> None:
    winner = f.player("winner", "Winner", NAMES, nobody="Nobody", required=True)
    assert entry_from((winner,), form(winner="none")) == {"winner": None}
    assert entry_from((winner,), form(winner="1")) == {"winner": "Bob"}


@pytest.mark.parametrize(
    ("field", "emptied"),
    [
        (f.count("bid", "Bid", 90), None),
        (f.count("bid", "Bid", 90, default=7), None),
        (f.count("bid", "Bid", 90, nobody="Pass"), None),
        (f.count("bid", "Bid", 90, nobody="Pass", default=0), {"bid": None}),
        (f.count("bid", "Bid", 90, nobody="Pass", default=7), {"bid": None}),
        (f.text("why", "Why", 20), None),
        (f.text("why", "Why", 20, default="late"), {"why": ""}),
        (f.flag("last", "Last"), None),
        (f.flag("last", "Last", default=True), {"last": False}),
        (f.choices("who", "Who", {"a": "Ann", "b": "Bob"}), None),
        (f.choices("who", "Who", {"a": "Ann", "b": "Bob"}, default=["a"]), {"who": []}),
    ],
)
def test_an_input_that_was_emptied_is_told_from_one_that_nobody_filled(
    field: f.Field, emptied: dict[str, Any] | None
) -> None:
    """Beside a field with a default that can be emptied stands a marker input."""
    [shown] = sections_of((field,), {})[0].all_fields
    assert shown.marker_input == ([] if emptied is None else [(f"{field.key}.off", "1")])
    assert entry_from((field,), form()) == {}
    assert entry_from((field,), form(**dict(shown.marker_input))) == (emptied or {})


def test_blank_rows_are_ignored_and_the_others_keep_their_order() -> None:
    columns = (f.player("by", "By", NAMES, required=True), f.flag("claimed", "Claimed", default=True))
    rows = f.rows("payments", "Payments", columns)
    sent = form(payments__10__by="0", payments__2__by="1", payments__2__claimed__off="1", payments__3__claimed="1")
    assert entry_from((rows,), sent) == {"payments": [{"by": "Bob", "claimed": False}, {"by": "Ann"}]}


PAYMENTS = f.rows(
    "payments", "Payments", (f.choice("kind", "Kind", {"led": "led"}), f.flag("claimed", "Claimed", default=True))
)


@pytest.mark.parametrize("number", ["²", "٣", "", "x", "-1", "9" * 5000, "999999"])
def test_a_row_with_an_invalid_number_is_ignored(number: str) -> None:
    sent = MultiDict({f"payments.{number}.kind": "led", "payments.3.kind": "led", "paymentsX4.kind": "led"})
    assert entry_from((PAYMENTS,), sent) == {"payments": [{"kind": "led"}]}


def test_only_the_first_of_very_many_rows_are_read_and_displayed() -> None:
    rows = entry_from((PAYMENTS,), MultiDict({f"payments.{number}.kind": "led" for number in range(2000)}))["payments"]
    assert len(rows) == 300
    (section,) = sections_of((PAYMENTS,), {"payments": rows})
    assert [row.name for row in section.table_fields[0].shown_items][-2:] == ["payments.299", "payments.300"]


def test_a_seat_without_input_does_not_shift_the_next() -> None:
    tricks = f.count("tricks", "Tricks", 5, per="player", names=(*NAMES, "Cyd"))
    assert entry_from((tricks,), form(tricks__0="1", tricks__2="4")) == {"tricks": {"Ann": 1, "Cyd": 4}}


@pytest.mark.parametrize("key", ["data", "errors", "process", "meta", "validate", "_fields", "entry", "filter_data"])
def test_any_name_of_a_field_works(key: str) -> None:
    points = f.points(key, "Points", 90)
    assert entry_from((points,), form(**{key: "3+4"})) == {key: 7}
    assert sections_of((points,), {key: 7})[0].table_fields[0]._value() == "7"


def test_read_rows_are_displayed_from_the_first() -> None:
    sent = form(payments__7__kind="led", payments__2__kind="dealt", payments__2__claimed__off="1")
    (section,) = EntryForm((PAYMENTS,), formdata=sent).sections([Problem("payments", "Which?", row=1)])
    (shown,) = section.table_fields
    assert [row.name for row in shown.shown_items] == ["payments.0", "payments.1", "payments.2"]
    assert [row.data for row in shown.shown_items] == [{"kind": "dealt", "claimed": False}, {"kind": "led"}, None]
    assert shown.errors == ["Which?"]


def test_cards_can_be_separated_by_blanks_or_commas() -> None:
    hands = f.cards("hands", "Cards", standard_deck("the pack"), per="player", names=NAMES)
    assert entry_from((hands,), form(hands__0="Kd, 10h  7s")) == {"hands": {"Ann": ["Kd", "10h", "7s"]}}


def test_cards_that_are_no_list_are_displayed_as_they_are() -> None:
    hand = f.cards("hand", "Hand", standard_deck("the pack"))
    for value, shown in (("7h; Kd", "7h; Kd"), (["7h", "Kd"], "7h Kd"), (None, "")):
        (field,) = sections_of((hand,), {"hand": value})[0].table_fields
        assert field._value() == shown


def test_tricks_are_preset_to_the_bids() -> None:
    fields = bid_and_tricks(("Ann",), 5, "")
    assert with_bid_results(fields, {"bid": 3}) == {"bid": 3, "tricks": 3}
    assert with_bid_results(fields, {"bid": 3, "tricks": 0}) == {"bid": 3, "tricks": 0}
    assert with_bid_results(fields, {"bid": 0}) == {"bid": 0, "tricks": 0}


def test_a_problem_is_displayed_beside_its_player_or_above_all() -> None:
    tricks = f.count("tricks", "Tricks", 5, per="player", names=NAMES)
    sections = sections_of((tricks,), {}, [Problem("tricks", "Too many.", "Ann"), Problem("tricks", "Six in all.")])
    assert [asked[0].errors for _, asked in sections[0].people] == [["Too many."], []]
    assert sections[0].problems == ["Six in all."]


def test_a_folded_section_is_open_if_it_has_a_value() -> None:
    bonus = f.count("bonus", "Bonus", 2, per="player", names=NAMES, aside=True)
    assert sections_of((bonus,), {})[0].is_folded
    assert not sections_of((bonus,), {"bonus": {"Ann": 1}})[0].is_folded
    assert not sections_of((bonus,), {}, [Problem("bonus", "No.")])[0].is_folded


def test_a_row_is_displayed_as_a_sentence() -> None:
    columns = (f.choice("kind", "Kind", {"led": "led it"}), f.player("by", "By", NAMES))
    rows = f.rows("payments", "Payments", columns, sentences=(("led", "{by} {kind}"),))
    assert row_text(rows, {"kind": "led", "by": "Ann"}) == "Ann led it"
    assert row_text(f.rows("payments", "Payments", columns), {"by": "Ann"}) == "By: Ann"


# Cards and lists.

PACK = standard_deck("the pack")
WHO, WHAT = facts.plays(PACK, 4).columns
TRICK = facts.plays(PACK, 4).of(columns=(WHO.of(names=("Ann", "Ann, the elder", "Bob")), WHAT))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Ann 7h, Bob Kc", [("Ann", "7h"), ("Bob", "Kc")]),
        ("ann 7h;bob Kc", [("Ann", "7h"), ("Bob", "Kc")]),
        ("Ann, the elder 7h, Ann Kc", [("Ann, the elder", "7h"), ("Ann", "Kc")]),
        ("Ann 7h Bob Kc", [("Ann", "7h"), ("Bob", "Kc")]),
        ("  Ann   7h ,, ", [("Ann", "7h")]),
        ("Zoe 7h", [("Zoe", "7h")]),
        ("Zoe 7h; Yve Kc, Xia 8h\nDee 2c", [("Zoe", "7h"), ("Yve", "Kc"), ("Xia", "8h"), ("Dee", "2c")]),
        ("7h", [("", "7h")]),
        ("Ann", [("", "Ann")]),
    ],
)
def test_lines_of_cards_are_read_in_the_usual_notations(text: str, rows: list[tuple[str, str]]) -> None:
    wanted = [{key: value for key, value in (("player", who), ("card", card)) if value} for who, card in rows]
    assert parse_trick(TRICK, text) == wanted


def test_what_is_no_play_of_a_trick_is_left_out_of_its_text() -> None:
    rows = ["Ann", {"player": "Ann", "card": "7h"}, None, {"card": "Kc"}]
    assert trick_text(rows) == "Ann 7h, Kc"
    assert trick_plays(TRICK, rows) == [("Ann", "7h"), ("", "Kc")]
    for no_rows in (None, "Ann 7h", {"player": "Ann"}, ()):
        assert (trick_text(no_rows), trick_plays(TRICK, no_rows)) == ("", [])


def test_a_line_is_a_trick() -> None:
    tricks = f.several("tricks", "Tricks", TRICK)
    read = entry_from((tricks,), form(tricks="Ann 7h, Bob Kc\r\n\r\nBob 8h"))
    first = [{"player": "Ann", "card": "7h"}, {"player": "Bob", "card": "Kc"}]
    assert read == {"tricks": [first, [{"player": "Bob", "card": "8h"}]]}
    (section,) = sections_of((tricks,), read)
    assert section.table_fields[0]._value() == "Ann 7h, Bob Kc\nBob 8h"


def test_a_list_has_an_input_for_each_item_and_one_more() -> None:
    melds = f.several("melds", "Melds", f.cards("meld", "Meld", PACK, 1, 7))
    read = entry_from((melds,), form(melds__0="7h 7c", melds__1="", melds__2="Kd"))
    assert read == {"melds": [["7h", "7c"], ["Kd"]]}
    (section,) = sections_of((melds,), read)
    assert [one.name for one in section.table_fields[0].shown_items] == ["melds.0", "melds.1", "melds.2"]


@pytest.mark.parametrize(
    ("given", "most", "shown", "has_room"),
    [([], 3, 3, False), ([4], 4, 3, True), ([4, 5, 6], 3, 3, False), ([4, 5, 6], 5, 4, True), ([], None, 3, True)],
)
def test_a_list_has_an_input_for_each_item_that_it_needs(
    given: list[int], most: int | None, shown: int, has_room: bool
) -> None:
    piles = f.several("piles", "Piles", f.count("pile", "Pile", 9), least=3, most=most)
    (section,) = sections_of((piles,), {"piles": given} if given else {})
    (field,) = section.table_fields
    assert [one.name for one in field.shown_items] == [f"piles.{number}" for number in range(shown)]
    assert field.has_room == has_room


def test_numbers_beyond_one_line_of_chips_are_behind_one_more_tap() -> None:
    bids, few, places = (
        f.count("bid", "Bid", 10, per="player", names=NAMES),
        f.count("tricks", "Tricks", 6),
        f.count("folded", "Folded", 9, places=f.Places("knocks", "Stayed", "At {knock}")),
    )
    shown = EntryForm((bids, few, places), data={})
    first, _ = shown.fields_for(bids)
    assert (list(first.chips), list(first.folded_chips)) == (list(range(11)), [6, 7, 8, 9, 10])
    assert not shown.fields_for(few)[0].folded_chips
    assert not shown.fields_for(places)[0].folded_chips
    assert [shown.fields_for(places)[0].chip_text(number) for number in (0, 2)] == ["Stayed", "At knock 2"]


def test_a_number_with_usual_values_can_be_typed() -> None:
    clean = f.count("clean", "Clean", 14, per="side", names=NAMES, usual=(0, 1, 2))
    assert entry_from((clean,), form(clean__0="2", clean__1="11")) == {"clean": {"Ann": 2, "Bob": 11}}
    assert entry_from((clean,), form(clean__0="")) == {}


@pytest.mark.parametrize(("group", "fields", "is_single_checkbox"), [("", 1, True), ("Rare", 1, False), ("", 2, False)])
def test_a_rare_checkbox_that_stands_alone_is_not_folded(group: str, fields: int, is_single_checkbox: bool) -> None:
    flags = [f.flag(f"flag{number}", "Misdealt", aside=True, group=group) for number in range(fields)]
    (section,) = sections_of(tuple(flags), {})
    assert (section.is_folded, section.is_single_checkbox) == (True, is_single_checkbox)


def test_a_required_yes_or_no_is_no_checkbox() -> None:
    flag = f.flag("out", "Out", required=True)
    assert entry_from((flag,), form()) == {}
    assert entry_from((flag,), form(out="no")) == {"out": False}
    assert [value for value, _, _ in sections_of((flag,), {})[0].table_fields[0].options] == ["yes", "no"]


# Two ways to enter the same.

TOTALS = f.points("totals", "Totals", 90, per="player", names=NAMES, either="Totals", not_of="out")
LEFT = f.cards("left", "Left", PACK, per="player", names=NAMES, keeps_empty=True, aside=True, either="Cards")
OUT = f.player("out", "Out", NAMES)


def chosen(values: dict[str, Any], *before: str) -> list[str]:
    sections = EntryForm((OUT, TOTALS, LEFT), data=values).sections(before=before)
    return [way.title for section in sections for way in section.alternatives if way.chosen]


def test_of_two_ways_to_enter_the_usual_or_last_used_one_is_open() -> None:
    assert chosen({}) == ["Totals"]
    assert chosen({}, "out", "left") == ["Cards"]
    assert chosen({"left": {"Ann": []}}) == ["Cards"]
    assert chosen({"totals": {"Ann": 0}}, "left") == ["Totals"]
    assert EntryForm((LEFT, TOTALS)).shown_alternative() == "Totals", "the other one is rare"
    wins = f.player("wins", "Winner", NAMES, nobody="By the cards", either="Result")
    assert EntryForm((wins, LEFT), data={"wins": None, "left": {"Ann": ["7h"]}}).shown_alternative() == "Cards"


def test_the_other_way_to_enter_is_not_an_answer_of_the_first_one() -> None:
    wins = f.player("wins", "Winner", NAMES, nobody="By the cards", either="Result")
    (field,) = sections_of((wins, LEFT), {})[0].table_fields
    assert [label for _, label, _ in field.options] == ["Ann", "Bob"]


def test_an_entry_made_in_two_ways_is_displayed_whole() -> None:
    sections = sections_of((OUT, TOTALS, LEFT), {"totals": {"Ann": 5}, "left": {"Bob": ["7h"]}})
    assert not any(section.alternatives or section.way for section in sections)


def test_ways_that_nobody_is_asked_are_not_shown() -> None:
    sections = sections_of((OUT, TOTALS.of(names=()), LEFT.of(names=())), {})
    assert [[field.name for field in section.all_fields] for section in sections] == [["out"]]


def test_a_way_to_enter_is_one_fold() -> None:
    pile = f.cards("pile", "Pile", PACK, aside=True, either="Cards")
    sections = sections_of((OUT, TOTALS, pile, LEFT), {})
    ways = [section.way and section.way.title for section in sections]
    assert ways == [None, "Totals", "Cards", "Cards"]
    assert [len(section.alternatives) for section in sections] == [0, 2, 0, 0]


def test_a_problem_in_the_other_way_opens_it() -> None:
    form = EntryForm((OUT, TOTALS, LEFT), data={"left": {"Ann": ["7h"]}})
    told = form.move_to_shown_alternative(
        [Problem("totals", "Count what Bob has.", "Bob"), Problem("out", "Who?"), Problem("adjust", "No.")]
    )
    assert [(one.field, one.name) for one in told] == [("left", "Bob"), ("out", None), ("adjust", None)]


HEELS = f.flag("heels", "Heels", either="Points")
PEGS = f.points("pegs", "Pegs", 90, per="player", names=NAMES, either="Points")
BOARD = f.points("board", "Board", 90, per="player", names=NAMES, aside=True, either="Board")
MOVED = f.flag("moved", "Moved", aside=True, either="Board")
SCORE = (OUT, HEELS, PEGS, MOVED, BOARD)
KEYS = [field.key for field in SCORE]


@pytest.mark.parametrize(
    ("fields", "values", "before", "moved_to"),
    [
        (SCORE, {}, (), "out heels pegs heels pegs"),
        (SCORE, {}, ("out", "board"), "out moved board moved board"),
        (SCORE, {"board": {"Bob": 2}}, (), "out moved board moved board"),
        (SCORE, {"pegs": {"Bob": 0}}, ("board",), "out heels pegs heels pegs"),
        (SCORE, {"pegs": {"Ann": 1}, "board": {"Ann": 1}}, (), "out heels pegs moved board"),
        ((OUT, PEGS, BOARD, MOVED), {}, (), "out heels pegs pegs pegs"),
        ((OUT, HEELS, BOARD, MOVED), {}, (), "out heels pegs heels heels"),
    ],
)
def test_problems_of_the_way_that_is_not_shown_move_to_a_like_field_of_the_other(
    fields: tuple[f.Field, ...], values: dict[str, Any], before: tuple[str, ...], moved_to: str
) -> None:
    """Those of the table and those of each player stay apart, if the way that is shown has both."""
    form = EntryForm(fields, data=values)
    told = form.move_to_shown_alternative([Problem(key, f"No {key}.", "Ann") for key in KEYS], before)
    assert told == [Problem(to, f"No {key}.", "Ann") for to, key in zip(moved_to.split(), KEYS, strict=True)]


def test_players_who_are_not_concerned_are_found_by_the_input_that_names_them() -> None:
    sections = sections_of((OUT, TOTALS, LEFT), {})
    assert [asked[0].unless for _, asked in sections[1].people] == ["out 0", "out 1"]
    assert [asked[0].unless for _, asked in sections[2].people] == ["", ""]
    (section,) = sections_of((OUT, TOTALS.of(names=("Bob", "Cyd"))), {})[1:]
    assert [asked[0].unless for _, asked in section.people] == ["out 1", ""]


def test_groups_of_numbers_only_are_rows() -> None:
    tricks = f.count("tricks", "Tricks", 5, per="player", names=NAMES)
    assert sections_of((TOTALS,), {})[0].is_compact
    assert not sections_of((tricks,), {})[0].is_compact
    assert not sections_of((TOTALS.of(either=""), tricks), {})[0].is_compact
