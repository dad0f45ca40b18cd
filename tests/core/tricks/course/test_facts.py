"""What the cards and calls of a round answer of the referee's questions, and what a game hears of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards.turns import Stage
from companion.core.entry import fields as f
from companion.core.game.situation import WonTrick, situation_of
from companion.core.referee import facts
from companion.core.referee.facts import BROKEN, FIRST
from companion.core.tricks.recorder import Recorder
from tests.core.game.bidding import FOUR, Bidding
from tests.core.tricks.following import BLACK, NAMES, Cards, trick
from tests.hearts import hearts

STAGE = (f.flag(FIRST, "First trick"), f.flag(BROKEN, "Hearts broken"))


def asked(cards: Cards, key: str) -> dict[str, Any]:
    """Return the facts that the cards answer of a question of the game."""
    return cards.recorder.facts_for(situation_of(cards.game.situations, key), cards.hand, cards.course)


def of_a_question(cards: Cards, *fields: f.Field, key: str = "about") -> dict[str, Any]:
    """Return the facts that the cards answer of a question that asks for these fields."""
    question = replace(cards.recorder.trick, key=key, facts=lambda _: fields)
    return cards.recorder.facts_for(question, cards.hand, cards.course)


def test_the_question_who_wins_is_about_the_stage_before_the_last_trick() -> None:
    cards = Cards(hearts())
    cards.play("9c", "2h", "3c")
    assert of_a_question(cards, *STAGE) == of_a_question(cards, *STAGE, key="trick") == {"first": True, "broken": False}
    cards.play("4c")
    assert of_a_question(cards, *STAGE) == {"first": False, "broken": True}
    assert of_a_question(cards, *STAGE, key="trick") == {"first": True, "broken": False}


def test_a_question_about_all_tricks_has_the_present_one_too() -> None:
    cards = Cards(hearts())
    cards.play("9c", "2c", "3c", "4c", "8c")
    tricks = facts.tricks(cards.recorder.counting, 11, 4)
    assert of_a_question(cards, tricks) == {"tricks": [trick("9c 2c 3c 4c"), trick("8c")]}


def test_whoever_is_out_of_a_trick_is_not_counted_in_it() -> None:
    cards = Cards("toepen")
    cards.play("7h", "8h")
    cards.leave("Dee")
    assert of_a_question(cards, facts.seats(2, 4)) == {"seats": 3}
    cards.play("9h")
    assert of_a_question(cards, facts.seats(2, 4)) == {"seats": None}
    assert of_a_question(cards, facts.seats(2, 4), key="trick") == {"seats": 3}


def test_only_a_number_is_answered_by_the_number_of_a_trick() -> None:
    cards = Cards(hearts())
    cards.play("9c")
    assert of_a_question(cards, f.text("trick", "Trick", 9)) == {}
    assert of_a_question(cards, f.count("trick", "Trick number", 11)) == {"trick": 1}


def test_the_cards_of_earlier_tricks_and_a_declaration_are_known() -> None:
    cards = Cards("funfzehnern")
    cards.play("Qh", "7h", "8h", "9h", "Qs", "7s")
    cards.become(cards.recorder.toggle_declaration(cards.hand))
    played = ["Qh", "9h", "8h", "7h"]
    assert asked(cards, "legal") == {"plays": trick("Qs 7s"), "zwang": True, "won_in": None, "played": played}
    assert asked(cards, "trick") == {"plays": trick("Qs 7s"), "seats": 4}
    cards.play("8s", "9s")
    played = ["Qs", "9s", "8s", "7s", *played]
    assert asked(cards, "legal") == {"plays": [], "zwang": False, "won_in": None, "played": played}
    assert asked(cards, "renege") == {"tricks": [trick("Qh 7h 8h 9h"), trick("Qs 7s 8s 9s")], "zwangs": [2]}


def test_what_a_game_knows_of_its_tricks_is_given_the_stage_that_is_asked_about() -> None:
    cards = Cards(hearts())

    def known(stage: Stage, tricks: Sequence[Any]) -> Mapping[str, Any]:
        return {"stage": f"{len(tricks)} {stage.first} {stage.broken}"}

    cards.recorder.by_tricks = replace(cards.recorder.by_tricks, known_facts=known)
    cards.play("9c", "2h", "3c", "4c")
    told = f.text("stage", "Stage", 40)
    assert of_a_question(cards, told) == {"stage": "1 False True"}
    assert of_a_question(cards, told, key="trick") == {"stage": "1 True False"}


def test_the_trick_of_the_secret_shuffle_is_known_to_the_question_about_reneges() -> None:
    cards = Cards("raise-the-stakes", NAMES[:2], trump="green", options=BLACK)
    cards.play("red-7", "red-8", "secret-shuffle")
    assert asked(cards, "renege")["secret_shuffle"] == 2


def test_the_calls_answer_a_question_after_the_first_card_too() -> None:
    cards = Cards("pitch", leader="")
    for call in ("2", "pass", "pass", "pass"):
        cards.become(cards.recorder.add_call(cards.table, cards.hand, call))
    cards.play("As")
    bids = [{"player": name, "bid": bid} for name, bid in zip(NAMES, (2, "pass", "pass", "pass"), strict=True)]
    assert asked(cards, "bid") == {"bids": bids}


def test_a_trump_made_by_the_first_card_is_left_to_the_question() -> None:
    cards = Cards("pitch")
    cards.play("As", "2s")
    assert cards.course.trump == "s"
    assert cards.recorder.proof_facts(cards.hand, cards.course) == (1, {"tricks": [trick("As 2s")], "trump": None})


def test_what_the_table_enters_instead_of_a_call_is_no_bid() -> None:
    bidding = Bidding("skat", NAMES[:3]).call("18")
    assert bidding.known("bid") == {"last": 18}
    seen: list[Sequence[tuple[str, str]]] = []
    auction = bidding.recorder.by_tricks.auction
    assert auction is not None
    heard = replace(auction, facts=lambda calls: seen.append(calls) or {})
    bidding.recorder.by_tricks = replace(bidding.recorder.by_tricks, auction=heard)
    bidding.call("declares-1").known("bid")
    assert seen == [[("Bob", "18")]]


def test_players_and_sides_are_facts_about_reneges_with_what_the_bidding_settled() -> None:
    bidding = Bidding("euchre").call("turned-h", "order", "alone").play("9s", "10s")
    course = bidding.recorder.follow(bidding.table, bidding.recorded)
    assert bidding.recorder.proof_facts(bidding.recorded, course) == (1, {
        "tricks": [trick("9s 10s")], "players": list(FOUR), "sides": ["Ann & Cyd", "Bob & Dee"], "trump": "h",
        "alone": True,
    })  # fmt: skip
    of_three = Recorder(bidding.game, bidding.recorder.options, NAMES[:3])
    assert of_three.players_as_facts == {"players": ["Ann", "Bob", "Cyd"]}


def test_the_bidding_is_part_of_the_entry() -> None:
    assert Bidding("euchre").call("turned-h", "order", "alone").entry == {"maker": "Ann", "tricks": 0, "alone": True}


def heard(cards: Cards | Bidding) -> tuple[list[str], Mapping[str, int], Mapping[str, Any]]:
    """Return what the game hears for the entry: who won each trick, who is out since when, and what is known."""
    seen: list[tuple[list[str], Mapping[str, int], Mapping[str, Any]]] = []

    def entry_part(_: Any, won: Sequence[WonTrick], out: Mapping[str, int], known: Mapping[str, Any]) -> dict[str, Any]:
        seen.append(([one.winner for one in won], out, known))
        return {}

    recorder, recorded = cards.recorder, cards.hand if isinstance(cards, Cards) else cards.recorded
    recorder.by_tricks = replace(recorder.by_tricks, entry_part=entry_part)
    recorder.entry_part(cards.table, (), recorded)
    return seen[0]


def test_a_game_hears_the_trump_that_the_table_entered() -> None:
    cards = Cards("rage", NAMES[:2])
    assert heard(cards) == ([], {}, {})
    cards.become(cards.recorder.set_trump(cards.hand, "blue"))
    cards.play("change-red", "red-5", "red-6")
    assert heard(cards) == (["Bob"], {}, {"trump": "blue"})
    assert heard(Cards("rage", NAMES[:2], trump=None)) == ([], {}, {"trump": None})


def test_a_game_hears_what_the_bidding_settled_and_a_correction_of_the_trump() -> None:
    bidding = Bidding("euchre").call("turned-h", "order", "alone")
    assert heard(bidding) == ([], {"Cyd": 1}, {"maker": "Ann", "trump": "h", "alone": True})
    bidding.recorded = replace(bidding.recorded, trump="s", out={"Cyd": 1, "Zoe": 1})
    assert heard(bidding) == ([], {"Cyd": 1}, {"maker": "Ann", "trump": "s", "alone": True})


def test_the_entry_has_only_the_names_of_a_field_and_what_the_game_counts_comes_before_the_bidding() -> None:
    cards = Cards("toepen", NAMES[:3])
    found = {"points": {"Ann": 1, "Cyd": 2, "Zoe": 3}, "note": "seven", "left": None}
    cards.recorder.by_tricks = replace(cards.recorder.by_tricks, entry_part=lambda *_: found)
    points = f.count("points", "Points", 9, per="player", names=("Ann", "Bob"))
    fields = (points, f.text("note", "Note", 9), f.text("left", "Left", 9), f.text("other", "Other", 9))
    assert cards.recorder.entry_part(cards.table, fields, cards.hand) == {"points": {"Ann": 1}, "note": "seven"}
    bidding = Bidding("euchre").call("turned-h", "order")
    bidding.recorder.by_tricks = replace(bidding.recorder.by_tricks, entry_part=lambda *_: {"maker": "Cyd"})
    assert bidding.entry == {"maker": "Cyd"}
