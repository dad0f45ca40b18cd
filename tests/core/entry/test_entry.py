"""Reading an entry: every kind of field, every kind of junk."""

from typing import Any

import pytest

from companion.cards.decks import standard_deck
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.names import name_fault, read_names
from companion.core.entry.record import read_record, without_unasked
from companion.core.play.scoring_api import field_json

NAMES = ("Ann", "Bob", "Cyd")
DECK = standard_deck("the pack")


def read(field: f.Field, value: Any) -> tuple[Any, list[str]]:
    """Return the value that was read, and the messages."""
    record, problems = read_record((field,), {field.key: value})
    return record[field.key], [problem.message for problem in problems]


@pytest.mark.parametrize("junk", [True, 1.0, 1.5, "1", [1], {"a": 1}, float("nan"), 10**40, -1, 7])
def test_a_number_is_a_whole_number_within_bounds(junk: Any) -> None:
    _, messages = read(f.count("tricks", "Tricks", 6), junk)
    assert len(messages) == 1
    assert messages[0].startswith("Tricks: ")


def test_bounds_and_multiples_are_named_in_the_message() -> None:
    assert read(f.count("tricks", "Tricks", 6), 7)[1] == ["Tricks: 7 is too high, 6 is the most."]
    assert read(f.points("card", "Cards", 90, step=5), 12)[1] == ["Cards: 12 is not a multiple of 5."]
    assert read(f.points("left", "Left", 90, least=5), 0)[1] == ["Left: 0 is too low, 5 is the least."]


@pytest.mark.parametrize("absent", [None, [], {}])
def test_null_and_empty_values_take_the_default(absent: Any) -> None:
    record, problems = read_record((f.count("tricks", "Tricks", 6, default=2),), {"tricks": absent})
    assert not problems
    assert record["tricks"] == 2
    assert not record.has("tricks")


def test_missing_and_unknown_fields_are_named() -> None:
    _, problems = read_record((f.count("bid", "Bid", 6, required=True),), {"bids": 3})
    assert [(problem.field, problem.message) for problem in problems] == [
        ("bids", "There is nothing called “bids” here."),
        ("bid", "“Bid” is missing."),
    ]


def test_a_value_is_read_for_each_player_by_name() -> None:
    field = f.count("bid", "Bid", 6, per="player", names=NAMES, required=True)
    record, problems = read_record((field,), {"bid": {"Cyd": 1, " Ann ": 2, "Bob": 0}})
    assert not problems
    assert list(record["bid"].items()) == [("Ann", 2), ("Bob", 0), ("Cyd", 1)]
    _, problems = read_record((field,), {"bid": {"Ann": 9, "Zoe": 1, "Bob": None}})
    assert [(problem.name, problem.field) for problem in problems] == [
        ("Ann", "bid"), (None, "bid"), ("Bob", "bid"), ("Cyd", "bid"),
    ]  # fmt: skip


def test_a_name_twice_is_refused_even_with_blanks_around_it() -> None:
    field = f.count("bid", "Bid", 6, per="player", names=NAMES)
    _, problems = read_record((field,), {"bid": {"Ann": 1, "Ann ": 2}})
    assert [problem.message for problem in problems] == ["Bid: Ann is there twice."]


def test_names_left_out_take_the_default() -> None:
    field = f.count("tricks", "Tricks", 6, per="player", names=NAMES)
    record, problems = read_record((field,), {"tricks": {"Bob": 3}})
    assert not problems
    assert dict(record["tricks"]) == {"Ann": 0, "Bob": 3, "Cyd": 0}
    assert record.names_given("tricks") == ("Bob",)


def test_null_can_be_a_valid_answer() -> None:
    field = f.player("winner", "Winner", NAMES, required=True, nobody="Nobody")
    record, problems = read_record((field,), {"winner": None})
    assert not problems
    assert record.has("winner")
    assert record["winner"] is None
    assert read_record((field,), {})[1][0].field == "winner"


def test_choices_keep_their_type() -> None:
    field = f.choice("size", "Size", {5: "five", 6: "six"}, default=5)
    assert read(field, 6) == (6, [])
    for junk in ("6", True, 7, 6.0):
        assert read(field, junk)[1], junk


