"""The table of a play: who has a total, and the lines, notes and questions of a round."""

from dataclasses import replace

import pytest

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS
from companion.cards.tricks import plain_suits
from companion.cards.turns import Stage
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.record import EMPTY, Record
from companion.core.game.round_fields import RoundFields, fields_by
from companion.core.game.situation import (
    ByTricks,
    CardForms,
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
    hook = ask.flag("hook", "Hook")

    @fields_by(lambda table: (len(table.asked),))
    def fields(number: int) -> tuple[f.Question, ...]:
        made.append((number,))
        return (f.count(Key("n"), "N", number), hook)

    two, three = (Table(ALONE, 1, "Ann", {}, None, asked=FOUR[:number]) for number in (2, 3))
    assert [fields(table)[0].bounds.most for table in (two, three, two)] == [2, 3, 2]
    assert made == [(2,), (3,)]
    assert fields(two)[1] == hook.field
    of_sides = RoundFields(
        lambda _: (f.player(Key("by"), "By", takes="side"), f.player(Key("who"), "Who", takes="player"))
    )
    table = Table(TOGETHER, 1, "Ann", {}, None, asked=("Ann", "Cyd"))
    assert [item.names for item in of_sides(table)] == [SIDES, ("Ann", "Cyd")]
    assert of_sides(table) is of_sides(replace(table, number=2))


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
    assert situation_of((replace(fixed, key="sooner"), replace(fixed, key="other"), fixed), "so") is fixed
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
    verdict = Verdict(verdict="So.", outcome={}, rules=(), because=())
    assert (verdict.basis, verdict.effects, verdict.usual, verdict.reneges) == ("book", (), (), ())


def test_a_round_is_followed_with_everybody_in_it_and_the_whole_deck_unless_the_game_says_more() -> None:
    pack = standard_deck("the pack")
    round_ = ByTricks(
        decks=one_deck(pack), rules=lambda _: plain_suits(RANKS), length=lambda _: 13, entry_part=nothing_known
    )  # fmt: skip
    table = Table(ALONE, 1, "Ann", {}, None, asked=("Ann", "Cyd"))
    assert (round_.players(table), round_.cards_left_out(4, ["2c"])) == (("Ann", "Cyd"), frozenset())
    assert (round_.may_leave, round_.auction, round_.led_by, round_.declaration) == (False, None, "", None)
    assert round_.known_facts(Stage(), ()) == {}
    assert (CardForms().text("10h"), CardForms().of_pack("10h"), CardForms().ways(EMPTY, "10h", ())) == (
        "10♥", "10h", ("10h",),
    )  # fmt: skip
