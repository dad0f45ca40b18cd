"""Questions to the referee that Canasta and Samba share."""

from typing import Any

import pytest

from companion.core.common.canasta import FirstMeldMinimum
from companion.core.common.canasta_questions import (
    ANSWER,
    CAN_EMPTY,
    KIND,
    LAST_RED_THREE,
    TOTAL_FACT,
    TOTAL_FACTS,
    TRIES,
    WENT_OUT,
    CostlyMistake,
    check_stock,
    first_meld_verdict,
    going_out_situation,
    hand_end_situation,
    meld_fault,
    penalty_situation,
    say_minimum,
)
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry.keys import Key
from companion.core.entry.record import EMPTY, Record
from companion.core.game.situation import Effect, Verdict
from companion.core.game.table import Setup, Table
from companion.core.referee.facts import STOCK
from companion.core.referee.judge_request import NotJudged, default_options, judge_request
from companion.core.referee.melds import MeldObjection
from companion.core.referee.reasons import Reasons
from companion.games import game_of

GAME = game_of("samba")
WE, THEY = "Ann & Cyd", "Bob & Dee"
COSTS = {
    "failed-out": CostlyMistake("Failed to go out", 100, "failed_out"), "refused-out": CostlyMistake("Went out", 200),
    "peeked": CostlyMistake("Peeked", 5, most=9),
}  # fmt: skip
SEVENS = ask.count("seven_card_melds", "Canastas", 9)
CASES = read_toml(GAME.package, "cases.toml")
GOING_OUT = going_out_situation(CASES, SEVENS, lambda _: 2)
HAND_END = hand_end_situation(CASES, Key("can_take_pile"), " Or was it?")
PENALTY = penalty_situation("samba", COSTS, "{side} lose {points}.", "samba/play.more")


def out(**facts: Any) -> Verdict:
    given = {"side": WE, "seven_card_melds": 2, "can_empty": True, "answer": "not-asked", **facts}
    return judge_request(GAME, GOING_OUT, {"facts": given})


def test_objections_to_a_meld_end_a_sentence() -> None:
    assert meld_fault(MeldObjection()) == ""
    wild = MeldObjection("rule", "Two are Jokers.")
    assert meld_fault(wild) == " is no meld: two are Jokers. Enter it as it lies on the table."


def test_a_first_meld_is_high_enough_or_not() -> None:
    melds, ninety = (["As", "Ah", "Ad"], ["Ks", "Kh", "Kd"]), FirstMeldMinimum(90)
    enough = first_meld_verdict(Reasons(), ninety, melds)
    assert (enough.verdict, enough.outcome) == (
        "Yes, 90 points are enough: the first meld must make at least 90.",
        {"minimum": 90, "points": 90, "enough": True},
    )
    more = first_meld_verdict(Reasons(), FirstMeldMinimum(90, exceed=True), melds, " for them")
    assert (more.verdict, more.outcome["enough"]) == (
        "No, 90 points are not enough for them: the first meld must make more than 90.", False,
    )  # fmt: skip
    assert first_meld_verdict(Reasons(), FirstMeldMinimum(120), melds).outcome == {
        "minimum": 120, "points": 90, "enough": False,
    }  # fmt: skip
    assert first_meld_verdict(Reasons(), ninety, ()).verdict == "The first meld must make at least 90."
    why = Reasons()
    say_minimum(why, 1500, ninety)
    assert why.verdict("").because == ("With 1,500 points before the hand the minimum is 90.",)


@pytest.mark.parametrize(
    ("facts", "told", "outcome"),
    [
        ({}, f"Yes, {WE} may go out.", (True, False, 0)),
        ({"answer": "yes"}, f"Yes, {WE} must go out.", (True, True, 0)),
        ({"answer": "no", "tries": False}, f"No, {WE} may not go out.", (False, False, 0)),
        ({"answer": "no"}, f"No: {WE} may not go out against the partner's no, and lose 100 points.",
         (False, False, -100)),
        ({"seven_card_melds": 1}, f"No, {WE} cannot go out.", (False, False, 0)),
        ({"can_empty": False}, f"No, {WE} cannot go out.", (False, False, 0)),
        ({"answer": "yes", "seven_card_melds": 1}, f"No: {WE} asked but cannot go out, and lose 100 points.",
         (False, False, -100)),
    ],
)  # fmt: skip
def test_a_player_may_go_out_with_enough_melds_no_card_and_no_refusal(
    facts: dict[str, Any], told: str, outcome: tuple[bool, bool, int]
) -> None:
    verdict = out(**facts)
    assert verdict.verdict == told
    assert verdict.outcome == dict(zip(("allowed", "must", "points"), outcome, strict=True))
    mistake = "asked, could not go out" if facts.get("answer") == "yes" else "went out despite a no"
    assert verdict.effects == ((Effect(WE, -100, mistake),) if outcome[2] else ())


