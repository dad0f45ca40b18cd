"""Tricks: who wins, what follows, and what later tricks give away."""

from companion.cards.notation import RANKS, rank_of, suit_of
from companion.cards.tricks import (
    PlayedCard,
    best_card,
    by_suit_led,
    find_reneges,
    first_card_leads,
    following,
    played_twice,
)


def trick(*cards: str) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard(name, card) for name, card in zip("ABCD", cards, strict=False))


def winner(*cards: str, trump: str = "") -> str:
    return by_suit_led(trick(*cards), suit_of, RANKS, rank_of, trump).player


def test_the_highest_card_of_the_suit_led_wins_but_for_trump() -> None:
    assert winner("9h", "Kh", "As") == "B"
    assert winner("9h", "Kh", "2s", trump="s") == "C"
    assert winner("9h", "3s", "2s", trump="s") == "B"
    assert winner("9h", "3s", "10h", trump="h") == "C"


def test_the_first_of_equal_plays_is_the_best_and_there_may_be_none() -> None:
    plays = trick("9h", "9s", "8c")
    assert best_card(plays, lambda play: rank_of(play.card)) == plays[0]
    assert best_card(plays, lambda _: None) is None


def test_cards_that_follow_are_in_the_order_of_the_hand() -> None:
    assert following(("2h", "As", "Ah"), "h", suit_of) == ("2h", "Ah")
    assert following(("2h", "Jk"), "", suit_of) == ()


def test_a_renege_is_shown_by_the_first_later_card_of_the_suit() -> None:
    tricks = [trick("9h", "2c"), trick("9s", "3s"), trick("9d", "3h"), trick("8d", "4h")]
    [first] = [item for item in find_reneges(tricks, first_card_leads(suit_of), suit_of) if item.trick == 1]
    assert (first.player, first.card, first.shown_in, first.suit, first.shown) == ("B", "2c", 3, "h", "3h")
    exempt = find_reneges(tricks, first_card_leads(suit_of), suit_of, lambda card: card == "2c")
    assert exempt == ()


def test_a_suit_that_is_not_set_need_not_be_followed() -> None:
    assert find_reneges([trick("Jk", "2c"), trick("9h", "3h")], first_card_leads(suit_of), suit_of) == ()
    assert find_reneges([()], first_card_leads(suit_of), suit_of) == ()


def test_who_plays_twice_is_found() -> None:
    assert played_twice(trick("9h", "8h")) is None
    assert played_twice((*trick("9h"), *trick("8h"))) == "A"
