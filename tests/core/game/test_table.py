"""The table of a play: who has a total, and the lines, notes and questions of a round."""

from dataclasses import replace

import pytest

from companion.cards.decks import standard_deck
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.record import EMPTY, Record
from companion.core.game.round_fields import RoundFields, fields_by
from companion.core.game.situation import (
    Verdict,
    never_offered,
    nothing_known,
    one_deck,
    situation,
    situation_of,
    why_and_facts,
)
from companion.core.game.table import Line, Setup, Table, note_on_others, totals_with
from companion.core.referee.reasons import Reasons

FOUR, SIDES = ("Ann", "Bob", "Cyd", "Dee"), ("We", "They")
ALONE, TOGETHER = Setup(FOUR, (), "Ann", EMPTY), Setup(FOUR, SIDES, "Ann", EMPTY)


def test_players_or_their_sides_hold_the_totals() -> None:
    assert (ALONE.names, TOGETHER.names) == (FOUR, SIDES)
    assert ALONE.holders == {name: name for name in FOUR}
    assert TOGETHER.holders == {"Ann": "We", "Bob": "They", "Cyd": "We", "Dee": "They"}
    table = Table(TOGETHER, 1, "Ann", {}, None, absent=("Bob",))
    assert (table.players, table.names, table.options, table.present) == (FOUR, SIDES, EMPTY, ("Ann", "Cyd", "Dee"))


def test_lines_are_added_to_totals() -> None:
    before = {"Ann": 5, "Bob": 0}
    lines = (Line("Ann", -2, "rule", "text"), Line("Ann", 10, "rule", "text"))
    assert totals_with(before, lines) == {"Ann": 13, "Bob": 0}
    assert before == {"Ann": 5, "Bob": 0}


def test_a_note_names_whoever_has_no_line() -> None:
    lines = (Line("Bob", 0, "rule", "text"),)
    assert note_on_others(FOUR, lines, "{names} took no jack.") == ("Ann, Cyd and Dee took no jack.",)
    assert note_on_others(("Bob",), lines, "{names} took no jack.") == ()


def test_fields_are_made_once_for_what_they_depend_on() -> None:
    made: list[tuple[int, ...]] = []

    @fields_by(lambda table: (len(table.asked),))
    def fields(number: int) -> tuple[f.Field, ...]:
        made.append((number,))
        return (f.count(Key("n"), "N", number),)

    two, three = (Table(ALONE, 1, "Ann", {}, None, asked=FOUR[:number]) for number in (2, 3))
    assert [fields(table)[0].bounds.most for table in (two, three, two)] == [2, 3, 2]
    assert made == [(2,), (3,)]
    of_sides = RoundFields(
        lambda _: (f.player(Key("by"), "By", takes="side"), f.player(Key("who"), "Who", takes="player"))
    )
    table = Table(TOGETHER, 1, "Ann", {}, None, asked=("Ann", "Cyd"))
    assert [item.names for item in of_sides(table)] == [SIDES, ("Ann", "Cyd")]


def test_a_situation_has_the_facts_of_its_options() -> None:
    hook = f.flag(Key("hook"), "Hook")

    @situation("so", "So?", lambda options: (hook,) if options[Key("with_hook")] else (), help="Or not.")
    def judge(_: Record, __: Record) -> Verdict:
        return Reasons().verdict("So.")

    assert (judge.key, judge.title, judge.help) == ("so", "So?", "Or not.")
    assert [judge.facts(Record({"with_hook": answer}, {})) for answer in (True, False)] == [(hook,), ()]
    fixed = situation("so", "So?", (hook,))(judge.judge)
    assert fixed.facts(EMPTY) == (hook,)
    assert fixed.judge(EMPTY, EMPTY).verdict == "So."
    assert situation_of((replace(fixed, key="other"), fixed), "so") is fixed
    with pytest.raises(LookupError, match="there is no situation called why"):
        situation_of((fixed,), "why")


@pytest.mark.parametrize(
    ("suggestion", "told"),
    [("", ("", {})), ("Why.", ("Why.", {})), (("Why.", {"who": "Ann"}), ("Why.", {"who": "Ann"}))],
)
def test_a_suggestion_is_a_sentence_perhaps_with_facts(suggestion: str, told: tuple[str, dict[str, str]]) -> None:
    assert why_and_facts(suggestion) == told


def test_a_question_knows_and_offers_nothing_unless_it_says_so() -> None:
    assert (nothing_known("table"), never_offered("table", EMPTY)) == ({}, "")
    pack = standard_deck("the pack")
    assert one_deck(pack)(EMPTY) == (pack, pack, pack)