def test_lists_of_players_keep_their_order_and_may_repeat_if_allowed() -> None:
    once = f.players("folded", "Folded", NAMES)
    assert read(once, ["Cyd", "Ann"]) == (("Cyd", "Ann"), [])
    assert read(once, ["Cyd", "Cyd"])[1] == ["Folded: Cyd is named twice."]
    assert read(f.players("knocks", "Knocks", NAMES, repeats=True), ["Cyd", "Cyd"]) == (("Cyd", "Cyd"), [])
    assert read(once, ["Zoe"])[1] == ["Folded: Zoe is not one of Ann, Bob or Cyd."]
    assert read(once, "Ann")[1]


def test_cards_are_read_in_any_case_and_counted_over_the_whole_table() -> None:
    field = f.cards("hands", "Cards", DECK, least=1, most=3, per="player", names=NAMES)
    record, problems = read_record((field,), {"hands": {"Ann": ["T♥", "as"], "Bob": ["2C"]}})
    assert not problems
    assert dict(record["hands"]) == {"Ann": ("10h", "As"), "Bob": ("2c",), "Cyd": ()}
    _, problems = read_record((field,), {"hands": {"Ann": ["10h", "As"], "Bob": ["AS"]}})
    assert [problem.message for problem in problems] == [
        "Cards: As is there too often; it comes once in the pack. Correct the one that was another card."
    ]
    _, problems = read_record((field,), {"hands": {"Ann": ["1h"], "Bob": ["Jk"], "Cyd": ["2c", "3c", "4c", "5c"]}})
    assert [problem.name for problem in problems] == ["Ann", "Bob", "Cyd"]
    record, problems = read_record((field,), {"hands": {"Ann": ["As", "10H"], "Bob": ["2c", "Qx"]}})
    assert (record["hands"]["Ann"], [problem.name for problem in problems]) == (("As", "10h"), ["Bob"])


def test_a_problem_in_rows_names_the_row() -> None:
    columns = (f.player("who", "Who", NAMES, required=True), f.chips("chips", "Chips", 9, least=1, required=True))
    field = f.rows("pots", "Pots", columns, least=1, most=2)
    record, problems = read_record((field,), {"pots": [{"who": "Ann", "chips": 3}]})
    assert not problems
    assert [(row.who("who"), row["chips"]) for row in record["pots"]] == [("Ann", 3)]
    _, problems = read_record((field,), {"pots": [{"who": "Ann", "chips": 3}, {"who": "Zoe", "x": 1}]})
    assert {(problem.field, problem.row) for problem in problems} == {("pots", 2)}
    assert len(problems) == 3
    _, problems = read_record((field,), {"pots": [{}, {}, {}]})
    assert "at most 2 rows" in problems[0].message


@pytest.mark.parametrize(
    ("raw", "faults"),
    [
        (["Ann", " Bob "], []),
        (["Ann", "Ann "], ["Ann is there twice; every name must be different."]),
        (["Ann", "  "], ["Name 2 is empty."]),
        (["Ann", "x" * 41], ["Name 2 is longer than 40 letters."]),
        (["Ann", "x" * 40], []),
        (["Ann", 3, None], ["Name 2 is not a text.", "Name 3 is not a text."]),
        (
            ["Bo\x00b", "\ud800"],
            ["Name 1 has letters that cannot be shown.", "Name 2 has letters that cannot be shown."],
        ),
        (["<b>Ann</b>", "محمد", "🂡 Ann", "\u202eevil"], []),
        ([str(number) for number in range(100)], []),
        ([str(number) for number in range(20_000)], ["20,000 names are far too many."]),
        ([str(number) for number in range(101)], ["101 names are far too many."]),
        *[(junk, ["Give the players as a list of names."]) for junk in ("Ann", {"Ann": 1}, None)],
    ],
    ids=lambda case: "" if len(str(case)) > 60 else None,
)
def test_names_are_trimmed_unique_and_bounded_in_length(raw: Any, faults: list[str]) -> None:
    names, problems = read_names(raw, "of", "players")
    assert [problem.message for problem in problems] == faults
    assert all(problem.field == "of" for problem in problems)
    if not faults:
        assert names == tuple(name.strip() for name in raw)


