"""The score card of the canasta family: fields, limits, checks and lines of a side."""

from typing import Any

import pytest

from companion.core.common import canasta
from companion.core.common.canasta import (
    FirstMeldMinimum,
    RedThrees,
    SharedLimit,
    card_fields,
    card_lines,
    first_meld_minimum,
    going_out_field,
    hand_lines,
    hand_worth_faults,
    least_meld_worth,
    limit_faults,
    line_for_each,
    line_if_named,
    melded_worth_faults,
    minimum_notice,
    note_if_nobody,
    pack_limits,
    red_threes_field,
    seven_fields,
)
from companion.core.common.worths import CANASTA_WORTHS
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem
from companion.core.entry.record import EMPTY, Record
from companion.core.game.table import Line, Setup, Table
from companion.core.referee.facts import IN_HAND, MELDED
from tests.core.keys import misnamed_keys

WE, THEY = "Ann & Cyd", "Bob & Dee"
SIDES = (WE, THEY)
TABLE: Table[None] = Table(
    Setup(("Ann", "Bob", "Cyd", "Dee"), SIDES, "Ann", EMPTY), 2, "Bob", {WE: 1500, THEY: -20}, None
)
OUT: Key[str | None] = Key("out")
FIRST = FirstMeldMinimum(90)


def entry(**given: Any) -> Record:
    """Return an entry of both sides; what is not given is 0."""
    keys = (MELDED, IN_HAND, canasta.NATURAL, canasta.MIXED, canasta.RED_THREES, canasta.UNDECLARED)
    values = {key: dict(zip(SIDES, given.pop(key, (0, 0)), strict=True)) for key in keys}
    return Record({**values, **given}, {})


def test_fields_of_a_side_share_heading_step_and_worths() -> None:
    melded, in_hand = card_fields(2000, "All melds.")
    for item in (melded, in_hand):
        assert (item.type, item.per, item.required, item.asking.group) == ("points", "side", True, "Cards")
        assert (item.bounds.least, item.bounds.most, item.bounds.step) == (0, 2000, 5)
        assert item.hints.worths == CANASTA_WORTHS
    assert (melded.key, melded.label, melded.full_help) == (
        "melded", "Melded", "All melds. Jokers 50, 2s and aces 20, kings to 8s 10, the rest 5.",
    )  # fmt: skip
    assert (in_hand.key, in_hand.label, in_hand.full_help) == (
        "in_hand", "In hand", "Value of the cards that both partners still hold.",
    )  # fmt: skip
    assert melded.hints.sum == f.Sum(most=2000, also=("in_hand",), noun=("point", "points"))
    assert [(one.label, one.points) for one in CANASTA_WORTHS] == [
        ("joker", 50), ("2", 20), ("A", 20), ("K–8", 10), ("7–3", 5),
    ]  # fmt: skip


def test_natural_melds_of_seven_are_limited_together_and_mixed_ones_are_not() -> None:
    natural, mixed = seven_fields("Canastas", "canasta", 11, "Without.", "With.")
    for item in (natural, mixed):
        assert (item.type, item.per, item.asking.group, item.bounds.most) == ("count", "side", "Canastas", 11)
        assert item.hints.usual == (0, 1, 2, 3)
    assert (natural.key, natural.label, natural.help) == ("natural", "Natural", "Without.")
    assert (mixed.key, mixed.label, mixed.help) == ("mixed", "Mixed", "With.")
    assert natural.hints.sum == f.Sum(most=11, noun=("canasta", "canastas"))
    assert mixed.hints.sum is None


def test_red_threes_and_going_out_have_fields_of_their_own() -> None:
    threes = red_threes_field(4, help="H")
    assert (threes.key, threes.label, threes.per, threes.asking.group, threes.bounds.most, threes.help) == (
        "red_threes", "Laid out", "side", "Red threes", 4, "H",
    )  # fmt: skip
    assert threes.hints.sum == f.Sum(most=4, also=("undeclared_red_threes",), noun=("red three", "red threes"))
    out = going_out_field(OUT, "Went out", "Who.")
    assert (out.key, out.label, out.type, out.help, out.nobody, out.asking.group) == (
        "out", "Went out", "player", "Who.", "Nobody", "End of the hand",
    )  # fmt: skip
    assert (out.bounds.takes, out.asking.tapped) == ("side", True)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"red_threes": (2, 1), "undeclared_red_threes": (0, 1), "melded": (600, 200), "in_hand": (100, 100),
          "natural": (1, 1), "mixed": (0, 1)}, []),
        ({"red_threes": (2, 1), "undeclared_red_threes": (1, 1)},
         [("red_threes", "There are 4 red threes in all, not 5.")]),
        ({"melded": (600, 200), "in_hand": (100, 105)},
         [("melded", "All melds and hands make 1,005, but the packs are worth 1,000.")]),
        ({"natural": (2, 1)}, [("natural", "There are cards for 2 natural canastas at most, not 3.")]),
        ({"natural": (1, 1), "mixed": (1, 1)}, [("natural", "There are cards for 3 canastas at most, not 4.")]),
    ],
)  # fmt: skip
def test_both_sides_together_keep_the_limits_of_the_packs(given: dict[str, Any], told: list[tuple[str, str]]) -> None:
    limits = pack_limits(4, 1000, 2, 3, "canastas")
    assert [(one.field, one.message) for one in limit_faults(entry(**given), *limits)] == told


