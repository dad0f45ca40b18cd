"""Trump: named before the first card or during a trick, changed, corrected, refused."""

from dataclasses import replace
from typing import Any

import pytest

from companion.cards.turns import Stage
from companion.core.entry.problems import Problem
from companion.core.tricks.recorded_cards import RecordedCards
from companion.core.tricks.records import Trump, trump_fact
from tests.core.tricks.following import BLACK, NAMES, Cards
from tests.hearts import PLAY, hearts


def test_a_trump_named_in_the_third_trick_does_not_change_the_first_two() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "green-1", "blue-5", "blue-6")
    assert cards.winners == ["Bob", "Ann"]
    cards.play("trump-twist")
    cards.become(cards.recorder.set_trump(cards.hand, "Red", from_trick=3))
    cards.play("yellow-5", "red-1")
    tricks = cards.course.tricks
    assert [trick.trump for trick in tricks] == ["green", "green", "red"]
    assert tricks[2].winner == "Bob"
    assert cards.course.trump == "red"
    for _ in range(3):
        cards.become(cards.recorder.undo(cards.hand))
    assert cards.course.trump == "green", "with the cards goes what was said about them"


def test_a_trump_named_in_the_first_trick_is_undone_with_its_card() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "trump-twist")
    cards.become(cards.recorder.set_trump(cards.hand, "blue", from_trick=1))
    assert (cards.course.trump, cards.hand.trump) == ("blue", "green")
    cards.become(cards.recorder.undo(cards.hand))
    assert cards.course.trump == "green"


def test_a_trump_named_by_the_card_led_stays_if_a_later_card_is_undone() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "red-8", "trump-twist")
    cards.become(cards.recorder.set_trump(cards.hand, "blue", from_trick=2))
    cards.play("yellow-5")
    cards.become(cards.recorder.undo(cards.hand))
    assert cards.course.trump == "blue"
    cards.become(cards.recorder.undo(cards.hand))
    assert cards.course.trump == "green"


def test_a_trump_of_a_trick_is_undone_with_its_only_card() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "red-8", "yellow-5")
    cards.become(cards.recorder.set_trump(cards.hand, "blue", from_trick=2))
    assert cards.course.trump == "blue"
    cards.become(cards.recorder.undo(cards.hand))
    assert (cards.course.trump, len(cards.hand.tricks)) == ("green", 1)


def test_a_trump_may_be_entered_before_the_first_card_of_its_trick() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "red-8")
    cards.become(cards.recorder.set_trump(cards.hand, " Red ", from_trick=2))
    assert (cards.course.trump, cards.course.stage.trump) == ("red", "red")
    cards.play("blue-1")
    assert [trick.stage for trick in cards.course.tricks] == [Stage("green", first=True), Stage("red")]
    cards = Cards("rage", ("Ann", "Bob"), trump="blue")
    assert cards.course.stage == Stage("blue", first=True)
    cards.play("red-5", "red-6")
    cards.become(cards.recorder.set_trump(cards.hand, None, from_trick=2))
    assert (cards.course.trump, cards.course.stage.trump) == (None, "")


def test_a_card_that_changes_the_trump_changes_the_stage_of_the_next_trick() -> None:
    cards = Cards("rage", ("Ann", "Bob"), trump="blue")
    cards.play("change-red")
    assert (cards.course.trump, cards.course.stage) == ("red", Stage("blue", first=True))
    cards.play("red-5")
    assert cards.course.stage == Stage("red")
    assert Cards(hearts(trump=True)).course.stage == Stage(first=True), "the trump is not known yet"


def test_the_first_trump_that_is_entered_holds_from_the_beginning() -> None:
    cards = Cards("rage")
    cards.become(cards.recorder.set_trump(cards.hand, "red", from_trick=1))
    assert (cards.hand.trump, cards.hand.is_trump_known, cards.hand.trumps_entered) == ("red", True, {})


def test_a_trump_corrected_from_the_start_leaves_those_named_by_cards() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "trump-twist")
    cards.become(cards.recorder.set_trump(cards.hand, "blue", from_trick=1))
    cards.become(cards.recorder.set_trump(cards.hand, "yellow"))
    assert (cards.hand.trump, cards.course.trump) == ("yellow", "blue")
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7")
    cards.become(cards.recorder.set_trump(cards.hand, "blue", from_trick=1))
    cards.play("red-8", "trump-twist")
    cards.become(cards.recorder.set_trump(cards.hand, "red", from_trick=2))
    cards.become(cards.recorder.set_trump(cards.hand, "yellow"))
    assert [trick.trump for trick in cards.course.tricks] == ["yellow", "red"]


def test_a_trump_corrected_from_the_start_counts_in_the_first_trick() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7")
    cards.become(cards.recorder.set_trump(cards.hand, "blue", from_trick=1))
    cards.become(cards.recorder.set_trump(cards.hand, "yellow"))
    assert cards.course.trump == "yellow"


def test_trump_must_be_named_before_the_first_card() -> None:
    cards = Cards("rage")
    assert cards.refused("Ann", "red-3") == "First say what is trump."
    assert Cards("rage", trump=None).course.trump is None