def test_names_may_differ_only_in_case_and_sides_may_be_longer() -> None:
    assert read_names(["Ann", "ann"], "players", "players") == (("Ann", "ann"), [])
    assert read_names(["x" * 50], "sides", "sides", 50) == (("x" * 50,), [])
    assert [one.message for one in read_names(["x" * 51], "sides", "sides", 50)[1]] == [
        "Name 1 is longer than 50 letters."
    ]


def test_names_in_use_must_still_be_texts_that_can_be_shown() -> None:
    _, problems = read_names(["a\x07", "", "x" * 41], "players", "players", in_use=True)
    assert [one.message for one in problems] == [
        "Name 1 has letters that cannot be shown.", "Name 2 is empty.", "Name 3 is longer than 40 letters.",
    ]  # fmt: skip


def test_the_problem_of_a_repeated_name_says_whose_it_is() -> None:
    _, [problem] = read_names(["Ann", "Bob", " Ann"], "players", "players")
    assert (problem.name, problem.message) == ("Ann", "Ann is there twice; every name must be different.")


INVISIBLE = (
    "\u200b", "\u200d\u200d", "\u200f", "\u202e", "\u2066\u2069", "\ufeff", "\u00ad", "\u034f", "\u061c", "\u2060",
    "\u180e", "\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\ufe0f", "\U000e0100", "\U000e0041", "\U000e0fff",
    "\u2065", "\ufff0", "\ufff8", "\U000e0000", "\u0301", "\u0301\u20dd", "\u093e", "\u200b\u00a0\u3164", "\U0001d159",
)  # fmt: skip


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_an_invisible_name_is_refused(name: str) -> None:
    assert name_fault(name) == "has only letters that cannot be seen"
    _, problems = read_names(["Ann", name], "players", "players")
    assert [problem.message for problem in problems] == ["Name 2 has only letters that cannot be seen."]
    assert read_names(["Ann", name], "players", "players", in_use=True) == (("Ann", name), [])


@pytest.mark.parametrize(
    "name",
    ["A", "7", "é", "e\u0301", "\u200fنادي", "\u202eevil", "李", "🂡", "❤\ufe0f", "1\ufe0f\u20e3", "👩\u200d👧",
     "🇩🇪", "\U0001fae8", "\ue000", "-", "♠", "का", "한", "\u3164A"],
    ids=ascii,
)  # fmt: skip
def test_names_of_any_script_and_emoji_are_allowed(name: str) -> None:
    assert name_fault(name) == ""


@pytest.mark.parametrize("junk", ["", "  ", "x" * 11, "a\ud800", "a\x07b", 5, None, ["x"]])
def test_a_text_is_bounded_and_printable(junk: Any) -> None:
    assert read_record((f.text("reason", "Reason", 10, required=True),), {"reason": junk})[1]


@pytest.mark.parametrize(
    ("given", "fine"), [(0, True), (False, True), (None, True), ([], True), ("", False), (1, False), (0.0, False)]
)
def test_a_player_who_is_not_asked_may_be_given_an_empty_value(given: Any, fine: bool) -> None:
    bets = f.chips("bets", "Bet", 9, per="player", names=("Ann",), empty_for=("Bob",))
    assert (not read_record((bets,), {"bets": {"Ann": 1, "Bob": given}})[1]) == fine


def test_a_number_can_be_left_open() -> None:
    field = f.points("round_sum", "Sum", 10, least=-10, nobody="Any")
    for nothing in ({}, {"round_sum": None}, {"round_sum": []}):
        record, problems = read_record((field,), nothing)
        assert not problems
        assert record["round_sum"] is None
    assert read_record((field,), {"round_sum": 0})[0]["round_sum"] == 0
    assert read(field, 11)[1]
    assert field_json(field)["nullable"] is True
    assert field_json(field)["default"] is None


def test_a_text_may_be_empty_if_its_default_is() -> None:
    field = f.text("name", "Name", 10, default="")
    for empty in ("", "  ", None):
        assert read(field, empty) == ("", [])
    assert read(field, "x" * 11)[1]


