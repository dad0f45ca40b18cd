"""Cards with an effect: the black ones of Raise the Stakes, and those that a pack holds once."""

from tests.core.tricks.following import BLACK, Cards


def test_take_it_is_offered_for_the_cards_on_the_table() -> None:
    cards = Cards("raise-the-stakes", trump="green", options=BLACK)
    assert not [card for card in cards.recorder.cards_to_offer(()) if card.startswith(("take-it", "one-higher"))]
    cards.play("red-10")
    assert cards.refused("Bob", "take-it") == "Take It is played as take-it:red-10."
    cards.play("big-fire")
    current = cards.course.current
    assert current is not None
    offered = [
        card for card in cards.recorder.cards_to_offer(current.plays) if card.startswith(("take-it", "one-higher"))
    ]
    assert offered == ["take-it:red-10", "take-it:big-fire", "one-higher"]
    assert cards.refused("Cyd", "take-it") == "Take It is played as take-it:red-10 or take-it:big-fire."
    assert cards.refused("Cyd", "take-it:red-11").startswith("Cyd cannot take the red 11: it is not there.")
    cards.play("take-it:red-10", "red-3")
    assert cards.winners == ["Bob"]


def test_a_player_who_lost_a_card_may_play_another_to_the_same_trick() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-10", "take-it:red-10")
    assert cards.winners == ["Bob"]
    cards.by("Ann", "red-12", same=True)
    verdict = cards.course.tricks[0].verdict
    assert verdict is not None
    assert verdict.verdict == "Ann wins the trick with the red 12."
    assert cards.refused("Ann", "red-13", same=True) == "Ann has two cards in the trick: leave one of them out."


def test_a_player_who_lost_a_card_in_the_last_trick_may_play_another() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    for number in range(1, 5):
        cards.by("Ann", f"red-{number}")
        cards.by("Bob", f"blue-{number}")
    cards.by("Ann", "red-10")
    cards.by("Bob", "take-it:red-10")
    assert cards.course.over
    cards.by("Ann", "red-12", same=True)
    assert cards.winners[-1] == "Ann"
    assert cards.refused("Bob", "red-14") == "The hand is over. Take a card back to go on with it."


def test_a_spy_does_not_fill_its_players_place_in_the_trick() -> None:
    cards = Cards("raise-the-stakes", trump="green", options=BLACK)
    cards.play("spy")
    assert (cards.course.turn, cards.winners) == ("Ann", [""])
    cards.play("red-3")
    assert cards.course.turn == "Bob"


def test_black_cards_that_are_not_in_the_pack_are_not_offered() -> None:
    cards = Cards("raise-the-stakes", trump="green")
    assert "spy" not in cards.recorder.cards_to_offer(())
    assert cards.refused("Ann", "spy") == "Spy cannot be played now."
    black = Cards("raise-the-stakes", trump="green", options=BLACK)
    assert black.refused("Ann", "one-higher") == "One Higher cannot be played now.", "there is no card to be above"


def test_any_card_that_may_be_in_the_pack_can_be_typed() -> None:
    cards = Cards("raise-the-stakes", trump="turquoise")
    cards.play("red-15", " Turquoise-1 ")
    assert cards.course.tricks[0].winner == "Bob"


def test_a_unique_card_is_gone_in_all_its_forms() -> None:
    cards = Cards("rage", trump=None)
    cards.play("wild-red")
    assert cards.recorder.used_up_cards(cards.hand, ("wild-red", "wild-blue", "red-1")) == frozenset()
    cards.play("wild-blue", "red-1")
    assert cards.recorder.used_up_cards(cards.hand, ("wild-red", "wild-green", "red-1", "red-2")) == {
        "wild-red", "wild-green", "red-1",
    }  # fmt: skip


def test_take_it_can_be_typed_once() -> None:
    cards = Cards("raise-the-stakes", trump="green", options=BLACK)
    cards.play("red-7", "Take It: Red 7")
    assert cards.hand.tricks[0][1].card == "take-it:red-7"
    assert cards.refused("Cyd", "take-it:red-7").startswith("Take It is there too often")
    off = Cards("raise-the-stakes", trump="green")
    off.play("red-7")
    assert off.refused("Bob", "take-it:red-7") == "Take It for the red 7 cannot be played now."