def test_trump_must_change_to_another_suit() -> None:
    cards = Cards("rage", trump="red")
    assert cards.refused("Ann", "change-red").startswith("Ann cannot change the trump to red: red is trump already.")


@pytest.mark.parametrize("trump", ["", "7", "\0", "x" * 10_000, "<b>", None, 5, ["red"]])
@pytest.mark.parametrize("slug", ["raise-the-stakes", "rage"])
def test_an_invalid_trump_is_refused(slug: str, trump: Any) -> None:
    cards = Cards(slug)
    answer = cards.recorder.set_trump(cards.hand, trump)
    if slug == "rage" and trump is None:
        assert isinstance(answer, RecordedCards)
        return
    assert isinstance(answer, list)
    assert [problem.field for problem in answer] == ["trump"]


def test_a_trump_is_a_choice_of_its_game_to_the_letter() -> None:
    entered = (("skat", "x"), ("euchre", "H"))
    found = [Cards(game).recorder.set_trump(Cards(game).hand, trump) for game, trump in entered]
    assert [[problem.field for problem in one] if isinstance(one, list) else one for one in found] == [
        ["trump"], ["trump"],
    ]  # fmt: skip


def test_only_what_is_wrong_with_the_trump_refuses_it() -> None:
    """One card makes the trick for which a trump is tried; that so few cards are wrong does not count."""
    few = replace(PLAY, trump=Trump(trump_fact()), check=lambda seen: [Problem(seen.key, "These are too few cards.")])
    cards = Cards(replace(hearts(), situations=few.situations()))
    answer = cards.recorder.set_trump(cards.hand, "s")
    assert isinstance(answer, RecordedCards)
    assert answer.trump == "s"


def test_some_games_have_no_trump_to_name() -> None:
    cards = Cards("toepen")
    assert cards.recorder.set_trump(cards.hand, "h") == [Problem("trump", "There is no trump in this game.")]
    pitch = Cards("pitch")
    assert pitch.recorder.set_trump(pitch.hand, "h") == [Problem("trump", "The first card led makes its suit trump.")]


def test_a_trump_that_makes_a_played_card_impossible_is_refused() -> None:
    cards = Cards("rage", trump="blue")
    cards.play("change-red")
    answer = cards.recorder.set_trump(cards.hand, "red")
    assert isinstance(answer, list)
    assert answer[0].message == (
        "Trick 1 cannot have been played like that. Ann cannot change the trump to red: red is trump already. "
        "Enter the colour called."
    )
    assert isinstance(cards.recorder.set_trump(cards.hand, "green"), RecordedCards)
    cards.play("red-5", "red-6", "red-7", "yellow-1", "change-blue", "yellow-2", "yellow-3", "yellow-4")
    refused = cards.recorder.set_trump(cards.hand, "blue", from_trick=2)
    assert isinstance(refused, list)
    assert refused[0].message == (
        "Trick 2 cannot have been played like that. Ann cannot change the trump to blue: blue is trump already. "
        "Enter the colour called."
    )


def test_a_corrected_trump_counts_for_all_tricks() -> None:
    cards = Cards("rage", ("Ann", "Bob"), trump="blue")
    cards.play("red-5", "green-1")
    assert cards.winners == ["Ann"]
    cards.become(cards.recorder.set_trump(cards.hand, "green"))
    assert cards.winners == ["Bob"]


def test_trump_that_is_no_suit_stays_from_trick_to_trick() -> None:
    cards = Cards("skat", NAMES[:3], trump="grand")
    cards.play("Jc", "Js", "9h", "Ah", "10h", "Kh")
    assert [trick.trump_after for trick in cards.course.tricks] == ["grand", "grand"]


def test_a_card_is_refused_by_the_trump_that_holds_when_it_is_played() -> None:
    cards = Cards("rage", ("Ann", "Bob"), trump="blue")
    cards.play("change-red", "red-5")
    assert (cards.course.trump, cards.hand.trump) == ("red", "blue")
    refused = cards.refused("Bob", "change-red")
    assert refused == "Bob cannot change the trump to red: red is trump already. Enter the colour called."
    cards.play("change-blue", "red-1", "change-yellow", "red-2")
    assert [trick.trump for trick in cards.course.tricks] == ["blue", "red", "blue"]


def test_the_pack_lacks_a_suit_once_the_cards_show_which() -> None:
    cards = Cards("funfzehnern", NAMES[:3])
    cards.play("7h", "8h", "9h", "7s", "8s", "9s")
    assert cards.recorder.used_up_cards(cards.hand, ("7c", "7d", "7h", "10h")) == {"7h"}
    cards.play("7d")
    assert cards.refused(cards.course.turn, "8c") == ("As the cards so far show, 8♣ is not in the pack for 3 players.")
    assert cards.recorder.used_up_cards(cards.hand, ("7c", "8d", "7h", "10h")) == {"7c", "7h"}
    polignac = Cards("polignac", (*NAMES, "Eva"))
    assert polignac.refused("Ann", "7s") == "7♠ is not in the pack for 5 players."