def test_going_out_has_its_reasons() -> None:
    refused = out(answer="no")
    assert refused.because == (
        "2 melds of seven, and the side needs 2.", "The player can get rid of all cards.",
        "The partner said no, and that binds.",
        "The cards go back to the hand, and one is discarded; the book does not say so.",
    )  # fmt: skip
    assert refused.rules == (
        "samba/play.going-out", "samba/play.may-i", "samba/play.may-i-yes", "samba/penalties.refused-out",
        "samba/penalties.refused-out-undone",
    )  # fmt: skip
    assert out(seven_card_melds=1).because[-1] == "The player can get rid of all cards."
    alone = out(seven_card_melds=1, can_empty=False)
    assert alone.because == ("1 meld of seven, and the side needs 2.", "The player cannot get rid of all cards.")
    assert alone.rules == ("samba/play.going-out",)
    assert out(answer="no", seven_card_melds=1).because[-1] == "The partner said no, and that binds."


def test_the_question_about_going_out_asks_for_what_it_needs() -> None:
    asked = GOING_OUT.facts(default_options(GAME))
    assert (GOING_OUT.key, GOING_OUT.title) == ("going-out", "May I go out?")
    assert [(item.key, item.label, item.required, item.default, item.help) for item in asked[2:]] == [
        ("can_empty", "Gets rid of all cards", True, None, "By melding, adding or a last discard."),
        ("answer", "Partner's answer", True, None, "To “May I go out?”"),
        ("tries", "Tries", False, True, "The player goes out, or tries to."),
    ]
    assert [(one.value, one.label) for one in asked[3].choices] == [
        ("not-asked", "Not asked"), ("yes", "Yes"), ("no", "No"),
    ]  # fmt: skip
    assert [item.key for item in asked[:2]] == ["side", "seven_card_melds"]


@pytest.mark.parametrize(
    ("facts", "told", "because"),
    [
        ({}, "Yes, the hand is over.", "The stock is used up, and the next player cannot take the pile."),
        ({"can_take_pile": True}, "No, the hand goes on: the pile must be taken.",
         "The stock is used up. As we read the book, the hand ends only for a player who cannot take the pile."),
        ({"stock": 1}, "No, the hand goes on.", "The stock has 1 card left."),
        ({"stock": 1, "went_out": True}, "Yes, the hand is over.", "A player went out."),
        ({"last_red_three": True}, "Yes, the hand is over, without a discard.",
         "The last card of the stock was a red three."),
        ({"last_red_three": True, "went_out": True}, "Yes, the hand is over, without a discard.",
         "A player who melds every card then has gone out; the book leaves that open."),
    ],
)  # fmt: skip
def test_a_hand_ends_with_a_player_out_or_without_a_stock(facts: dict[str, Any], told: str, because: str) -> None:
    given = {"went_out": False, "stock": 0, "last_red_three": False, "can_take_pile": False, **facts}
    verdict = judge_request(GAME, HAND_END, {"facts": given})
    assert (verdict.verdict, verdict.because[-1]) == (told, because)


def test_the_question_about_the_end_asks_for_the_stock_as_a_number() -> None:
    out, stock, red, pile = HAND_END.facts(default_options(GAME))
    assert [(one.key, one.type) for one in (out, stock, red, pile)] == [
        ("went_out", "flag"), ("stock", "count"), ("last_red_three", "flag"), ("can_take_pile", "flag"),
    ]  # fmt: skip
    assert (stock.bounds.least, stock.bounds.most, stock.required) == (0, 101, True)
    with pytest.raises(NotJudged) as refusal:
        judge_request(GAME, HAND_END, {"facts": dict.fromkeys((out.key, red.key, pile.key), True) | {"stock": 1}})
    assert refusal.value.problems[0].message.endswith(" Or was it?")