def test_empty_values_of_fields_that_other_options_add_are_left_out() -> None:
    asked, jack, king = f.flag("asked", "Asked"), f.flag("jack", "Jack"), f.flag("king", "King")
    raw = {"asked": None, "jack": None, "king": [], "queen": {}, "other": 0}
    told = without_unasked(raw, [asked], [[asked, jack], [king]])
    assert told == {"asked": None, "queen": {}, "other": 0}
    assert without_unasked({"jack": 0, "king": False}, [asked], [[jack, king]]) == {"jack": 0, "king": False}


def test_a_record_tells_values_that_were_given_from_defaults() -> None:
    bid, note, fun = Key[Any]("bid"), Key[str | None]("note"), Key[bool]("fun")
    fields = (
        f.count(bid, "Bid", 9, per="player", names=NAMES, default=3), f.text(note, "Note", 9), f.flag(fun, "Fun"),
    )  # fmt: skip
    record, _ = read_record(fields, {"bid": {"Cyd": 1, "Ann": 2}, "note": "x"})
    assert (record[bid], record.names_given(bid), record.has(bid)) == (
        {"Ann": 2, "Bob": 3, "Cyd": 1},
        ("Ann", "Cyd"),
        True,
    )
    assert (record.has(fun), record.names_given(fun), record.get(fun), record.get(Key[bool]("dull"))) == (
        False, (), False, None,
    )  # fmt: skip
    assert (record.text(note), read_record(fields, {})[0].text(note)) == ("x", "")
    other = record.with_value("note", "y")
    assert (other.text(note), record.text(note), other[bid], other.raw()["bid"]) == (
        "y",
        "x",
        record[bid],
        {"Ann": 2, "Cyd": 1},
    )
    assert (record.names_given(note), record.with_value("fun", True).has(fun)) == ((), False)
    assert read_record(fields, {})[0][bid] == dict.fromkeys(NAMES, 3)
    assert read_record(fields, {"bid": dict.fromkeys(NAMES, 1)})[0].names_given(bid) == NAMES


def test_records_with_equal_values_and_names_are_equal() -> None:
    fields = (f.count(Key("bid"), "Bid", 9, per="player", names=("Ann", "Bob")), f.flag(Key("won"), "Won"))
    said = {"bid": {"Ann": 0}, "won": True}
    record = read_record(fields, said)[0]
    assert record == read_record(fields, dict(said))[0]
    others = ({"bid": {"Ann": 0}}, {"bid": {"Ann": 1}, "won": True}, {"bid": {"Bob": 0}, "won": True}, {"won": True})
    assert all(record != read_record(fields, other)[0] for other in others)
    assert record != said


def test_a_record_serialises_only_what_was_given() -> None:
    fields = (
        f.count("bid", "Bid", 6, per="player", names=NAMES),
        f.rows("sales", "Sale", (f.player("by", "By", NAMES), f.cards("cards", "Cards", DECK)), most=3),
        f.player("led", "Led", NAMES, nobody="Nobody"),
        f.flag("won", "Won"),
        f.cards("held", "Cards held", DECK, per="player", names=NAMES),
    )
    given = {
        "bid": {"Bob": 0}, "sales": [{"by": "Ann", "cards": ["As", "2c"]}], "led": None, "held": {"Ann": ["3c"]},
    }  # fmt: skip
    record, problems = read_record(fields, given)
    assert (record.raw(), problems) == (given, [])


def test_values_of_players_must_be_an_object_of_names() -> None:
    field = f.count("bid", "Bid", 6, per="player", names=NAMES, required=True)
    _, problems = read_record((field,), {"bid": [1, 2, 3]})
    assert problems[0].message == "Bid: give one value for each player, by name."


def test_reading_a_player_who_is_nobody_raises() -> None:
    who = Key[str | None]("who")
    field = f.player(who, "Who", NAMES, nobody="Nobody")
    assert read_record((field,), {"who": "Bob"})[0].who(who) == "Bob"
    with pytest.raises(LookupError, match="nobody is given as who"):
        read_record((field,), {"who": None})[0].who(who)
