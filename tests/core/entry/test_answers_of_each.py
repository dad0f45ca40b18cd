"""Answers for each player: a missing or wrong one is refused with the name of the player."""

from typing import Any

import pytest

from companion.cards.decks import standard_deck
from companion.core.entry import fields as f
from companion.core.entry.record import read_record

NAMES = ("Ann", "Bob", "Cyd")
DECK = standard_deck("the pack")
COUNT = f.count("tricks", "Tricks", 13)
BID = f.count("bid", "Bid", 6, per="player", names=NAMES)
HELD = f.cards("held", "Cards", DECK, per="player", names=NAMES)
HOW = {"led": "Led", "none": "Not at all"}


def messages(field: f.Field, value: Any) -> list[tuple[str, str | None]]:
    """Return the problems with a value of a field: the sentence, and whose answer it is."""
    return [(problem.message, problem.name) for problem in read_record((field,), {field.key: value})[1]]


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        (COUNT, 14, "Tricks (Bob): 14 is too high, 13 is the most."),
        (COUNT, "x", "Tricks (Bob): “x” is not a whole number."),
        (f.flag("y", "Y"), 1, "Y (Bob): say yes or no (true or false), not 1."),
        (f.choice("how", "How", HOW), "x", "How (Bob): “x” is not one of led or none."),
        (f.choices("how", "How", HOW), "led", "How (Bob): give a list."),
        (f.choices("how", "How", HOW), ["x"], "How (Bob): “x” is not one of led or none."),
        (f.choices("how", "How", HOW), ["led", "led"], "How (Bob): the same one is there twice."),
        (f.text("t", "Text", 3), 5, "Text (Bob): 5 is not a text."),
        (f.text("t", "Text", 3), " ", "Text (Bob) is empty."),
        (f.text("t", "Text", 3), "abcd", "Text (Bob) is longer than 3 letters."),
        (f.text("t", "Text", 3), "a\x07", "Text (Bob) has letters that cannot be shown."),
        (f.player("for", "For", NAMES), "Zoe", "For (Bob): Zoe is not one of Ann, Bob or Cyd."),
        (f.players("for", "For", NAMES), ["Zoe"], "For (Bob): Zoe is not one of Ann, Bob or Cyd."),
        (f.players("for", "For", NAMES, most=1), ["Ann", "Cyd"], "For (Bob): at most 1 name, not 2."),
        (f.card("c", "Card", DECK), "1h", "Card (Bob): 1h is not a card."),
        (f.cards("c", "Cards", DECK), ["1h"], "Cards (Bob): 1h is not a card."),
        (f.cards("c", "Cards", DECK, most=1), ["As", "Ks"], "Cards (Bob): at most 1 card, not 2."),
        (f.several("all", "All", COUNT), [1, 14], "Tricks 2 (Bob): 14 is too high, 13 is the most."),
        (f.several("all", "All", COUNT, most=1), [1, 2], "All (Bob): at most 1 item, not 2."),
        (f.parts("hand", "Hand", (COUNT,)), 7, "Hand (Bob): 7 is not an object."),
    ],
)
def test_a_refused_answer_says_whose_it_is(field: f.Field, value: Any, told: str) -> None:
    assert messages(field.of(per="player", names=NAMES), {"Bob": value}) == [(told, "Bob")]


def test_rows_of_each_player_are_refused_with_the_name_and_the_row() -> None:
    rows = f.rows("pays", "Payments", (COUNT,), most=1, per="player", names=NAMES)
    told = read_record((rows,), {"pays": {"Bob": [{"tricks": 14}, {}]}})[1]
    assert [(problem.message, problem.row) for problem in told] == [
        ("Payments (Bob): at most 1 row, not 2.", None),
        ("Payments (Bob), row 1: Tricks: 14 is too high, 13 is the most.", 1),
    ]


def test_somebody_named_twice_is_at_fault_rather_than_who_named_them() -> None:
    hand = f.parts("hand", "Hand", (f.players("for", "For", NAMES),), per="player", names=NAMES)
    assert messages(hand, {"Bob": {"for": ["Ann", "Ann"]}}) == [("Hand (Bob): For: Ann is named twice.", "Ann")]


def test_a_problem_inside_a_row_names_that_row() -> None:
    columns = (f.several("runs", "Runs", COUNT), f.parts("hand", "Hand", (COUNT,)))
    rows = f.rows("deals", "Deals", columns)
    _, problems = read_record((rows,), {"deals": [{}, {"runs": [14], "hand": 5}]})
    assert [(problem.message, problem.row) for problem in problems] == [
        ("Deals, row 2: Tricks 1: 14 is too high, 13 is the most.", 2),
        ("Deals, row 2: Hand: 5 is not an object.", 2),
    ]
    _, problems = read_record((f.several("all", "All", columns[1]),), {"all": [{}, 5, {"tricks": 14}]})
    assert [(problem.message, problem.row) for problem in problems] == [
        ("Hand 2: 5 is not an object.", 2), ("Hand 3: Tricks: 14 is too high, 13 is the most.", 3),
    ]  # fmt: skip


