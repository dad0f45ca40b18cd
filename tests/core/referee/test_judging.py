"""Questions to the referee: strict reading of facts, and verdicts."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.cards.decks import Deck, standard_deck
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import EMPTY, Record
from companion.core.game.game import Game
from companion.core.game.situation import Effect, Situation, Verdict, situation_of
from companion.core.game.table import Line
from companion.core.play.scoring_api import NotPlayable, field_json, score_request
from companion.core.referee.judge_request import (
    default_options,
    judge_admitted,
    judge_request,
    situations_json,
    verdict_json,
)
from companion.core.referee.reasons import Reasons
from companion.core.rules.rules import Paragraph, Rules
from companion.games import game_of
from tests.core.referee.asking import NOTE, RENEGE, TALLY, WHO, ask, faults, told

PACK = standard_deck("the pack")


GAME = game_of("rage")


def test_a_sentence_whose_condition_fails_is_neither_said_nor_cited() -> None:
    why = Reasons()
    why.say("It is so.", "one", "more", when=["something"])
    why.say("It is not so.", "two", when="")
    why.cite("three", when=None)
    why.cite("four", when=("something",))
    verdict = why.verdict("So it is.")
    assert (verdict.because, verdict.rules) == (("It is so.",), ("one", "more", "four"))


def test_paragraphs_of_the_game_get_their_full_ids_once() -> None:
    def judge(_: Record, _given: Record) -> Verdict:
        return Reasons("scoring.tricks", "rage/scoring.tricks", "table/adjustment").verdict("So it is.")

    situation = Situation(key="so", title="So?", facts=lambda _: (), judge=judge)
    assert judge_request(game_of("rage"), situation, {}).rules == ("rage/scoring.tricks", "table/adjustment")


def test_a_list_has_items_of_one_kind() -> None:
    melds = f.several("melds", "Melds", f.cards("meld", "Meld", PACK, 2), most=2)
    assert ask((melds,), {"facts": {}}) == {"melds": ()}
    assert ask((melds,), {"facts": {"melds": [["As", "Ah"], ["2c", "3c"]]}})["melds"] == (("As", "Ah"), ("2c", "3c"))
    for wrong, message in (
        ({"a": 1}, "Melds: give a list."),
        ([["As"]], "Meld 1: at least 2 cards, not 1."),
        ([["As", "Ah"], None], "Meld 2: give a list of cards."),
        (
            [["As", "As"]],
            "Meld 1: As is there too often; it comes once in the pack. Correct the one that was another card.",
        ),
        ([["As", "Ah"]] * 3, "Melds: at most 2 items, not 3."),
    ):
        assert faults((melds,), {"facts": {"melds": wrong}}) == [("melds", message)]
    places = f.several("places", "Places", f.count("place", "Place", 4, nobody="Empty"), least=1, required=True)
    assert ask((places,), {"facts": {"places": [1, None, 1]}})["places"] == (1, None, 1)
    assert faults((places,), {"facts": {"places": []}}) == [("places", "“Places” is missing.")]
    assert field_json(places)["columns"][0]["nullable"]


def test_an_open_deck_accepts_one_of_every_card() -> None:
    deck = Deck("the cards", {"fire": 2}, lambda text: text.lower() if text.isalpha() else None, open=True)
    field = f.cards("cards", "Cards", deck)
    assert ask((field,), {"facts": {"cards": ["FIRE", "fire", "Ash"]}})["cards"] == ("fire", "fire", "ash")
    assert faults((field,), {"facts": {"cards": ["ash", "Ash"]}}) == [
        ("cards", "Cards: ash is there too often; it comes once in the cards. Correct the one that was another card.")
    ]
    assert faults((field,), {"facts": {"cards": ["7"]}}) == [("cards", "Cards: 7 is not a card.")]
    assert field_json(field)["deck"]["open"]


def test_a_request_is_read_strictly() -> None:
    assert faults((NOTE,), {"facts": {"note": "blank"}}) == [("note", "Not this one.")]
    assert faults((NOTE,), {"facts": {"notes": "x"}, "players": []}) == [
        ("players", "“players” means nothing here; a question has options and facts."),
        ("notes", "There is nothing called “notes” here."),
    ]
    assert [field for field, _ in faults((NOTE,), {"facts": [1], "players": []})] == ["players", "facts"]
    assert [field for field, _ in faults((NOTE,), {"options": [1], "players": []})] == ["players", "options"]
    for junk in ([1], "", 0, False):
        assert faults((NOTE,), {"facts": junk}) == [("facts", "Give the facts as an object: name and value.")]
    assert [field for field, _ in faults((NOTE,), {"facts": {}, "players": []})] == ["players"]
    assert faults((NOTE, WHO), {"facts": {"note": "blank"}}) == [("who", "“Who” is missing.")]
    assert faults((NOTE,), {"options": [1]})[0][0] == "options"
    assert faults((NOTE,), {"options": {"hit_bonus": 101, "house": 1}})[0][0] == "house"
    assert faults((NOTE,), {"options": {"first_hand": 2, "last_hand": 3}})[0][0] == "last_hand"
    for nothing in ({}, {"facts": None, "options": None}, {"facts": {}, "options": []}, {"facts": []}):
        assert ask((NOTE,), nothing) == {"note": None}


def test_all_problems_are_reported_at_once() -> None:
    fields = (WHO, NOTE, f.count("tally", "Tally", 9, required=True))
    assert [field for field, _ in faults(fields, {"facts": {"who": "", "note": "x" * 11}})] == ["who", "note", "tally"]


def test_a_verdict_is_serialised_word_for_word() -> None:
    situation = Situation(key="thing", title="What?", help="Help.", facts=lambda _: (NOTE,), judge=told)
    assert verdict_json(judge_request(GAME, situation, {})) == {
        "verdict": "So it is.", "outcome": {"read": {"note": None}}, "basis": "book", "rules": [],
        "because": ["So it was."], "effects": [{"player": "Ann", "points": -1}],
    }  # fmt: skip
    why = Reasons("two", "one")
    why.say_all(f"Sentence {letter}." for letter in "EABDC")
    why.add_usual_effect("Bob", -5, "renege")
    answer = verdict_json(why.verdict("So."))
    assert answer["because"] == [f"Sentence {letter}." for letter in "EABDC"]
    assert (answer["rules"], answer["effects"]) == (["two", "one"], [])
    [listed] = situations_json(replace(GAME, situations=(situation,)))["situations"]
    options = default_options(GAME)
    assert (options["first_hand"], [options.value_of(item) for item in GAME.options][:2]) == (10, [10, 1])
    assert listed == {"key": "thing", "title": "What?", "help": "Help.", "facts": [field_json(NOTE)]}


CHOICE = f.choice(
    "raised_tie", "Raised tie", {"nobody-pays": "Nobody pays", "losers-pay": "Losers pay"}, default="nobody-pays"
)
NUMBER = f.count("target", "Target", 99, default=10)
FLAG = f.flag("late", "Late")
PARAGRAPHS = tuple(
    Paragraph(f"{key}", "1", "play", "So it is.", option=option, open=is_open)
    for key, option, is_open in (
        ("book", "", False), ("open", "", True), ("tie", "raised_tie", False), ("open-tie", "raised_tie", True),
        ("target", "target", False), ("open-target", "target", True),
        ("late", "late", False), ("open-late", "late", True),
    )
)  # fmt: skip


def game_with(*options: f.Field) -> Game[Any]:
    """Return a game with these options and paragraphs."""
    game = replace(GAME, options=options, check_setup=lambda _: ())
    game.__dict__["rules"] = Rules("rage", 1, PARAGRAPHS)
    return game


@pytest.mark.parametrize(
    ("rules", "chosen", "matters", "basis"),
    [
        (("book",), {}, (), "book"),
        (("book", "open"), {}, (), "open"),
        (("tie",), {}, ("raised_tie",), "book"),
        (("tie",), {"raised_tie": "losers-pay"}, ("raised_tie",), "house"),
        (("tie",), {"raised_tie": "losers-pay"}, (), "book"),
        (("open-tie",), {}, ("raised_tie",), "open"),
        (("open-tie",), {}, (), "book"),
        (("open-tie",), {"raised_tie": "losers-pay"}, ("raised_tie",), "house"),
        (("open", "tie"), {"raised_tie": "losers-pay"}, ("raised_tie",), "open"),
        (("target",), {}, ("target",), "book"),
        (("target",), {"target": 20}, ("target",), "house"),
        (("target",), {"target": 20}, (), "book"),
        (("open-target",), {}, (), "open"),
        (("late",), {}, ("late",), "book"),
        (("late",), {"late": True}, ("late",), "house"),
        (("late",), {"late": True}, (), "book"),
        (("open-late",), {}, ("late",), "open"),
        (("open-late",), {}, (), "book"),
        (("late", "open-tie"), {"late": True}, ("late", "raised_tie"), "open"),
    ],
)  # fmt: skip
def test_the_basis_follows_from_paragraphs_and_options(
    rules: tuple[str, ...], chosen: dict[str, Any], matters: tuple[str, ...], basis: str
) -> None:
    def judge(options: Record, _: Record) -> Verdict:
        why = Reasons(*rules)
        why.say("So it was.")
        return why.verdict("So it is.", **{key: options[key] for key in matters})

    situation = Situation(key="thing", title="What?", facts=lambda _: (), judge=judge)
    assert judge_request(game_with(CHOICE, NUMBER, FLAG), situation, {"options": chosen}).basis == basis


def verdict_if(late: bool, part: str) -> Verdict:
    """Return a verdict of which one part depends on the option."""
    why = Reasons("late")
    why.add_effect("Ann", 5 if late and part == "effects" else 3)
    return why.verdict("It counts." if late and part == "verdict" else "So.", stands=late and part == "outcome")


@pytest.mark.parametrize(
    ("part", "basis"), [("outcome", "house"), ("effects", "house"), ("verdict", "house"), ("", "book")]
)
def test_an_option_decides_if_it_changes_the_sentence_the_points_or_the_outcome(part: str, basis: str) -> None:
    situation = Situation(
        key="thing", title="What?", facts=lambda _: (), judge=lambda options, _: verdict_if(options["late"], part),
        judge_admitted=lambda options, _given, name: verdict_if(options["late"], part if name == "Bob" else ""),
    )  # fmt: skip
    game = game_with(FLAG)
    assert judge_request(game, situation, {"options": {"late": True}}).basis == basis
    assert [judge_admitted(game, situation, Record({"late": True}, {}), who).basis for who in ("Bob", "Ann")] == [
        basis, "book",
    ]  # fmt: skip


def test_empty_facts_that_only_other_options_ask_for_are_ignored() -> None:
    situation = Situation(
        key="thing", title="What?", facts=lambda options: (NOTE, *((TALLY,) if options["late"] else ())), judge=told
    )
    game = game_with(FLAG)
    assert judge_request(game, situation, {"facts": {"tally": {}}}).outcome == {"read": {"note": None}}
    for wrong, field in (({"tally": {"Ann": 1}}, "tally"), ({"who": []}, "who")):
        with pytest.raises(NotPlayable) as refusal:
            judge_request(game, situation, {"facts": wrong})
        assert [problem.field for problem in refusal.value.problems] == [field]


@pytest.mark.parametrize(("nobody", "basis"), [("Nobody knows", "open"), ("", "book")])
def test_the_option_decides_if_only_its_answer_nobody_changes_the_verdict(nobody: str, basis: str) -> None:
    def judge(options: Record, _: Record) -> Verdict:
        return Reasons("open-tie").verdict("So it is.", known=options["raised_tie"] is not None)

    game = game_with(CHOICE.of(nobody=nobody))
    situation = Situation(key="thing", title="What?", facts=lambda _: (), judge=judge)
    assert judge_request(game, situation, {}).basis == basis


def test_the_option_decides_if_its_other_value_refuses_the_question() -> None:
    def judge(_options: Record, _: Record) -> Verdict:
        return Reasons("tie").verdict("So it is.")

    def check(options: Record, _: Record) -> Iterator[Problem]:
        if options["raised_tie"] == "nobody-pays":
            yield Problem("raised_tie", "Nobody pays, so there is nothing to ask.")

    game = game_with(CHOICE)
    situation = Situation(key="thing", title="What?", facts=lambda _: (), check=check, judge=judge)
    assert judge_request(game, situation, {"options": {"raised_tie": "losers-pay"}}).basis == "house"


def test_a_repeated_sentence_or_paragraph_appears_once() -> None:
    why = Reasons("a")
    why.say("One.", "b", "a")
    why.say_all(["Two.", "One."], "c")
    why.cite("b")
    why.add_usual_effect("Ann", -5, "renege")
    verdict = why.verdict("So it is.")
    assert (verdict.rules, verdict.because) == (("a", "b", "c"), ("One.", "Two."))
    assert verdict.usual == (Effect("Ann", -5, "renege"),)
    why.add_usual_effect("Bob", 0)
    why.add_effect("Cyd", 5, "bonus")
    why.add_effect("Cyd", 5)
    again = why.verdict("So.", rests="On that.", of="it")
    assert (again.usual, again.effects) == (verdict.usual, (Effect("Cyd", 5, "bonus"), Effect("Cyd", 5, "")))
    assert (again.rests, again.outcome, verdict.rests, verdict.reneges) == ("On that.", {"of": "it"}, "", ())
    assert why.verdict("So.", proved=[RENEGE]).reneges == (RENEGE,)


def test_each_line_of_a_round_is_a_sentence_that_rests_on_its_rule() -> None:
    why = Reasons()
    why.say_lines([Line("Ann", 5, "rage/scoring.tricks", "5 tricks"), Line("Bob", -3, "table/adjustment", "late")])
    verdict = why.verdict("So.")
    assert (verdict.because, verdict.rules) == (("Ann +5: 5 tricks.", "Bob −3: late."), ("rage/scoring.tricks",))


def test_unreadable_known_facts_are_ignored_if_a_fault_is_admitted() -> None:
    situation = Situation(
        key="thing", title="What?", facts=lambda _: (NOTE, WHO, TALLY), judge=told,
        judge_admitted=lambda _, given, name: told(EMPTY, given),
    )  # fmt: skip
    least = replace(situation, facts=lambda _: (f.count("tally", "Tally", 9, 5, required=True),))
    assert judge_admitted(GAME, least, EMPTY, "Ann", {"tally": 2}).outcome["read"] == {"tally": 2}
    assert judge_admitted(GAME, least, EMPTY, "Ann").outcome["read"] == {"tally": 0}
    known = {"note": "so", "tally": {"Ann": 77}, "other": 1}
    assert judge_admitted(GAME, situation, EMPTY, "Ann", known).outcome["read"] == {
        "note": "so",
        "who": None,
        "tally": {},
    }


def test_a_question_that_nobody_can_admit_has_no_verdict() -> None:
    situation = Situation(key="thing", title="What?", facts=lambda _: (NOTE,), judge=told)
    with pytest.raises(LookupError, match="nobody can admit thing"):
        judge_admitted(GAME, situation, EMPTY, "Ann")
    with pytest.raises(LookupError, match="there is no situation called trick"):
        situation_of((situation,), "trick")
    assert situation_of((situation,), "thing") is situation


def test_options_that_name_players_make_a_table_of_them() -> None:
    """If the facts do not say who plays, the players that the options name do."""
    game = game_of("open-face-chinese-poker")
    bob = {"front": "6c 6d Ac", "middle": "10s Js Qd Kc Ah", "back": "2h 5h 7h Jh Kh"}
    cyd = {"front": "Ad 9d 3c", "middle": "5s 5c 10h 6h 2c", "back": "3s 3h Jd Jc 4h"}
    hands = {name: {row: cards.split() for row, cards in rows.items()} for name, rows in (("Bob", bob), ("Cyd", cyd))}
    units = [{"a": "Bob", "b": "Cyd", "unit": 3}]
    request: dict[str, Any] = {"options": {"pair_units": units}, "facts": {"hands": hands}}
    compare = situation_of(game.situations, "compare")
    assert judge_request(game, compare, request).outcome["chips"] == 45
    with pytest.raises(NotPlayable) as refusal:
        judge_request(game, compare, {**request, "options": [1]})
    assert [problem.field for problem in refusal.value.problems] == ["options"]
    request["facts"]["players"] = ["Ann", "Bob", "Dee"]
    with pytest.raises(NotPlayable) as refusal:
        judge_request(game, compare, request)
    assert refusal.value.problems[0].message == "Unit of two, row 1: Other: Cyd is not one of Ann, Bob or Dee."
    del request["facts"]["players"]
    units[0]["b"] = "  "
    with pytest.raises(NotPlayable):
        judge_request(game, compare, request)


def test_a_question_that_is_not_about_rounds_is_never_suggested() -> None:
    situation = Situation(key="thing", title="What?", facts=lambda _: (NOTE,), judge=told)
    table = score_request(GAME, {"players": ["Ann", "Bob"]}).table
    assert situation.offer(table, EMPTY) == situation.offer_before(table, EMPTY) == ""
    assert situation.known_facts(table) == {}
