"""The cards of a round as a table enters them: refused, undone, stored."""

from dataclasses import replace

import pytest

from companion.cards.turns import PlayedCard
from companion.core.entry.problems import CORRECT_WRONG_CARD, Problem
from companion.core.game.situation import situation_of
from companion.core.tricks.course_texts import tally_text
from companion.core.tricks.recorded_cards import RECORDED_FIELDS, RecordedCards, recorded_from_json, recorded_json
from companion.core.tricks.recorder import Recorder
from companion.games import game_of
from tests.core.tricks.following import BLACK, NAMES, Cards


def test_ending_the_hand_can_be_undone_before_any_card() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "8h")
    before = cards.hand
    cards.become(replace(before, over=True))
    assert (cards.course.over, cards.course.turn, cards.course.leads) == (True, "", False)
    for same in (False, True):
        assert cards.refused("Ann", "7h", same) == "The hand is over. Take a card back to go on with it."
    cards.become(cards.recorder.undo(cards.hand))
    assert cards.hand == before
    ended = replace(before, closed=True, over=True)
    assert cards.recorder.undo(ended) == replace(ended, over=False)


def test_a_game_without_declarations_offers_none() -> None:
    cards = Cards("toepen")
    assert not cards.recorder.can_declare(cards.hand)
    cards.play("10h")
    assert not cards.recorder.can_declare(cards.hand)
    assert isinstance(cards.recorder.toggle_declaration(cards.hand), list)


def test_the_card_led_can_be_declared_and_taken_back() -> None:
    cards = Cards("funfzehnern")
    assert not cards.recorder.can_declare(cards.hand)
    cards.play("Qs")
    led = cards.hand
    assert cards.recorder.can_declare(led)
    cards.become(cards.recorder.toggle_declaration(led))
    assert (cards.hand.declared, cards.course.tricks[0].stage.declared) == (frozenset({1}), True)
    assert recorded_from_json(recorded_json(cards.hand), (), "").declared == {1}
    assert cards.recorder.toggle_declaration(cards.hand) == led
    assert cards.recorder.undo(cards.hand).declared == frozenset()
    cards.play("7s", "8s", "9s", "Ks")
    assert cards.recorder.toggle_declaration(cards.hand) == [
        Problem("card", "Nothing can be declared with this card."),
    ]  # fmt: skip
    assert cards.recorder.undo(cards.hand).declared == {1}


def test_everything_can_be_undone_back_to_the_empty_table() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    empty = cards.hand
    states = []
    for card in ("10h", "9h", "Jh", "Ks", "7s"):
        states.append(cards.hand)
        cards.play(card)
    for state in reversed(states):
        cards.become(cards.recorder.undo(cards.hand))
        assert cards.hand.tricks == state.tricks
    assert cards.recorder.undo(empty) == empty


# What is refused.


@pytest.mark.parametrize(
    ("player", "card", "message"),
    [
        pytest.param(
            "Bob",
            "10h",
            f"10♥ is there too often; it comes once in the 32 cards of Toepen. {CORRECT_WRONG_CARD}",
            id="card twice",
        ),
        pytest.param("Bob", "2h", "“2h” is not in the 32 cards of Toepen.", id="card of another deck"),
        pytest.param("Bob", "", "Choose a card.", id="no card"),
        pytest.param("Bob", "<b>", "“<b>” is not in the 32 cards of Toepen.", id="markup"),
        pytest.param("Bob", "\0", "“\N{REPLACEMENT CHARACTER}” is not in the 32 cards of Toepen.", id="a zero"),
        pytest.param(
            "Bob", "\ud800", "“\N{REPLACEMENT CHARACTER}” is not in the 32 cards of Toepen.", id="half a letter"
        ),
        pytest.param("Bob", "9" * 10_000, "“" + "9" * 39 + "…” is not in the 32 cards of Toepen.", id="long"),
        pytest.param("Zoe", "9h", "“Zoe” is not in this round.", id="stranger"),
        pytest.param("Cyd", "9h", "Cyd is out of the hand.", id="out"),
        pytest.param("Ann", "9h", "Ann played two cards to the trick: leave one of them out.", id="twice to a trick"),
    ],
)
def test_an_impossible_card_is_refused_with_the_reason(player: str, card: str, message: str) -> None:
    cards = Cards("toepen")
    cards.leave("Cyd")
    cards.play("10h")
    assert cards.refused(player, card) == message
    answer = cards.recorder.add_card(cards.table, cards.hand, player, card)
    is_about_player = player in ("Zoe", "Cyd")
    assert isinstance(answer, list)
    assert [fault.field for fault in answer] == ["player" if is_about_player else "card"]
    assert [fault.name for fault in answer] == [player if player in ("Ann", "Cyd") else None]