def test_a_missing_answer_has_the_label_that_another_answer_chooses() -> None:
    what = f.choice("what", "What", {"cards": "Cards", "points": "Points"})
    much = COUNT.of(named_by=("what", (("points", "Points left"),)), required=True)
    [problem] = read_record((what, much), {"what": "points"})[1]
    assert (problem.message, problem.unanswered) == ("“Points left” is missing.", "Points left")
    each = much.of(per="player", names=NAMES)
    _, problems = read_record((what, each), {"tricks": {"Ann": 1}})
    assert [(problem.message, problem.name, problem.unanswered) for problem in problems] == [
        ("“Tricks” is missing for Bob.", "Bob", "Tricks"), ("“Tricks” is missing for Cyd.", "Cyd", "Tricks"),
    ]  # fmt: skip
    items = f.several("what", "All", much.of(named_by=("what", (([14], "Points left"),))))
    assert messages(items, [14]) == [("Tricks 1: 14 is too high, 13 is the most.", None)]


def test_an_answer_of_some_is_enough_where_some_must_answer() -> None:
    some = HELD.of(required="some")
    assert messages(some, {"Bob": ["As"]}) == []
    assert messages(some, {}) == [("“Cards” is missing for Ann, Bob and Cyd.", None)]


def test_null_is_an_answer_of_a_player_only_if_nobody_can_be_one() -> None:
    record, problems = read_record((BID,), {"bid": {"Ann": None, "Bob": 0}})
    assert (record["bid"], record.names_given("bid"), problems) == ({"Ann": 0, "Bob": 0, "Cyd": 0}, ("Bob",), [])
    record, problems = read_record((BID.of(nobody="blind"),), {"bid": {"Ann": None, "Bob": 0}})
    assert (record["bid"], record.names_given("bid")) == ({"Ann": None, "Bob": 0, "Cyd": None}, ("Ann", "Bob"))
    assert not problems


def test_an_empty_hand_is_an_answer() -> None:
    record, problems = read_record((HELD.of(least=0),), {"held": {"Ann": [], "Bob": ["As"]}})
    assert (record["held"], record.names_given("held"), problems) == (
        {"Ann": (), "Bob": ("As",), "Cyd": ()}, ("Ann", "Bob"), [],
    )  # fmt: skip


def test_cards_of_all_hands_are_counted_once() -> None:
    told = "Cards: As is there too often; it comes once in the pack. Correct the one that was another card."
    assert messages(HELD, {"Ann": ["As", "As"]}) == [(told, None)]
    assert messages(HELD.of(nobody="Folded"), {"Ann": None, "Bob": ["As"], "Cyd": ["As"]}) == [(told, None)]


def test_a_part_of_a_player_who_gave_none_stays_out() -> None:
    hand = f.parts("hand", "Hand", (COUNT,), per="player", names=NAMES)
    record, problems = read_record((hand,), {"hand": {"Bob": {"tricks": 3}}})
    assert (list(record["hand"]), record["hand"]["Bob"]["tricks"], problems) == (["Bob"], 3, [])


def test_names_after_one_who_is_not_asked_are_read() -> None:
    bets = BID.of(names=("Ann",), empty_for=("Bob",))
    record, problems = read_record((bets,), {"bid": {"Bob": 0, "Ann": 2}})
    assert (record["bid"], problems) == ({"Ann": 2}, [])


def test_names_and_keys_are_quoted_in_brief() -> None:
    long = "x" * 50
    assert messages(BID, {f" {long} ": 1, " Zoe ": 1}) == [
        (f"Bid: leave out {'x' * 39}…; it is only for Ann, Bob and Cyd.", None),
        ("Bid: leave out Zoe; it is only for Ann, Bob and Cyd.", None),
    ]
    assert [problem.message for problem in read_record((), {long: 1})[1]] == [
        f"There is nothing called “{'x' * 39}…” here."
    ]


def test_blanks_around_a_name_are_left_out() -> None:
    fields = (f.player("led", "Led", NAMES), f.players("folded", "Folded", NAMES))
    record, problems = read_record(fields, {"led": " Ann ", "folded": ["Cyd ", "Ann"]})
    assert (record["led"], record["folded"], problems) == ("Ann", ("Cyd", "Ann"), [])


def test_a_refused_value_is_read_as_an_empty_one() -> None:
    fields = (COUNT.of(least=1), f.flag("y", "Y"), f.choice("how", "How", HOW), f.player("led", "Led", NAMES))
    record, problems = read_record(fields, {"tricks": "x", "y": 1, "how": "x", "led": "Zoe"})
    assert [record.value_of(field) for field in fields] == [0, False, "", None]
    assert len(problems) == 4
    assert read_record((f.players("folded", "Folded", NAMES),), {"folded": ["Zoe", "Ann"]})[0]["folded"] == ("Ann",)
    one_ace = f.card("c", "Card", standard_deck("an ace", ranks="A"))
    assert read_record((one_ace,), {"c": "Ks"})[0]["c"] == "Ks"
