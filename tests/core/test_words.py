"""Pieces of sentences."""

import pytest

from companion.core.phrases import (
    amount_phrase,
    amounts_phrase,
    cards_each_text,
    count_phrase,
    counts_phrase,
    names_phrase,
    no_text,
    packs_text,
)  # fmt: skip
from companion.core.tricks.course_texts import tally_text
from companion.core.words import (
    COUNTS_AS,
    capitalized,
    counted,
    figure,
    listed,
    often,
    on_one_line,
    quoted,
    signed,
    spelled,
    wins,
    with_verb,
)


def test_names_are_listed_once_in_their_known_spelling() -> None:
    assert spelled(["ann", "  Bob  the  Elder ", "", "BOB THE ELDER", "Ann", " "], ["Ann", "Zoe"]) == [
        "Ann", "Bob the Elder",
    ]  # fmt: skip
    assert spelled(["zoe", "ann"], ["Ann", "Zoe"]) == ["Zoe", "Ann"]


@pytest.mark.parametrize(
    ("names", "sides", "told"),
    [
        ([], False, ""),
        (["Ann"], False, "Ann wins"),
        (["Ann & Cyd"], True, "Ann & Cyd win"),
        (["Ann", "Bob"], False, "Ann and Bob share the win"),
        (["Ann & Cyd", "Bob & Dee"], True, "Ann & Cyd and Bob & Dee share the win"),
    ],
)
def test_winners_are_named(names: list[str], sides: bool, told: str) -> None:
    assert wins(names, sides) == told


def test_what_is_on_the_table_is_described() -> None:
    assert no_text(["Ann"]) == ""
    assert [cards_each_text(1), cards_each_text(10)] == ["1 card each", "10 cards each"]
    assert [packs_text(1), packs_text(2)] == ["1 pack", "2 packs"]
    assert [amount_phrase("ante")(5_000), amount_phrase("ante")(0)] == ["ante 5,000", ""]
    bags = counts_phrase("bags")
    assert [bags({"Ann": 3, "Bob": 0}), bags({"Ann": 0, "Bob": 0})] == ["bags: Ann 3 and Bob 0", ""]
    told = names_phrase("has a cucumber", "have a cucumber each")
    assert [told([]), told(["Ann"]), told(["Ann", "Bob"])] == [
        "", "Ann has a cucumber", "Ann and Bob have a cucumber each",
    ]  # fmt: skip
    assert (
        amounts_phrase("short by")({"Ann": 1200, "Bob": -3})
        == "short by: Ann\N{NO-BREAK SPACE}1,200, Bob\N{NO-BREAK SPACE}−3"
    )


def test_a_minus_sign_differs_from_a_hyphen_in_a_name() -> None:
    assert (
        amounts_phrase("still needed")({"Ann-Marie": -1250, "Bob": 3})
        == "still needed: Ann-Marie\N{NO-BREAK SPACE}−1,250, Bob\N{NO-BREAK SPACE}3"
    )
    assert counted(-2, "point") == "−2 points"


def test_a_name_and_its_score_stay_on_one_line() -> None:
    assert on_one_line("Ann", figure(1250)) == "Ann\N{NO-BREAK SPACE}1,250"
    assert amounts_phrase("to go")({"Ann": 3, "Bob": 0}) == "to go: Ann\N{NO-BREAK SPACE}3, Bob\N{NO-BREAK SPACE}0"
    assert tally_text({"Ann": 3, "Bob": 2}) == "Ann\N{NO-BREAK SPACE}3 and Bob\N{NO-BREAK SPACE}2"


def test_a_verb_agrees_with_the_number_of_its_subjects() -> None:
    assert with_verb(["Ann"], "has a card", "have a card") == "Ann has a card"
    assert with_verb(["Ann", "Bob"], "has a card", "have a card") == "Ann and Bob have a card"


def test_numbers_are_written_for_people() -> None:
    assert [signed(number) for number in (1250, -1250, 0, 1, -1)] == ["+1,250", "−1,250", "0", "+1", "−1"]
    assert [counted(number, "trick") for number in (0, 1, -1, 1000)] == [
        "0 tricks",
        "1 trick",
        "−1 trick",
        "1,000 tricks",
    ]
    assert [counted(number, "chip was", "chips were") for number in (1, 2)] == ["1 chip was", "2 chips were"]


def test_items_are_listed_with_a_word_before_the_last() -> None:
    assert [listed("ABC"[:number]) for number in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert listed(["A", "B"], "or") == "A or B"
    assert [capitalized(text) for text in ("", "ann Bob", "ann b.", "Ann")] == ["", "Ann Bob", "Ann b.", "Ann"]


def test_a_quoted_value_is_short_and_printable() -> None:
    assert [quoted(value) for value in ("Ann", 5, ["a"], "a\n")] == ["Ann", "5", "['a']", "a\N{REPLACEMENT CHARACTER}"]
    assert (quoted("x" * 40), quoted("x" * 41)) == ("x" * 40, "x" * 39 + "…")
    assert quoted("abcdef", 4) == "abc…"


def test_phrases_are_empty_if_there_is_nothing_to_say() -> None:
    remises = count_phrase("remise", "so far")
    assert [remises(0), remises(1), remises(3)] == ["", "1 remise so far", "3 remises so far"]
    assert COUNTS_AS == {2: "counts double", 3: "counts triple"}


def test_how_often_something_is_so() -> None:
    assert [often(number) for number in (1, 2, 3)] == ["once", "twice", "3 times"]