def test_a_limit_is_reported_at_its_first_field() -> None:
    limit = SharedLimit(1, (canasta.MIXED, canasta.NATURAL), "{sum} of {most}")
    assert list(limit_faults(entry(natural=(1, 0)), limit)) == []
    assert list(limit_faults(entry(natural=(1, 1)), limit)) == [Problem("mixed", "2 of 1")]


def test_the_first_meld_has_a_minimum_that_some_tables_must_exceed() -> None:
    least, more = FirstMeldMinimum(90), FirstMeldMinimum(90, exceed=True)
    assert (least.text, more.text) == ("at least 90", "more than 90")
    assert [[one.is_met(points) for points in (89, 90, 91)] for one in (least, more)] == [
        [False, True, True], [False, False, True],
    ]  # fmt: skip
    steps = ((3000, 120), (1500, 90), (0, 50))
    assert [first_meld_minimum(total, steps) for total in (3000, 2999, 1500, 1499, 0, -1)] == [120, 90, 90, 50, 50, 15]
    notice = minimum_notice(lambda total: first_meld_minimum(total, steps))
    assert (notice.key, notice.value(TABLE)) == ("minimum", {WE: 90, THEY: 15})
    blank = "\N{NO-BREAK SPACE}"
    assert notice.text({WE: 90, THEY: 15}) == f"minimum of the first meld: {WE}{blank}90, {THEY}{blank}15"


@pytest.mark.parametrize(
    ("melded", "natural", "mixed", "told"),
    [
        (120, 2, 1, ""), (0, 0, 0, ""), (90, 0, 0, ""), (35, 1, 0, ""), (50, 0, 1, ""),
        (115, 2, 1, "Ann & Cyd melded 115, but its canastas alone are worth at least 120."),
        (1000, 30, 0, "Ann & Cyd melded 1,000, but its canastas alone are worth at least 1,050."),
        (85, 0, 0, "Ann & Cyd melded 85: it must be 0, or at least 90 for the first meld."),
    ],
)  # fmt: skip
def test_melded_cards_are_worth_their_canastas_and_the_first_meld(
    melded: int, natural: int, mixed: int, told: str
) -> None:
    given = entry(melded=(melded, 0), natural=(natural, 0), mixed=(mixed, 0))
    found = list(melded_worth_faults(WE, given, FIRST, "its canastas"))
    assert found == ([Problem("melded", told, WE)] if told else [])
    assert least_meld_worth(natural, mixed) == 35 * natural + 50 * mixed


@pytest.mark.parametrize(
    ("in_hand", "undeclared", "is_out", "told"),
    [
        (10, 0, False, ""),
        (5, 0, True, ""),
        (5, 1, False, ""),
        (0, 1, True, ""),
        (0, 2, False, ""),
        (5, 0, False, "Ann & Cyd have 10 or more in hand: each of the two players still holds a card."),
        (0, 0, True, "Ann & Cyd have 5 or more in hand: the partner of the player who went out still holds a card."),
    ],
)
def test_whoever_is_not_out_still_holds_a_card(in_hand: int, undeclared: int, is_out: bool, told: str) -> None:
    given = entry(in_hand=(in_hand, 0), undeclared_red_threes=(undeclared, 0))
    found = list(hand_worth_faults(WE, given, is_out=is_out))
    assert found == ([Problem("in_hand", told, WE)] if told else [])


def test_lines_of_a_hand_are_listed_side_by_side_without_zeros() -> None:
    lines = (
        line_if_named(OUT, 100, "samba/scoring.out", "went out"), *card_lines("samba"),
        line_for_each(canasta.NATURAL, 500, "samba/scoring.natural", lambda number: f"{number} natural"),
    )  # fmt: skip
    given = entry(melded=(600, 300), in_hand=(20, 35), natural=(0, 2), out=WE)
    assert hand_lines(TABLE, given, lines) == (
        Line(WE, 100, "samba/scoring.out", "went out"),
        Line(WE, 600, "samba/scoring.melded", "cards melded"),
        Line(WE, -20, "samba/scoring.in-hand", "cards left in hand"),
        Line(THEY, 300, "samba/scoring.melded", "cards melded"),
        Line(THEY, -35, "samba/scoring.in-hand", "cards left in hand"),
        Line(THEY, 1000, "samba/scoring.natural", "2 natural"),
    )
    assert hand_lines(TABLE, entry(out=None), lines) == ()


def test_all_red_threes_count_more_and_count_against_a_side_without_melds() -> None:
    threes = RedThrees("samba/scoring.red-threes", 6, 1000, "all six red threes")
    assert threes.line(WE, 1, "") == Line(WE, 100, "samba/scoring.red-threes", "1 red three")
    assert threes.line(WE, 5, "") == Line(WE, 500, "samba/scoring.red-threes", "5 red threes")
    assert threes.line(WE, 6, "") == Line(WE, 1000, "samba/scoring.red-threes", "all six red threes")
    assert threes.line(WE, 2, "no meld") == Line(
        WE, -200, "samba/scoring.red-threes-against", "2 red threes, but no meld"
    )
    assert threes.line(WE, 6, "no meld").points == -1000


def test_fields_of_a_hand_have_the_keys_of_their_names() -> None:
    assert misnamed_keys(canasta) == {"UNDECLARED": "undeclared_red_threes"}


def test_a_note_says_that_nobody_gets_the_points_for_going_out() -> None:
    assert note_if_nobody(None, "closed") == ("Nobody closed, so nobody gets the points for it.",)
    assert note_if_nobody(WE, "closed") == ()