def test_a_card_of_an_earlier_trick_is_not_played_again() -> None:
    cards = Cards("toepen", NAMES[:3])
    cards.play("7h", "10h", "9h")
    assert cards.refused("Bob", "7h").startswith("7♥ is there too often; it comes once in the 32 cards of Toepen.")


def test_a_card_is_refused_at_the_field_that_is_wrong() -> None:
    cards = Cards("raise-the-stakes", trump="green")
    cards.play("red-7")

    def fields(card: str) -> list[str]:
        answer = cards.recorder.add_card(cards.table, cards.hand, "Bob", card)
        assert isinstance(answer, list)
        return [problem.field for problem in answer]

    assert fields("red-7") == ["card"]
    cards.hand = replace(cards.hand, trump="7")
    assert fields("red-8") == ["trump"], "as a stored recorded may have it"


def test_a_card_that_cannot_be_played_is_named_at_the_start_of_the_sentence() -> None:
    cards = Cards("raise-the-stakes", trump="green")
    never = replace(cards.recorder.by_tricks.forms, ways=lambda *_: ())
    cards.recorder.by_tricks = replace(cards.recorder.by_tricks, forms=never)
    assert cards.refused("Ann", "red-7") == "The red 7 cannot be played now."


def test_malformed_facts_are_not_checked_further() -> None:
    recorder = Cards("rage").recorder
    _, problems = recorder.read_facts(recorder.trick, {"plays": 5})
    assert [problem.field for problem in problems] == ["plays", "trump"]


def test_a_refused_card_is_told_with_what_to_enter_instead() -> None:
    assert Cards("rage", trump=None).refused("Ann", "wild") == (
        "“wild” is not in the cards of Rage. Add the colour that was called: wild-red."
    )


def test_the_calls_so_far_are_facts_of_a_question() -> None:
    cards = Cards("pitch", leader="")
    bid = situation_of(cards.game.situations, "bid")
    assert cards.recorder.facts_for(bid, cards.hand, cards.course) == {}
    cards.become(cards.recorder.add_call(cards.table, cards.hand, "2"))
    facts = cards.recorder.facts_for(bid, cards.hand, cards.course)
    assert facts["bids"] == [{"player": "Ann", "bid": 2}]
    euchre = Cards("euchre", leader="")
    for call in ("turned-h", "order", "alone"):
        euchre.become(euchre.recorder.add_call(euchre.table, euchre.hand, call))
    assert (euchre.hand.calls, euchre.hand.out, euchre.hand.trump) == (("turned-h", "order", "alone"), {"Cyd": 1}, "h")
    assert euchre.recorder.add_call(euchre.table, euchre.hand, "dance") == [
        Problem("call", "“dance” cannot be called now."),
    ]  # fmt: skip
    no_bidding = [Problem("call", "There is no bidding now.")]
    toepen = Cards("toepen")
    assert toepen.recorder.add_call(toepen.table, toepen.hand, "order") == no_bidding
    assert Cards("toepen").recorder.facts_for(bid, cards.hand, Cards("toepen").course) == {}


def test_a_card_that_is_not_in_the_pack_of_three_is_refused() -> None:
    assert Cards("polignac", NAMES[:3]).refused("Ann", "7s") == "7♠ is not in the pack for 3 players."
    assert Cards("polignac", NAMES[:3]).refused("Zoe", "7s") == "“Zoe” is not in this round."
    assert Cards("polignac").refused("Ann", "  ") == "Choose a card."
    of_four = Cards("polignac")
    of_four.play("7s")
    assert of_four.recorder.used_up_cards(of_four.hand, ("7s", "7h")) == {"7s"}
    of_three = Cards("polignac", NAMES[:3])
    assert of_three.recorder.used_up_cards(of_three.hand, ("7s", "7h")) == {"7s"}


def test_the_leader_must_be_named_before_the_first_card() -> None:
    cards = Cards("toepen", leader="")
    assert cards.course.turn == ""
    assert cards.refused("", "7h") == "First say who leads."
    cards.by("Cyd", "7h")
    assert cards.hand.leader == "Cyd"


def test_a_game_without_tricks_cannot_be_followed() -> None:
    with pytest.raises(LookupError):
        Recorder(game_of("samba"), Cards("toepen").recorder.options)


def test_a_game_whose_tricks_cannot_be_followed_says_so() -> None:
    game = game_of("toepen")
    unfollowed = replace(game, situations=tuple(replace(one, by_tricks=None) for one in game.situations))
    with pytest.raises(LookupError, match="Toepen is not followed trick by trick"):
        Recorder(unfollowed, Cards("toepen").recorder.options)