def test_a_mistake_costs_as_often_as_it_was_made() -> None:
    twice = judge_request(GAME, PENALTY, {"facts": {"side": WE, "kind": "peeked", "count": 2}})
    assert (twice.verdict, twice.outcome) == (f"{WE} lose 10 points.", {"points": -10, "field": None})
    assert (twice.because, twice.rules) == (
        ("Peeked: 5 points each time.",), ("samba/penalties.peeked", "samba/play.more"),
    )  # fmt: skip
    assert twice.effects == (Effect(WE, -10, "peeked"),)
    once = judge_request(GAME, PENALTY, {"facts": {"side": WE, "kind": "failed-out"}})
    assert once.verdict == (
        f"{WE} lose 100 points. Put it on the sheet by this correction or in the field “Failed to go out”, not both."
    )
    assert once.outcome == {"points": -100, "field": "failed_out"}
    side, kind, count = PENALTY.facts(default_options(GAME))
    assert (PENALTY.key, PENALTY.title, side.key) == ("penalty", "What does a mistake cost?", "side")
    assert (kind.label, [one.label for one in kind.choices], kind.required) == (
        "What", ["Failed to go out", "Went out", "Peeked"], True,
    )  # fmt: skip
    assert (count.label, count.bounds.least, count.bounds.most, count.default) == ("How often", 1, 9, 1)


def test_the_total_before_the_hand_is_that_of_the_sheet() -> None:
    assert (TOTAL_FACT.label, TOTAL_FACT.bounds.least, TOTAL_FACT.bounds.most) == ("Total", -1_000_000, 1_000_000)
    assert TOTAL_FACT.help == "The side's points before the hand."
    assert (KIND, ANSWER, CAN_EMPTY, TRIES, WENT_OUT, LAST_RED_THREE) == (
        "kind", "answer", "can_empty", "tries", "went_out", "last_red_three",
    ), "as in the API"  # fmt: skip
    assert (TOTAL_FACTS.key, TOTAL_FACTS.label) == ("side", "Side")
    setup = Setup(("Ann", "Bob", "Cyd", "Dee"), (WE, THEY), "Ann", EMPTY)
    table: Table[None] = Table(setup, 2, "Bob", {WE: 1500, THEY: -20}, None)
    assert [TOTAL_FACTS.facts(table, {}, side) for side in (WE, THEY)] == [{"total": 1500}, {"total": -20}]


def test_a_game_can_say_more_of_the_question_whether_somebody_may_go_out() -> None:
    asked = going_out_situation(CASES, SEVENS, lambda _: 2, help="As in the book.", on_sheet="Once.")
    assert (asked.help, asked.on_sheet) == ("As in the book.", "Once.")


def test_a_mistake_can_be_made_four_times_unless_the_game_says_more() -> None:
    assert COSTS["refused-out"] == ("Went out", 200, None, 4)
    judge_request(GAME, PENALTY, {"facts": {"side": WE, "kind": "peeked", "count": 9}})
    judge_request(GAME, PENALTY, {"facts": {"side": WE, "kind": "refused-out", "count": 4}})
    with pytest.raises(NotJudged) as refusal:
        judge_request(GAME, PENALTY, {"facts": {"side": WE, "kind": "refused-out", "count": 5}})
    assert [(one.field, one.message) for one in refusal.value.problems] == [("count", "Went out: 4 is the most.")]


@pytest.mark.parametrize(
    ("last", "stock", "told"),
    [
        (True, 1, "1 card is left in the stock, so its last card was not drawn yet. Or was it?"),
        (True, 3, "3 cards are left in the stock, so its last card was not drawn yet. Or was it?"),
        (True, 0, ""), (False, 3, ""),
    ],
)  # fmt: skip
def test_the_last_card_is_drawn_once_the_stock_is_empty(last: bool, stock: int, told: str) -> None:
    found = list(check_stock(Record({LAST_RED_THREE: last, STOCK: stock}, {}), " Or was it?"))
    assert [(one.field, one.message) for one in found] == ([("last_red_three", told)] if told else [])
