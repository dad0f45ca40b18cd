"""Questions to the referee: strict reading of facts, and verdicts."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.cards.decks import Deck, standard_deck
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import EMPTY, Record
from companion.core.game.seating import Seats
from companion.core.game.situation import Effect, Situation, Verdict, situation_of
from companion.core.game.table import Line
from companion.core.play.scoring_api import NotPlayable, field_json, score_request
from companion.core.referee import facts
from companion.core.referee.judging import default_options, judge_admitted, judge_request, situations_json, verdict_json
from companion.core.referee.reasons import Reasons
from companion.core.rules.rules import Paragraph, Rules
from companion.games import game_of

PACK = standard_deck("the pack")


def told(_: Record, given: Record) -> Verdict:
    """Return a verdict that shows what was read."""
    why = Reasons()
    why.say("So it was.")
    why.add_effect("Ann", -1)
    why.add_effect("Bob", 0)
    return why.verdict("So it is.", read=read(given))


def read(given: Record) -> Any:
    return {key: given[key] for key in given._values}


def no_blanks(_: Record, given: Record) -> Iterator[Problem]:
    if given.has("note") and given.text("note") == "blank":
        yield Problem("note", "Not this one.")


def ask(fields: tuple[f.Field, ...], request: dict[str, Any], slug: str = "rage") -> Any:
    """Return what was read of the facts."""
    situation = Situation(key="thing", title="What?", facts=lambda _: fields, check=no_blanks, judge=told)
    return judge_request(game_of(slug), situation, request).outcome["read"]


def faults(fields: tuple[f.Field, ...], request: dict[str, Any], slug: str = "rage") -> list[tuple[str, str]]:
    with pytest.raises(NotPlayable) as refusal:
        ask(fields, request, slug)
    assert refusal.value.problem_json()["title"] == "This cannot be judged"
    assert refusal.value.problem_json()["round"] is None
    return [(problem.field, problem.message) for problem in refusal.value.problems]


GAME = game_of("rage")
NOTE = f.text("note", "Note", 10)
WHO = f.player("who", "Who", (), required=True)
TALLY = f.count("tally", "Tally", 9, per="player", required=True)


def test_without_a_table_any_name_is_a_player() -> None:
    assert ask((WHO,), {"facts": {"who": " Zoe "}}) == {"who": "Zoe"}
    assert ask((TALLY,), {"facts": {"tally": {"Zoe": 1, "Yan ": 2}}}) == {"tally": {"Zoe": 1, "Yan": 2}}
    assert ask((WHO, TALLY), {"facts": {"who": "Ann", "tally": {"Zoe": 1}}})["tally"] == {"Zoe": 1}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Who: a name is empty."),
        ("x" * 41, f"Who: the name “{'x' * 39}…” is longer than 40 letters."),
        ("a\x00b", "Who: the name “a\N{REPLACEMENT CHARACTER}b” has letters that cannot be shown."),
        (5, "Who: 5 is not a name."),
        (["Ann"], "Who: ['Ann'] is not a name."),
        (None, "“Who” is missing."),
    ],
)
def test_an_invalid_name_is_refused(name: Any, message: str) -> None:
    assert faults((WHO,), {"facts": {"who": name}}) == [("who", message)]


def test_too_many_names_are_refused() -> None:
    assert len(ask((TALLY,), {"facts": {"tally": {f"P{number}": 1 for number in range(200)}}})["tally"]) == 200
    crowd = {f"P{number}": 1 for number in range(201)}
    assert faults((TALLY,), {"facts": {"tally": crowd}}) == [("tally", "Tally: 201 names are far too many.")]


def test_with_a_table_names_must_be_its_players() -> None:
    fields = (facts.players(Seats(2, 4)), WHO, TALLY)
    good = {"players": ["Ann", "Bob"], "who": "Bob", "tally": {"Ann": 1, "Bob": 0}}
    assert ask(fields, {"facts": good})["who"] == "Bob"
    assert faults(fields, {"facts": {**good, "who": "Zoe"}}) == [("who", "Who: Zoe is not one of Ann or Bob.")]
    assert faults(fields, {"facts": {**good, "tally": {"Ann": 1}}}) == [("tally", "“Tally” is missing for Bob.")]
    wrong = {**good, "tally": {"Ann": 1, "Bob": 1, "Zoe": 1}}
    assert faults(fields, {"facts": wrong}) == [("tally", "Tally: Zoe is not asked for this.")]
    assert faults(fields, {"facts": {**good, "players": ["Ann", "Ann", "Bob"]}}) == [
        ("players", "Players: Ann is named twice.")
    ]
    assert faults(fields, {"facts": {**good, "players": ["Ann", "Bob", "C", "D", "E"]}})[0] == (
        "players", "Players: at most 4 names, not 5.",
    )  # fmt: skip


def test_sides_are_given_or_made_of_players_who_sit_opposite() -> None:
    side = f.count("tally", "Tally", 9, per="side", required=True)
    pairs = f.players("sides", "Sides", ())
    players = ["Ann", "Bob", "Cyd", "Dee"]
    found = {"Ann & Cyd": 1, "Bob & Dee": 2}
    assert (
        ask((facts.players(Seats(2, 4)), side), {"facts": {"players": players, "tally": found}}, "samba")["tally"]
        == found
    )
    named = {"We": 1, "They": 2}
    given = {"players": players, "sides": ["We", "They"], "tally": named}
    assert ask((facts.players(Seats(2, 4)), pairs, side), {"facts": given})["tally"] == named
    assert ask((side,), {"facts": {"tally": named}})["tally"] == named
    long = {"We": 1, "x" * 100: 2}
    assert ask((side,), {"facts": {"tally": long}})["tally"] == long
    assert faults((side,), {"facts": {"tally": {"x" * 101: 1}}}) == [
        ("tally", f"Tally: the name “{'x' * 39}…” is longer than 100 letters."),
    ]
    assert ask((pairs,), {"facts": {"sides": ["We", "x" * 100]}})["sides"] == ("We", "x" * 100)
    assert (
        faults((facts.players(Seats(2, 4)), side), {"facts": {"players": players, "tally": named}}, "samba")[0][0]
        == "tally"
    )


def test_a_sentence_whose_condition_fails_is_neither_said_nor_cited() -> None:
    why = Reasons()
    why.say("It is so.", "one", when=["something"])
    why.say("It is not so.", "two", when="")
    why.cite("three", when=None)
    verdict = why.verdict("So it is.")
    assert (verdict.because, verdict.rules) == (("It is so.",), ("one",))


def test_paragraphs_of_the_game_get_their_full_ids_once() -> None:
    def judge(_: Record, _given: Record) -> Verdict:
        return Reasons("scoring.tricks", "rage/scoring.tricks", "table/adjustment").verdict("So it is.")

    situation = Situation(key="so", title="So?", facts=lambda _: (), judge=judge)
    assert judge_request(game_of("rage"), situation, {}).rules == ("rage/scoring.tricks", "table/adjustment")


def test_a_side_is_refused_in_games_without_sides() -> None:
    given = {"facts": {"players": ["Ann", "Bob", "Cyd", "Dee"], "who": "Ann & Cyd"}}
    assert faults((facts.players(Seats(2, 4)), WHO), given) == [
        ("who", "Who: Ann & Cyd is not one of Ann, Bob, Cyd or Dee.")
    ]
    assert ask((facts.players(Seats(2, 4)), WHO), given, "samba")["who"] == "Ann & Cyd"


def test_names_are_found_in_rows_lists_and_objects() -> None:
    tricks = facts.tricks(PACK, 3, 4)
    given = [[{"player": "Ann", "card": "As"}, {"player": "Bob ", "card": "10♥"}], [{"player": "Cyd", "card": "2c"}]]
    found = ask((tricks,), {"facts": {"tricks": given}})["tricks"]
    assert [[(row.who("player"), row["card"]) for row in rows] for rows in found] == [
        [("Ann", "As"), ("Bob", "10h")], [("Cyd", "2c")],
    ]  # fmt: skip
    rows = f.parts("hand", "Hand", (WHO,), per="player")
    assert ask((rows,), {"facts": {"hand": {"Ann": {"who": "Bob"}}}})["hand"]["Ann"].who("who") == "Bob"
    given[0][0]["player"] = "x" * 41
    assert [field for field, _ in faults((tricks,), {"facts": {"tricks": given}})] == ["tricks"]
    assert faults(
        (facts.players(Seats(2, 4)), tricks), {"facts": {"players": ["Ann", "Bob"], "tricks": given[1:]}}
    ) == [("tricks", "Trick 1, row 1: Player: Cyd is not one of Ann or Bob.")]


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
    assert faults((NOTE,), {"facts": [1]}) == [("facts", "Give the facts as an object: name and value.")]
    assert faults((NOTE,), {"options": [1]})[0][0] == "options"
    assert faults((NOTE,), {"options": {"hit_bonus": 101, "house": 1}})[0][0] == "house"
    assert faults((NOTE,), {"options": {"first_hand": 2, "last_hand": 3}})[0][0] == "last_hand"
    for nothing in ({}, {"facts": None, "options": None}, {"facts": {}, "options": []}, {"facts": []}):
        assert ask((NOTE,), nothing) == {"note": None}


def test_all_problems_are_reported_at_once() -> None:
    fields = (WHO, NOTE, f.count("tally", "Tally", 9, required=True))
    assert [field for field, _ in faults(fields, {"facts": {"who": "", "note": "x" * 11}})] == ["who", "note", "tally"]


def test_a_verdict_is_serialised_word_for_word() -> None:
    situation = Situation(key="thing", title="What?", facts=lambda _: (NOTE,), judge=told)
    assert verdict_json(judge_request(GAME, situation, {})) == {
        "verdict": "So it is.", "outcome": {"read": {"note": None}}, "basis": "book", "rules": [],
        "because": ["So it was."], "effects": [{"player": "Ann", "points": -1}],
    }  # fmt: skip
    [listed] = situations_json(replace(GAME, situations=(situation,)))["situations"]
    options = default_options(GAME)
    assert (options["first_hand"], [options.value_of(item) for item in GAME.options][:2]) == (10, [10, 1])
    assert listed == {"key": "thing", "title": "What?", "help": "", "facts": [field_json(NOTE)]}


CHOICE = f.choice(
    "raised_tie", "Raised tie", {"nobody-pays": "Nobody pays", "losers-pay": "Losers pay"}, default="nobody-pays"
)
NUMBER = f.count("target", "Target", 99, default=10)
PARAGRAPHS = tuple(
    Paragraph(f"{key}", "1", "play", "So it is.", option=option, open=is_open)
    for key, option, is_open in (
        ("book", "", False), ("open", "", True), ("tie", "raised_tie", False), ("open-tie", "raised_tie", True),
        ("target", "target", False), ("open-target", "target", True),
    )
)  # fmt: skip


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
    ],
)  # fmt: skip
def test_the_basis_follows_from_paragraphs_and_options(
    rules: tuple[str, ...], chosen: dict[str, Any], matters: tuple[str, ...], basis: str
) -> None:
    def judge(options: Record, _: Record) -> Verdict:
        why = Reasons(*rules)
        why.say("So it was.")
        return why.verdict("So it is.", **{key: options[key] for key in matters})

    game = replace(GAME, options=(CHOICE, NUMBER), check_setup=lambda _: ())
    game.__dict__["rules"] = Rules("rage", 1, PARAGRAPHS)
    situation = Situation(key="thing", title="What?", facts=lambda _: (), judge=judge)
    assert judge_request(game, situation, {"options": chosen}).basis == basis


@pytest.mark.parametrize(("nobody", "basis"), [("Nobody knows", "open"), ("", "book")])
def test_the_option_decides_if_only_its_answer_nobody_changes_the_verdict(nobody: str, basis: str) -> None:
    def judge(options: Record, _: Record) -> Verdict:
        return Reasons("open-tie").verdict("So it is.", known=options["raised_tie"] is not None)

    game = replace(GAME, options=(CHOICE.of(nobody=nobody),), check_setup=lambda _: ())
    game.__dict__["rules"] = Rules("rage", 1, PARAGRAPHS)
    situation = Situation(key="thing", title="What?", facts=lambda _: (), judge=judge)
    assert judge_request(game, situation, {}).basis == basis


def test_the_option_decides_if_its_other_value_refuses_the_question() -> None:
    def judge(_options: Record, _: Record) -> Verdict:
        return Reasons("tie").verdict("So it is.")

    def check(options: Record, _: Record) -> Iterator[Problem]:
        if options["raised_tie"] == "nobody-pays":
            yield Problem("raised_tie", "Nobody pays, so there is nothing to ask.")

    game = replace(GAME, options=(CHOICE,), check_setup=lambda _: ())
    game.__dict__["rules"] = Rules("rage", 1, PARAGRAPHS)
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