# Serialisation.


def test_a_hand_survives_serialisation() -> None:
    cards = Cards("raise-the-stakes", trump="green", options=BLACK)
    cards.play("red-7", "trump-twist")
    cards.become(cards.recorder.set_trump(cards.hand, "blue", from_trick=2))
    cards.leave("Dee")
    cards.become(cards.recorder.close_trick(cards.table, cards.hand))
    assert recorded_from_json(recorded_json(cards.hand), (), "Bob") == cards.hand


def test_a_stored_hand_is_json_with_the_end_the_calls_and_who_is_out() -> None:
    led = ((PlayedCard("Ann", "As"),),)
    recorded = RecordedCards(
        ("Ann", "Bob"), "Ann", "h", True, led, {2: None}, frozenset({8, 1}), {"Bob": 1}, True, True, ("2",)
    )
    stored = recorded_json(recorded)
    assert stored == {
        "players": ["Ann", "Bob"], "tricks": [[{"player": "Ann", "card": "As"}]], "trump": "h", "leader": "Ann",
        "calls": ["2"], "out": {"Bob": 1}, "closed": True, "over": True, "declared": [1, 8], "turned": {"2": None},
    }  # fmt: skip
    assert recorded_from_json(stored, (), "") == recorded
    before = recorded_json(replace(recorded, tricks=()))
    assert recorded_from_json(before, ("Ann", "Cyd"), "Cyd").out == {}


def test_the_last_call_is_taken_back_with_what_followed_from_it() -> None:
    cards = Cards("euchre", leader="Dee")
    before = cards.hand
    for call in ("turned-h", "order", "alone"):
        cards.become(cards.recorder.add_call(cards.table, cards.hand, call))
    cards.become(cards.recorder.take_call_back(cards.table, cards.hand))
    assert (cards.hand.calls, cards.hand.out, cards.hand.trump) == (("turned-h", "order"), {}, "h")
    cards.become(cards.recorder.take_call_back(cards.table, cards.hand))
    assert (cards.hand.calls, cards.hand.trump, cards.hand.is_trump_known) == (("turned-h",), None, False)
    cards.become(cards.recorder.take_call_back(cards.table, cards.hand))
    assert cards.hand == replace(before, out={})
    for call in ("turned-h", "order"):
        cards.become(cards.recorder.add_call(cards.table, cards.hand, call))
    played = replace(cards.hand, tricks=((PlayedCard("Ann", "9s"),),))
    assert cards.recorder.add_call(cards.table, played, "alone") == [Problem("call", "There is no bidding now.")]
    assert cards.recorder.with_calls(cards.table, played, ()) == played


def test_a_stored_hand_without_a_card_takes_the_players_of_today() -> None:
    kept = recorded_json(Cards("rage", trump=None).hand)
    assert recorded_from_json(kept, ("Ann", "Eve"), "Eve").players == ("Ann", "Eve")
    assert recorded_from_json(kept, ("Ann", "Eve"), "Eve").is_trump_known
    assert recorded_from_json({}, ("Ann", "Eve"), "Eve") == RecordedCards(
        ("Ann", "Eve"), "Eve", trumps_entered={}, out={}
    )


def test_impossible_stored_cards_are_shown_without_a_verdict() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "8h", "10s", "9s", "8s")
    kept = recorded_json(cards.hand)
    kept["tricks"][1] = [{"player": name, "card": "10h"} for name in ("Ann", "Bob", "Cyd")]
    cards.become(recorded_from_json(kept, (), ""))
    assert cards.winners == ["Ann", ""]
    assert (cards.caught, cards.course.taken) == ([], {"Ann": 1, "Bob": 0, "Cyd": 0})
    assert (cards.course.turn, cards.course.leads) == ("Ann", True), "as nobody is known to have won, who led first"


def test_the_count_of_tricks_is_one_sentence() -> None:
    assert tally_text({"Ann": 2, "Bob": 0, "Cyd": 1}).replace("\N{NO-BREAK SPACE}", "_") == "Ann_2, Bob_0 and Cyd_1"


def test_fields_say_where_a_stored_fall_has_names() -> None:
    players, leader, tricks, out = RECORDED_FIELDS
    assert [item.key for item in RECORDED_FIELDS] == ["players", "leader", "tricks", "out"]
    [trick] = tricks.columns
    assert [(part.key, part.bounds.most) for part in trick.columns] == [("player", None), ("card", 40)]
    stored = recorded_json(RecordedCards(("Bob", "Ann"), "Bob", out={"Ann": 1}))
    assert stored == {players.key: ["Bob", "Ann"], tricks.key: [], leader.key: "Bob", out.key: {"Ann": 1}}
